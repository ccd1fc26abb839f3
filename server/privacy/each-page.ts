// Reads all rows by id, page by page.

import type { Uuid } from '#kit/ids.ts'

/** `read` returns up to `limit` rows after an id. */
export async function eachPage<Row extends { id: Uuid }>(
  limit: number,
  read: (after: Uuid | null) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let after: Uuid | null = null; ; ) {
    const page: Row[] = await read(after)
    all.push(...page)
    after = page.at(-1)?.id ?? null
    if (page.length < limit) return all
  }
}
