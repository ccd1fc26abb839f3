// SQL of organizations and their members.

import { pageById } from '#edge/paging.ts'
import { insertingForAll, notLeftOut, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { OrganizationQuery } from './schema.ts'

export interface OrganizationRow {
  id: Uuid
  name: string
  created_at: Date
  /** When a month first reached the threshold of enterprise pricing. */
  enterprise_eligible_since: Date | null
  suspended_at: Date | null
  /** The operator's reason; null while it is not suspended, and when none was given. */
  suspension_reason: string | null
}

const columnsWhere = (here: Statement) => sql`
  id, name, created_at, suspended_at, suspension_reason,
  (select min(e.reached_at) from enterprise_eligibilities e
    where e.org_id = organizations.id ${here}) as enterprise_eligible_since`
const columns = columnsWhere(nothing)
const columnsOf = (id: Uuid) => columnsWhere(onShard(sql`e.org_id`, [id]))

export function insert(id: Uuid, name: string, at: Date): Statement {
  return sql`insert into organizations (id, name, created_at) values (${id}, ${name}, ${at})`
}

export function first(): Statement {
  return sql`select id from organizations order by id limit 1`
}

export function byId(id: Uuid): Statement {
  return sql`select ${columnsOf(id)} from organizations where id = ${id}`
}

export function lock(id: Uuid): Statement {
  return sql`select ${columnsOf(id)} from organizations where id = ${id} for no key update`
}

/** Organizations of the whole installation, for operators. */
export function list({ enterprise_eligible: wanted, ...page }: OrganizationQuery): Statement {
  const { where, tail } = pageById(page)
  const eligible = sql`exists (select from enterprise_eligibilities e where e.org_id = organizations.id)`
  return sql`
    select ${columns} from organizations where true ${
      wanted === undefined
        ? nothing
        : sql`and ${eligible}
      = ${wanted}`
    } ${where} ${tail}`
}

export function names(ids: readonly Uuid[]): Statement {
  return sql`select id, name from organizations where id = any(${ids}::uuid[])`
}

/** For several organizations, except skipped ones. */
export function insertEligibilities(
  organizationIds: readonly Uuid[],
  month: string,
  at: Date,
  marks: readonly ({ channel: string } & Placed)[],
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const given = rowsOf('given', marks, {
    place: ['int4', ({ place }) => place],
    channel: ['word', ({ channel }) => channel],
  })
  return sql`
    insert into enterprise_eligibilities (org_id, channel, month, reached_at)
    select ${id}, channel, ${month}::date, ${at}::timestamptz from ${beside} ${given} where ${condition}
    on conflict do nothing`
}

export interface UntoldRow {
  org_id: Uuid
  name: string
  channel: string
  month: string
  reached_at: Date
}

/** Months whose eligibility operators were not notified about, of all organizations. */
export function untoldEligibilities(limit: number): Statement {
  return sql`
    select e.org_id, o.name, e.channel, e.month::text as month, e.reached_at
      from enterprise_eligibilities e join organizations o on o.id = e.org_id
     where e.operators_told_at is null order by e.org_id limit ${limit}`
}

export function markTold(organizationId: Uuid, channel: string, month: string, at: Date): Statement {
  return sql`
    update enterprise_eligibilities set operators_told_at = ${at}
     where org_id = ${organizationId} and channel = ${channel} and month = ${month}::date and operators_told_at is null`
}

/** Returns no row when it is suspended already. */
export function suspend(id: Uuid, at: Date, reason: string | null): Statement {
  return sql`update organizations set suspended_at = ${at}, suspension_reason = ${reason}
    where id = ${id} and suspended_at is null returning ${columnsOf(id)}`
}

export function resume(id: Uuid): Statement {
  return sql`update organizations set suspended_at = null, suspension_reason = null
    where id = ${id} and suspended_at is not null returning ${columnsOf(id)}`
}

export function rename(id: Uuid, name: string): Statement {
  return sql`update organizations set name = ${name} where id = ${id} returning ${columnsOf(id)}`
}

/** A role that is deleted in the meantime violates the foreign key; callers lock it first. */
export function insertMember(
  organizationId: Uuid,
  userId: Uuid,
  roleName: string | null,
  roleId: Uuid | null,
  at: Date,
): Statement {
  return sql`
    insert into memberships (org_id, user_id, role_name, role_id, created_at)
    values (${organizationId}, ${userId}, ${roleName}, ${roleId}, ${at})
    on conflict (org_id, user_id) do nothing`
}

export function setRole(organizationId: Uuid, userId: Uuid, roleName: string | null, roleId: Uuid | null): Statement {
  return sql`
    update memberships set role_name = ${roleName}, role_id = ${roleId}
     where org_id = ${organizationId} and user_id = ${userId}`
}

export function removeMember(organizationId: Uuid, userId: Uuid): Statement {
  return sql`delete from memberships where org_id = ${organizationId} and user_id = ${userId}`
}

/** Locks all owners in id order, so that two who resign at the same time do so one after another. */
export function lockOwners(organizationId: Uuid): Statement {
  return sql`
    select user_id from memberships where org_id = ${organizationId} and role_name = 'owner'
      order by user_id for update`
}

export interface MembershipRow {
  org_id: Uuid
  organization_name: string
}

/** The user's organizations, the first joined first. */
export function ofUser(userId: Uuid, limit: number): Statement {
  return sql`
    select m.org_id, o.name as organization_name
      from memberships m join organizations o on o.id = m.org_id
     where m.user_id = ${userId} order by m.created_at, m.org_id limit ${limit}`
}

export function membership(userId: Uuid, organizationId: Uuid): Statement {
  return sql`
    select m.org_id, o.name as organization_name
      from memberships m join organizations o on o.id = m.org_id
     where m.user_id = ${userId} and m.org_id = ${organizationId}`
}

/** The user's organizations in id order, the lock order for writing to several. */
export function allOfUser(userId: Uuid): Statement {
  return sql`select org_id from memberships where user_id = ${userId} order by org_id`
}

export function isMember(organizationId: Uuid, userId: Uuid): Statement {
  return sql`select user_id from memberships where org_id = ${organizationId} and user_id = ${userId}`
}

/** The users among these that are not members of the organization. */
export function nonMembers(organizationId: Uuid, userIds: Uuid[]): Statement {
  return sql`
    select given.user_id from unnest(${userIds}::uuid[]) as given (user_id)
     where not exists (select 1 from memberships m where m.org_id = ${organizationId} and m.user_id = given.user_id)`
}

/** The owner for objects without another: the one who joined first. */
export function firstOwner(organizationId: Uuid): Statement {
  return sql`
    select user_id from memberships where org_id = ${organizationId} and role_name = 'owner'
      order by created_at, user_id limit 1`
}
