// Visits every page that the routes name, also with an id that does not exist: no page prints an error or requests
// anything from another server, all are in Hindi for readers of Hindi, none scrolls sideways, the first load is small.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { resize, SCROLLS, UNTOUCHABLE, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { latinIn } from '../latin.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { pagePaths } from './pages.ts'

const FIRST_LOAD_KILOBYTES_MAX = 300
/** What there is none of. */
const ID = '01kasw3z8tfyjrx1yqzq3vq6nb'

const skip = whyNoBrowser
const samvad = await startSamvad()
// With the service worker, which must not print anything either.
const console = skip ? (null as never) : await openConsole(samvad, { hasWorker: true })
let operator: Visitor

before(async () => {
  if (!skip) operator = await console.signInAsOperator({ language: 'hi' })
})

const ids: Record<string, string> = {
  $conversation: `conv_${ID}`,
  $contactId: `contact_${ID}`,
  $listId: `list_${ID}`,
  $groupId: `group_${ID}`,
  $importId: `import_${ID}`,
  $recharge: `rch_${ID}`,
  $endpoint: `whe_${ID}`,
  $templateId: `tmpl_${ID}`,
  $operated: `org_${ID}`,
  $domain: 'nothing.example',
  $month: '2026-01',
}

/** What is shown, without code, and without what is marked as data or as of another language. */
const SHOWN = `(() => {
  const main = document.body.cloneNode(true)
  for (const one of main.querySelectorAll('script, style, code, pre, kbd, bdi, time, noscript, [lang=en], option[value*="/"], optgroup')) one.remove()
  const named = [...main.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  )
  const texts = []
  for (const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT); walk.nextNode(); ) texts.push(walk.currentNode.data)
  return [...texts, ...named].join(' | ')
})()`

/** What stands on other providers' pages, and what commands, processes and rows of the status are called. */
const NAMED = [
  'App settings',
  'Basic',
  'Setup',
  'Enquire link',
  // States of SMPP receipts.
  'DELIVRD',
  'UNDELIV',
  'EXPIRED',
  'REJECTD',
  'ENROUTE',
  'parent',
  'samvad doctor',
  'samvad backup',
  'worker',
  'pid',
  'api',
  // A table of the database, a token of this test.
  'arrivals',
  'import',
  'test',
  // What the setting is called in the browser itself.
  '(Notifications)',
  'sandbox',
]

test('the first load is below its limit of script', { skip }, async () => {
  let bytes = 0
  operator.page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'])
  })
  await operator.goWithin('inbox')
  assert.ok(bytes > 0 && bytes < FIRST_LOAD_KILOBYTES_MAX * 1000, `${bytes} bytes of compressed script`)
})

test('spec 21.8: no page prints an error, requests anything from another server, scrolls sideways, or shows a reader of Hindi an English sentence', {
  skip,
}, async () => {
  const { page, faults, goWithin } = operator
  const people = await samvad.rows<{ name: string }>(
    'select display_name as name from users union select name from organizations union select name from roles union select name from price_lists',
  )
  const paths = pagePaths()
  assert.ok(paths.includes('settings/team') && paths.includes('operator/gateways'))
  const found: string[] = []
  for (const path of paths) {
    await goWithin(path.replaceAll(/\$\w+/g, (name) => ids[name] ?? ID))
    const shown: string = await page.evaluate(SHOWN)
    const words = latinIn(shown, [...people.map(({ name }) => name), ...NAMED])
    if (words.length > 0) found.push(`${path}: ${[...new Set(words)].join(' ')}`)
    for (const width of widths) {
      await resize(page, width)
      for (const what of await page.evaluate<string[]>(SCROLLS)) found.push(`${path}, ${width} px: ${what}`)
    }
    assert.deepEqual(faults.splice(0), [], path)
  }
  assert.deepEqual(found, [])
})

test('spec 21.20: on a phone with touch no two controls of a page overlap and none is cut off, in either language, and on a wide screen all pages have one width', {
  skip,
}, async () => {
  const found: string[] = []
  const measures = new Set<number>()
  for (const language of ['hi', 'en'] as const) {
    const visitor = language === 'hi' ? operator : await console.signInAsOperator({ language })
    const { page, goWithin } = visitor
    await resize(page, widths[0])
    for (const path of pagePaths()) {
      await goWithin(path.replaceAll(/\$\w+/g, (name) => ids[name] ?? ID))
      if (!(await page.evaluate<boolean>(IS_TOUCHED))) found.push(`${path}: no touch`)
      for (const what of await page.evaluate<string[]>(UNTOUCHABLE)) found.push(`${path}, ${language}: ${what}`)
      if (language === 'en') continue
      await page.setViewportSize({ width: 1920, height: 800 })
      for (const width of await page.evaluate<number[]>(CONTENT_WIDTHS)) measures.add(width)
      await page.setViewportSize({ width: widths[0], height: 800 })
    }
  }
  assert.deepEqual(found, [])
  assert.deepEqual([...measures], [CONTENT_WIDTH])
})

/** console/src/design/tokens.css, 72rem. */
const CONTENT_WIDTH = 1152
const IS_TOUCHED = "matchMedia('(pointer: coarse)').matches"
const CONTENT_WIDTHS =
  "[...document.querySelectorAll('[data-content]')].map((one) => one.getBoundingClientRect().width)"
