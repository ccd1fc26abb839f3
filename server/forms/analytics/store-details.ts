// Stores counted details: beyond the daily limit, names of campaigns and sites become `other`.

import { addDetails, type DetailCount } from '#forms/submissions/detail-queries.ts'
import type { DetailValues } from '#forms/submissions/detail-values.ts'
import { lockCounts } from '#forms/submissions/store-queries.ts'
import type { App } from '#kit/app.ts'

export async function storeDetails(
  database: App['database'],
  values: DetailValues,
  counts: readonly DetailCount[],
  together: string,
): Promise<void> {
  const stored = await database.transaction(async (tx) => {
    const unread = values.unread(counts)
    // Storing a submission adds names too; under the same lock, the two together never exceed the limit.
    if (unread.length > 0) {
      const forms = new Map(unread.map(({ org_id, form_id }) => [form_id, { org_id, form_id }]))
      await tx.rows(lockCounts([...forms.values()]))
    }
    const names = await values.read(tx, unread)
    const merged = new Map<string, DetailCount>()
    for (const one of counts) {
      const row = { ...one, value: values.counted(names, one) }
      const key = `${row.form_id} ${row.day} ${row.version} ${row.dimension} ${row.value}`
      const known = merged.get(key)
      if (!known) merged.set(key, row)
      else {
        known.views += row.views
        known.starts += row.starts
        known.stops += row.stops
      }
    }
    const rows = [...merged.values()]
    await tx.run(addDetails(rows))
    return rows
  }, together)
  values.remember(stored)
}
