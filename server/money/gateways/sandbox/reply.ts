// How the pages of the sandbox gateway answer.

import type { Reply } from '#edge/route.ts'
import { Refusal } from '#kit/refusals.ts'

/** Does it and goes back to the page at `path`; what cannot be done any more is said on the page itself. */
export async function change(
  path: string,
  show: (status: number, refusal: string) => Promise<Reply>,
  work: () => Promise<void>,
): Promise<Reply> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return show(409, error.message)
    throw error
  }
  // Relative: the page is reached under whatever address the customer came by.
  return { status: 303, location: path }
}
