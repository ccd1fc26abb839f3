// Actions of a person on a page, and what they see there, by visible text.

import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Locator, Page } from 'playwright-core'
import { GUARD_MS } from '../guard.ts'
import { settled } from './console.ts'

type Name = string | RegExp

/** How long a toast stays: console/src/design/toast.tsx. */
const SHOWN_MS = 6000

/** A string matches the whole name. */
export const button = (page: Page, name: Name): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const link = (page: Page, name: Name): Locator =>
  page.getByRole('link', { name, exact: typeof name === 'string' })

/** Waits until the element has the focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  element.and(element.page().locator(':focus')).waitFor({ state: 'attached' })

/** Waits until the text is visible. */
export const says = (page: Page, text: Name): Promise<void> => page.getByText(text).first().waitFor()

/** Performs the action and returns the file that it downloads. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Keeps toasts open until the test ends, so that "Undo" can be pressed however slow the machine is. */
export const keepMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`{
    const set = globalThis.setTimeout
    globalThis.setTimeout = (run, ms, ...rest) => set(run, ms === ${SHOWN_MS} ? ${GUARD_MS} : ms, ...rest)
  }`)

/** Presses "Undo" in the toast with this text; earlier toasts may still show below it. */
export const undo = (page: Page, done: Name): Promise<void> =>
  page.locator('[data-toast]').filter({ hasText: done }).getByRole('button', { name: 'Undo' }).click()

/**
 * Clicks a link of the console and waits for its page. Until that page has loaded, the previous one remains, which may
 * have fields of the same names.
 */
export async function follow(link: Locator): Promise<void> {
  const path = await link.getAttribute('href')
  await link.click()
  await link.page().waitForURL((url) => url.pathname + url.search === path)
  await settled(link.page())
}

/** Submits the form of a field: `field.evaluate(SUBMIT)`. Also works while a modal dialog covers the form. */
export const SUBMIT = (field: unknown): void => (field as { form: { requestSubmit(): void } }).form.requestSubmit()

/** The section of a page with this heading. */
export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
