// Waits for a state of a page that no element shows.

import type { Page } from 'playwright-core'
import { until } from '../mail-story.ts'

/**
 * Waits until a JavaScript expression is true in the page. The debugger evaluates it, because the page's policy forbids
 * eval.
 */
export async function holds(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`), Boolean)
}
