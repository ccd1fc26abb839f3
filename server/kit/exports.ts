// Responses that are generated page by page while they are read, of any length. Many can be open, because callers may
// read slowly; few pages are generated at a time, and organizations take turns at both. An export that cannot start
// fails before its first byte; one that has started waits for resources and completes.

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { FairTurns } from './fair-turns.ts'
import { Refusal, refusal } from './refusals.ts'

/** Each holds a page in memory, for as long as its caller takes. */
export const EXPORTS_AT_ONCE_MAX = 32
/** Concurrent pages of a process: each takes a connection and some milliseconds of processor time. */
const PAGES_AT_ONCE_MAX = 2
const WAITING_MAX = 200
export const EXPORTS_OF_ONE_WAITING_MAX = 50
const WAIT_MS = 10_000
/** Once an export has started, a page that failed because the database is busy is retried for this long. */
const PATIENCE_MS = 30_000
const TRY_AGAIN_MS = 500

export interface Page {
  content: string | Buffer
  /** The cursor after this page; null when it is the last. */
  last: string | null
}

/** Makes the page after this cursor, or the first. */
export type MakePage = (after: string | null) => Promise<Page>

const busy = () => refusal('temporarily_unavailable', 'too_many_exports')

const LIMITS = { leavesRoom: true, waitingMax: WAITING_MAX, waitMs: WAIT_MS, busy, crowded: busy }

export class Exports {
  readonly #begun = new FairTurns({
    ...LIMITS,
    atOnce: EXPORTS_AT_ONCE_MAX,
    waitingOfOneMax: EXPORTS_OF_ONE_WAITING_MAX,
  })
  // Page makers are exports that have started, so all of them may wait.
  readonly #pages = new FairTurns({ ...LIMITS, atOnce: PAGES_AT_ONCE_MAX, waitingOfOneMax: WAITING_MAX })

  /** Resolves when the first page is ready; any error until then refuses the whole export. */
  begin(organizationId: string, makePage: MakePage): Promise<Readable> {
    const { promise, resolve, reject } = Promise.withResolvers<Readable>()
    const inTurn: MakePage = (after) => this.#pages.take(organizationId, false, () => makePage(after))
    this.#begun
      .take(organizationId, false, async () => {
        const content = Readable.from(
          contentsFrom(await inTurn(null), inTurn, () => content.destroyed),
          {
            objectMode: false,
          },
        )
        resolve(content)
        // Completed or abandoned: the slot is free.
        await finished(content).catch(() => {})
      })
      .catch(reject)
    return promise
  }
}

async function* contentsFrom(
  first: Page,
  makePage: MakePage,
  isGivenUp: () => boolean,
): AsyncGenerator<string | Buffer> {
  for (let page = first; ; page = await patiently(() => makePage(page.last), isGivenUp)) {
    yield page.content
    if (page.last === null) return
  }
}

async function patiently<T>(work: () => Promise<T>, isGivenUp: () => boolean): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof Refusal && error.code === 'temporarily_unavailable'
      if (!mayPass || isGivenUp() || performance.now() > until) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}
