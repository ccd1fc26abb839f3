// SQL of header, footer and buttons of messages: of the template's version that each was made from.

import { onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { headerFile } from '#messaging/templates/queries.ts'

export interface ComponentsRow {
  /** Null of a message without a template, and of a template that is a text alone. */
  template_components: TemplateComponents | null
  template_file: AttachedRow | null
}

/** Of the message `m`: a subquery with at most one row. */
export const componentsOfMessage = (organizationIds: readonly Uuid[]): Statement => sql`
  select v.components as template_components, ${headerFile(sql`v`)} as template_file
    from template_versions v
   where v.org_id = m.org_id ${onShard(sql`v.org_id`, organizationIds)} and v.template_id = m.template_id
     and v.version = m.template_version and v.components is not null`

export type VersionComponentsRow = ComponentsRow & { template_id: Uuid; version: number }

/** Of the versions that a page of messages was made from. */
export function componentsOfVersions(
  organizationId: Uuid,
  versions: readonly { template_id: Uuid; version: number }[],
): Statement {
  const ids = plainArray(versions.map((one) => one.template_id))
  const numbers = plainArray(versions.map((one) => String(one.version)))
  return sql`
    select v.template_id, v.version, v.components as template_components, ${headerFile(sql`v`)} as template_file
      from unnest(${ids}::uuid[], ${numbers}::int4[]) as g (template_id, version)
      join template_versions v on v.org_id = ${organizationId} and v.template_id = g.template_id
       and v.version = g.version and v.components is not null`
}
