// Rules of receipts: combines several receipts of one delivery. Pure.

import type { Uuid } from '#kit/ids.ts'
import { type Receipt, type ReportedStatus, reportedStatuses } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { type DeliveryStatus, deliveryStatuses, hasArrived, movesForward } from '#messaging/messages/rules.ts'

/** The combined receipts of one delivery. */
export interface Report {
  organizationId: Uuid
  channel: ChannelName
  deliveryId: Uuid | null
  providerId: string | null
  /** The provider id as the provider wrote it, if `providerId` is normalized. */
  writtenAs: string | null
  /** The furthest reported status. */
  status: ReportedStatus
  /** Delivery and read times, by the earliest report. A read message was delivered. */
  deliveredAt: Date | null
  readAt: Date | null
  /** When it ended, if it did. */
  endedAt: Date | null
  error: Receipt['error']
  receipts: Receipt[]
}

/** The suppressions of all its receipts. */
export const suppressionsOf = ({ organizationId, channel, receipts }: Report) =>
  receipts.flatMap(({ suppressions = [] }) => suppressions.map((one) => ({ ...one, organizationId, channel })))

/**
 * One report per delivery, independent of the order and number of its receipts. Provider times later than ours are cut.
 */
export function reportsOf(receipts: readonly Receipt[], now: Date): Report[] {
  const groups = Map.groupBy(receipts, (receipt) => nameOf(receipt))
  return [...groups.values()].map((group) => {
    const timed = group.map((receipt) => ({ ...receipt, time: receipt.time > now ? now : receipt.time }))
    // A delivered message was sent, whatever else is reported. Other contradictions are resolved by time: an end state
    // stays.
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

/** Unsent deliveries are refunded, under the wallet's lock: spec 7.10. */
export const givesBack = ({ status }: Report): boolean => status === 'failed'

/** Undelivered because the address does not exist. */
export const isBounce = (report: Report | undefined, status: DeliveryStatus): boolean =>
  status === 'undelivered' &&
  report !== undefined &&
  report.receipts.some(({ suppressions = [] }) => suppressions.some(({ reason }) => reason === 'bounced'))

/** The other receipts of a delivery reported as failed: if it was delivered before, the failure is ignored. */
export const withoutFailures = ({ receipts }: Report): Receipt[] => receipts.filter(({ status }) => status !== 'failed')

/** Every transition by a receipt, for SQL. `sending` means an unknown outcome: spec 7.13. */
export const steps: readonly { from: DeliveryStatus; to: ReportedStatus }[] = deliveryStatuses
  .filter((from) => from !== 'queued')
  .flatMap((from) => reportedStatuses.filter((to) => movesForward(from, to)).map((to) => ({ from, to })))
