// SQL of what arrived at the sandbox.

import type { ChannelName } from '#channels/rules.ts'
import { endByBytes, pageById } from '#edge/paging.ts'
import type { Uuid } from '#kit/ids.ts'
import { nothing, type Statement, sql } from '#kit/sql.ts'
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
}

const columns = sql`id, channel, from_address, address, subject, text, html, raw, received_at`

export function list(organizationId: Uuid, query: SandboxQuery): Statement {
  const { where, tail } = pageById(query)
  const rows = sql`
    select ${columns} from sandbox_messages where org_id = ${organizationId}
      ${query.channel === undefined ? nothing : sql`and channel = ${query.channel}`}
      ${query.address === undefined ? nothing : sql`and lower(address) = lower(${query.address})`}
      ${where} ${tail}`
  return endByBytes(rows, bytesOfMessage)
}

const bytesOfMessage = sql`
  coalesce(octet_length(subject), 0) + coalesce(octet_length(text), 0) + coalesce(octet_length(html), 0) + octet_length(raw)`

export function exists(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from sandbox_messages where org_id = ${organizationId} and id = ${id}`
}

export function insert(organizationId: Uuid, rows: SandboxMessageRow[]): Statement {
  return sql`
    insert into sandbox_messages (org_id, id, channel, from_address, address, subject, text, html, raw, received_at)
    select ${organizationId}, id, channel, from_address, address, subject, text, html, raw, received_at
      from unnest(${rows.map((one) => one.id)}::uuid[], ${rows.map((one) => one.channel)}::text[],
                  ${rows.map((one) => one.from_address)}::text[], ${rows.map((one) => one.address)}::text[],
                  ${rows.map((one) => one.subject)}::text[], ${rows.map((one) => one.text)}::text[],
                  ${rows.map((one) => one.html)}::text[], ${rows.map((one) => one.raw)}::text[],
                  ${rows.map((one) => one.received_at)}::timestamptz[])
           as given (id, channel, from_address, address, subject, text, html, raw, received_at)`
}
