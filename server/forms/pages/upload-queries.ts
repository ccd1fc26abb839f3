// SQL of uploads to a form. They expire unless a submission takes them.

import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface NewFormFile {
  id: Uuid
  formId: Uuid
  fieldKey: string
  filename: string
  contentType: string
  size: number
  /** In hexadecimal. */
  sha256: string
  createdAt: Date
  expiresAt: Date
}

export function insertFile(organizationId: Uuid, file: NewFormFile): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into form_files (org_id, id, form_id, field_key, filename, content_type, size, sha256, created_at,
      expires_at)
    select ${organization}, given.id, ${file.formId}::uuid, ${file.fieldKey}::text, ${file.filename}::text,
           ${file.contentType}::text, ${file.size}::int8, decode(${file.sha256}::text, 'hex'),
           ${file.createdAt}::timestamptz, ${file.expiresAt}::timestamptz
      from ${beside} (select ${file.id}::uuid as id) given`
}

/** Total size of uploads without a submission. */
export function waitingBytes(organizationId: Uuid): Statement {
  return sql`
    select coalesce(sum(size), 0)::float8 as bytes from form_files
     where org_id = ${organizationId} and expires_at is not null`
}

/** The files among `ids` that still exist at `until`. Files of a submission do not expire. */
export function thoseThere(organizationId: Uuid, formId: Uuid, ids: readonly string[], until: Date): Statement {
  return sql`
    select id from form_files
     where org_id = ${organizationId} and form_id = ${formId} and id = any(${ids}::uuid[])
       and (expires_at is null or expires_at > ${until})`
}

/** A visitor removes a file again. No row where a submission has it. */
export function deleteWaiting(organizationId: Uuid, formId: Uuid, id: Uuid): Statement {
  return sql`
    delete from form_files
     where org_id = ${organizationId} and form_id = ${formId} and id = ${id} and expires_at is not null
    returning id`
}
