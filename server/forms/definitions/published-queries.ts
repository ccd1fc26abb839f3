// SQL of published forms, as pages and submissions read them: of many forms at once.

import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
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
  submissions: number
}

/** Without drafts that were never published. `ids`: the forms, each in the organization at the same place. */
export function states(organizationIds: readonly Uuid[], ids: readonly Uuid[]): Statement {
  return sql`
    select f.org_id, f.id, f.slug, f.version, f.status = 'published' and f.deleted_at is null as is_published,
           f.suspended_at is not null or o.suspended_at is not null as is_suspended,
           o.name as organization, coalesce(c.submissions, 0)::float8 as submissions
      from forms f
      join organizations o on o.id = f.org_id ${onShard(sql`o.id`, organizationIds)}
      left join form_counts c on c.org_id = f.org_id and c.form_id = f.id ${onShard(sql`c.org_id`, organizationIds)}
     where (f.org_id, f.id) in (select * from unnest(${organizationIds}::uuid[], ${ids}::uuid[]))
       ${onShard(sql`f.org_id`, organizationIds)} and f.status <> 'draft'`
}

export interface DefinitionRow {
  org_id: Uuid
  form_id: Uuid
  version: number
  name: string
  definition: FormDefinition
}

export function definitions(
  organizationIds: readonly Uuid[],
  ids: readonly Uuid[],
  versions: readonly number[],
): Statement {
  return sql`
    select org_id, form_id, version, name, definition from form_versions
     where (org_id, form_id, version)
           in (select * from unnest(${organizationIds}::uuid[], ${ids}::uuid[], ${versions}::integer[]))
       ${onShard(sql`org_id`, organizationIds)}`
}
