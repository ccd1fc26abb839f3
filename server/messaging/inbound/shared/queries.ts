// SQL of the quarantine: messages received through shared accounts without a known organization.

import { channelsWith } from '#channels/table.ts'
import { type Page, pageById } from '#edge/paging.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { literals, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export interface QuarantineRow {
  id: Uuid
  channel: ChannelName
  source: string
  fingerprint: Buffer
  body: Buffer
  address: string
  text: string | null
  received_at: Date
  assigned_to: Uuid | null
}

/** A row with its body, or the beginning of it. */
export type QuarantineBodyRow = Omit<QuarantineRow, 'fingerprint'> & { size: number }

const columns = sql`id, channel, source, fingerprint, body, address, text, received_at, assigned_to`

const beginning = (bytesMax: number): Statement => sql`
  id, channel, source, substring(body from 1 for ${bytesMax}::int) as body, octet_length(body) as size, address, text,
  received_at, assigned_to`

export function quarantine(row: Omit<QuarantineRow, 'assigned_to'>): Statement {
  const given = rowsOf('given', [row], {
    id: ['uuid', (one) => one.id],
    channel: ['word', (one) => one.channel],
    source: ['word', (one) => one.source],
    fingerprint: ['bytea', (one) => one.fingerprint],
    body: ['bytea', (one) => one.body],
    address: ['text', (one) => one.address],
    text: ['text', (one) => one.text],
    received_at: ['timestamptz', (one) => one.received_at],
  })
  return sql`
    insert into quarantine (id, channel, source, fingerprint, body, address, text, received_at)
    select id, channel, source, fingerprint, body, address, text, received_at from ${given}
    on conflict (fingerprint) do nothing`
}

export function isQuarantined(fingerprint: Buffer): Statement {
  return sql`select 1 from quarantine where fingerprint = ${fingerprint}`
}

export const countQuarantined = sql`
  select count(*)::int as waiting, min(received_at) as oldest from quarantine`

export function listQuarantined(page: Page, bytesMax: number): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${beginning(bytesMax)} from quarantine where true ${where} ${tail}`
}

export function quarantinedById(id: Uuid, bytesMax: number): Statement {
  return sql`select ${beginning(bytesMax)} from quarantine where id = ${id}`
}

export function lockQuarantined(id: Uuid): Statement {
  return sql`select ${columns} from quarantine where id = ${id} for update`
}

export function assign(id: Uuid, organizationId: Uuid): Statement {
  return sql`update quarantine set assigned_to = ${organizationId} where id = ${id}`
}

export function removeQuarantined(id: Uuid): Statement {
  return sql`delete from quarantine where id = ${id}`
}

export interface WriterAddresses {
  email: string | null
  phone_number: string | null
  app_id: string | null
}

/** A webhook of the app contains its senders' numbers and ids. */
const isIn = (address: Statement): Statement => sql`position(convert_to(to_json(${address})::text, 'UTF8') in body) > 0`

/** A condition: sent from one of these addresses, and not assigned to another organization. */
const isFrom = (organizationId: Uuid, { email, phone_number: phone, app_id: appId }: WriterAddresses): Statement => sql`
  (assigned_to is null or assigned_to = ${organizationId}) and (
    channel in (${literals(channelsWith('email'))}) and lower(address) = lower(${email}::text)
    or channel in (${literals(channelsWith('phone_number'))}) and address = ${phone}::text
    or channel in (${literals(channelsWith('app_id'))})
      and (${isIn(sql`ltrim(${phone}::text, '+')`)} or ${isIn(sql`${appId}::text`)}))`

export function countOfWriter(organizationId: Uuid, addresses: WriterAddresses): Statement {
  return sql`select count(*)::int as count from quarantine where ${isFrom(organizationId, addresses)}`
}

export interface QuarantinedOfWriter {
  id: Uuid
  channel: ChannelName
  text: string | null
  received_at: Date
}

export function listOfWriter(organizationId: Uuid, addresses: WriterAddresses): Statement {
  return sql`
    select id, channel, text, received_at from quarantine where ${isFrom(organizationId, addresses)} order by id`
}

export function forgetOfWriter(organizationId: Uuid, addresses: WriterAddresses): Statement {
  return sql`delete from quarantine where ${isFrom(organizationId, addresses)}`
}

export function removeOldQuarantined(before: Date, limit: number): Statement {
  return sql`
    delete from quarantine where id in (
      select id from quarantine where received_at < ${before} order by received_at limit ${limit}
         for update skip locked)`
}
