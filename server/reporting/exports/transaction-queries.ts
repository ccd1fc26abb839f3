// SQL of an export's transactions: by id, a page at a time. A page includes rows outside the export, marked as such, so
// that reading one never scans all rows after the period.

import { columnsOf } from '#kit/database/copied-rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { recordColumns } from '#money/wallet/queries.ts'

export interface Span {
  organizationId: Uuid
  from: Date
  to: Date
  /** The wallet version: later bookings are not included. */
  version: bigint
  /** When the export was requested. */
  askedAt: Date
  /** The time after which no row of the period is created. */
  behind: Date
}

const isBooked = ({ version }: Span) => sql`(status = 'completed' and wallet_version <= ${version})`

const marks = {
  /** In the period: by its booking time, or by its creation time when it is not booked. */
  is_in: (span: Span) => sql`
    case when ${isBooked(span)} then completed_at >= ${span.from} and completed_at < ${span.to}
         else created_at >= ${span.from} and created_at < ${span.to} and created_at <= ${span.askedAt}
           and (status <> 'completed' or kind = 'recharge') end`,
  /** Booked after the exported wallet version: when the export was requested, it was pending or did not exist. */
  is_later: (span: Span) => sql`status = 'completed' and not ${isBooked(span)}`,
  is_behind: (span: Span) => sql`created_at >= ${span.behind}`,
}
const marksOfLate = { is_in: () => sql`true`, is_later: () => sql`false`, is_behind: () => sql`false` }

export const markedColumns = columnsOf({ ...recordColumns, ...marks })
/** The same columns in the same order. */
const lateColumns = columnsOf({ ...recordColumns, ...marksOfLate })

/** Starts with rows created from the beginning of the period on: a row's id is never older than the row. */
export function transactionsBehind(span: Span, after: Uuid, limit: number): Statement {
  return sql`
    select ${markedColumns.list(span)}
      from (select * from transactions
             where org_id = ${span.organizationId} and id > ${after} order by id limit ${limit}) as transactions
     order by id`
}

/** Recharges created before the period and booked in it. */
export function lateRecharges(span: Span, after: Uuid, before: Uuid, limit: number): Statement {
  return sql`
    select ${lateColumns.list()}
      from transactions
     where org_id = ${span.organizationId} and kind = 'recharge' and created_at < ${span.from}
       and id > ${after} and id <= ${before} and ${isBooked(span)}
       and completed_at >= ${span.from} and completed_at < ${span.to}
     order by id limit ${limit}`
}
