// Takes a screenshot of a page for a user, a colour scheme, a language and a window size.

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
  /** The file name without its extension. */
  name: string
  path: string
  /** The email address of the signed-in user; null for a visitor who is not signed in. */
  by: string | null
  look: Look
  /** Actions on the page before the screenshot. */
  act?: (page: Page) => Promise<unknown>
}

const heights = { wide: 800, narrow: 740 }
const NARROW_MAX = 500
const QUALITY = 72
const locales = { en: 'en-IN', hi: 'hi-IN' }
/** The page is ready after this long without changes or open requests. Never waits longer than the second limit. */
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

/** Requests in progress, without the event stream, which never ends. */
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

/** Serves the console as built after the program started; the program itself keeps the files it loaded at its start. */
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

/** `isFresh`: serves the console as it is currently built. */
export async function openCamera(url: string, now: Date, password: string, isFresh = false) {
  const browser = await startBrowser()
  const contexts = new Map<string, BrowserContext>()
  const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

  async function contextOf(by: string | null, { scheme, language }: Look): Promise<BrowserContext> {
    const key = `${by} ${scheme} ${language}`
    const known = contexts.get(key)
    if (known) return known
    const state = by === null ? undefined : (signedIn.get(by) ?? (await signIn(by)))
    const context = await browser.newContext({
      colorScheme: scheme,
      locale: locales[language],
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
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
    /** Returns the size in bytes. */
    async take({ path, by, look, act }: Picture, file: string): Promise<number> {
      const context = await contextOf(by, look)
      const page = await context.newPage()
      page.setDefaultTimeout(PAGE_MAX_MS)
      const requests = requestsOf(page)
      try {
        const isPhone = look.width <= NARROW_MAX
        const height = isPhone ? heights.narrow : heights.wide
        const session = await context.newCDPSession(page)
        if (isPhone) await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
        await page.setViewportSize({ width: look.width, height })
        await page.goto(new URL(path, url).href)
        await mustBeThere(page, requests)
        if (act) {
          await act(page)
          await mustBeThere(page, requests)
        }
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
