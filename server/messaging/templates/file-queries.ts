// SQL of the files in the headers of templates.

import type { Scope } from '#kit/app.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface FileRow {
  content_type: string
  /** Bytes. */
  size: number
  template_id: Uuid | null
  /** A message or an import has it, or another template. */
  is_taken: boolean
  created_at: Date
}

export function lockFile(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select content_type, size::float8 as size, template_id, created_at,
           message_id is not null or created_by is null as is_taken
      from attachments where org_id = ${organizationId} and id = ${id} for update`
}

/** From then on no message can name it. */
export function takeFile(organizationId: Uuid, id: Uuid, templateId: Uuid): Statement {
  return sql`
    update attachments set template_id = ${templateId}, created_by = null
     where org_id = ${organizationId} and id = ${id}`
}

export function removeUnnamed({ organizationId, at }: Scope, templateId: Uuid): Statement {
  return sql`
    with gone as (
      delete from attachments a
       where a.org_id = ${organizationId} and a.template_id = ${templateId}
         and not exists (
           select from template_versions v
             join templates t on t.org_id = v.org_id and t.org_id = ${organizationId} and t.id = v.template_id
            where v.org_id = ${organizationId} and v.template_id = ${templateId} and t.deleted_at is null
              and v.components #>> '{header,attachment_id}' = a.id::text)
      returning a.org_id, a.id, a.size)
    insert into attachment_removals (org_id, id, size, due_at)
    select gone.org_id, gone.id, gone.size, ${at}::timestamptz from gone
    returning id`
}
