// Counts views and starts of forms without personal data: in memory, added to the rollups every few seconds and at
// shutdown. A killed process loses its counts since the last flush; submissions are counted with their rows instead.

import { addVisits, type Visits } from '#forms/submissions/day-queries.ts'
import type { DetailCount } from '#forms/submissions/detail-queries.ts'
import { BOT, type Dimension, isNamed, type Origin, VALUES_A_DAY_MAX } from '#forms/submissions/detail-rules.ts'
import { DetailValues } from '#forms/submissions/detail-values.ts'
import { OTHER_SOURCE } from '#forms/submissions/rules.ts'
import type { App } from '#kit/app.ts'
import { areShards } from '#kit/database/shards.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { interval } from '#kit/interval.ts'
import { classOf, type Place, placesOf } from './rules.ts'
import { storeDetails } from './store-details.ts'

const FLUSH_EVERY_MS = 3000
/** Rows per transaction. */
const PIECE_MAX = 1000
/** Rows in memory while the database is away: visits of further forms are not counted until it is back. */
const WAITING_MAX = 50_000
/** Limit on details in memory. Beyond it, new names are counted as `other`, and other new details are not counted. */
const DETAILS_MAX = 100_000
/** Names per form, day and version in memory: as many as a day counts, over all dimensions. */
const NAMES_MAX = 4 * VALUES_A_DAY_MAX
const TOGETHER = 'form visits together'

export interface Visit {
  org_id: Uuid
  form_id: Uuid
  version: number
  at: Date
  userAgent: string
  origin: Origin
}

export interface Counting {
  countView(visit: Visit): void
  countStart(visit: Visit): void
  /**
   * A visit moved from one position to another. `at` is its start, so that both positions are counted on the same day.
   */
  countPlace(visit: Visit, from: Place, to: Place): void
  /** Stores the counts so far. */
  flush(): Promise<void>
  /** The last flush; nothing is counted afterwards. */
  end(): Promise<void>
}

/** Per form, day and version. */
interface Waiting extends Visits {
  details: Map<string, DetailCount>
  names: number
}

type Measure = 'views' | 'starts' | 'stops'

export function createCounting({ database, log }: Pick<App, 'database' | 'log'>): Counting {
  let waiting = new Map<string, Waiting>()
  let details = 0
  let flushing: Promise<void> = Promise.resolve()
  let isOver = false
  const values = new DetailValues()
  const timer = setInterval(() => void flush(), interval('FORM_COUNTS', FLUSH_EVERY_MS))
  timer.unref()

  function waitingOf({ org_id, form_id, version }: Pick<Visits, 'org_id' | 'form_id' | 'version'>, day: string) {
    const key = `${org_id} ${form_id} ${day} ${version}`
    const known = waiting.get(key)
    if (known || waiting.size >= WAITING_MAX) return known
    const made = { org_id, form_id, day, version, views: 0, starts: 0, details: new Map(), names: 0 }
    waiting.set(key, made)
    return made
  }

  function add(to: Waiting, dimension: Dimension, name: string, measure: Measure, change: number): void {
    let value = name
    let known = to.details.get(`${dimension} ${value}`)
    if (!known && isNamed(dimension) && (to.names >= NAMES_MAX || details >= DETAILS_MAX)) {
      value = OTHER_SOURCE
      known = to.details.get(`${dimension} ${value}`)
    }
    if (!known) {
      if (details >= DETAILS_MAX) return
      const { org_id, form_id, day, version } = to
      known = { org_id, form_id, day, version, dimension, value, views: 0, starts: 0, stops: 0 }
      to.details.set(`${dimension} ${value}`, known)
      details++
      if (isNamed(dimension)) to.names++
    }
    known[measure] += change
  }

  function count(visit: Visit, measure: 'views' | 'starts'): void {
    if (isOver) return
    const what = classOf(visit.userAgent)
    if (what === BOT && measure !== 'views') return
    const to = waitingOf(visit, indianDate(visit.at))
    if (!to) return
    add(to, 'device', what, measure, 1)
    if (what === BOT) return
    to[measure]++
    for (const dimension in visit.origin)
      add(to, dimension as Dimension, visit.origin[dimension as keyof Origin] ?? '', measure, 1)
  }

  function countPlace(visit: Visit, from: Place, to: Place): void {
    if (isOver || classOf(visit.userAgent) === BOT) return
    const row = waitingOf(visit, indianDate(visit.at))
    if (!row) return
    for (const [{ dimension, value }, change] of placesOf(from, to)) add(row, dimension, value, 'stops', change)
  }

  async function store(): Promise<void> {
    const taken = [...waiting.values()]
    waiting = new Map()
    details = 0
    const visits = taken.filter(({ views, starts }) => views > 0 || starts > 0)
    await inPieces(visits, (piece) => database.transaction((tx) => tx.run(addVisits(piece)), TOGETHER), putBack)
    // Separately, so that no lock on day rows is held while waiting for detail rows.
    const parts = taken.flatMap((one) => [...one.details.values()])
    await inPieces(parts, (piece) => storeDetails(database, values, piece, TOGETHER), putBackDetails)
  }

  async function inPieces<Row extends { org_id: Uuid }>(
    rows: readonly Row[],
    write: (piece: readonly Row[]) => Promise<unknown>,
    keep: (piece: readonly Row[]) => void,
  ): Promise<void> {
    const groups = areShards() ? [...Map.groupBy(rows, ({ org_id }) => org_id).values()] : [rows]
    for (const group of groups)
      for (let at = 0; at < group.length; at += PIECE_MAX) {
        const piece = group.slice(at, at + PIECE_MAX)
        try {
          await write(piece)
        } catch (err) {
          log.warn({ err }, 'views of forms not counted yet')
          keep(piece)
        }
      }
  }

  /** Retried with the next flush. */
  function putBack(piece: readonly Visits[]): void {
    for (const { views, starts, day, ...one } of piece) {
      const known = waitingOf(one, day)
      if (!known) continue
      known.views += views
      known.starts += starts
    }
  }

  function putBackDetails(piece: readonly DetailCount[]): void {
    for (const { day, dimension, value, views, starts, stops, ...one } of piece) {
      const known = waitingOf(one, day)
      if (!known) continue
      add(known, dimension, value, 'views', views)
      add(known, dimension, value, 'starts', starts)
      add(known, dimension, value, 'stops', stops)
    }
  }

  /** Flushes run one after another. */
  function flush(): Promise<void> {
    flushing = flushing.then(() => (waiting.size === 0 ? undefined : store()))
    return flushing
  }

  return {
    countView: (visit) => count(visit, 'views'),
    countStart: (visit) => count(visit, 'starts'),
    countPlace,
    flush,
    async end() {
      isOver = true
      clearInterval(timer)
      await flush()
    },
  }
}
