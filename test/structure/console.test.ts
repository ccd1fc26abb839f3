// The rules of the console's source. Each states its reason, and a failure lists the lines that break it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { words as sandboxWords } from '#sandbox/page/words.ts'
import { words as frameWords } from '../../console/src/design/words.ts'
import { words as welcomeWords } from '../../console/src/first-run/words.ts'
import { STYLE } from '../../server/edge/pages/style.ts'
import { holds, places, readSources, root } from './sources.ts'

const COMPONENT_LINES_MAX = 200
const WORDS_LINES_MAX = 300
const COLUMNS_MAX = 120
/** Of the 300 KB that the first load may have, with its page. */
const FRAME_KILOBYTES_MAX = 240

const sources = readSources('console/src/**/*.{ts,tsx}')
const nounOf = (path: string) => path.split('/')[2] as string
const mayTakeFrom = (path: string, words: string) => ['app', 'design', nounOf(path)].includes(nounOf(words))
const isWords = (path: string) => /(^|-|\/)(words|texts)\.ts$/.test(path)
const withWords = sources.filter(({ path }) => path.endsWith('words.ts'))

test('a page takes from its own noun, from the design and from the frame', () => {
  // The frame assembles the nouns: their pages, and what they show around every page.
  const mayTakeAll = /^console\/src\/(app\/(router|rail|shell)|main)\.tsx$/
  holds(
    'What two nouns share is of neither: it belongs into app/ or design/.',
    sources
      .filter(({ path }) => !mayTakeAll.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.startsWith('..'))
          .map((name) => nounOf(new URL(name, `file:///${path}`).pathname.slice(1)))
          .filter((noun) => ![nounOf(path), 'app', 'design'].includes(noun))
          .map((noun) => `${path} imports from ${noun}`),
      ),
  )
})

test(`a component has no more than ${COMPONENT_LINES_MAX} lines, no line more than ${COLUMNS_MAX} columns`, () => {
  holds('Part it by ideas.', [
    ...sources
      .filter(({ path, lines }) => lines > COMPONENT_LINES_MAX && !isWords(path) && !path.endsWith('gallery.tsx'))
      .map(({ path, lines }) => `${path}: ${lines} lines`),
    ...sources.flatMap(({ path, text }) =>
      text
        .split('\n')
        // Class names cannot be wrapped.
        .filter((line) => line.length > COLUMNS_MAX && !/className|'[^']{60,}'/.test(line) && !isWords(path))
        .map((line) => `${path}: ${line.trim().slice(0, 60)}`),
    ),
  ])
})

test('the SDK is the only way out, and nothing becomes HTML', () => {
  // An upload shows its progress, which fetch does not report: it is the SDK's request all the same.
  const inFrame = ['console/src/app/api.ts', 'console/src/app/uploads.ts']
  const pages = sources.filter(({ path }) => !inFrame.includes(path))
  holds(
    'What goes around the SDK has no keys, no retries and no errors of ours.',
    places(pages, /\bfetch\(|XMLHttpRequest/),
  )
  holds('What others wrote would run as ours.', places(sources, /dangerouslySetInnerHTML|innerHTML|document\.write/))
})

test('spec 21.100: every dialog returns the focus by the same rule', () => {
  const dialogs = sources.filter(({ imports }) =>
    imports.some((name) => /^@base-ui\/react\/(alert-)?dialog$/.test(name)),
  )
  assert.ok(dialogs.length >= 3)
  const popups = ({ text }: { text: string }) => text.match(/<(Base|BaseAlert|Dialog)\.Popup/g)?.length ?? 0
  const ruled = ({ text }: { text: string }) => text.match(/finalFocus=\{finalFocus\}/g)?.length ?? 0
  holds(
    'Use useFinalFocus of design/focus.ts: the focus would be lost with the element that opened the dialog.',
    dialogs.filter((one) => popups(one) !== ruled(one)).map(({ path }) => path),
  )
})

test('what the console shares with the service is pure', () => {
  const shared = new Set(
    sources.flatMap(({ imports }) => imports.filter((name) => name.startsWith('#') || /server\//.test(name))),
  )
  holds(
    'It comes out of the kit, or is a catalogue of texts with its units and figures.',
    [...shared].filter(
      (name) =>
        !/^#(kit|channels)\/|^#(status|doctor|reporting\/summaries|people\/access)\/(messages|units|facts)\.ts$/.test(
          name,
        ),
    ),
  )
  // Texts contain the word "from" too: only what looks like a module counts.
  const pathOf = (name: string, from: string) =>
    name.startsWith('#') ? `server/${name.slice(1)}` : new URL(name, `file:///${from}`).pathname.slice(1)
  const needed = new Set([...shared].map((name) => pathOf(name, '')))
  for (const path of needed)
    for (const name of readSources(path).flatMap(({ imports }) => imports))
      if (/^[#.]/.test(name)) needed.add(pathOf(name, path))
  holds(
    'Whatever it imports is loaded by every browser: nothing of Node and no package, only such files again.',
    [...needed].flatMap((path) =>
      readSources(path).flatMap(({ imports }) =>
        imports.filter((name) => /^[\w@:-][\w@./:-]*$/.test(name)).map((name) => `${path} imports ${name}`),
      ),
    ),
  )
})

test('colours have names, and amounts never become floats', () => {
  const pages = sources.filter(({ path }) => nounOf(path) !== 'design')
  holds(
    'Colours stand in design/tokens.css: in the dark they are others.',
    places(pages, /#[0-9a-f]{6}\b|\brgba?\(/i, 'uncommented'),
  )
  holds(
    'An amount is text: design/rupees.ts reckons with it.',
    places(sources, /parseFloat|Number\((amount|price|balance|total|cost)/),
  )
})

test('every text stands in the words of its noun, in both languages', () => {
  holds(
    'const hi: typeof en: the compiler sees what is missing.',
    withWords.filter(({ text }) => !text.includes('const hi: typeof en =')).map(({ path }) => path),
  )
  holds(
    'Part it by ideas.',
    withWords.filter(({ lines }) => lines > WORDS_LINES_MAX).map(({ path, lines }) => `${path}: ${lines} lines`),
  )
  // Words between tags outside braces: letters, not symbols.
  holds(
    'Somebody reads it in Hindi.',
    places(
      sources.filter(({ path }) => path.endsWith('.tsx') && !path.endsWith('gallery.tsx')),
      /^\s*[A-Z][a-z]+( [a-z]+)+[.?!]?\s*$|>[A-Z][a-z]+( [A-Za-z]+)*</,
    ),
  )
})

test('every word is said somewhere', () => {
  holds(
    'What nobody reads is only in the way.',
    withWords.flatMap(({ path, text }) => {
      const [english = '', rest = ''] = text.split('const hi: typeof en =')
      // Code that both languages share may use them too.
      const readers = sources.filter((one) => !isWords(one.path) && mayTakeFrom(one.path, path)).map((one) => one.text)
      const said = [...readers, rest.slice(rest.indexOf('\n}\n'))].join('\n')
      const table = english.slice(
        english.indexOf('const en ='),
        english.indexOf('\n}\n', english.indexOf('const en =')),
      )
      const names = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(said)).map((name) => `${path}: ${name}`)
    }),
  )
})

test('every noun of the console has its routes in one file', () => {
  const nouns = globSync('console/src/*/').map((path) => path.split('/').at(-1) as string)
  holds(
    'Who looks for a page looks there.',
    nouns.filter(
      (noun) => !['app'].includes(noun) && !sources.some(({ path }) => path === `console/src/${noun}/routes.tsx`),
    ),
  )
})

test('the pages of the program have the colours of the console', () => {
  const tokens = readFileSync(`${root}console/src/design/tokens.css`, 'utf8')
  const colours = new Set(tokens.match(/light-dark\([^;]+\)/g))
  holds(
    'They are one product: a colour that changes in design/tokens.css changes in edge/pages/style.ts.',
    (STYLE.match(/light-dark\([^;]+\)/g) ?? ['none']).filter((colour) => !colours.has(colour)),
  )
})

test(`the frame of the console has no more than ${FRAME_KILOBYTES_MAX} KB of compressed script`, () => {
  const built = `${root}console/built/`
  const page = readFileSync(`${built}index.html`, 'utf8')
  const scripts = [...page.matchAll(/"\/console\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path as string)
  assert.ok(scripts.length > 0)
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(built + path)).length, 0)
  assert.ok(
    bytes <= FRAME_KILOBYTES_MAX * 1000,
    `${bytes} bytes. Everybody loads it first: what one page needs comes with that page (lazyRouteComponent).`,
  )
})

test('the sandbox page and the welcome page name the same act and status alike, in both languages', () => {
  for (const language of ['en', 'hi'] as const) {
    const [page, welcome] = [sandboxWords[language], welcomeWords[language]]
    assert.deepEqual([page.deliver, page.answer], [welcome.sayDelivered, welcome.answer])
    const lower = (text: string | undefined) => text?.toLowerCase()
    for (const status of ['queued', 'sending', 'sent', 'delivered', 'failed', 'undelivered', 'cancelled'] as const)
      assert.equal(page[status], lower(welcome.statuses[status]), status)
    assert.equal(page.wasRead, lower(welcome.statuses.read))
    assert.equal(page.testMoney, frameWords[language].testMoney)
  }
})
