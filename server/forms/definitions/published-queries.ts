// SQL of published forms, as pages and submissions read them: of many forms at once.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import type { FormDefinition } from './definition.ts'

export interface SlugRow {
  slug: string
  org_id: Uuid
  form_id: Uuid
}

export function slugs(given: readonly string[]): Statement {
  return sql`select slug, org_id, form_id from form_slugs where slug = any(${given}::text[])`
}

export interface StateRow {
  org_id: Uuid
  id: Uuid
  slug: string
  version: number
  is_published: boolean
  is_suspended: boolean
  organization: string
  has_premium: boolean
  submissions: number
}

/** Excludes drafts that were never published. */
export function states(given: readonly SlugRow[]): Statement {
  const organizationIds = given.map(({ org_id }) => org_id)
  return sql`
    select f.org_id, f.id, f.slug, f.version, f.status = 'published' and f.deleted_at is null as is_published,
           f.suspended_at is not null or o.suspended_at is not null as is_suspended,
           o.name as organization, ${premiumSql(sql`o.id`)} as has_premium,
           coalesce(c.submissions, 0)::float8 as submissions
      from ${rowsOf('given', given, { org_id: ['uuid', (one) => one.org_id], id: ['uuid', (one) => one.form_id] })}
      join forms f on f.org_id = given.org_id and f.id = given.id ${onShard(sql`f.org_id`, organizationIds)}
      join organizations o on o.id = f.org_id ${onShard(sql`o.id`, organizationIds)}
      left join form_counts c on c.org_id = f.org_id and c.form_id = f.id ${onShard(sql`c.org_id`, organizationIds)}
     where f.status <> 'draft'`
}

export interface DefinitionRow {
  org_id: Uuid
  form_id: Uuid
  version: number
  name: string
  definition: FormDefinition
}

export interface VersionKey {
  org_id: Uuid
  form_id: Uuid
  version: number
}

export function definitions(given: readonly VersionKey[]): Statement {
  const rows = rowsOf('given', given, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    version: ['int4', (one) => one.version],
  })
  const organizationIds = given.map(({ org_id }) => org_id)
  return sql`
    select v.org_id, v.form_id, v.version, v.name, v.definition
      from ${rows}
      join form_versions v on v.org_id = given.org_id and v.form_id = given.form_id and v.version = given.version
       ${onShard(sql`v.org_id`, organizationIds)}`
}
