// SQL of form domains, and of the verified owner of each name.

import { pageById } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import type { RecordState } from './rules.ts'
import type { DomainQuery } from './schema.ts'

export interface DomainRow {
  id: Uuid
  name: string
  proof: string
  /** Also null when the form was deleted. */
  form_id: Uuid | null
  record_state: RecordState
  checked_at: Date | null
  check_due_at: Date | null
  verified_at: Date | null
  missing_since: Date | null
  created_at: Date
  /** Null until it is verified, and again when another organization has verified the name. */
  proven_at: Date | null
  has_premium: boolean
}

const columns = sql`
  d.id, d.name, d.proof, f.id as form_id, d.record_state, d.checked_at, d.check_due_at, d.verified_at, d.missing_since,
  d.created_at, o.proven_at, ${premiumSql(sql`d.org_id`)} as has_premium`
const sources = sql`
  form_domains d
  left join form_domain_owners o on o.name = d.name and o.org_id = d.org_id and o.domain_id = d.id
  left join forms f on f.org_id = d.org_id and f.id = d.form_id and f.deleted_at is null`

export function list(organizationId: Uuid, query: DomainQuery): Statement {
  const { where, tail } = pageById(query, sql`d.id`)
  return sql`select ${columns} from ${sources} where d.org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from ${sources} where d.org_id = ${organizationId} and d.id = ${id}`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from form_domains where org_id = ${organizationId} and id = ${id} for update`
}

/** Serializes additions within an organization, because the limit is checked by counting. */
export function takeTurn(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`form domains:${organizationId}`}, 0))`
}

export function count(organizationId: Uuid): Statement {
  return sql`select count(*)::integer as count from form_domains where org_id = ${organizationId}`
}

/** Returns no row when the organization has a domain with that name. */
export function insert({ organizationId, at }: Scope, id: Uuid, name: string, proof: string): Statement {
  return sql`
    insert into form_domains (org_id, id, name, proof, created_at)
    values (${organizationId}, ${id}, ${name}, ${proof}, ${at}) on conflict (org_id, name) do nothing`
}

export function setForm(organizationId: Uuid, id: Uuid, formId: Uuid | null): Statement {
  return sql`update form_domains set form_id = ${formId} where org_id = ${organizationId} and id = ${id}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement[] {
  return [
    sql`delete from form_domain_owners where org_id = ${organizationId} and domain_id = ${id}`,
    sql`delete from form_domains where org_id = ${organizationId} and id = ${id}`,
  ]
}

// --- Checks ---------------------------------------------------------------------------------------------------------

export interface Checked {
  state: RecordState
  /** Null: not verified. */
  dueAt: Date | null
  verifiedAt: Date | null
  missingSince: Date | null
}

export function recordCheck({ organizationId, at }: Scope, id: Uuid, one: Checked): Statement {
  return sql`
    update form_domains set record_state = ${one.state}, checked_at = ${at}, check_due_at = ${one.dueAt},
           verified_at = ${one.verifiedAt}, missing_since = ${one.missingSince}
     where org_id = ${organizationId} and id = ${id}`
}

/** After a check without a response, and when another organization has taken the name. */
export function checkAgainAt(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update form_domains set check_due_at = ${at}
     where org_id = ${organizationId} and id = ${id} and check_due_at is not null`
}

export function due(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select id from form_domains where org_id = ${organizationId} and check_due_at <= ${at}
     order by check_due_at limit ${limit}`
}

export function nextDue(organizationId: Uuid): Statement {
  return sql`select min(check_due_at) as due_at from form_domains where org_id = ${organizationId}`
}

// --- Verified owners -------------------------------------------------------------------------------------------------

export interface OwnerRow {
  name: string
  org_id: Uuid
  domain_id: Uuid
  proof: string
}

export function owner(name: string): Statement {
  return sql`select name, org_id, domain_id, proof from form_domain_owners where name = ${name}`
}

export function owners(names: readonly string[]): Statement {
  return sql`
    select name, org_id, domain_id, proof from form_domain_owners where name = any(${names}::text[])`
}

/** Takes over one that is `lost`, whose proof has left the DNS; returns no row when another organization has it. */
export function own(
  name: string,
  { organizationId, id, proof }: { organizationId: Uuid; id: Uuid; proof: string },
  lost: string | null,
  at: Date,
): Statement {
  return sql`
    insert into form_domain_owners as o (name, org_id, domain_id, proof, proven_at)
    values (${name}, ${organizationId}, ${id}, ${proof}, ${at})
    on conflict (name) do update
       set proven_at = case when o.org_id = excluded.org_id and o.domain_id = excluded.domain_id
             then o.proven_at else excluded.proven_at end,
           org_id = excluded.org_id, domain_id = excluded.domain_id, proof = excluded.proof
     where o.org_id = excluded.org_id or o.proof = ${lost}
    returning name`
}

export function disown(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from form_domain_owners where org_id = ${organizationId} and domain_id = ${id}`
}

// --- Serving --------------------------------------------------------------------------------------------------------

export interface SiteRow {
  name: string
  org_id: Uuid
  root_slug: string | null
  has_premium: boolean
}

/** The data for serving verified domains. */
export function sites(given: readonly OwnerRow[]): Statement {
  const organizationIds = given.map(({ org_id }) => org_id)
  const rows = rowsOf('given', given, {
    name: ['text', (one) => one.name],
    org_id: ['uuid', (one) => one.org_id],
    id: ['uuid', (one) => one.domain_id],
  })
  return sql`
    select given.name, given.org_id, f.slug as root_slug, ${premiumSql(sql`d.org_id`)} as has_premium
      from ${rows}
      join form_domains d on d.org_id = given.org_id and d.id = given.id ${onShard(sql`d.org_id`, organizationIds)}
      left join forms f on f.org_id = d.org_id and f.id = d.form_id and f.deleted_at is null and f.status <> 'draft'
       ${onShard(sql`f.org_id`, organizationIds)}`
}
