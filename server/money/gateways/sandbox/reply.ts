// How the pages of the sandbox gateway answer.

import type { Reply } from '#edge/route.ts'
import type { TooLateReason } from './rules.ts'
import { TooLate } from './too-late.ts'

/** Runs `work` and redirects to the page at `path`; the page itself shows why a choice came too late. */
export async function change(
  path: string,
  show: (status: number, tooLate: TooLateReason) => Promise<Reply>,
  work: () => Promise<void>,
): Promise<Reply> {
  try {
    await work()
  } catch (error) {
    if (error instanceof TooLate) return show(409, error.reason)
    throw error
  }
  // Relative: the page is reached under whatever address the customer came by.
  return { status: 303, location: path }
}
