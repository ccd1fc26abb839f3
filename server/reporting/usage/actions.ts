// Reports of usage, from the counters.

import { checkPage, checkPeriod, PAGE_DEFAULT } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { dayEnd, dayStart, indianDate, indianMonth } from '#kit/india/calendar.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import { seconds } from '#kit/wire.ts'
import * as queries from './queries.ts'
import { dayOf, type Key, type Period, readCursor, readGroupBy } from './rules.ts'
import type { Usage, UsageQuery } from './schema.ts'
import { showCounts, showGroup } from './show.ts'

const DEFAULT_GROUP_BY = 'channel'

export async function report(tx: Tx, actor: Actor, query: UsageQuery): Promise<Usage> {
  const { from, to } = periodOf(query, actor.at)
  const { limit = PAGE_DEFAULT, starting_after, ending_before } = query
  checkPage({ limit, ...(starting_after && { starting_after }), ...(ending_before && { ending_before }) })
  const by = readGroupBy(query.group_by ?? DEFAULT_GROUP_BY)
  if (by.has('organization')) mustOperate(actor)
  const days = { from: dayOf('from', from), to: dayOf('to', to) }
  const named = starting_after ?? ending_before
  const cursor = named === undefined ? null : readCursor(named, by)
  const organizationId = by.has('organization') ? null : actor.organizationId
  if (named !== undefined && cursor === null) throw unknownCursor(query)
  const isBackwards = ending_before !== undefined
  const slice = { cursor: cursor as Key | null, isBackwards, limit: limit + 1 }
  const [total, ...rows] = await tx.rows<queries.ReportRow>(queries.report({ organizationId, days, by }, slice))
  if (!total) throw new Error('a sum gave no row')
  if (!total.is_known) throw unknownCursor(query)
  const data = rows.slice(0, limit).map((row) => showGroup(row, by))
  if (isBackwards) data.reverse()
  return {
    from: seconds(from),
    to: seconds(to),
    currency: 'INR',
    total: showCounts(total),
    has_more: rows.length > limit,
    data,
  }
}

/** By default the month until today. */
function periodOf({ from: first, to: end }: UsageQuery, now: Date): Period {
  const to = end ?? dayEnd(indianDate(first !== undefined && first > now ? first : now))
  const from = first ?? dayStart(indianMonth(new Date(to.getTime() - 1)))
  checkPeriod({ from, to })
  return { from, to }
}

function mustOperate({ permissions }: Actor): void {
  if (permissions.has('installation.operate')) return
  throw refusal('permission_denied', 'usage_by_organization')
}

function unknownCursor({ starting_after }: UsageQuery): Refusal {
  const field = starting_after === undefined ? 'ending_before' : 'starting_after'
  return new Refusal('unknown_cursor', reasonOf('unknown_cursor', { field }), [
    { field, ...validationError('unknown_cursor') },
  ])
}
