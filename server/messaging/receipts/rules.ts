// Pure rules of receipts: what several reports of one delivery say together.

import type { Uuid } from '#kit/ids.ts'
import { type Receipt, type ReportedStatus, reportedStatuses } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { type DeliveryStatus, deliveryStatuses, hasArrived, movesForward } from '#messaging/messages/rules.ts'

/** Several receipts of one delivery, as one. */
export interface Report {
  organizationId: Uuid
  channel: ChannelName
  deliveryId: Uuid | null
  providerId: string | null
  /** The provider's name as it wrote it, where `providerId` is its normal form. */
  writtenAs: string | null
  /** The furthest that they say. */
  status: ReportedStatus
  /** When it arrived, and when it was read, by the earliest word of it. What was read had arrived. */
  deliveredAt: Date | null
  readAt: Date | null
  /** When it ended, where it did. */
  endedAt: Date | null
  error: Receipt['error']
  receipts: Receipt[]
}

/** What came with any of its receipts. */
export const suppressionsOf = ({ organizationId, channel, receipts }: Report) =>
  receipts.flatMap(({ suppressions = [] }) => suppressions.map((one) => ({ ...one, organizationId, channel })))

/**
 * One for each delivery, whatever the order in which its receipts came, and however often. A provider's clock is no
 * further than ours.
 */
export function reportsOf(receipts: readonly Receipt[], now: Date): Report[] {
  const groups = Map.groupBy(receipts, (receipt) => nameOf(receipt))
  return [...groups.values()].map((group) => {
    const timed = group.map((receipt) => ({ ...receipt, time: receipt.time > now ? now : receipt.time }))
    // What arrived has left, whatever else is said of it. Others that contradict each other in the order of their
    // times: what ended stays.
    const isThere = timed.some((one) => hasArrived(one.status))
    const possible = isThere ? timed.filter((one) => one.status !== 'failed') : timed
    const ordered = possible.toSorted(
      (one, other) => one.time.getTime() - other.time.getTime() || rankOf(one) - rankOf(other),
    )
    const said = ordered.reduce((before, next) => (movesForward(before.status, next.status) ? next : before))
    const { organizationId, channel, delivery, status, error } = said
    const readAt = earliest(timed.filter((one) => one.status === 'read'))
    const deliveredAt = earliest(timed.filter((one) => hasArrived(one.status)))
    const isEnd = status === 'failed' || status === 'undelivered'
    return {
      organizationId,
      channel,
      deliveryId: 'id' in delivery ? delivery.id : null,
      providerId: 'providerId' in delivery ? delivery.providerId : null,
      writtenAs: 'providerId' in delivery ? (delivery.writtenAs ?? null) : null,
      status,
      deliveredAt,
      readAt,
      endedAt: isEnd ? said.time : null,
      error: isEnd ? error : null,
      receipts: group,
    }
  })
}

const rankOf = ({ status }: Receipt) => reportedStatuses.indexOf(status)

const nameOf = ({ organizationId, channel, delivery }: Receipt) => JSON.stringify([organizationId, channel, delivery])

function earliest(receipts: readonly Receipt[]): Date | null {
  return receipts.length === 0 ? null : new Date(Math.min(...receipts.map(({ time }) => time.getTime())))
}

/** What never left is given back, behind the wallet's lock: spec 7.10. */
export const givesBack = ({ status }: Report): boolean => status === 'failed'

/** It did not arrive because nothing can arrive there. */
export const isBounce = (report: Report | undefined, status: DeliveryStatus): boolean =>
  status === 'undelivered' &&
  report !== undefined &&
  report.receipts.some(({ suppressions = [] }) => suppressions.some(({ reason }) => reason === 'bounced'))

/**
 * What else was said of a delivery that is said to have failed: where it had arrived before, that counts as if nobody
 * had said so.
 */
export const withoutFailures = ({ receipts }: Report): Receipt[] => receipts.filter(({ status }) => status !== 'failed')

/** Every step that a receipt can make, for SQL. `sending` is of an outcome that nobody knew: spec 7.13. */
export const steps: readonly { from: DeliveryStatus; to: ReportedStatus }[] = deliveryStatuses
  .filter((from) => from !== 'queued')
  .flatMap((from) => reportedStatuses.filter((to) => movesForward(from, to)).map((to) => ({ from, to })))
