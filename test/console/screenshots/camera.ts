// Takes a picture of a page as somebody sees it: who they are, in a look, a language and a size.

import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { BUILT } from '../../../server/edge/pages/built-console.ts'
import { startBrowser } from '../../browser/browser.ts'

export interface Look {
  scheme: 'light' | 'dark'
  language: 'en' | 'hi'
  width: number
}

export interface Picture {
  /** The file, without its end. */
  name: string
  path: string
  /** The address of who looks; null for somebody who is not signed in. */
  by: string | null
  look: Look
  /** What one does there before. */
  act?: (page: Page) => Promise<unknown>
}

const heights = { wide: 800, narrow: 740 }
const NARROW_MAX = 500
const QUALITY = 72
const locales = { en: 'en-IN', hi: 'hi-IN' }
/** Nothing has changed for so long, and nothing is waited for: it is there. And never longer than that. */
const QUIET_MS = 300
const QUIET_MAX_MS = 10_000
const PAGE_MAX_MS = 30_000

const IS_QUIET = `new Promise((resolve) => {
  let last = performance.now()
  const begun = last
  const watch = new MutationObserver(() => (last = performance.now()))
  watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  const timer = setInterval(() => {
    const now = performance.now()
    const waits =
      document.body.innerText.trim() === '' ||
      document.querySelector('[aria-busy=true], .animate-waiting, .animate-spin') !== null
    if ((waits || now - last < ${QUIET_MS}) && now - begun < ${QUIET_MAX_MS}) return
    clearInterval(timer)
    watch.disconnect()
    document.fonts.ready.then(() => resolve())
  }, 50)
})`

/** Requests that are under way, without the stream of events, which never ends. */
function requestsOf(page: Page): Set<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => request.url().includes('/events/stream') || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

async function mustBeThere(page: Page, requests: Set<Request>): Promise<void> {
  const begun = performance.now()
  do await page.evaluate(IS_QUIET)
  while (requests.size > 0 && performance.now() - begun < QUIET_MAX_MS)
}

export type Camera = Awaited<ReturnType<typeof openCamera>>

/** The console as it was built since the program started, which keeps what it found then. */
async function serveBuilt(context: BrowserContext): Promise<void> {
  await context.route(/\/console\/(org_|sign-in|reset|assets\/)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname.includes('/assets/') ? pathname.replace('/console/', '') : 'index.html'
    const body = await readFile(join(BUILT, file)).catch(() => null)
    if (body === null) return route.continue()
    const contentType = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }[extname(file)]
    await route.fulfill({ body, contentType: contentType ?? 'text/html; charset=utf-8' })
  })
}

/** `isFresh`: shows the console as it is built at each moment. */
export async function openCamera(url: string, now: Date, password: string, isFresh = false) {
  const browser = await startBrowser()
  const contexts = new Map<string, BrowserContext>()
  const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

  async function contextOf(by: string | null, { scheme, language, width }: Look): Promise<BrowserContext> {
    const hasTouch = width <= NARROW_MAX
    const key = `${by} ${scheme} ${language} ${hasTouch}`
    const known = contexts.get(key)
    if (known) return known
    const state = by === null ? undefined : (signedIn.get(by) ?? (await signIn(by)))
    const context = await browser.newContext({
      colorScheme: scheme,
      locale: locales[language],
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      hasTouch,
      ...(state && { storageState: state }),
    })
    if (isFresh) await serveBuilt(context)
    await context.clock.setFixedTime(now)
    contexts.set(key, context)
    return context
  }

  async function signIn(email: string) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/console/sign-in`)
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/console\/org_/)
    const state = await context.storageState()
    await context.close()
    signedIn.set(email, state)
    return state
  }

  return {
    /** How many bytes it has. */
    async take({ path, by, look, act }: Picture, file: string): Promise<number> {
      const context = await contextOf(by, look)
      const page = await context.newPage()
      page.setDefaultTimeout(PAGE_MAX_MS)
      const requests = requestsOf(page)
      try {
        const height = look.width > NARROW_MAX ? heights.wide : heights.narrow
        await page.setViewportSize({ width: look.width, height })
        await page.goto(new URL(path, url).href)
        await mustBeThere(page, requests)
        if (act) {
          await act(page)
          await mustBeThere(page, requests)
        }
        const session = await context.newCDPSession(page)
        const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
        const bytes = Buffer.from(data, 'base64')
        await writeFile(file, bytes)
        return bytes.length
      } finally {
        await page.close()
      }
    },
    close: () => browser.close(),
  }
}
