// What a person does on a page and sees there, by the words.

import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Locator, Page } from 'playwright-core'
import { GUARD_MS } from '../guard.ts'
import { settled } from './console.ts'

type Name = string | RegExp

/** How long a message at the edge stands by itself: console/src/design/toast.tsx. */
const SHOWN_MS = 6000

/** A text is its whole name. */
export const button = (page: Page, name: Name): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const link = (page: Page, name: Name): Locator =>
  page.getByRole('link', { name, exact: typeof name === 'string' })

/** Waits until the element has the focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  element.and(element.page().locator(':focus')).waitFor({ state: 'attached' })

/** Waits until it stands somewhere. */
export const says = (page: Page, text: Name): Promise<void> => page.getByText(text).first().waitFor()

/** The file that comes of it. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Messages at the edge stand until the test ends: their "Undo" can be pressed however slow the machine is. */
export const keepMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`{
    const set = globalThis.setTimeout
    globalThis.setTimeout = (run, ms, ...rest) => set(run, ms === ${SHOWN_MS} ? ${GUARD_MS} : ms, ...rest)
  }`)

/** Presses "Undo" in the message that says what was done; earlier messages may still stand below it. */
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

/** Submits the form of a field: `field.evaluate(SUBMIT)`. Works also while a modal dialog covers the form. */
export const SUBMIT = (field: unknown): void => (field as { form: { requestSubmit(): void } }).form.requestSubmit()

/** A part of a page, by the words of its heading. */
export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
