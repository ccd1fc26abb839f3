// SQL of the files in templates' headers, which belong to the templates.

import type { Scope } from '#kit/app.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface FileRow {
  content_type: string
  /** In bytes. */
  size: number
  template_id: Uuid | null
  /** True if a message, an import or another template has it. */
  is_taken: boolean
  created_at: Date
}

export function lockFile(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select content_type, size::float8 as size, template_id, created_at,
           message_id is not null or created_by is null as is_taken
      from attachments where org_id = ${organizationId} and id = ${id} for update`
}

/** Messages can no longer use it. */
export function takeFile(organizationId: Uuid, id: Uuid, templateId: Uuid): Statement {
  return sql`
    update attachments set template_id = ${templateId}, created_by = null
     where org_id = ${organizationId} and id = ${id}`
}

/** `isNamed`: a condition on attachment `a`: a version of the template refers to it. */
export function removeUnnamed({ organizationId, at }: Scope, templateId: Uuid, isNamed: Statement): Statement {
  return sql`
    with gone as (
      delete from attachments a
       where a.org_id = ${organizationId} and a.template_id = ${templateId}
         and not ${isNamed}
      returning a.org_id, a.id, a.size)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, gone.size, ${at}::timestamptz from gone
    returning id`
}

/**
 * SQL for the file in the header of a template version as JSON, or null. `organizationIds`: set if the statement
 * restricts each table to these organizations.
 */
export const headerFile = (version: Statement, organizationIds?: readonly Uuid[]): Statement => sql`
  case when ${version}.components #>> '{header,attachment_id}' is not null then (
    select json_build_object('id', f.id, 'filename', f.filename, 'content_type', f.content_type, 'size', f.size)
      from attachments f
     where f.org_id = ${version}.org_id ${organizationIds ? onShard(sql`f.org_id`, organizationIds) : nothing}
       and f.id = (${version}.components #>> '{header,attachment_id}')::uuid) end`

/** A condition: the template with this id has a file. */
export const hasFile = (organizationId: Uuid, templateId: Statement): Statement => sql`
  exists (select from attachments f where f.org_id = ${organizationId} and f.template_id = ${templateId} offset 0)`

/** The same for the template with this alias in the statement. */
export const keepsFile = (template: Statement, organizationId: Uuid): Statement => sql`
  exists (select from attachments f
           where f.org_id = ${template}.org_id ${onShard(sql`f.org_id`, [organizationId])}
             and f.template_id = ${template}.id offset 0)`

/** SQL for the id of the first file of the message with this id, or null. */
export const firstFileOf = (organizationId: Uuid, messageId: Statement): Statement => sql`
  (select f.id from attachments f where f.org_id = ${organizationId} and f.message_id = ${messageId}
    order by f.place, f.id limit 1)`

/** In the representation of attachments. */
export function filesById(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select id, filename, content_type, size::float8 as size from attachments
     where org_id = ${organizationId} and id = any(${ids}::uuid[])`
}
