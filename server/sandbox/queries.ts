// SQL of messages received by the sandbox.

import { endByBytes, pageById } from '#edge/paging.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Interactive } from '#messaging/channels/interactive.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { isRoleWithin } from '#people/access/queries.ts'
import type { SandboxQuery } from './schema.ts'

export interface SandboxMessageRow {
  id: Uuid
  channel: ChannelName
  from_address: string
  address: string
  subject: string | null
  text: string | null
  html: string | null
  raw: string
  received_at: Date
  /** The message's delivery; null for mail that is no delivery. */
  delivery_id: Uuid | null
}

const columns = sql`id, channel, from_address, address, subject, text, html, raw, received_at, delivery_id`

/** A caller who reads the sandbox. */
export interface Looker {
  organizationId: Uuid
  userId: Uuid
  permissions: ReadonlySet<string>
  /** Whether mails and SMS to the caller personally are included. */
  actsAsPerson: boolean
  /** Whether other users' conversations are included. */
  seesAll: boolean
  /**
   * Which invitations are included: those that the caller's user made to a role whose permissions the caller has, all,
   * or none.
   */
  invitations: 'own' | 'all' | 'none'
}

/**
 * Hides messages of other users' conversations and invitations to roles that the caller may not grant. Messages of the
 * program to a user (password resets, codes, notices) are visible to that user only.
 */
export function visibleTo(looker: Looker): Statement {
  const { organizationId, userId, permissions, actsAsPerson, seesAll, invitations } = looker
  const ofConversation = sql`(conversation_id is null or exists (
    select 1 from conversations c where c.org_id = ${organizationId} and c.user_id = ${userId}
      and c.id = ${conversationOf([organizationId], sql`s.org_id`, sql`s.conversation_id`)}))`
  const byInvitation = {
    all: nothing,
    none: sql`and invitation_id is null`,
    own: sql`and (invitation_id is null or exists (
      select 1 from invitations i where i.org_id = ${organizationId} and i.id = invitation_id
        and i.invited_by = ${userId}
        and ${isRoleWithin(organizationId, { name: sql`i.role_name`, id: sql`i.role_id` }, permissions)}))`,
  }[invitations]
  const toUser = actsAsPerson ? sql`or only_user_id = ${userId}` : nothing
  return sql`
    and (only_user_id is null ${toUser}) ${seesAll ? nothing : sql`and ${ofConversation}`}
    ${byInvitation}`
}

export function list(looker: Looker, query: SandboxQuery, channels: readonly ChannelName[]): Statement {
  const { organizationId } = looker
  const { where, tail } = pageById(query)
  const rows = sql`
    select ${columns} from sandbox_messages s where s.org_id = ${organizationId} and not ${isOfDeleted(organizationId)}
      and channel = any(${query.channel === undefined ? channels : [query.channel]})
      ${query.address === undefined ? nothing : sql`and lower(address) = lower(${query.address})`}
      ${visibleTo(looker)} ${where} ${tail}`
  return endByBytes(rows, bytesOfMessage)
}

const bytesOfMessage = sql`
  coalesce(octet_length(subject), 0) + coalesce(octet_length(text), 0) + coalesce(octet_length(html),
    0) + octet_length(raw)`

/** One of the messages that `list` returns. */
export function one(looker: Looker, id: Uuid): Statement {
  const { organizationId } = looker
  return sql`
    select ${columns} from sandbox_messages s
     where s.org_id = ${organizationId} and s.id = ${id} and not ${isOfDeleted(organizationId)} ${visibleTo(looker)}`
}

export interface ArrivedMail extends SandboxMessageRow {
  /** The invitation that the mail contains, from its Message-ID. */
  invitation_id: Uuid | null
  /** For a message of the program itself: the only user who may see it. */
  only_user_id?: Uuid | null
  /** The buttons or the list below its text. */
  interactive?: Interactive | null
  /** The provider's id of the quoted message. */
  answers_provider_id?: string | null
  /** For a template message; unset otherwise. */
  components?: TemplateComponents | null
}

/**
 * Stores messages with references to their origin and returns the stored ids. Messages whose origin was deleted are not
 * stored. The deliveries are locked until the commit, so that a concurrent deletion finds the messages. `held`: whether
 * to wait for a delivery locked by another transaction or to skip it; a caller that already holds locks must skip, to
 * avoid deadlocks.
 */
export function insert(organizationId: Uuid, rows: ArrivedMail[], held: 'wait' | 'pass over'): Statement {
  const given = rowsOf('given', rows, {
    id: ['uuid', (one) => one.id],
    channel: ['word', (one) => one.channel],
    from_address: ['text', (one) => one.from_address],
    address: ['text', (one) => one.address],
    subject: ['text', (one) => one.subject],
    text: ['text', (one) => one.text],
    html: ['text', (one) => one.html],
    raw: ['text', (one) => one.raw],
    received_at: ['timestamptz', (one) => one.received_at],
    delivery_id: ['uuid', (one) => one.delivery_id],
    invitation_id: ['uuid', (one) => one.invitation_id],
    only_user_id: ['uuid', (one) => one.only_user_id ?? null],
    interactive: ['text', (one) => (one.interactive == null ? null : JSON.stringify(one.interactive))],
    answers_provider_id: ['text', (one) => one.answers_provider_id ?? null],
    components: ['text', ({ components = null }) => (components === null ? null : JSON.stringify(components))],
  })
  return sql`
    with given as materialized (select * from ${given}),
    free as materialized (
      select d.id, d.message_id, d.conversation_id, d.contact_id from deliveries d
       where d.org_id = ${organizationId} and d.id = any(${rows.map((one) => one.delivery_id)}::uuid[])
         for share ${held === 'wait' ? nothing : sql`skip locked`})
    insert into sandbox_messages (org_id, id, channel, from_address, address, subject, text, html, raw, received_at,
                                  delivery_id, message_id, conversation_id, contact_id, invitation_id,
                                  only_user_id, interactive, answers_provider_id, components)
    select ${organizationId}, g.id, g.channel, g.from_address, g.address, g.subject, g.text, g.html, g.raw,
      g.received_at,
           f.id, f.message_id, f.conversation_id, f.contact_id, g.invitation_id, g.only_user_id,
           g.interactive::jsonb, g.answers_provider_id, g.components::jsonb
      from given g left join free f on f.id = g.delivery_id
     where f.contact_id is not null
        or not exists (select 1 from deliveries d where d.org_id = ${organizationId} and d.id = g.delivery_id)
    returning id`
}

// --- What goes: with what it shows, and with time
// ---------------------------------------------------------------------

export function removeOfMessages(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    delete from sandbox_messages s using ${keysOf(organizationId, messageIds)} k
     where s.org_id = k.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.message_id = k.id`
}

export function removeOfConversations(organizationId: Uuid, conversationIds: Uuid[]): Statement {
  return sql`
    delete from sandbox_messages s using ${keysOf(organizationId, conversationIds)} k
     where s.org_id = k.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.conversation_id = k.id`
}

export function mergeConversations(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[]): Statement {
  return sql`
    update sandbox_messages s set conversation_id = g.into_id
      from ${rowsOf('g', merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })}
     where s.org_id = ${organizationId} and s.conversation_id = g.from_id`
}

export function mergeContacts(organizationId: Uuid, fromId: Uuid, intoId: Uuid): Statement {
  return sql`
    update sandbox_messages set contact_id = ${intoId} where org_id = ${organizationId} and contact_id = ${fromId}`
}

export function mergeMessages(organizationId: Uuid, merged: { id: Uuid; into: Uuid }[]): Statement {
  const given = rowsOf('g', merged, { id: ['uuid', ({ id }) => id], into_id: ['uuid', ({ into }) => into] })
  return sql`
    update sandbox_messages s set conversation_id = g.into_id from ${given}
     where s.org_id = ${organizationId} and s.message_id = g.id`
}

/** Deletes messages to these contacts, except those deleted in batches. */
export function removeOfContacts(organizationId: Uuid, contactIds: Uuid[]): Statement {
  return sql`
    delete from sandbox_messages s using ${keysOf(organizationId, contactIds)} k
     where s.org_id = k.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.contact_id = k.id
       and not ${isOfDeleted(organizationId)}`
}

/** Deletes messages to the contacts' addresses that refer to no contact. Runs while the contacts still exist. */
export function removeToAddresses(organizationId: Uuid, contactIds: Uuid[]): Statement {
  return sql`
    delete from sandbox_messages s
     where s.org_id = ${organizationId} and s.contact_id is null and s.channel = 'email' and lower(s.address) in (
       select lower(t.email) from contacts t
        where t.org_id = ${organizationId} and t.id = any(${contactIds}::uuid[]) and t.email is not null)`
}

export function removeOfDeliveries(
  organizationId: Uuid,
  { messageIds, contactIds }: { messageIds: Uuid[]; contactIds: Uuid[] },
): Statement {
  return sql`
    delete from sandbox_messages s using (
      select found.org_id, found.id from ${keysOf(organizationId, messageIds)} k cross join lateral (
        select org_id, id, contact_id from sandbox_messages
         where org_id = ${organizationId} and message_id = k.id offset 0) found
       where found.contact_id = any(${contactIds}::uuid[]) offset 0) theirs
     where s.org_id = theirs.org_id ${onShard(sql`s.org_id`, [organizationId])} and s.id = theirs.id`
}

/** True when message `s` belongs to a conversation or contact that is being deleted. */
export const isOfDeleted = (organizationId: Uuid): Statement => {
  const isGone = (id: Statement) => isBeingDeleted([organizationId], sql`s.org_id`, id)
  return sql`(${isGone(sql`s.conversation_id`)} or ${isGone(sql`s.contact_id`)})`
}

/** Organizations with mail from before `before`, or with more than `most`. */
export function organizationsWithOldMail(before: Date, most: number, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select 1 from sandbox_messages s where s.org_id = o.id and s.id < ${firstUuidAt(before)})
        or exists (select 1 from sandbox_messages s where s.org_id = o.id order by s.id desc offset ${most} limit 1)
     order by o.id limit ${limit}`
}

export function removeOldMail(organizationId: Uuid, before: Date, most: number, limit: number): Statement {
  return sql`
    delete from sandbox_messages where org_id = ${organizationId} and id in (
      select id from sandbox_messages
       where org_id = ${organizationId}
         and id <= greatest(${firstUuidAt(before)}::uuid, (
           select id from sandbox_messages where org_id = ${organizationId} order by id desc offset ${most} limit 1))
       order by id limit ${limit} for update skip locked)`
}
