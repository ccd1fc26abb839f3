// The console in a real browser, as a person uses it: signed in, at a window size, in a colour scheme and a language.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'
import { publicId } from '#kit/wire.ts'
import * as sessions from '#people/sessions/actions.ts'
import { sessionCookie } from '#people/sessions/rules.ts'
import { AXE_WIDTHS, IS_DARK } from '../browser/axe.ts'
import { faultsAt, newContext, newPage, setWidth, sharedBrowser, startBrowser, widths } from '../browser/browser.ts'
import { GUARD_MS } from '../guard.ts'
import { type TestSamvad, whenReachable } from '../harness.ts'
import { isLong } from '../long-stories.ts'
import { isUnchanged, noteChanges } from './windows.ts'

export { schemes, whyNoBrowser, whyNoFullBrowser } from '../browser/browser.ts'

export const PASSWORD = 'correct horse battery'

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Base URL of the organization: `/console/org_…/`. */
  home: string
  /** Foreign requests, console messages and exceptions of pages since the last check. */
  faults: string[]
  /** Loads a page of the organization, such as `billing/transactions`. */
  go(page: string): Promise<void>
  /**
   * Navigates with the console's router, as a link does: a fifth of a load's work. Resolves when the page shows its
   * content. Dismisses the toasts of earlier actions, which a load would not show either.
   */
  goWithin(page: string): Promise<void>
  /**
   * Hands the window to the next visitor with the same look, without cookies and storage. Loading the console in a new
   * window takes four times the work, because it fetches and compiles everything. A window with init scripts or a fixed
   * clock cannot be reset, so it is closed with the file; other windows go on to the next file. Visitors that have not
   * left by the end of the file leave then.
   */
  leave(): Promise<void>
}

export interface Console {
  /** A new person with a role, signed in with a session created directly. No page is loaded yet. */
  signIn(role?: string, look?: Look): Promise<Visitor>
  /** An operator of the installation, who also owns the organization. */
  signInAsOperator(look?: Look): Promise<Visitor>
  /** A new person with a role and PASSWORD, signed in through the form. */
  signInByForm(role?: string): Promise<Visitor>
  /** A visitor who is not signed in. */
  visit(look?: Look): Promise<Visitor>
}

interface Look {
  colorScheme?: 'light' | 'dark'
  language?: 'en' | 'hi'
  width?: number
}

/** Each colour scheme and each language once: nothing depends on both. The first is the default of `signIn()`. */
const LOOKS = [
  { colorScheme: 'light', language: 'en' },
  { colorScheme: 'dark', language: 'hi' },
] as const

/**
 * The looks of tests that visit pages with data. `npm test` uses only the first: every-page.test.ts visits every page
 * in dark mode and in Hindi.
 */
export const looks: readonly (typeof LOOKS)[number][] = isLong ? LOOKS : LOOKS.slice(0, 1)

const HEIGHT = 800
/** The page events that the console's tests subscribe to. */
const LISTENED = ['request', 'response', 'console', 'pageerror', 'dialog', 'framenavigated']
/** The user agent of a session created directly. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/** URLs that use no network, including those of the browser's PDF viewer. */
const OWN_OF_BROWSER = /^(data|blob|about|chrome|chrome-extension):/
const locales = { en: 'en-IN', hi: 'hi-IN' }

/** Reusable windows that the files of this process hand on, per look. */
const unchanged = new Map<string, Page[]>()
/** Each window is a process of the browser. */
const UNCHANGED_MAX = 2
const handedOn = (look: string): Page | undefined => {
  const page = unchanged.get(look)?.pop()
  // A browser that ended has closed its windows.
  return page?.isClosed() ? undefined : page
}

/**
 * Opens the console in the browser shared by the files of this process, reusing the windows that earlier files left
 * unchanged; a full one (`isFull`, as in `startBrowser`) ends with the file. The console runs without its service
 * worker, as in a private window: installing it costs every new visitor as much as loading a page. `hasWorker`: with
 * it.
 */
export async function openConsole(samvad: TestSamvad, { isFull = false, hasWorker = false } = {}): Promise<Console> {
  const browser: Browser = isFull ? await startBrowser({ isFull }) : await sharedBrowser()
  const isShared = !isFull && !hasWorker
  const home = `${samvad.url}/console/${publicId('org', samvad.company.organizationId)}/`

  /** Windows that visitors of this file left, per look. */
  const free = new Map<string, Page[]>()
  const visitors = new Map<Page, () => Promise<void>>()

  /** Hands on unchanged windows, and closes the others. */
  async function end(): Promise<void> {
    if (isFull) return browser.close()
    for (const [page, leave] of visitors)
      if (isShared && isUnchanged(page)) await leave().catch(() => page.context().close())
      else await page.context().close()
    for (const [look, pages] of free)
      for (const page of pages) {
        const others = unchanged.get(look) ?? []
        if (!isShared || !isUnchanged(page) || others.length >= UNCHANGED_MAX) await page.context().close()
        else unchanged.set(look, [...others, page])
      }
    free.clear()
  }
  // Before the file's server closes, because it waits for pages that follow events; within one test, after that test.
  samvad.beforeEnd(end)
  after(end)

  async function newWindow({ colorScheme, language, width }: Required<Look>): Promise<Page> {
    const context = await newContext(browser, {
      colorScheme,
      locale: locales[language],
      viewport: { width, height: HEIGHT },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    if (!hasWorker) await context.addInitScript('delete Navigator.prototype.serviceWorker')
    const page = await newPage(context)
    await setWidth(page, width)
    noteChanges(page)
    return page
  }

  async function visit({ colorScheme = 'light', language = 'en', width = widths[1] }: Look = {}): Promise<Visitor> {
    const look = `${colorScheme} ${language} ${width}`
    const left = free.get(look)?.pop() ?? (isShared ? handedOn(look) : undefined)
    const page = left ?? (await newWindow({ colorScheme, language, width }))
    const context = page.context()
    const faults: string[] = []
    const onRequest = (request: Request) => {
      const asked = request.url()
      if (!asked.startsWith(`${samvad.url}/`) && !OWN_OF_BROWSER.test(asked)) faults.push(`asked for ${asked}`)
    }
    const onConsole = (message: ConsoleMessage) => {
      // The browser also logs each refusal that a page shows.
      if (/Failed to load resource/.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) faults.push(`said ${message.text()}`)
    }
    const onError = (error: Error) => void faults.push(`threw ${error.message}`)
    page.on('request', onRequest).on('console', onConsole).on('pageerror', onError)
    const go = async (path: string) => void (await page.goto(home + path))
    async function goWithin(path: string): Promise<void> {
      const isThere = page.url().startsWith(home)
      if (isThere) await page.evaluate(navigate(new URL(home + path)))
      else await go(path)
      await settled(page)
    }
    async function leave(): Promise<void> {
      if (!visitors.delete(page) || page.isClosed()) return
      for (const event of LISTENED) page.removeAllListeners(event)
      for (const other of context.pages()) if (other !== page) await other.close()
      for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
      // An image of the same server: the renderer process stays, and the console's streams end.
      await page.goto(`${samvad.url}/console/icon.svg`)
      await page.evaluate(EMPTY_STORAGE)
      await context.clearCookies()
      await page.emulateMedia({ colorScheme })
      await setWidth(page, width)
      free.set(look, [...(free.get(look) ?? []), page])
    }
    visitors.set(page, leave)
    return { page, context, home, faults, go, goWithin, leave }
  }

  async function signInAs(role: string, look: Look, isOperator: boolean): Promise<Visitor> {
    const { organizationId } = samvad.company
    const { userId } = await whenReachable(() => samvad.newPerson(organizationId, role))
    // Before the session begins: permissions are cached for a moment.
    if (isOperator) await samvad.rows('update users set is_operator = true where id = $1', [userId])
    const { secret } = await whenReachable(() =>
      samvad.app.database.transaction(
        (tx) => sessions.begin(tx, userId, organizationId, samvad.app.clock(), { userAgent: USER_AGENT }),
        organizationId,
      ),
    )
    const visitor = await visit(look)
    const [name, value] = sessionCookie(secret, samvad.url).split(/[=;]/) as [string, string]
    const url = `${samvad.url}/console/`
    await visitor.context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    return visitor
  }

  async function signInByForm(role = 'owner'): Promise<Visitor> {
    const { email } = await samvad.newPerson(samvad.company.organizationId, role, { password: PASSWORD })
    const visitor = await visit()
    await visitor.page.goto(`${samvad.url}/console/sign-in`)
    await typePassword(visitor.page, email)
    await visitor.page.waitForURL(/\/console\/org_/)
    return visitor
  }

  return {
    visit,
    signInByForm,
    signIn: (role = 'owner', look = {}) => signInAs(role, look, false),
    signInAsOperator: (look = {}) => signInAs('owner', look, true),
  }
}

const EMPTY_STORAGE = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name)
      deleting.addEventListener('success', resolve)
      deleting.addEventListener('error', reject)
    })
})()`

/** On the sign-in page. */
export async function typePassword(page: Page, email: string): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
}

/** The router's own function: a click on a link calls it. */
const navigate = ({ pathname, search }: URL): string =>
  `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(pathname + search)} }).then(() => {})`

/** Resolves when the page of the current address has loaded and shows its content. */
export const settled = (page: Page): Promise<unknown> => page.evaluate(SETTLED)

/** Polls within the page: its content security policy refuses the functions that Playwright would poll with. */
const SETTLED = `new Promise((resolve, reject) => {
  const deadline = Date.now() + ${GUARD_MS}
  const isSettled = () => {
    for (const message of document.querySelectorAll('[data-toast]'))
      [...message.querySelectorAll('button')].at(-1)?.click()
    const { isLoading, location, resolvedLocation } = globalThis.__TSR_ROUTER__?.state ?? { isLoading: true }
    return !isLoading && resolvedLocation?.href === location.href &&
      document.querySelector('main')?.innerText.trim() &&
      !document.querySelector('main .animate-waiting, main [role=status][aria-label], [data-toast]')
  }
  const look = () => {
    if (isSettled()) resolve()
    else if (Date.now() > deadline) reject(new Error('the page still loads: ' + location.href))
    else setTimeout(look, 20)
  }
  look()
})`

/** What `mustBeFine` has checked, per visitor: page and dialog. */
const seen = new WeakMap<Visitor['faults'], Set<string>>()

/** The address of the page without ids, and the heading of the open dialog. */
const SHOWN = `location.pathname.replace(/[a-z]+_[0-9a-z]{26}/g, ':id') + ' ' +
  [...document.querySelectorAll('[role=dialog]:not([data-toast]), [role=alertdialog]')]
    .map((dialog) => dialog.querySelector('h2')?.textContent).join()`

/**
 * Checks the current page: accessibility, console errors, and in light mode the layout at every width. In dark mode
 * only the width of axe: colours move nothing, and every-page.test.ts checks both widths in Hindi. Leaves the window
 * wide. `npm test` checks each page and each dialog once per visitor; the long run checks every state.
 */
export async function mustBeFine({ page, faults }: Visitor, name: string): Promise<void> {
  const found: string[] = []
  // The frame renders before its page, which is loaded on demand.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const { isDark, shown } = await page.evaluate<{ isDark: boolean; shown: string }>(
    `({ isDark: ${IS_DARK}, shown: ${SHOWN} })`,
  )
  const before = seen.get(faults) ?? new Set()
  seen.set(faults, before)
  const isNew = isLong || !before.has(shown)
  before.add(shown)
  for (const width of isDark ? [AXE_WIDTHS.dark] : widths)
    if (isNew) found.push(...(await faultsAt(page, width, name, false)))
  await setWidth(page, widths[1])
  // A toast under the pointer at another width would stay and cover the next button.
  await page.mouse.move(0, 0)
  assert.deepEqual([...faults.splice(0), ...found], [], name)
}
