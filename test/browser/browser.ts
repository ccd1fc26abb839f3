// A real browser that looks at our pages as a person does: in a size, light or dark, and with axe's rules of
// accessibility.

import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium, findFullChromium, MISSING } from '../../bin/chromium.mjs'
import { GUARD_MS } from '../guard.ts'

/** Why there is none, for the tests to be left out; where CI is set they fail instead. */
export const whyNoBrowser: string | false = findChromium() || process.env.CI ? false : MISSING

/** The same of a browser that shows notifications and PDF documents. */
export const whyNoFullBrowser: string | false = findFullChromium() || process.env.CI ? false : MISSING

/** For looking at them: `SAMVAD_TEST_SCREENSHOTS=FOLDER npm test`. */
const SCREENSHOTS = process.env.SAMVAD_TEST_SCREENSHOTS

/** It calls its maker otherwise, and starts no sandbox as root. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for seconds: compiling its script once more, for speed, costs more than it saves.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16,--max-semi-space-size=64',
]

export const schemes = ['light', 'dark'] as const
export const widths = [360, 1280] as const
const HEIGHT = 800
export const PHONE_WIDTH_MAX = 500

/** A window of its own: nothing in it was there before. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(GUARD_MS)
  return context
}

/** `isFull`: one that shows notifications and PDF documents, at twice the processor time. */
export async function startBrowser({ isFull = false } = {}): Promise<Browser> {
  const executablePath = isFull ? findFullChromium() : findChromium()
  assert.ok(executablePath, MISSING)
  return chromium.launch({ executablePath, args: ARGUMENTS, headless: true })
}

/** Of each page the connection that switches touch: what it switches on ends with it. */
const touched = new WeakMap<Page, Promise<CDPSession>>()

/** Sizes the window: the narrow one is a phone's, which has touch; the wide one has a mouse. */
export async function resize(page: Page, width: number, height = HEIGHT): Promise<void> {
  const session = touched.get(page) ?? page.context().newCDPSession(page)
  touched.set(page, session)
  const enabled = width <= PHONE_WIDTH_MAX
  await (await session).send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 })
  await page.setViewportSize({ width, height })
}

export interface Seen {
  context: BrowserContext
  page: Page
  /** What it asked others for, and what it complained of. */
  faults: string[]
}

/** A new window on a page of `origin`. */
export async function open(
  browser: Browser,
  url: string,
  { colorScheme }: { colorScheme: (typeof schemes)[number] },
): Promise<Seen> {
  const context = await newContext(browser, {
    colorScheme,
    viewport: { width: widths[0], height: HEIGHT },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  const { origin } = new URL(url)
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(asked)) faults.push(`asked for ${asked}`)
  })
  page.on('console', (message) => {
    // Of a page that says that there is none, the browser says so too.
    const isOfThePage = message.location().url === url && / 404 /.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isOfThePage) faults.push(`said ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  await page.goto(url, { waitUntil: 'load' })
  return { context, page, faults }
}

/**
 * The width at which axe looks at a page in the light, and in the dark: it costs more than all else, and what depends
 * on the width and on the colours at once is nothing.
 */
export const AXE_WIDTHS = { light: 1280, dark: 360 } as const

export const IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"

/** What of the page is wrong at this width, in sentences. Accessibility: see AXE_WIDTHS. */
export async function faultsAt(
  page: Page,
  width: (typeof widths)[number],
  name: string,
  /** Whether everything must be within the window; a page with a menu beside it must only not scroll sideways. */
  isWhole = true,
): Promise<string[]> {
  await resize(page, width)
  await page.evaluate(LAID_OUT)
  if (SCREENSHOTS) {
    await mkdir(SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true })
  }
  const found = [
    ...(await page.evaluate<string[]>(isWhole ? CUT_OFF : SCROLLS)),
    ...(width === AXE_WIDTHS[(await page.evaluate<boolean>(IS_DARK)) ? 'dark' : 'light']
      ? await accessibilityViolations(page)
      : []),
  ]
  return found.map((what) => `${width} px: ${what}`)
}

let axeSource: string | undefined

/**
 * All of axe's rules on the page as it is now, without what its frames hold. The script is loaded once per document,
 * and only violations leave the page: serializing everything that passes takes longer than the rules.
 */
async function accessibilityViolations(page: Page): Promise<string[]> {
  axeSource ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(`${axeSource};0`)
  return page.evaluate<string[]>(VIOLATIONS)
}

// What runs in the page is text: our types know of no browser.

/** The page is drawn in its new size, with the fonts that it loads for what it shows. */
const LAID_OUT = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await drawn()
  await document.fonts.ready
  await drawn()
})()`

const VIOLATIONS = `axe.run({ exclude: [['iframe']] }, { resultTypes: ['violations'], iframes: false, preload: false })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + (failureSummary ?? '').slice(0, 300))))`

/** Whatever reaches beyond the window and cannot be scrolled to within a frame of its own. */
const CUT_OFF = `(() => {
  const found = []
  const scrolls = (element) =>
    element !== null && (/(auto|scroll)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push('the page is ' + scrollWidth + ' px wide')
  for (const element of document.body.querySelectorAll('*')) {
    const { right, left, width } = element.getBoundingClientRect()
    if (width > 0 && (right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement))
      found.push('cut off: ' + element.tagName.toLowerCase() + ' ' + (element.textContent ?? '').trim().slice(0, 40))
  }
  return found.slice(0, 5)
})()`

/** The page, or what of it is only to scroll down: CSS then lets it scroll sideways too. Tables do so by themselves. */
export const SCROLLS = `[document.documentElement, ...document.querySelectorAll('.overflow-y-auto')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((box) => 'it scrolls sideways: ' + box.outerHTML.slice(0, 200))`

/**
 * Controls that a finger presses: no two overlap, and none reaches out of the window, unless a box scrolls to it. What
 * is scrolled or clipped away counts with the part that is seen. A control within another (a link in a row that is
 * pressed whole, a field in its label) belongs to it.
 */
export const UNTOUCHABLE = `(() => {
  const found = []
  const name = (one) => '"' + (one.getAttribute('aria-label') || one.innerText || one.name || one.tagName).trim().slice(0, 40) + '"'
  const controls = []
  for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest('.sr-only, [inert], [aria-hidden=true]')) continue
    let { left, right, top, bottom } = one.getBoundingClientRect()
    const whole = right - left
    if (whole < 2 || bottom - top < 2) continue
    let scrolls = false
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      scrolls ||= /(auto|scroll)/.test(overflowX) && box.scrollWidth > box.clientWidth
      left = Math.max(left, edge.left); right = Math.min(right, edge.right)
      top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom)
    }
    if (!scrolls && (right - left < whole - 1 || right > innerWidth + 1 || left < -1)) found.push('cut off: ' + name(one))
    // Text that is printed beyond its own control lies on its neighbour.
    if (one.matches('a, button, summary') && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible' && getComputedStyle(one).display !== 'inline')
      found.push('printed beyond itself: ' + name(one))
    if (right - left > 1 && bottom - top > 1) controls.push({ one, left, right, top, bottom })
  }
  controls.forEach((a, index) => {
    for (const b of controls.slice(index + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across <= 1 || down <= 1 || a.one.contains(b.one) || b.one.contains(a.one)) continue
      // A header that stays covers what scrolls below it.
      if (Boolean(a.one.closest('.sticky')) !== Boolean(b.one.closest('.sticky'))) continue
      found.push(name(a.one) + ' overlaps ' + name(b.one))
    }
  })
  return found.slice(0, 8)
})()`

/** Of the background, 0 black to 1 white. */
const BRIGHTNESS = `(() => {
  const canvas = document.createElement('canvas').getContext('2d')
  canvas.fillStyle = getComputedStyle(document.body).backgroundColor
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return (red + green + blue) / 3 / 255
})()`

const SHOWS_FOCUS = `(() => {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return true
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement)
  return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
})()`

export const brightness = (page: Page): Promise<number> => page.evaluate<number>(BRIGHTNESS)

/** True when the first element that the Tab key reaches shows that it has the focus. */
export async function showsFocus(page: Page): Promise<boolean> {
  if (await page.evaluate<boolean>('document.activeElement === document.body')) await page.keyboard.press('Tab')
  return page.evaluate<boolean>(SHOWS_FOCUS)
}
