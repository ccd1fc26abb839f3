// A device's report about a message through the sandbox's provider: spec 16.22, 16.40. It is written in the provider's
// protocol, and stored and processed like any provider's; the API responds when that is done.

import { isFenced } from '#installation/fence.ts'
import type { Actor, App } from '#kit/app.ts'
import type { ReasonCode } from '#kit/messages/reasons.ts'
import { absentIn, refusal } from '#kit/refusals.ts'
import type { KeepArrivals } from '#messaging/channels/arrivals/arrival.ts'
import type { ReportedStatus } from '#messaging/channels/arrivals/arrived.ts'
import { type Followed, follow } from '#messaging/channels/arrivals/followed.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import { movesForward } from '#messaging/messages/rules.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { seen } from '#messaging/resolutions/queries.ts'
import { mustBeOn } from './carried.ts'
import * as queries from './device-queries.ts'
import { wordsOf } from './device-words.ts'
import { createProviderReports } from './provider-reports.ts'
import type { NewSandboxReceipt } from './schema.ts'

type SeenRow = DeliveryRow & { is_unknown: boolean }

export type Report = (actor: Actor, given: NewSandboxReceipt) => Promise<DeliveryRow>

/** A worker processes the report within a second or two. */
const WORKED_ON_WITHIN_MS = 10_000

/** Repeating a report changes nothing; one that the delivery's status no longer allows is a conflict. */
export function createReports(app: App, keep: KeepArrivals): Report {
  const { settings, database } = app
  const bring = createProviderReports(app, keep, createReceiptTaker(app))

  const find = async (actor: Actor, given: NewSandboxReceipt): Promise<SeenRow> => {
    const row = await database.reads.row<SeenRow>(seen(actor, given.delivery_id))
    if (!row) throw absentIn('delivery_id', 'delivery')
    return row
  }

  return async (actor, given) => {
    const delivery = await find(actor, given)
    await mustBeOn(database.reads, settings, actor, delivery.channel)
    const said = wordsOf(delivery.channel, given)
    mustBePossible(delivery, said.becomes)
    // Includes messages that real people received before the sandbox was switched on: only the real provider can report
    // on them.
    const arrival = await database.reads.row<queries.ArrivalRow>(queries.arrivalOf(actor.organizationId, delivery))
    if (!arrival) throw refusal('conflict', 'sandbox_delivery_unknown')
    if (await isFenced(app)) throw refusal('temporarily_unavailable', 'sandbox_while_fenced')
    for (const brought of await bring(actor.organizationId, delivery, arrival, said.word)) {
      const followed = await follow(app, brought, WORKED_ON_WITHIN_MS)
      if (followed !== 'done') throw refusal('temporarily_unavailable', later[followed])
    }
    return find(actor, given)
  }
}

const later = {
  again: 'sandbox_report_retried',
  waiting: 'sandbox_report_waiting',
  failed: 'sandbox_report_failed',
} as const satisfies Record<Exclude<Followed, 'done'>, ReasonCode>

/** `to`: null when the report has no effect on the status. */
function mustBePossible({ status, is_unknown }: SeenRow, to: ReportedStatus | null): void {
  if (status === to || (status === 'read' && to === 'delivered')) return
  if (status === 'queued' || (status === 'sending' && !is_unknown))
    throw refusal('conflict', 'sandbox_delivery_not_sent')
  if (to !== null && !movesForward(status, to)) throw refusal('conflict', 'sandbox_status_not_possible', { status, to })
}
