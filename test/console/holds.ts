// What is so in a page, and no element says.

import type { Page } from 'playwright-core'
import { until } from '../mail-story.ts'

/** Waits until an expression is true there: by the debugger, as the page's policy evaluates nothing. */
export async function holds(page: Page, expression: string): Promise<void> {
  await until(() => page.evaluate<boolean>(`Boolean(${expression})`), Boolean)
}
