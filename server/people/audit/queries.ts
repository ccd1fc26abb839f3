// SQL of the audit log. The function audit_append in db/audit.sql builds the chain.

import { pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Action, actors } from './rules.ts'
import type { AuditQuery } from './schema.ts'

export interface NewEntry {
  id: Uuid
  at: Date
  actor: (typeof actors)[number]
  userId: Uuid | null
  tokenId: Uuid | null
  action: Action
  object: string | null
  details: Record<string, unknown>
}

export function append(organizationId: Uuid, entry: NewEntry): Statement {
  return sql`
    select audit_append(${organizationId}, ${entry.id}, ${entry.actor}, ${entry.userId}, ${entry.tokenId},
                        ${entry.action},
                        ${entry.object}, ${JSON.stringify(entry.details)}::jsonb, ${entry.at})`
}

export interface EntryRow {
  id: Uuid
  sequence: bigint
  actor: (typeof actors)[number]
  user_id: Uuid | null
  token_id: Uuid | null
  action: Action
  object: string | null
  details: Record<string, unknown>
  created_at: Date
  hash: Buffer
}

const columns = sql`id, sequence, actor, user_id, token_id, action, object, details, created_at, hash`

/** `cursor` is the sequence number of the entry that the page names. */
export function list(organizationId: Uuid, query: AuditQuery, cursor: bigint | undefined): Statement {
  const { action, user_id, object, from, to, limit } = query
  const place = cursor === undefined ? undefined : String(cursor)
  const page = query.ending_before === undefined ? { limit, starting_after: place } : { limit, ending_before: place }
  const { where, tail } = pageById(page, sql`sequence`)
  return sql`
    select ${columns} from audit_log
     where org_id = ${organizationId}
       ${action === undefined ? nothing : sql`and action = ${action}`}
       ${user_id === undefined ? nothing : sql`and user_id = ${user_id}`}
       ${object === undefined ? nothing : sql`and object = ${object}`}
       ${from === undefined ? nothing : sql`and created_at >= ${from}`}
       ${to === undefined ? nothing : sql`and created_at < ${to}`}
       ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from audit_log where org_id = ${organizationId} and id = ${id}`
}
