// URL parameters of a campaign's report, recipients and messages. Pure.

export interface ReportSearch {
  view?: 'table'
}

export const readReportSearch = ({ view }: Record<string, unknown>): ReportSearch => (view === 'table' ? { view } : {})

export const deliveryStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
  'cancelled',
] as const
export const reactions = ['opened', 'clicked', 'replied', 'unsubscribed', 'complained'] as const
export const places = ['waiting', 'queued', 'skipped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export type Reaction = (typeof reactions)[number]
export type Place = (typeof places)[number]

export interface DeliveryFilter {
  status?: DeliveryStatus
  reason?: string
  list?: string
  reaction?: Reaction
}

export interface RecipientFilter {
  status?: Place
  reason?: string
  list?: string
}

const REASON_MAX = 64

const reasonIn = (value: unknown): { reason?: string } =>
  typeof value === 'string' && value !== '' && value.length <= REASON_MAX ? { reason: value } : {}

const listIn = (value: unknown): { list?: string } =>
  typeof value === 'string' && value.startsWith('list_') ? { list: value } : {}

/** The API accepts a reaction filter only alone: all others are removed. */
export function deliveryFilter({ status, reason, list, reaction }: Record<string, unknown>): DeliveryFilter {
  const reacted = reactions.find((one) => one === reaction)
  if (reacted) return { reaction: reacted }
  const known = deliveryStatuses.find((one) => one === status)
  return { ...(known && { status: known }), ...reasonIn(reason), ...listIn(list) }
}

/** Only excluded contacts have a reason. */
export function recipientFilter({ status, reason, list }: Record<string, unknown>): RecipientFilter {
  const known = places.find((one) => one === status)
  const given = reasonIn(reason)
  if (given.reason !== undefined) return { status: 'skipped', ...given, ...listIn(list) }
  return { ...(known && { status: known }), ...listIn(list) }
}
