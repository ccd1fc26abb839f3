// SQL of sending: one statement per table for all organizations of a flush, with arrays as parameters. Each row carries
// the position of its organization, so that data never crosses organizations.

import { insertingForAll, notLeftOut, organizationAt, type Placed } from '#kit/database/places.ts'
import { type Column, rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import type { AcceptedMessage } from './rules.ts'

export interface DestinationRow {
  place: number
  id: Uuid
  user_id: Uuid
  group_id: Uuid | null
  /** Number of members of the group; 0 without a group. */
  group_size: number
  contact_id: Uuid | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  app_number: string | null
  unsubscribed: Record<string, number> | null
  suppressed: Record<string, string> | null
  marketing_stopped_at: Date | null
  last_inbound_at: Date | null
  last_active_at: Date | null
}

export interface AskedConversation extends Placed {
  id: Uuid
}

const reachable = sql`t.email, t.phone_number, t.app_id, t.app_number, t.unsubscribed, t.suppressed,
  t.marketing_stopped_at,
  t.last_inbound_at`

/** `offset 0` keeps the index lookup by key, whatever the table statistics say. */
const asIs = sql`offset 0`

const given = (asked: readonly AskedConversation[]): Statement =>
  rowsOf('given', asked, { place: ['int4', ({ place }) => place], id: ['uuid', ({ id }) => id] })

/** The conversations with their contact's addresses, or with the size of their group. */
export function destinations(organizationIds: readonly Uuid[], asked: readonly AskedConversation[]): Statement {
  return sql`
    select given.place, found.* from ${given(asked)} cross join lateral (
      select c.id, c.user_id, c.group_id, c.contact_id, c.last_active_at, ${reachable},
             case when c.group_id is null then 0
                  else (select count(*)::int from group_members m
                         where m.org_id = c.org_id ${onShard(sql`m.org_id`, organizationIds)}
                           and m.group_id = c.group_id) end as group_size
        from conversations c left join contacts t on t.org_id = c.org_id and t.id = c.contact_id
       where c.org_id = ${organizationAt(organizationIds)} and c.id = given.id ${asIs}) found`
}

export type RecipientRow = Omit<DestinationRow, 'user_id' | 'group_id' | 'group_size' | 'last_active_at'>

/** One row per member of the groups of these conversations. */
export function groupRecipients(organizationIds: readonly Uuid[], asked: readonly AskedConversation[]): Statement {
  return sql`
    select given.place, found.* from ${given(asked)} cross join lateral (
      select c.id, t.id as contact_id, ${reachable}
        from conversations c
        join group_members m on m.org_id = c.org_id and m.group_id = c.group_id
        join contacts t on t.org_id = m.org_id and t.id = m.contact_id
       where c.org_id = ${organizationAt(organizationIds)} and c.id = given.id and c.group_id is not null
       order by m.contact_id) found`
}

const makings = {
  template_id: ['uuid', ({ made }) => made?.templateId ?? null],
  template_version: ['int4', ({ made }) => made?.version ?? null],
  variables: ['text', ({ made }) => (made?.variables ? JSON.stringify(made.variables) : null)],
  send_at: ['timestamptz', ({ sendAt }) => sendAt],
} as const satisfies Record<string, Column<AcceptedMessage>>

const interactions = {
  interactive: ['text', ({ content }) => (content.interactive == null ? null : JSON.stringify(content.interactive))],
  answers_id: ['uuid', ({ content }) => content.reply_to_message_id ?? null],
} as const satisfies Record<string, Column<AcceptedMessage>>

export function insertMessages(
  organizationIds: readonly Uuid[],
  at: Date,
  all: readonly (AcceptedMessage & Placed)[],
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const isMade = all.some(({ made, sendAt }) => made !== null || sendAt !== null)
  const isInteractive = all.some(
    ({ content: { interactive, reply_to_message_id } }) => interactive != null || reply_to_message_id != null,
  )
  const messages = rowsOf('given', all, {
    place: ['int4', (one) => one.place],
    id: ['uuid', (one) => one.id],
    conversation_id: ['uuid', (one) => one.conversationId],
    channel: ['word', (one) => one.channel],
    sender_id: ['uuid', (one) => one.userId],
    subject: ['text', (one) => one.content.subject],
    text: ['text', (one) => one.content.text],
    html: ['text', (one) => one.content.html],
    // Most flushes have none of these; the columns are then left out.
    ...(isMade ? makings : {}),
    ...(isInteractive ? interactions : {}),
  })
  return sql`
    insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html, created_at
      ${isMade ? sql`, template_id, template_version, variables, send_at` : nothing}
      ${isInteractive ? sql`, interactive, answers_id` : nothing})
    select ${id}, given.id, conversation_id, 'outbound', channel, sender_id, subject, text, html, ${at}::timestamptz
      ${isMade ? sql`, template_id, template_version, variables::jsonb, send_at` : nothing}
      ${isInteractive ? sql`, interactive::jsonb, answers_id` : nothing}
      from ${beside} ${messages} where ${condition}`
}

/** Sets the flag on messages with attachments; attachments of other messages are never looked up. */
export function markAttachments(organizationIds: readonly Uuid[], rows: readonly ({ id: Uuid } & Placed)[]): Statement {
  const given = rowsOf('given', rows, { place: ['int4', ({ place }) => place], id: ['uuid', ({ id }) => id] })
  return sql`
    update messages m set has_attachments = true from ${given}
     where m.org_id = ${organizationAt(organizationIds)} and m.id = given.id and ${notLeftOut()}`
}

/**
 * `volumeListIds`: per organization, or null. `accountIds`: per organization, in channel order, the assigned accounts
 * of its deliveries. Each assignment is passed once for all its deliveries.
 */
export function insertDeliveries(
  organizationIds: readonly Uuid[],
  volumeListIds: readonly (Uuid | null)[],
  accountIds: readonly (readonly (Uuid | null)[])[],
  at: Date,
  month: string,
  messages: readonly (AcceptedMessage & Placed)[],
): Statement {
  const all = messages.flatMap(({ place, deliveries, leavesAt }) =>
    deliveries.map((delivery) => ({ place, delivery, leavesAt })),
  )
  const isScheduled = messages.some(({ sendAt }) => sendAt !== null)
  const pins = new Pins(accountIds)
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const deliveries = rowsOf('given', all, {
    place: ['int4', ({ place }) => place],
    id: ['uuid', ({ delivery }) => delivery.id],
    message_id: ['uuid', ({ delivery }) => delivery.messageId],
    conversation_id: ['uuid', ({ delivery }) => delivery.conversationId],
    contact_id: ['uuid', ({ delivery }) => delivery.contactId],
    address: ['text', ({ delivery }) => delivery.address],
    channel: ['word', ({ delivery }) => delivery.channel],
    kind: ['word', ({ delivery }) => delivery.kind],
    price_micros: ['int8', ({ delivery }) => delivery.price.priceMicros],
    tier: ['int4', ({ delivery }) => delivery.price.tier],
    month_number: ['int8', ({ delivery }) => delivery.monthNumber],
    units: ['int4', ({ delivery }) => delivery.units],
    transaction_id: ['uuid', ({ delivery }) => delivery.transactionId],
    pin: ['int4', ({ place, delivery }) => pins.numberOf(place, delivery.channel)],
    ...(isScheduled ? { leaves_at: ['timestamptz', ({ leavesAt }) => leavesAt] as const } : {}),
  })
  return sql`
    insert into deliveries (org_id, id, message_id, conversation_id, contact_id, address, channel, kind, status,
      price_micros,
                            tier, month, month_number, units, transaction_id, volume_list_id, account_id,
                            due_at, created_at)
    select ${id}, given.id, message_id, conversation_id, contact_id, address, channel, kind, 'queued',
           price_micros, tier, ${month}::date, month_number, units, transaction_id,
           (${plainArray(volumeListIds)}::uuid[])[given.place], (${plainArray(pins.all)}::uuid[])[given.pin],
           ${isScheduled ? sql`leaves_at` : sql`${at}::timestamptz`}, ${at}::timestamptz
      from ${beside} ${deliveries} where ${condition}`
}

/** The assigned accounts of a statement's deliveries, numbered from 1. */
class Pins {
  readonly all: Uuid[] = []
  readonly #accountIds: readonly (readonly (Uuid | null)[])[]
  readonly #numbers = new Map<Uuid, number>()

  constructor(accountIds: readonly (readonly (Uuid | null)[])[]) {
    this.#accountIds = accountIds
  }

  /** Null without an assigned account. */
  numberOf(place: number, channel: ChannelName): number | null {
    const pin = this.#accountIds[place - 1]?.[channelNames.indexOf(channel)] ?? null
    if (pin === null) return null
    const known = this.#numbers.get(pin)
    if (known !== undefined) return known
    const number = this.all.push(pin)
    this.#numbers.set(pin, number)
    return number
  }
}
