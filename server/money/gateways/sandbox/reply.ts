// Responses of the sandbox gateway's pages.

import type { Reply } from '#edge/route.ts'
import { Refusal } from '#kit/refusals.ts'
import { type TooLateReason, tooLateReasons } from './rules.ts'

/** Runs `work` and redirects to the page at `path`; the page itself shows why a choice came too late. */
export async function change(
  path: string,
  show: (status: number, tooLate: TooLateReason) => Promise<Reply>,
  work: () => Promise<void>,
): Promise<Reply> {
  try {
    await work()
  } catch (error) {
    const tooLate = tooLateReasons.find((reason) => error instanceof Refusal && error.reason === reason)
    if (tooLate !== undefined) return show(409, tooLate)
    throw error
  }
  // Relative, because the page is reachable under several addresses.
  return { status: 303, location: path }
}
