// Counts views and starts of forms without personal data: in memory, added to the rollups every few seconds and at
// shutdown. A process that is killed loses what it counted since the last time; submissions are counted with their
// rows instead.

import { addVisits, type Visits } from '#forms/submissions/day-queries.ts'
import type { App } from '#kit/app.ts'
import { areShards } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { interval } from '#kit/interval.ts'
import { isBot } from './rules.ts'

const FLUSH_EVERY_MS = interval('FORM_COUNTS', 3000)
/** Rows of one transaction. */
const PIECE_MAX = 1000
/** Rows in memory while the database is away: visits of further forms are not counted until it is back. */
const WAITING_MAX = 50_000
const TOGETHER = 'form visits together'

export interface Visit {
  org_id: Uuid
  form_id: Uuid
  version: number
  at: Date
  userAgent: string
}

export interface Counting {
  countView(visit: Visit): void
  countStart(visit: Visit): void
  /** What was counted until now is stored. */
  flush(): Promise<void>
  /** The last flush; nothing is counted behind it. */
  end(): Promise<void>
}

export function createCounting({ database, log }: Pick<App, 'database' | 'log'>): Counting {
  let waiting = new Map<string, Visits>()
  let flushing: Promise<void> = Promise.resolve()
  let isOver = false
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()

  function count({ org_id, form_id, version, at, userAgent }: Visit, what: 'views' | 'starts'): void {
    if (isOver || isBot(userAgent)) return
    const day = indianDate(at)
    const key = `${org_id} ${form_id} ${day} ${version}`
    const known = waiting.get(key)
    if (known) known[what]++
    else if (waiting.size < WAITING_MAX)
      waiting.set(key, { org_id, form_id, day, version, views: 0, starts: 0, [what]: 1 })
  }

  async function store(): Promise<void> {
    const taken = [...waiting.values()]
    waiting = new Map()
    const groups = areShards() ? [...Map.groupBy(taken, ({ org_id }) => org_id).values()] : [taken]
    for (const group of groups)
      for (let at = 0; at < group.length; at += PIECE_MAX) {
        const piece = group.slice(at, at + PIECE_MAX)
        try {
          await database.transaction((tx) => tx.run(addVisits(piece)), TOGETHER)
        } catch (err) {
          log.warn({ err }, 'views of forms not counted yet')
          putBack(piece)
        }
      }
  }

  /** With the next flush. */
  function putBack(piece: readonly Visits[]): void {
    for (const one of piece) {
      const key = `${one.org_id} ${one.form_id} ${one.day} ${one.version}`
      const known = waiting.get(key)
      if (!known) waiting.set(key, one)
      else {
        known.views += one.views
        known.starts += one.starts
      }
    }
  }

  /** One after the other. */
  function flush(): Promise<void> {
    flushing = flushing.then(() => (waiting.size === 0 ? undefined : store()))
    return flushing
  }

  return {
    countView: (visit) => count(visit, 'views'),
    countStart: (visit) => count(visit, 'starts'),
    flush,
    async end() {
      isOver = true
      clearInterval(timer)
      await flush()
    },
  }
}
