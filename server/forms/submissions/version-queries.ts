// SQL of published versions.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export function someVersions(keys: readonly { org_id: Uuid; form_id: Uuid; version: number }[]): Statement {
  const given = rowsOf('given', keys, {
    org_id: ['uuid', (one) => one.org_id],
    form_id: ['uuid', (one) => one.form_id],
    version: ['int4', (one) => one.version],
  })
  const organizationIds = [...new Set(keys.map(({ org_id }) => org_id))]
  return sql`
    select v.org_id, v.form_id, v.version, v.name, v.definition from ${given}
      join form_versions v on v.org_id = given.org_id ${onShard(sql`v.org_id`, organizationIds)}
       and v.form_id = given.form_id and v.version = given.version`
}

/** All versions of a form, newest first. */
export function versions(organizationId: Uuid, formId: Uuid): Statement {
  return sql`
    select version, name, definition from form_versions
     where org_id = ${organizationId} and form_id = ${formId} order by version desc`
}
