// SQL of forms, their versions and slugs.

import { pageById } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import type { FormDefinition } from './definition.ts'
import type { FormQuery } from './schema.ts'

export const formStatuses = ['draft', 'published', 'unpublished'] as const
export type FormStatus = (typeof formStatuses)[number]

/** A form without its definition, as in lists and events. */
export interface FormRow {
  id: Uuid
  name: string
  slug: string
  status: FormStatus
  version: number
  is_changed: boolean
  published_at: Date | null
  suspended_at: Date | null
  suspension_reason: string | null
  submissions: number
  domain_id: Uuid | null
  submissions_kept_days: number | null
  /** The form domain of its address, while it serves the form: verified, and the organization has premium. */
  domain: string | null
  views: number
  created_at: Date
  updated_at: Date
}

export interface DefinedRow extends FormRow {
  definition: FormDefinition
}

const columns = sql`
  f.id, f.name, f.slug, f.status, f.version, f.is_changed, f.published_at, f.suspended_at, f.suspension_reason,
  f.created_at, f.updated_at, coalesce(c.submissions, 0)::float8 as submissions, f.domain_id,
  f.submissions_kept_days,
  (select coalesce(sum(d.views), 0)::float8 from form_days d where d.org_id = f.org_id and d.form_id = f.id) as views,
  case when o.name is not null and ${premiumSql(sql`f.org_id`)} then o.name end as domain`

const sources = (organizationId: Uuid): Statement => sql`
  forms f
  left join form_counts c on c.org_id = ${organizationId} and c.form_id = f.id
  left join form_domain_owners o on o.org_id = f.org_id and o.domain_id = f.domain_id`

export function list(organizationId: Uuid, { status, name, suspended, ...page }: FormQuery): Statement {
  const { where, tail } = pageById(page, sql`f.id`)
  return sql`
    select ${columns} from ${sources(organizationId)}
     where f.org_id = ${organizationId} and f.deleted_at is null
       ${status === undefined ? nothing : sql`and f.status = ${status}`}
       ${name === undefined ? nothing : sql`and strpos(lower(f.name), lower(${name})) > 0`}
       ${suspended === undefined ? nothing : sql`and (f.suspended_at is not null) = ${suspended}`} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns}, f.definition from ${sources(organizationId)}
     where f.org_id = ${organizationId} and f.id = ${id} and f.deleted_at is null`
}

export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select id from forms where org_id = ${organizationId} and id = ${id} and deleted_at is null for update`
}

export interface Written {
  name: string
  slug: string
  domain_id: Uuid | null
  submissions_kept_days: number | null
  definition: FormDefinition
}

export function insert({ organizationId, userId, at }: Actor, id: Uuid, one: Written): Statement {
  return sql`
    insert into forms (org_id, id, name, slug, domain_id, submissions_kept_days, status, definition, created_by,
                       created_at, updated_at)
    values (${organizationId}, ${id}, ${one.name}, ${one.slug}, ${one.domain_id}, ${one.submissions_kept_days}, 'draft',
            ${JSON.stringify(one.definition)}::json, ${userId}, ${at}, ${at})`
}

/** The count row exists from the form's creation: storing a submission locks it. */
export function insertCount(organizationId: Uuid, id: Uuid): Statement {
  return sql`insert into form_counts (org_id, form_id) values (${organizationId}, ${id}) on conflict do nothing`
}

export function update({ organizationId, at }: Scope, id: Uuid, one: Written & { is_changed: boolean }): Statement {
  return sql`
    update forms set name = ${one.name}, slug = ${one.slug}, domain_id = ${one.domain_id},
           submissions_kept_days = ${one.submissions_kept_days},
           definition = ${JSON.stringify(one.definition)}::json, is_changed = ${one.is_changed}, updated_at = ${at}
     where org_id = ${organizationId} and id = ${id}`
}

export function publish({ organizationId, at }: Scope, id: Uuid, version: number): Statement {
  return sql`
    update forms set status = 'published', version = ${version}, is_changed = false, published_at = ${at},
           updated_at = ${at}
     where org_id = ${organizationId} and id = ${id}`
}

export function unpublish({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    update forms set status = 'unpublished', updated_at = ${at}
     where org_id = ${organizationId} and id = ${id} and status = 'published'`
}

export function suspend({ organizationId, at }: Scope, id: Uuid, reason: string): Statement {
  return sql`
    update forms set suspended_at = ${at}, suspension_reason = ${reason}
     where org_id = ${organizationId} and id = ${id} and suspended_at is null`
}

export function resume(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update forms set suspended_at = null, suspension_reason = null
     where org_id = ${organizationId} and id = ${id} and suspended_at is not null`
}

// --- Deletion -------------------------------------------------------------------------------------------------------

export function markDeleted({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    update forms set deleted_at = ${at} where org_id = ${organizationId} and id = ${id} and deleted_at is null`
}

export function nextDeleted(organizationId: Uuid): Statement {
  return sql`
    select id from forms where org_id = ${organizationId} and deleted_at is not null order by id limit 1`
}

/** Deletes the form's rows once nothing refers to it. Its slugs stay. */
export function remove(organizationId: Uuid, id: Uuid): Statement[] {
  return [
    sql`delete from form_versions where org_id = ${organizationId} and form_id = ${id}`,
    sql`delete from form_counts where org_id = ${organizationId} and form_id = ${id}`,
    sql`delete from forms where org_id = ${organizationId} and id = ${id} and deleted_at is not null`,
  ]
}

// --- Versions -------------------------------------------------------------------------------------------------------

export interface VersionRow {
  version: number
  name: string
  definition: FormDefinition
  published_by: Uuid
  published_at: Date
}

export function insertVersion(
  { organizationId, userId, at }: Actor,
  id: Uuid,
  version: number,
  one: Pick<Written, 'name' | 'definition'>,
): Statement {
  return sql`
    insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
    values (${organizationId}, ${id}, ${version}, ${one.name}, ${JSON.stringify(one.definition)}::json, ${userId},
            ${at})`
}

export function version(organizationId: Uuid, id: Uuid, number: number): Statement {
  return sql`
    select version, name, definition, published_by, published_at from form_versions
     where org_id = ${organizationId} and form_id = ${id} and version = ${number}`
}

/** Newest first, with numbers below `before`. */
export function versions(organizationId: Uuid, id: Uuid, before: number | null, limit: number): Statement {
  const older = before === null ? nothing : sql`and version < ${before}`
  return sql`
    select version, name, published_by, published_at from form_versions
     where org_id = ${organizationId} and form_id = ${id} ${older} order by version desc limit ${limit}`
}

// --- Addresses ------------------------------------------------------------------------------------------------------

export interface SlugRow {
  org_id: Uuid
  form_id: Uuid
}

/** Returns no row when the slug is in use. */
export function takeSlug(slug: string, { organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    insert into form_slugs (slug, org_id, form_id, created_at) values (${slug}, ${organizationId}, ${id}, ${at})
    on conflict (slug) do nothing returning slug`
}

export function bySlug(slug: string): Statement {
  return sql`select org_id, form_id from form_slugs where slug = ${slug}`
}

/** Takes over a slug of a deleted form of the same organization. */
export function passSlug(slug: string, organizationId: Uuid, from: Uuid, to: Uuid): Statement {
  return sql`
    update form_slugs set form_id = ${to}
     where slug = ${slug} and org_id = ${organizationId} and form_id = ${from}`
}

export function countSlugs(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select count(*)::integer as count from form_slugs where org_id = ${organizationId} and form_id = ${id}`
}

/** Returns the form's id unless it was deleted. */
export function exists(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from forms where org_id = ${organizationId} and id = ${id} and deleted_at is null`
}

// --- Domains: spec 23.50 ---------------------------------------------------------------------------------------------

export function domainExists(organizationId: Uuid, domainId: Uuid): Statement {
  return sql`select id from form_domains where org_id = ${organizationId} and id = ${domainId}`
}

/** Moves a domain's forms back to PUBLIC_URL. */
export function leaveDomain({ organizationId, at }: Scope, domainId: Uuid): Statement {
  return sql`
    update forms set domain_id = null, updated_at = ${at}
     where org_id = ${organizationId} and domain_id = ${domainId}`
}

/** The domain under which a form is served now; null for PUBLIC_URL. */
export function servingDomain(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select o.name from forms f
      join form_domain_owners o on o.org_id = f.org_id and o.domain_id = f.domain_id
     where f.org_id = ${organizationId} and f.id = ${id} and ${premiumSql(sql`f.org_id`)}`
}
