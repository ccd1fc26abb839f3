// Limits the names of campaigns and other sites: per form, day and dimension the first names are counted individually,
// the others together. A process caches the stored names, so that most flushes read nothing.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './detail-queries.ts'
import { countedValue, type Detail, isNamed } from './detail-rules.ts'

/** Maximum number of cached days and dimensions. */
const REMEMBERED_MAX = 5000

interface OfDay extends Detail {
  org_id: Uuid
  form_id: Uuid
  day: string
}

const keyOf = ({ org_id, form_id, day, dimension }: queries.DetailDay): string =>
  `${org_id} ${form_id} ${day} ${dimension}`

/** Names of the days as one transaction sees them. */
export type Names = Map<string, Set<string>>

export class DetailValues {
  /** Names known to be stored, by form, day and dimension. */
  readonly #stored = new Map<string, Set<string>>()

  /** Days and dimensions to be read, because a name is not known to be stored. */
  unread(all: readonly OfDay[]): queries.DetailDay[] {
    const wanted = new Map<string, queries.DetailDay>()
    for (const { value, ...one } of all)
      if (isNamed(one.dimension) && !this.#stored.get(keyOf(one))?.has(value)) wanted.set(keyOf(one), one)
    return [...wanted.values()]
  }

  /** Under the lock of the form's counts: no other transaction adds a name meanwhile. */
  async read(tx: Tx, days: readonly queries.DetailDay[]): Promise<Names> {
    if (days.length === 0) return new Map()
    const rows = await tx.rows<queries.DetailDay & { value: string }>(queries.valuesOf(days))
    const names: Names = new Map(days.map((one) => [keyOf(one), new Set()]))
    for (const row of rows) names.get(keyOf(row))?.add(row.value)
    return names
  }

  /** The value under which it is counted. Changes `names`. */
  counted(names: Names, one: OfDay): string {
    const known = names.get(keyOf(one))
    // Not read: the name is known to be stored, or the dimension has a fixed set of values.
    if (known === undefined) return one.value
    const value = countedValue(known, one.value)
    known.add(value)
    return value
  }

  /** After the commit. */
  remember(all: readonly OfDay[]): void {
    for (const one of all) {
      if (!isNamed(one.dimension)) continue
      if (this.#stored.size >= REMEMBERED_MAX) this.#stored.clear()
      const key = keyOf(one)
      this.#stored.set(key, (this.#stored.get(key) ?? new Set()).add(one.value))
    }
  }
}
