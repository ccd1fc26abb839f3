// The console in a real browser, as a person uses it: signed in by the form, in a size, a look and a language.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { publicId } from '#kit/wire.ts'
import { faultsAt, startBrowser, widths } from '../browser/browser.ts'
import type { TestSamvad } from '../harness.ts'

export { schemes, whyNoBrowser } from '../browser/browser.ts'

export const PASSWORD = 'correct horse battery'

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Of the organization: `/console/org_…/`. */
  home: string
  /** What pages asked others for, complained of, or threw, since it was last looked at. */
  faults: string[]
  /** Goes to a page of the organization: `billing/transactions`. */
  go(page: string): Promise<void>
}

export interface Console {
  /** Somebody with a role, who has signed in. */
  signIn(role?: string, look?: Look): Promise<Visitor>
  /** Who runs the installation, and owns the organization too. */
  signInAsOperator(look?: Look): Promise<Visitor>
  /** Somebody who has not. */
  visit(look?: Look): Promise<Visitor>
}

interface Look {
  colorScheme?: 'light' | 'dark'
  language?: 'en' | 'hi'
  width?: number
}

const HEIGHT = 800
/** Nothing of the network: also what it shows a PDF with. */
const OWN_OF_BROWSER = /^(data|blob|about|chrome|chrome-extension):/
const locales = { en: 'en-IN', hi: 'hi-IN' }

/** For the tests of a file; closed behind them. */
export async function openConsole(samvad: TestSamvad): Promise<Console> {
  const browser: Browser = await startBrowser()
  // Of a file's tests, before its server closes, which waits for the pages that follow events; of one test, behind it.
  samvad.beforeEnd(() => browser.close())
  after(() => browser.close())
  const home = `${samvad.url}/console/${publicId('org', samvad.company.organizationId)}/`

  async function visit({ colorScheme = 'light', language = 'en', width = widths[1] }: Look = {}): Promise<Visitor> {
    const context = await browser.newContext({
      colorScheme,
      locale: locales[language],
      viewport: { width, height: HEIGHT },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('request', (request) => {
      const asked = request.url()
      if (!asked.startsWith(`${samvad.url}/`) && !OWN_OF_BROWSER.test(asked)) faults.push(`asked for ${asked}`)
    })
    page.on('console', (message) => {
      // A refusal that a page shows, the browser tells too.
      if (/Failed to load resource/.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) faults.push(`said ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
    const go = async (path: string) => void (await page.goto(home + path))
    return { page, context, home, faults, go }
  }

  async function signInAs(role: string, look: Look, isOperator: boolean): Promise<Visitor> {
    const { email } = await samvad.newPerson(samvad.company.organizationId, role, { password: PASSWORD })
    // Before they sign in: what a session may is kept for a moment.
    if (isOperator) await samvad.rows('update users set is_operator = true where email = $1', [email])
    const visitor = await visit(look)
    const { page } = visitor
    await page.goto(`${samvad.url}/console/sign-in`)
    await typePassword(page, email)
    await page.waitForURL(/\/console\/org_/)
    return visitor
  }

  return {
    visit,
    signIn: (role = 'owner', look = {}) => signInAs(role, look, false),
    signInAsOperator: (look = {}) => signInAs('owner', look, true),
  }
}

/** On the page of signing in. */
export async function typePassword(page: Page, email: string): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
}

/** Looks at a page as it is now: at every width, for accessibility, and for what it complained of. */
export async function mustBeFine({ page, faults }: Visitor, name: string): Promise<void> {
  const found: string[] = []
  // The frame is there before its page, which is loaded on demand.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  for (const width of widths) found.push(...(await faultsAt(page, width, name, false)))
  assert.deepEqual([...faults.splice(0), ...found], [], name)
}
