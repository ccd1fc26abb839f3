// Runs an action on many objects; failures are reported per object.

import { SamvadError } from '@samvad/sdk'

export interface NotDone<One> {
  one: One
  error: unknown
}

const AT_ONCE = 4

/** With limited concurrency. `onDone`: the number of completed ones, successful or not. */
export async function each<One>(
  all: readonly One[],
  act: (one: One) => PromiseLike<unknown>,
  onDone?: (count: number) => void,
): Promise<NotDone<One>[]> {
  const failed: NotDone<One>[] = []
  const waiting = [...all]
  let done = 0
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await act(one)
      } catch (error) {
        failed.push({ one, error })
      }
      onDone?.(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof SamvadError && error.status !== null && statuses.includes(error.status)

/** For deletions an object that no longer exists counts as a success. */
export const exceptGone = <One>(failed: readonly NotDone<One>[]): NotDone<One>[] =>
  failed.filter(({ error }) => !isStatus(error, 404, 410))
