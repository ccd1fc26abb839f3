// The fence: while it is up, no external action is taken, because another installation with the same data may take it.
// Every way out of the program passes here (test/structure/ways-out.test.ts): background jobs pause, and the last step
// before a mail server or gateway checks again.

import type { App } from '#kit/app.ts'
import { Remembered } from '#kit/remembered.ts'
import type { Job } from '#worker/job.ts'
import { find } from './actions.ts'

/** How long a process may use a stale state after the fence was raised or lifted elsewhere. */
export const KEPT_MS = 1000

/** Nothing was done; the action can be requested again. */
export class Fenced extends Error {
  constructor() {
    super('This installation is fenced and sends nothing. Run samvad fence status for the reason.')
  }
}

const known = new WeakMap<App['database'], Remembered<boolean>>()

/**
 * True when the fence was up at most `KEPT_MS` ago. Rejects while the database does not respond, because the state is
 * unknown then.
 */
export async function isFenced({ database }: Pick<App, 'database'>): Promise<boolean> {
  let remembered = known.get(database)
  if (!remembered) {
    const read = async () => (await find(database.reads)).fenced_since !== null
    remembered = new Remembered(read, { keptMs: KEPT_MS, keysMax: 2 })
    known.set(database, remembered)
  }
  return remembered.get('')
}

/** Called right before every external call. Throws Fenced while the fence is up. */
export async function mustNotBeFenced(app: Pick<App, 'database'>): Promise<void> {
  if (await isFenced(app)) throw new Fenced()
}

/** After a change by this process, so that it takes effect here at once. */
export function forgetFence({ database }: Pick<App, 'database'>): void {
  known.delete(database)
}

/** A job with external effects: it pauses while the fence is up, and is aborted once the fence is raised. */
export function behindFence(app: App, job: Job): Job {
  return {
    ...job,
    async run(signal) {
      if (await isFenced(app)) return false
      const raised = new AbortController()
      // While the database does not respond, the job fails on its own.
      const look = () =>
        isFenced(app).then(
          (isUp) => isUp && raised.abort(),
          () => {},
        )
      const watch = setInterval(() => void look(), KEPT_MS)
      try {
        return await job.run(AbortSignal.any([signal, raised.signal]))
      } finally {
        clearInterval(watch)
      }
    },
  }
}

/** For response headers: synchronous when cached; the last known state when it cannot be read. */
export function createFenceWatch(app: App): () => boolean | Promise<boolean> {
  let isUp = false
  let until = 0
  return () => {
    if (performance.now() < until) return isUp
    until = performance.now() + KEPT_MS
    return isFenced(app).then(
      (found) => {
        isUp = found
        return isUp
      },
      () => isUp,
    )
  }
}
