// Paging, the same for every list: newest first by id, `starting_after` and `ending_before` an id of the list.

import type { Prefix } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { nothing, type Statement, sql } from '#kit/sql.ts'
import { In, Type } from '#kit/wire.ts'

export const PAGE_DEFAULT = 10
export const PAGE_MAX = 100

export interface Page {
  limit?: number
  starting_after?: string
  ending_before?: string
}

export const pageQuery = (prefix: Prefix) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Rows of a page.' }),
  ),
  starting_after: Type.Optional(In.id(prefix)),
  ending_before: Type.Optional(In.id(prefix)),
})

/** 400 for a period that ends before it begins: decisions §2, an impossible query. */
export function checkPeriod({ from, to }: { from?: Date | undefined; to?: Date | undefined }): void {
  if (from === undefined || to === undefined || from <= to) return
  throw new Refusal('invalid_query', 'to: must not be before from; exchange the two.', [
    { field: 'to', message: 'must not be before from' },
  ])
}

/** 400 when both cursors are given, or a period that ends before it begins. */
export function checkPage(page: Page & Parameters<typeof checkPeriod>[0]): void {
  checkPeriod(page)
  if (page.starting_after && page.ending_before) {
    throw new Refusal('invalid_query', 'starting_after and ending_before exclude each other; send one of them.', [
      { field: 'ending_before', message: 'cannot be combined with starting_after' },
    ])
  }
}

/** The condition, order and limit of a list whose order is its ids, newest first. `column` is the id's column. */
export function pageById(page: Page, column: Statement = sql`id`): { where: Statement; tail: Statement } {
  const limit = (page.limit ?? PAGE_DEFAULT) + 1
  if (page.ending_before)
    return { where: sql`and ${column} > ${page.ending_before}`, tail: sql`order by ${column} asc limit ${limit}` }
  if (page.starting_after)
    return { where: sql`and ${column} < ${page.starting_after}`, tail: sql`order by ${column} desc limit ${limit}` }
  return { where: nothing, tail: sql`order by ${column} desc limit ${limit}` }
}

/** The list envelope of rows that were fetched with one more than the limit, in the direction that the page asked for. */
export function envelope<Row, Shown>(
  page: Page,
  rows: Row[],
  show: (row: Row) => Shown,
): { has_more: boolean; data: Shown[] } {
  const limit = page.limit ?? PAGE_DEFAULT
  const shown = rows.slice(0, limit)
  if (page.ending_before) shown.reverse()
  return { has_more: rows.length > limit, data: shown.map(show) }
}

/** An unknown cursor is a 400. Asked only when a page came back empty or a cursor was given: `exists` looks the row up. */
export async function checkCursor(page: Page, exists: (id: string) => Promise<boolean>): Promise<void> {
  const cursor = page.starting_after ?? page.ending_before
  if (cursor === undefined || (await exists(cursor))) return
  const field = page.starting_after ? 'starting_after' : 'ending_before'
  throw new Refusal(
    'unknown_cursor',
    `${field} is not a row of this list; take the id of a row that the list returned.`,
    [{ field, message: 'is not a row of this list' }],
  )
}
