// Takes a picture of a page as somebody sees it: who they are, in a look, a language and a size.

import { writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
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
/** Nothing has changed for so long: it is there. And never longer than that. */
const QUIET_MS = 350
const QUIET_MAX_MS = 6_000
const PAGE_MAX_MS = 30_000

const IS_QUIET = `new Promise((resolve) => {
  const isBusy = () => document.querySelector('[aria-busy=true], .animate-pulse') !== null
  const end = setTimeout(resolve, ${QUIET_MAX_MS})
  let timer
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isBusy() ? wait() : document.fonts.ready.then(() => (clearTimeout(end), resolve()))), ${QUIET_MS})
  }
  new MutationObserver(wait).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  wait()
})`

export type Camera = Awaited<ReturnType<typeof openCamera>>

export async function openCamera(url: string, now: Date, password: string) {
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
      try {
        const height = look.width > NARROW_MAX ? heights.wide : heights.narrow
        await page.setViewportSize({ width: look.width, height })
        await page.goto(new URL(path, url).href)
        await page.evaluate(IS_QUIET)
        if (act) {
          await act(page)
          await page.evaluate(IS_QUIET)
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
