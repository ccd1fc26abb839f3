// SQL of published versions.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export function version({ org_id, form_id, version }: { org_id: Uuid; form_id: Uuid; version: number }): Statement {
  return sql`
    select name, definition from form_versions
     where org_id = ${org_id} and form_id = ${form_id} and version = ${version}`
}

/** All of a form, the newest first. */
export function versions(organizationId: Uuid, formId: Uuid): Statement {
  return sql`
    select version, name, definition from form_versions
     where org_id = ${organizationId} and form_id = ${formId} order by version desc`
}
