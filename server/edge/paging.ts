// Paging of all lists: newest first by id; `starting_after` and `ending_before` are ids from the list.

import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Prefix } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields } from '#kit/refusals.ts'
import { In, Type } from '#kit/wire.ts'

export const PAGE_DEFAULT = 10
export const PAGE_MAX = 100
/** Maximum size of a page: spec 4.3. */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024
/** Maximum JSON size of a byte of text (a control character): smaller results need no measuring. */
const ESCAPED_BYTES_MAX = 6

export interface Page {
  limit?: number
  starting_after?: string
  ending_before?: string
}

export const pageQuery = (prefix: Prefix) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: PAGE_DEFAULT,
      description: 'Maximum number of items per page.',
    }),
  ),
  starting_after: Type.Optional(In.id(prefix)),
  ending_before: Type.Optional(In.id(prefix)),
})

/** 400 for a period that ends before it begins: spec 4.4, an impossible query. */
export function checkPeriod({ from, to }: { from?: Date | undefined; to?: Date | undefined }): void {
  if (from === undefined || to === undefined || from <= to) return
  throw invalidFields('invalid_query', [{ field: 'to', ...validationError('before_other', { other: 'from' }) }])
}

/** 400 when both cursors are given, or a period that ends before it begins. */
export function checkPage(page: Page & Parameters<typeof checkPeriod>[0]): void {
  checkPeriod(page)
  if (page.starting_after && page.ending_before) {
    throw invalidFields('invalid_query', [
      { field: 'ending_before', ...validationError('not_allowed_with', { other: 'starting_after' }) },
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

/**
 * For lists whose rows can be large: the database returns what fits in a page, and always the first row. `rows` are
 * those of `pageById` in order; `bytes` is SQL for the total text size of a row.
 */
export function endByBytes(rows: Statement, bytes: Statement): Statement {
  return sql`
    select * from (
      select page.*, row_number() over () as place, (count(*) over ())::int4 as page_rows,
             sum(${bytes}) over (rows unbounded preceding) as bytes_so_far
        from (${rows}) page) measured
     where place = 1 or bytes_so_far <= ${PAGE_BYTES_MAX} order by place`
}

/** The original number of rows, before `endByBytes` removed some. */
export function foundIn(rows: readonly object[]): number {
  const { page_rows: found = rows.length } = (rows[0] ?? {}) as { page_rows?: number }
  return found
}

/**
 * The list envelope for rows that were fetched with one more than the limit, in the requested direction. `found`: the
 * database rows, when `rows` were derived from them.
 */
export function envelope<Row extends object, Shown>(
  page: Page,
  rows: Row[],
  show: (row: Row) => Shown,
  found = foundIn(rows),
): { has_more: boolean; data: Shown[] } {
  const limit = page.limit ?? PAGE_DEFAULT
  const data = withinBytes(rows.slice(0, limit).map(show))
  const hasMore = data.length < Math.min(found, limit) || found > limit
  if (page.ending_before) data.reverse()
  return { has_more: hasMore, data }
}

/** The rows that fit in a page, and always the first one. */
function withinBytes<Shown>(data: Shown[]): Shown[] {
  let characters = 0
  for (const one of data) characters += charactersOf(one)
  if (characters * ESCAPED_BYTES_MAX <= PAGE_BYTES_MAX) return data
  let bytes = 0
  const end = data.findIndex((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1
    return bytes > PAGE_BYTES_MAX
  })
  return end < 0 ? data : data.slice(0, Math.max(1, end))
}

/** Approximate number of characters; names and numbers are negligible, and rows of them are never large. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let sum = 0
  for (const one of Object.values(value)) sum += charactersOf(one) + 8
  return sum
}

/** 400 for an unknown cursor. `exists` looks up the row; it is called only when the request has a cursor. */
export async function checkCursor(page: Page, exists: (id: string) => Promise<boolean>): Promise<void> {
  const cursor = page.starting_after ?? page.ending_before
  if (cursor === undefined || (await exists(cursor))) return
  const field = page.starting_after ? 'starting_after' : 'ending_before'
  throw invalidFields('unknown_cursor', [{ field, ...validationError('unknown_cursor') }])
}
