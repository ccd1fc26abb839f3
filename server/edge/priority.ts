// Priority support in operators' lists: organizations that have it are marked, can be filtered, and can come first.

import type { Tx } from '#kit/database/database.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { In, oneOf, Type } from '#kit/wire.ts'
import { PAGE_DEFAULT, type Page } from './paging.ts'

/** Priority support, injected into domains below the one that defines it. */
export interface Priority {
  /** A condition. `organization` is an expression that is valid in any context. */
  sql(organization: Statement): Statement
  /** The organizations among these that have it. */
  among(tx: Tx, organizationIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>
}

export const isPriority = () =>
  Type.Boolean({ description: 'Whether the organization has priority support, which is part of the premium plan.' })

export const priorityFilters = {
  priority: Type.Optional(In.flag()),
  sort: Type.Optional({
    ...oneOf(['newest', 'priority'], 'QueueSort'),
    description: '`priority`: organizations with priority support first, then newest first. Default: `newest`.',
  }),
}

export interface PriorityPage extends Page {
  priority?: boolean
  sort?: 'newest' | 'priority'
}

interface Columns {
  id: Statement
  /** True when the row's organization has priority. */
  isPriority: Statement
  /** The same for the row of a cursor. */
  ofCursor: (id: string) => Statement
}

/** Like `pageById`, filtered and sorted by priority. */
export function pageByPriority(page: PriorityPage, columns: Columns): { where: Statement; tail: Statement } {
  const { id, isPriority: first, ofCursor } = columns
  const { starting_after: after, ending_before: before, limit = PAGE_DEFAULT } = page
  const filter = page.priority === undefined ? nothing : sql`and ${first} = ${page.priority}`
  const isSorted = page.sort === 'priority'
  const place = isSorted ? sql`(${first}, ${id})` : id
  const placeOf = (cursor: string) => (isSorted ? sql`(${ofCursor(cursor)}, ${cursor}::uuid)` : sql`${cursor}`)
  const order = (direction: Statement) =>
    isSorted ? sql`order by ${first} ${direction}, ${id} ${direction}` : sql`order by ${id} ${direction}`
  if (before)
    return {
      where: sql`${filter} and ${place} > ${placeOf(before)}`,
      tail: sql`${order(sql`asc`)} limit ${limit + 1}`,
    }
  const rest = after ? sql`and ${place} < ${placeOf(after)}` : nothing
  return { where: sql`${filter} ${rest}`, tail: sql`${order(sql`desc`)} limit ${limit + 1}` }
}
