// A real browser for our pages: at a window size, light or dark, checked with axe's accessibility rules.

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
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
import { atProcessEnd } from '../runner/process-end.mjs'
import { AXE_WIDTHS, accessibilityViolations, IS_DARK } from './axe.ts'

/** Why there is no browser, so that tests are skipped; where CI is set they fail instead. */
export const whyNoBrowser: string | false = findChromium() || process.env.CI ? false : MISSING

/** The same for a browser that shows notifications and PDF documents. */
export const whyNoFullBrowser: string | false = findFullChromium() || process.env.CI ? false : MISSING

/** Folder for screenshots to inspect: `SAMVAD_TEST_SCREENSHOTS=FOLDER npm test`. */
const SCREENSHOTS = process.env.SAMVAD_TEST_SCREENSHOTS

/** Without these Chromium contacts Google, and its sandbox does not start as root. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for seconds: optimizing compilation of its script costs more than it saves.
  `--js-flags=${[
    '--no-opt',
    '--no-maglev',
    '--no-flush-bytecode',
    '--single-threaded-gc',
    '--min-semi-space-size=16',
    '--max-semi-space-size=64',
  ].join(',')}`,
]

export const schemes = ['light', 'dark'] as const
export const widths = [360, 1280] as const
const HEIGHT = 800

/** A new, isolated browser context. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(GUARD_MS)
  return context
}

/** `isFull`: a browser that shows notifications and PDF documents, at twice the processor time. */
export async function startBrowser({ isFull = false } = {}): Promise<Browser> {
  const executablePath = isFull ? findFullChromium() : findChromium()
  assert.ok(executablePath, MISSING)
  // Without Playwright's own signal handlers, which would outlast the file; the browser ends with the process.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return chromium.launch({ executablePath, args: ARGUMENTS, headless: true, ...signals })
}

let shared: Browser | undefined

/** One browser for all files of this process; for a file that runs alone, one for the file. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared
  const browser = await startBrowser()
  shared = browser
  const close = () => browser.close()
  if (!atProcessEnd(close)) after(close)
  return browser
}

const devtools = new WeakMap<Page, CDPSession>()

/** A page whose width can be set. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  devtools.set(page, await context.newCDPSession(page))
  return page
}

/** The pages whose touch emulation is on. */
const touched = new WeakSet<Page>()

/**
 * The narrow width emulates a phone with a touch screen. Both changes are sent together, so that the page is laid out
 * once.
 */
export async function setWidth(page: Page, width: number): Promise<void> {
  const isPhone = width === widths[0]
  const shown = page.viewportSize()
  if (shown?.width === width && shown.height === HEIGHT && touched.has(page) === isPhone) return
  const touch = { enabled: isPhone, ...(isPhone && { maxTouchPoints: 5 }) }
  const emulation = touched.has(page) === isPhone ? null : devtools.get(page)
  if (emulation) touched[isPhone ? 'add' : 'delete'](page)
  await Promise.all([
    emulation?.send('Emulation.setTouchEmulationEnabled', touch),
    page.setViewportSize({ width, height: HEIGHT }),
  ])
}

export interface Seen {
  context: BrowserContext
  page: Page
  /** Requests to other origins, and console errors and warnings. */
  faults: string[]
  /**
   * Loads a page, which may send requests to its own server only. Reuse the window: each new one is another process.
   */
  go(url: string): Promise<void>
}

/** A new window in light mode, blank. */
export async function open(browser: Browser): Promise<Seen> {
  const context = await newContext(browser, {
    colorScheme: 'light',
    viewport: { width: widths[0], height: HEIGHT },
    reducedMotion: 'reduce',
  })
  const page = await newPage(context)
  const faults: string[] = []
  let shown = new URL('about:blank')
  let previous = shown
  page.on('request', (request) => {
    const requested = request.url()
    const isOwn = [shown, previous].some(({ origin }) => requested.startsWith(`${origin}/`))
    if (!isOwn && !/^(data|blob|about):/.test(requested)) faults.push(`requested ${requested}`)
  })
  page.on('console', (message) => {
    // The browser also logs the 404 of a page that is meant to be one.
    const isOfThePage = message.location().url === shown.href && / 404 /.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isOfThePage) faults.push(`said ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  async function go(url: string): Promise<void> {
    previous = shown
    shown = new URL(url)
    await page.emulateMedia({ colorScheme: 'light' })
    await setWidth(page, widths[0])
    const isSameDocument = withoutHash(page.url()) === withoutHash(url)
    await page.goto(url, { waitUntil: 'load' })
    // The browser does not reload an address that differs only after the `#`. Going through about:blank would, but
    // starts a renderer process each way.
    if (isSameDocument && shown.hash) await page.reload({ waitUntil: 'load' })
  }
  return { context, page, faults, go }
}

const withoutHash = (url: string): string => url.replace(/#.*/, '')

/** Layout and accessibility errors of the page at this width, as sentences. For the widths of axe see AXE_WIDTHS. */
export async function faultsAt(
  page: Page,
  width: (typeof widths)[number],
  name: string,
  /** True where everything must fit the window; a page with a side menu must only not scroll sideways. */
  isWhole = true,
): Promise<string[]> {
  await setWidth(page, width)
  const { found, isDark } = await page.evaluate<{ found: string[]; isDark: boolean }>(`(async () => {
    await ${LAID_OUT}
    return { found: [...${isWhole ? CUT_OFF : SCROLLS}, ...${IN_EACH_OTHERS_WAY}], isDark: ${IS_DARK} }
  })()`)
  if (SCREENSHOTS) {
    await mkdir(SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true })
  }
  if (width === AXE_WIDTHS[isDark ? 'dark' : 'light']) found.push(...(await accessibilityViolations(page)))
  return found.map((what) => `${width} px: ${what}`)
}

// Code that runs in the page is text, because our types do not include the DOM.

/** Waits until the page is drawn in its new size, with the fonts it loads. */
const LAID_OUT = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await drawn()
  await document.fonts.ready
  await drawn()
})()`

/** Elements that reach beyond the window and are in no element that scrolls. */
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

/** The page and the parts of it that scroll vertically: CSS then lets them scroll sideways too. Tables may. */
export const SCROLLS = `[document.documentElement, ...document.querySelectorAll('.overflow-y-auto')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((box) => 'it scrolls sideways: ' + box.outerHTML.slice(0, 200))`

/** A finger needs 44 px: the touch target of a check box or a radio button is its label. */
export const BOXES_TOO_SMALL = `[...document.querySelectorAll('input[type=checkbox], input[type=radio]')].flatMap((one) => {
  const { height } = (one.closest('label') ?? one).getBoundingClientRect()
  const name = one.getAttribute('aria-label') ?? one.closest('label')?.innerText ?? one.outerHTML
  return one.checkVisibility() && height < 44 ? [height + ' px high for a finger: ' + name] : []
})`

/**
 * Controls whose text is wider than they are, or that overlap others. Only visible ones: not those below a toast or a
 * dialog. Fixed elements may cover scrolled content, and a row that is clickable as a whole contains other controls.
 */
export const IN_EACH_OTHERS_WAY = `(() => {
  const found = []
  const name = (one) => ((one.getAttribute('aria-label') || one.innerText || one.outerHTML) ?? '').trim().slice(0, 120)
  const stays = (one) => one !== null && (/sticky|fixed/.test(getComputedStyle(one).position) || stays(one.parentElement))
  const holds = (outer, inner) => outer.element.contains(inner.element) ||
    (outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom)
  // Of what is scrolled half out of its box, the half that is not.
  const shown = (element, box) => {
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const { left, top, right, bottom } = around.getBoundingClientRect()
      box = { left: Math.max(left, box.left), top: Math.max(top, box.top), right: Math.min(right, box.right), bottom: Math.min(bottom, box.bottom) }
    }
    return box
  }
  const seen = [...document.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((element) => {
    const { left, top, width, height, right, bottom } = element.getBoundingClientRect()
    // The reference is Scalar's.
    if (width < 2 || height < 2 || element.closest('.scalar-app')) return []
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(at) && getComputedStyle(element).opacity !== '0'
      ? [{ element, stays: stays(element), ...shown(element, { left, top, right, bottom }) }] : []
  })
  for (const [place, one] of seen.entries()) {
    const { element } = one
    if (element.matches('a, button, summary') && getComputedStyle(element).overflowX === 'visible' &&
      getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 2)
      found.push('wider than its box: ' + name(element))
    for (const other of seen.slice(place + 1)) {
      const isWithin = holds(one, other) || holds(other, one)
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (!isWithin && one.stays === other.stays && across > 2 && down > 2) found.push('on each other: ' + name(element) + ' and ' + name(other.element))
    }
  }
  return found.slice(0, 5)
})()`

/** Brightness of the background, from 0 (black) to 1 (white). */
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

/** True when the first element that the Tab key reaches shows a focus ring. */
export async function showsFocus(page: Page): Promise<boolean> {
  if (await page.evaluate<boolean>('document.activeElement === document.body')) await page.keyboard.press('Tab')
  return page.evaluate<boolean>(SHOWS_FOCUS)
}
