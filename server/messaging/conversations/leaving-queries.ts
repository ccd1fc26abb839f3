// SQL for departing users: whose conversations and contacts are transferred, and the next batch. The readers' lock is
// held throughout, so that no conversation is created and no other owner changes.

import type { Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { counterpartAndHeir, existing } from './hand-over-queries.ts'
import { isReader } from './queries.ts'

/** The users among these who may not see conversations, whether or not they have any. */
export function nonReaders(organizationId: Uuid, userIds: readonly Uuid[]): Statement {
  return sql`
    select given.user_id from unnest(${userIds}::uuid[]) as given (user_id)
     where not ${isReader(organizationId, sql`given.user_id`)} order by given.user_id`
}

export function noteLeavings(
  { organizationId, at }: Scope,
  userIds: readonly Uuid[],
  transferTo: Uuid | null,
): Statement {
  const { id, beside } = insertingFor(organizationId)
  return sql`
    insert into leavings (org_id, user_id, transfer_to, created_at)
    select ${id}, given.user_id, ${transferTo}::uuid, ${at}::timestamptz
      from ${beside} unnest(${userIds}::uuid[]) as given (user_id)
    on conflict (org_id, user_id) do update set transfer_to = excluded.transfer_to, created_at = excluded.created_at`
}

export interface LeavingRow {
  user_id: Uuid
  transfer_to: Uuid | null
  created_at: Date
  /** True if the user left the organization, and did not only lose access: then their contacts are transferred too. */
  is_gone: boolean
}

export function noted(organizationId: Uuid): Statement {
  return sql`
    select l.user_id, l.transfer_to, l.created_at, not exists (
             select from memberships m where m.org_id = ${organizationId} and m.user_id = l.user_id) as is_gone
      from leavings l where l.org_id = ${organizationId} order by l.user_id`
}

/** A row per user with conversations to transfer: of these users, or of all recorded ones. */
export function anyLeft(organizationId: Uuid, userIds: readonly Uuid[] | null): Statement {
  return sql`
    select l.user_id from leavings l cross join lateral (
      select from conversations where org_id = ${organizationId} and user_id = l.user_id limit 1) c
     where l.org_id = ${organizationId} ${among(userIds)} and not ${isReader(organizationId, sql`l.user_id`)} limit 1`
}

/**
 * The newest conversations of departing users, each with its new owner and that user's existing conversation with the
 * contact or group. The new owner is the named user, otherwise the owner of the contact or group, otherwise
 * `otherwise`; only users who may see conversations. Users who may see conversations again keep theirs.
 */
export function next(organizationId: Uuid, userIds: readonly Uuid[] | null, otherwise: Uuid, limit: number): Statement {
  return sql`
    with given as materialized (
      select c.id, c.contact_id, c.group_id, coalesce(
               case when ${isReader(organizationId, sql`l.transfer_to`)} then l.transfer_to end,
               (select t.owner_id from contacts t
                 where t.org_id = ${organizationId} and t.id = c.contact_id
                   and ${isReader(organizationId, sql`t.owner_id`)}),
               (select g.created_by from groups g
                 where g.org_id = ${organizationId} and g.id = c.group_id
                   and ${isReader(organizationId, sql`g.created_by`)}),
               ${otherwise}::uuid) as heir_id
        from leavings l cross join lateral (
          select id, contact_id, group_id from conversations
           where org_id = ${organizationId} and user_id = l.user_id order by id desc limit ${limit}) c
       where l.org_id = ${organizationId} ${among(userIds)} and not ${isReader(organizationId, sql`l.user_id`)}
       limit ${limit})
    select ${counterpartAndHeir}, ${existing(organizationId)} as existing_id from given order by given.id`
}

const among = (userIds: readonly Uuid[] | null): Statement =>
  userIds === null ? nothing : sql`and l.user_id = any(${userIds}::uuid[])`

/** Ends the departures of these users as recorded at these times: a user who left again since stays recorded. */
export function end(organizationId: Uuid, leavings: readonly Pick<LeavingRow, 'user_id' | 'created_at'>[]): Statement {
  const given = rowsOf('g', leavings, {
    user_id: ['uuid', (one) => one.user_id],
    created_at: ['timestamptz', (one) => one.created_at],
  })
  return sql`
    delete from leavings l using ${given}
     where l.org_id = ${organizationId} and l.user_id = g.user_id and l.created_at = g.created_at`
}
