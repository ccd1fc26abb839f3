// Decides one batch of a campaign: deliveries with prices, skipped recipients with reasons, and the remaining
// reservation. Pure except for new ids.

import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { channels } from '#messaging/channels/channels.ts'
import type { SendingRule } from '#messaging/channels/sending-rules.ts'
import { costOf, type DeliveryCost } from '#messaging/sending/cost.ts'
import type { PriceKind, PriceList } from '#money/pricing/rules.ts'
import type { Prepared } from './content.ts'
import { costOfUnits, remainderAfter, remainderShort } from './cost-rules.ts'
import { type Candidate, fillFor, reservedKind, type SkipReason } from './recipients.ts'
import { nextDue, type Pace } from './rules.ts'

export interface WaitingRecipient extends Candidate {
  number: number
  /** Null for a deleted contact. */
  contact_id: Uuid | null
  /** The address at the start, by which duplicates were found. */
  address: string | null
  list_id: Uuid | null
  /** Units reserved for it. */
  units: number
  /** True if it is no longer on any list or in any segment that made it part of the audience. */
  has_left?: boolean
  is_excluded?: boolean
}

export interface BatchInput {
  recipients: readonly WaitingRecipient[]
  prepared: Prepared
  priceList: PriceList
  rule: SendingRule | null
  pace: Pace
  /** Deliveries due later are not queued yet. */
  until: Date
  at: Date
  /** Current addresses of these recipients that other recipients of the campaign already have. */
  served: ReadonlySet<string>
  state: {
    available: Micros
    /** The campaign's reservation. */
    reserved: Micros
    /** The month's message count so far. */
    taken: bigint
    waitingUnits: bigint
    lastDueAt: Date | null
    /** The campaign's remaining budget; null for no limit. */
    budget?: Micros | null
  }
}

export interface NewCampaignDelivery extends DeliveryCost {
  id: Uuid
  number: number
  contactId: Uuid
  address: string
  key: string
  listId: Uuid | null
  kind: PriceKind
  variables: Record<string, string>
  dueAt: Date
}

export interface Batch {
  deliveries: NewCampaignDelivery[]
  skipped: { number: number; reason: SkipReason }[]
  /**
   * Why the batch ends. `later`: the rate allows no more yet. `money`: the next one cannot be paid. `max`: it would
   * exceed the campaign's maximum cost.
   */
  end: 'all' | 'later' | 'money' | 'max'
  /** The first recipient of the next batch, if it is among the given ones. */
  nextNumber: number | null
  cost: Micros
  taken: bigint
  waitingUnits: bigint
  lastDueAt: Date | null
  /** The campaign's remaining reservation. */
  reserved: Micros
}

export function planBatch(input: BatchInput): Batch {
  const { recipients, prepared, priceList, state, at, pace, until } = input
  const batch: Batch = {
    deliveries: [],
    skipped: [],
    end: 'all',
    nextNumber: null,
    cost: 0n,
    taken: state.taken,
    waitingUnits: state.waitingUnits,
    lastDueAt: state.lastDueAt,
    reserved: state.reserved,
  }
  const { budget = null } = state
  const served = new Set(input.served)
  let lastDue = state.lastDueAt?.getTime() ?? null
  for (const recipient of recipients) {
    const made = deliveryFor(recipient, input, served)
    if (typeof made === 'string') {
      batch.skipped.push({ number: recipient.number, reason: made })
      batch.waitingUnits -= BigInt(recipient.units)
      continue
    }
    const due = nextDue(lastDue, at.getTime(), pace)
    const dueAt = made.leavesAt(new Date(due))
    const balance = state.available + state.reserved - batch.cost
    const cost = costOf({ priceList, balance, taken: batch.taken }, [made.kind], made.text)
    const isAboveMax = !(cost instanceof Refusal) && batch.cost + cost.total > (budget ?? batch.cost + cost.total)
    if (dueAt > until || cost instanceof Refusal || isAboveMax) {
      batch.end = dueAt > until ? 'later' : isAboveMax ? 'max' : 'money'
      batch.nextNumber = recipient.number
      break
    }
    const { leavesAt: _, text: __, ...delivery } = made
    batch.deliveries.push({ ...delivery, ...(cost.deliveries[0] as DeliveryCost), id: newUuid(at.getTime()), dueAt })
    served.add(made.key)
    batch.cost += cost.total
    batch.taken = cost.taken
    batch.waitingUnits -= BigInt(recipient.units)
    batch.lastDueAt = dueAt
    // Dates have whole milliseconds, whereas the interval of a high rate has fractions.
    lastDue = Math.max(due, dueAt.getTime())
  }
  batch.reserved = remainderOf(batch, prepared, priceList, state)
  return batch
}

function remainderOf(
  { end, cost, taken, waitingUnits }: Batch,
  { content }: Prepared,
  priceList: PriceList,
  { reserved, available, budget = null }: BatchInput['state'],
): Micros {
  const total = costOfUnits(priceList, reservedKind(content), taken, waitingUnits).total
  const needed = budget !== null && total > budget - cost ? budget - cost : total
  const left = reserved - cost
  const isShort = end === 'money' || end === 'max'
  return isShort ? remainderShort({ needed, left }) : remainderAfter({ needed, left, available })
}

type Made = Pick<NewCampaignDelivery, 'number' | 'contactId' | 'address' | 'key' | 'listId' | 'kind' | 'variables'> & {
  text: string | null
  /** When a delivery due then may be sent. */
  leavesAt: (due: Date) => Date
}

function deliveryFor(
  recipient: WaitingRecipient,
  { prepared, rule, priceList, at }: BatchInput,
  served: ReadonlySet<string>,
): Made | SkipReason {
  const { content, template } = prepared
  const { number, contact_id: contactId, list_id: listId } = recipient
  if (contactId === null) return 'contact_deleted'
  if (recipient.is_excluded) return 'excluded'
  if (recipient.has_left) return 'list_left'
  const filled = fillFor(recipient, content)
  if (typeof filled === 'string') return filled
  const { address, key, variables } = filled
  // Its own key cannot be a duplicate; another one may belong to another recipient.
  if (key !== recipient.address && served.has(key)) return 'duplicate_address'
  const { subject, text, html } = filled.content
  const charged = channels[content.channel].kindOf(
    recipient,
    { subject, text, html, template_id: content.templateId },
    at,
  )
  if ('refusal' in charged || priceList.tiers[charged.kind] === undefined) return 'content_refused'
  const isRuled = rule?.isFor(address) === true
  if (isRuled && rule.words !== null && template !== null && rule.words.refusalOf({ ...template, variables }) !== null)
    return 'content_refused'
  const { category } = content
  const leavesAt = (due: Date) => (isRuled && category !== null ? rule.mayLeaveAt(category, due) : due)
  return { number, contactId, address, key, listId, kind: charged.kind, variables, text, leavesAt }
}

/** Batches of several lists are charged separately, so that usage by list equals the ledger. */
export const chargeNameOf = ({ price, listId }: NewCampaignDelivery): string => `${price.priceMicros} ${listId}`
