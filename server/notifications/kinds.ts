// All notices: one line per event type. The event declares who may read it. This table declares which of those members
// are notified, by which channels by default, and which of its data the text needs.

import { channelNames } from '#channels/table.ts'
import type { Detail } from '#kit/messages/details.ts'
import type { Params } from '#kit/messages/texts.ts'
import type { NoticeChannel } from './carrier.ts'

/** Where a notice is delivered: in the console, and by channels outside the program. */
export const ways = ['in_app', 'email', 'sms', 'push'] as const satisfies readonly ('in_app' | NoticeChannel)[]
export type Way = (typeof ways)[number]

/** `readers`: all members who may read it. `maker`: the member who requested it. `holder`: the conversation's owner. */
export type ToWhom = 'readers' | 'maker' | 'holder'

export interface NoticeKind {
  /** True for types about money; the preferences group types by it. */
  isMoney: boolean
  to: ToWhom
  /** Whether each channel is used by default; a missing channel is never used. */
  by: Partial<Record<Way, boolean>>
  /** Fields of the event's payload used in the text. */
  facts: readonly string[]
  /** Payload fields with a member's id: the text contains the name for readers who may see members. */
  names?: readonly string[]
  /** Lists of the payload used in the text, with the fields of their rows. */
  lists?: Readonly<Record<string, readonly string[]>>
  /** Payload fields with an explanation's sentences: codes and parameters. */
  explanations?: readonly string[]
  /** A payload field that must be true; other events notify nobody. */
  onlyIf?: string
  /** A payload field, with the values for which nobody is notified. */
  unless?: { fact: string; of: readonly string[] }
  /**
   * The console page linked from the notice: `:id` is the event's object; `:form` and `:organization` are filled from
   * the facts.
   */
  page: string
  /** Other pages, selected by the value of a fact. */
  pages?: { fact: string; of: Readonly<Record<string, string>> }
}

const IN_APP = { in_app: true, email: false, sms: false, push: false } as const
const TOLD = { in_app: true, email: true, sms: false, push: true } as const
const BY_MAIL = { ...TOLD, push: false } as const
/** Requires action on the same day. */
const URGENT = { in_app: true, email: true, sms: true, push: true } as const

const recharge = { isMoney: true, to: 'readers', page: 'billing/recharge/:id' } as const
const auto = { isMoney: true, to: 'readers', page: 'billing/auto-recharge', facts: [] } as const
const refund = {
  isMoney: true,
  to: 'readers',
  page: 'billing/refunds?open=:id',
  // `total` is the refunded amount including tax.
  facts: ['total', 'destination'],
} as const
/** Requested in the console only, so it links to the page of its kind. */
const exported = {
  isMoney: false,
  to: 'maker',
  page: 'billing/exports',
  pages: { fact: 'kind', of: { contacts: 'contacts/exports' } },
} as const
const domain = { isMoney: false, to: 'readers', page: 'forms/domains' } as const
const wallet = { isMoney: true, to: 'readers', page: 'billing' } as const
const campaign = { isMoney: false, to: 'readers', page: 'campaigns/:id' } as const
const mandate = {
  ...auto,
  facts: ['purpose', 'status', 'max_amount', 'expires_at', 'replaced_id'],
  // No new mandate is needed when it was replaced or there is nothing left to debit.
  unless: { fact: 'end_reason', of: ['replaced', 'subscription_ended'] },
  pages: { fact: 'purpose', of: { subscription: 'billing/plan' } },
} as const
const premium = { isMoney: true, to: 'readers', page: 'billing/plan' } as const
const PAID_UNTIL = 'current_period.to'

export const noticeKinds = {
  'recharge.completed': { ...recharge, by: URGENT, facts: ['amount', 'tax', 'total'] },
  'payment.failed': {
    ...recharge,
    by: URGENT,
    facts: ['purpose', 'total', 'failure_reason', 'checkout_url'],
    pages: { fact: 'purpose', of: { subscription: 'billing/plan' } },
  },
  'recharge.payment_requested': { ...recharge, by: URGENT, facts: ['total', 'reason', 'checkout_url'] },
  'invoice.generated': {
    isMoney: true,
    to: 'readers',
    by: BY_MAIL,
    facts: ['kind', 'number', 'total'],
    page: 'billing/invoices?open=:id',
  },
  'balance.low': { ...wallet, by: URGENT, facts: ['level', 'balance', 'of'] },
  'balance.empty': { ...wallet, by: URGENT, facts: ['balance', 'next_price'] },
  'credit.granted': { ...wallet, by: TOLD, facts: ['amount', 'description'] },
  'usage.monthly_summary': {
    isMoney: true,
    to: 'readers',
    by: BY_MAIL,
    facts: [
      'month',
      'total.amount',
      'total.messages',
      'total.sent',
      'previous.month',
      'previous.amount',
      'change.percent',
    ],
    lists: { by_kind: ['kind', 'messages', 'sent', 'amount'], tips: ['code', 'kind', 'amount'] },
    page: 'usage/months',
  },
  'enterprise_pricing.reached': {
    isMoney: false,
    to: 'readers',
    by: TOLD,
    facts: ['organization_name', 'channel', 'month'],
    page: 'operator/organizations/:id',
  },
  'form.reported': {
    isMoney: false,
    to: 'readers',
    by: BY_MAIL,
    facts: ['form_name', 'organization_id', 'organization_name', 'is_priority', 'reason', 'details'],
    page: 'operator/organizations/:organization',
  },
  'domain.proof_missing': { ...domain, by: URGENT, facts: ['display_name', 'record.name', 'proof_missing_until'] },
  'domain.unverified': { ...domain, by: URGENT, facts: ['display_name'] },
  'mandate.given': { ...mandate, by: TOLD },
  'mandate.updated': { ...mandate, by: TOLD },
  'mandate.ended': { ...mandate, by: TOLD },
  'auto_recharge.updated': { ...auto, by: IN_APP, facts: ['enabled', 'threshold', 'amount'] },
  'auto_recharge.limited': { ...auto, by: TOLD, facts: ['reason', 'limited_until'] },
  'auto_recharge.debit_requested': { ...recharge, by: TOLD, facts: ['total', 'debit_at'] },
  'auto_recharge.retry_scheduled': { ...auto, by: TOLD, facts: ['next_attempt_at'] },
  'auto_recharge.switched_off': { ...auto, by: URGENT },
  'grace.started': { ...auto, by: URGENT, facts: ['grace_until'] },
  'grace.ended': { ...auto, by: TOLD, facts: ['outcome'] },
  'subscription.pending': { ...premium, by: IN_APP, facts: ['payment.total', 'payment.checkout_url'] },
  'subscription.activated': { ...premium, by: TOLD, facts: [PAID_UNTIL] },
  'subscription.payment_due': {
    ...premium,
    by: URGENT,
    facts: ['payment.kind', 'payment.total', 'payment.due_at', 'previous_total', 'payment.checkout_url'],
  },
  'subscription.renewed': { ...premium, by: TOLD, facts: ['payment.total', PAID_UNTIL] },
  'subscription.grace_started': {
    ...premium,
    by: URGENT,
    facts: ['failure_reason', 'grace_until', 'next_attempt_at', 'payment.checkout_url'],
  },
  'subscription.grace_reminder': {
    ...premium,
    by: URGENT,
    facts: ['payment.total', 'grace_until', 'payment.checkout_url'],
  },
  'subscription.cancelled': { ...premium, by: TOLD, facts: ['status', PAID_UNTIL] },
  'subscription.resumed': { ...premium, by: TOLD, facts: ['next_debit_at'] },
  'subscription.ended': { ...premium, by: URGENT, facts: ['end_reason'] },
  'payment.disputed': { ...recharge, by: URGENT, facts: ['status', 'total', 'respond_by'] },
  'payment.refunded_at_gateway': { ...recharge, by: TOLD, facts: ['status', 'total'] },
  'payment.taken_back': {
    ...recharge,
    by: URGENT,
    facts: ['subscription_payment_id', 'kind', 'total', 'taken', 'shortfall'],
  },
  'refund.requested': { ...refund, by: IN_APP, names: ['requested_by'] },
  'refund.approved': { ...refund, by: TOLD, facts: ['total', 'destination', 'expected_from', 'expected_by'] },
  'refund.started': { ...refund, by: TOLD, facts: ['total', 'reason', 'expected_from', 'expected_by'] },
  'refund.processing': { ...refund, by: IN_APP },
  'refund.completed': { ...refund, by: TOLD },
  'refund.rejected': { ...refund, by: TOLD, facts: ['total', 'decision_note'] },
  'refund.failed': { ...refund, by: TOLD, facts: ['total', 'subscription_payment_id'] },
  'invitation.accepted': { isMoney: false, to: 'readers', by: TOLD, facts: ['email'], page: 'settings/team' },
  'webhook_endpoint.switched_off': {
    isMoney: false,
    to: 'readers',
    by: TOLD,
    facts: ['url', 'switched_off_because'],
    page: 'developers/webhooks/:id',
  },
  'channel_account.failing': {
    isMoney: false,
    to: 'readers',
    by: TOLD,
    facts: ['channel', 'failing_since', 'health.error.detail'],
    explanations: ['health.error.details'],
    page: 'settings/channels',
  },
  'channel_account.recovered': {
    isMoney: false,
    to: 'readers',
    by: IN_APP,
    facts: ['channel', 'failing_since'],
    page: 'settings/channels',
  },
  'channel_account.warned': {
    isMoney: false,
    to: 'readers',
    by: TOLD,
    facts: ['channel', 'kind', 'detail'],
    page: 'settings/channels',
    pages: {
      fact: 'channel',
      of: Object.fromEntries(channelNames.map((channel) => [channel, `settings/channels/${channel}`])),
    },
  },
  'campaign.paused': { ...campaign, by: TOLD, facts: ['name', 'pause_reasons'] },
  'campaign.completed': { ...campaign, by: IN_APP, facts: ['name'] },
  'export.completed': { ...exported, by: TOLD, facts: ['kind', 'expires_at'] },
  'export.failed': { ...exported, by: TOLD, facts: ['kind'] },
  // One notice for several submissions within minutes; therefore never by SMS.
  'form.submitted': {
    isMoney: false,
    to: 'readers',
    by: { in_app: true, email: false, push: true },
    facts: ['form_name', 'form_id'],
    onlyIf: 'notify',
    page: 'forms/:form/submissions',
  },
  // Never by SMS: there can be one a minute. The sender's name is looked up when the notice is read, so that it is not
  // stored.
  'message.received': {
    isMoney: false,
    to: 'holder',
    by: { in_app: true, email: false, push: true },
    facts: ['channel'],
    page: 'inbox/:conversation',
  },
} as const satisfies Record<string, NoticeKind>

export type NoticeType = keyof typeof noticeKinds
export const noticeTypes = Object.keys(noticeKinds) as NoticeType[]

export const isNoticeType = (type: string): type is NoticeType => Object.hasOwn(noticeKinds, type)

/** Coalesced into one notice per member and conversation, for a while. */
export const isCoalesced = (type: NoticeType): boolean => kindOf(type).to === 'holder'

export const kindOf = (type: NoticeType): NoticeKind => noticeKinds[type]

export function pageOf(type: NoticeType, facts: StoredFacts | null): string {
  const { page, pages } = kindOf(type)
  const value = pages && facts?.[pages.fact]
  return (typeof value === 'string' ? pages?.of[value] : undefined) ?? page
}

/** The channels that a member can choose for a type. */
export const waysOf = (type: NoticeType): Way[] => ways.filter((way) => kindOf(type).by[way] !== undefined)

export type Fact = string | number | boolean | null
export type StoredFacts = Record<string, Fact | (Record<string, Fact> | Detail)[]>

/** The payload data that the text uses: a few short values, however large the payload. */
export function factsOf(type: NoticeType, payload: Record<string, unknown>): StoredFacts {
  const { facts, lists = {}, explanations = [] } = kindOf(type)
  const kept: StoredFacts = plainFacts(facts, payload)
  for (const [name, fields] of Object.entries(lists)) {
    const rows = payload[name]
    if (Array.isArray(rows)) kept[name] = rows.slice(0, ROWS_MAX).map((row) => plainFacts(fields, row))
  }
  for (const path of explanations) {
    const sentences = valueAt(path, payload)
    if (Array.isArray(sentences)) kept[path] = sentences.slice(0, ROWS_MAX).map(plainDetail)
  }
  return kept
}

const plainDetail = ({ code, params }: Detail): Detail => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, FACT_MAX) : value]),
  ) as Params,
})

const valueAt = (path: string, from: unknown): unknown =>
  path.split('.').reduce<unknown>((of, name) => (of as Record<string, unknown> | null)?.[name], from)

/** A list of words. */
const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function plainFacts(paths: readonly string[], from: unknown): Record<string, Fact> {
  const facts: Record<string, Fact> = {}
  for (const path of paths) {
    const found = valueAt(path, from)
    const value = isWords(found) ? found.join(' ') : found
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    facts[path] = isPlain ? (typeof value === 'string' ? value.slice(0, FACT_MAX) : (value as Fact)) : null
  }
  return facts
}

/** Maximum number of rows per list; a month has fewer kinds and tips. */
const ROWS_MAX = 20

/** Maximum length of a value; the longest is a checkout's URL. */
const FACT_MAX = 2000
