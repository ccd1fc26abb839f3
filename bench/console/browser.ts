// A real browser, signed in as the organization's owner, with its metrics by CDP.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { typeId } from '#kit/ids.ts'
import { findChromium, MISSING } from '../../bin/chromium.mjs'
import type { Installation } from '../installation.ts'
import { IN_PAGE } from './in-page.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const OWN_OF_BROWSER = /^(data|blob|about|chrome|chrome-extension):/
const WAIT_MS = 120_000
const viewport = { width: 1440, height: 900 }

export interface Visitor {
  context: BrowserContext
  page: Page
  cdp: CDPSession
  /** Ends with `/org_…/`. */
  home: string
  /** Requests to other hosts, console errors and exceptions. */
  faults: string[]
  /** Slows the processor down by this factor; 1 is full speed. */
  slow(times: number): Promise<void>
}

export interface Visits {
  version: string
  /** A separate window, with an empty cache except for the session. */
  visit(): Promise<Visitor>
  close(): Promise<void>
}

export async function openBrowser(at: Installation): Promise<Visits> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(MISSING)
  const browser: Browser = await chromium.launch({ executablePath, args: ARGUMENTS, headless: true })
  const access = JSON.parse(await readFile(join(at.dataDirectory, 'first-access.json'), 'utf8'))
  const session = await signIn(browser, at.url, access)
  return {
    version: browser.version(),
    async visit() {
      const context = await browser.newContext({ viewport, locale: 'en-IN', storageState: session })
      const page = await context.newPage()
      page.setDefaultTimeout(WAIT_MS)
      await page.addInitScript(IN_PAGE)
      const cdp = await context.newCDPSession(page)
      await cdp.send('Performance.enable')
      return {
        context,
        page,
        cdp,
        home: `${at.url}/console/${typeId('org', at.organizationId)}/`,
        faults: faultsOf(page, at.url),
        slow: async (rate) => void (await cdp.send('Emulation.setCPUThrottlingRate', { rate })),
      }
    },
    close: () => browser.close(),
  }
}

async function signIn(browser: Browser, url: string, { email, password }: Record<'email' | 'password', string>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/console/sign-in`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/console\/org_/)
  const state = await context.storageState()
  await context.close()
  return state
}

function faultsOf(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(`${url}/`) && !OWN_OF_BROWSER.test(asked)) faults.push(`asked for ${asked}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`said ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  return faults
}

export interface Memory {
  heapMebibytes: number
  nodes: number
  listeners: number
}

/** The memory after a garbage collection. */
export async function memoryOf({ cdp }: Visitor): Promise<Memory> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return { heapMebibytes: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}
