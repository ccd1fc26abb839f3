// What a person does on a page and sees there, by the words.

import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'

type Name = string | RegExp

/** A text is its whole name. */
export const button = (page: Page, name: Name): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const link = (page: Page, name: Name): Locator =>
  page.getByRole('link', { name, exact: typeof name === 'string' })

/** Waits until it stands somewhere. */
export const says = (page: Page, text: Name): Promise<void> => page.getByText(text).first().waitFor()

/** The file that comes of it. */
export async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** A part of a page, by the words of its heading. */
export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
