// The sources of a campaign's audience: its lists and segments, as of the estimate or start.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn } from '#kit/refusals.ts'
import { existingLists, filtersOf } from './audience-queries.ts'
import type { CampaignRow } from './queries.ts'

/** The current stored filters of its segments. */
export async function currentFilters(
  reads: Tx,
  organizationId: Uuid,
  { segment_ids: ids }: Pick<CampaignRow, 'segment_ids'>,
): Promise<unknown[]> {
  const rows = await reads.rows<{ filter: unknown }>(filtersOf(organizationId, ids))
  if (rows.length < ids.length) throw absentIn('segment_ids', 'segment')
  return rows.map(({ filter }) => filter)
}

/** All lists must exist: without a deleted one, contacts would be missing or excluded ones included. */
export async function mustHaveLists(
  reads: Tx,
  organizationId: Uuid,
  row: Pick<CampaignRow, 'list_ids' | 'exclude_list_ids'>,
): Promise<void> {
  const { list_ids, exclude_list_ids } = row
  const rows = await reads.rows<{ id: Uuid }>(existingLists(organizationId, [...list_ids, ...exclude_list_ids]))
  const existing = new Set(rows.map(({ id }) => id))
  for (const [field, ids] of [
    ['list_ids', list_ids],
    ['exclude_list_ids', exclude_list_ids],
  ] as const)
    if (ids.some((id) => !existing.has(id))) throw absentIn(field, 'list')
}
