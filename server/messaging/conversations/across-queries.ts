// SQL to create and change conversations of several organizations at once. No lock is waited for: locked rows are
// missing from the result and are processed separately.

import type { Actor } from '#kit/app.ts'
import { notLeftOut, organizationAt, type Placed, placesOf } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { mayDo } from '#people/access/queries.ts'
import { type ConversationRow, columnsOf, type Wanted } from './queries.ts'
import type { ConversationChange } from './schema.ts'

export type PlacedRow = ConversationRow & Placed
export type PlacedWanted = Wanted & Placed

/** As `shareReaders`, for each organization whose lock is free; the others are skipped by all later statements. */
export function shareReadersOf(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select set_config('samvad.left_out', coalesce((
      select array_agg(place)::text from ${placesOf(organizationIds)}
       where not pg_try_advisory_xact_lock_shared(hashtextextended('readers of ' || org_id, 0))), '{}'), true)`
}

/** Like `insert`: returns only new ones, and only for existing contacts and groups that are not being deleted. */
export function insertAcross(organizationIds: readonly Uuid[], wanted: readonly PlacedWanted[], at: Date): Statement {
  return sql`
    with given as materialized (
      select ${organizationAt(organizationIds)} as org_id, given.* from ${givenOf(wanted)} where ${notLeftOut()}),
    with_contact as materialized (
      select given.* from given cross join lateral (
        select from contacts t where t.org_id = given.org_id and t.id = given.contact_id for key share skip locked) kept
       where given.contact_id is not null),
    with_group as materialized (
      select given.* from given cross join lateral (
        select from groups g where g.org_id = given.org_id and g.id = given.group_id for key share skip locked) kept
       where given.group_id is not null),
    made as (
      insert into conversations (org_id, id, user_id, contact_id, group_id, created_at)
      select w.org_id, w.id, w.user_id, w.contact_id, w.group_id, ${at}
        from (select * from with_contact union all select * from with_group) w
       where ${mayDo('conversations.view', sql`w.org_id`, sql`w.user_id`)}
       order by w.org_id, w.id
      on conflict do nothing returning *)
    select given.place, ${columnsOf} from made c join given on given.id = c.id`
}

/**
 * Conversations that the users already have. Looked up by counterpart and then by user: a user may have very many, and
 * a plan from when there were few would read all of them.
 */
export function existingAcross(organizationIds: readonly Uuid[], wanted: readonly PlacedWanted[]): Statement {
  return sql`
    select given.place, ${columnsOf} from ${givenOf(wanted)} cross join lateral (
      select of_contact.* from (
        select k.* from conversations k
         where k.org_id = ${organizationAt(organizationIds)} and k.contact_id = given.contact_id offset 0) of_contact
       where of_contact.user_id = given.user_id
      union all
      select of_group.* from (
        select k.* from conversations k
         where k.org_id = ${organizationAt(organizationIds)} and k.group_id = given.group_id offset 0) of_group
       where of_group.user_id = given.user_id
      offset 0) c`
}

function givenOf(wanted: readonly PlacedWanted[]): Statement {
  return rowsOf('given', wanted, {
    place: ['int4', ({ place }) => place],
    id: ['uuid', ({ id }) => id],
    user_id: ['uuid', ({ user_id }) => user_id],
    contact_id: ['uuid', ({ contact_id }) => contact_id],
    group_id: ['uuid', ({ group_id }) => group_id],
  })
}

export interface PlacedChange extends Placed {
  actor: Pick<Actor, 'userId'>
  id: Uuid
  /** Without pinning a message, which needs more locks. */
  input: Omit<ConversationChange, 'pinned_message_id'> & { pinned_message_id?: null }
}

/** `is_changed`: see `update`. */
export type PlacedUpdatedRow = PlacedRow & { is_changed: boolean }

/** Like `update`: each conversation once, only the users' own and unlocked ones. */
export function updateAcross(organizationIds: readonly Uuid[], changes: readonly PlacedChange[]): Statement {
  const given = rowsOf('given', changes, {
    place: ['int4', ({ place }) => place],
    id: ['uuid', ({ id }) => id],
    user_id: ['uuid', ({ actor }) => actor.userId],
    unpins: ['bool', ({ input }) => input.pinned_message_id === null],
    is_pinned: ['bool', ({ input }) => input.is_pinned ?? null],
    is_muted: ['bool', ({ input }) => input.is_muted ?? null],
    sets_archived: ['bool', ({ input }) => input.archived_at !== undefined],
    archived_at: ['timestamptz', ({ input }) => input.archived_at ?? null],
  })
  return sql`
    with given as materialized (select ${organizationAt(organizationIds)} as org_id, given.* from ${given}),
    free as materialized (
      select given.*, held.pinned_before, held.is_pinned_before, held.is_muted_before, held.archived_before
        from given cross join lateral (
        select k.pinned_message_id as pinned_before, k.is_pinned as is_pinned_before, k.is_muted as is_muted_before,
               k.archived_at as archived_before
          from conversations k
         where k.org_id = given.org_id and k.id = given.id
           and k.user_id = given.user_id for no key update skip locked) held)
    update conversations c set
      pinned_message_id = case when free.unpins then null else c.pinned_message_id end,
      is_pinned = coalesce(free.is_pinned, c.is_pinned),
      is_muted = coalesce(free.is_muted, c.is_muted),
      archived_at = case when free.sets_archived then free.archived_at else c.archived_at end
    from free
    where c.org_id = free.org_id and c.id = free.id
    returning free.place, ${columnsOf},
      (c.pinned_message_id, c.is_pinned, c.is_muted, c.archived_at) is distinct from
        (free.pinned_before, free.is_pinned_before, free.is_muted_before, free.archived_before) as is_changed`
}
