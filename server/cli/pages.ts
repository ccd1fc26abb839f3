// A complete list for a command, read page by page.

import { PAGE_MAX } from '#edge/paging.ts'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'

type ReadPage<T> = (page: { limit: number; starting_after?: Uuid }) => Promise<{ has_more: boolean; data: T[] }>

/** The first `most` items of the list; by default all. `prefix`: null for lists that accept raw ids. */
export async function everyPage<T extends { id: string }>(
  prefix: Prefix | null,
  read: ReadPage<T>,
  most = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const all: T[] = []
  let hasMore = true
  while (hasMore && all.length < most) {
    const last = all.at(-1)
    const cursor = last && (prefix === null ? last.id : (parseTypeId(prefix, last.id) as Uuid))
    const after = cursor === undefined ? {} : { starting_after: cursor }
    const page = await read({ limit: Math.min(PAGE_MAX, most - all.length), ...after })
    all.push(...page.data)
    hasMore = page.has_more
  }
  return all
}
