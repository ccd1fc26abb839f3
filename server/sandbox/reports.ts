// What the sandbox's provider of a channel reports of a message when its device says so: spec 16.22. It goes the way of
// every provider's receipt.

import type { Actor, App } from '#kit/app.ts'
import { absentIn, invalid, Refusal } from '#kit/refusals.ts'
import type { Receipt, ReportedStatus } from '#messaging/channels/arrivals/arrived.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import { movesForward } from '#messaging/messages/rules.ts'
import { createReceiptTaker, type TakeReceipts } from '#messaging/receipts/taker.ts'
import { seen } from '#messaging/resolutions/queries.ts'
import { mustBeOn } from './carried.ts'
import * as queries from './device-queries.ts'
import { readReportedCode, reportable } from './rules.ts'
import type { NewSandboxReceipt } from './schema.ts'

type SeenRow = DeliveryRow & { is_unknown: boolean }

export type Report = (actor: Actor, given: NewSandboxReceipt) => Promise<DeliveryRow>

/** The same said twice changes nothing; what cannot become of the delivery any more is a conflict. */
export function createReports(app: App, takeReceipts: TakeReceipts = createReceiptTaker(app)): Report {
  const { settings, database } = app

  const find = async (actor: Actor, given: NewSandboxReceipt): Promise<SeenRow> => {
    const row = await database.reads.row<SeenRow>(seen(actor, given.delivery_id))
    if (!row) throw absentIn('delivery_id', 'delivery')
    return row
  }

  return async (actor, given) => {
    const delivery = await find(actor, given)
    await mustBeOn(database.reads, settings, actor, delivery.channel)
    const receipt = receiptOf(actor, delivery, given)
    mustBePossible(delivery, given.status)
    // Also one that real people got, before the sandbox was switched on: of that only its provider knows.
    if (!(await database.reads.row(queries.arrivalOf(actor.organizationId, delivery))))
      throw new Refusal('conflict', 'The delivery did not arrive at the sandbox, or is no longer kept there.')
    const left = await takeReceipts([receipt])
    if (left.length > 0)
      throw new Refusal('temporarily_unavailable', 'The delivery is just being recorded; try again in a second.')
    return find(actor, given)
  }
}

function receiptOf(actor: Actor, { id, channel }: DeliveryRow, { status, code }: NewSandboxReceipt): Receipt {
  const statuses = reportable[channel]
  if (!statuses.includes(status))
    throw invalid('status', `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(statuses)} here`)
  const isFailure = status === 'failed' || status === 'undelivered'
  if (code != null && !isFailure) throw invalid('code', 'belongs to undelivered and failed alone')
  const reading = code == null ? null : readReportedCode(channel, code)
  if (reading !== null && 'message' in reading) throw invalid('code', reading.message)
  return {
    organizationId: actor.organizationId,
    channel,
    delivery: { id },
    status,
    time: actor.at,
    error: isFailure ? { code: reading?.value ?? status, detail: 'The device of the sandbox said so.' } : null,
  }
}

function mustBePossible({ status, is_unknown }: SeenRow, to: ReportedStatus): void {
  if (status === to || (status === 'read' && to === 'delivered')) return
  if (status === 'queued' || (status === 'sending' && !is_unknown))
    throw new Refusal('conflict', 'The message has not left yet.')
  if (!movesForward(status, to)) throw new Refusal('conflict', `The delivery is ${status}, which cannot become ${to}.`)
}
