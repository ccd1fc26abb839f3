// SQL of header, footer and buttons: of the version that a message was made from, and of the files that versions refer
// to.

import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { headerFile } from '#messaging/attachments/template-file-queries.ts'
import type { TemplateComponents } from './components.ts'

export interface ComponentsRow {
  /** Null for a message without a template, and for a template with a text only. */
  template_components: TemplateComponents | null
  template_file: AttachedRow | null
}

/** For the message `m`: a join with at most one row `tc`. */
export const componentsOfMessage = (organizationIds: readonly Uuid[]): Statement => sql`
  left join lateral (
    select v.components as template_components, ${headerFile(sql`v`, organizationIds)} as template_file
      from template_versions v
     where v.org_id = m.org_id ${onShard(sql`v.org_id`, organizationIds)} and v.template_id = m.template_id
       and v.version = m.template_version and v.components is not null) tc on true`

/** The texts around the text of the message `m` in its template, without placeholders: an array. */
export const wordsOfComponents = (organizationId: Uuid): Statement => sql`
  coalesce((
    select array(
      select regexp_replace(shown #>> '{}', '\\{\\{[^{}]*\\}\\}', ' ', 'g') from (
        select jsonb_path_query(v.components, '$.header.text') as shown
         union all select jsonb_path_query(v.components, '$.header.name')
         union all select jsonb_path_query(v.components, '$.header.address')
         union all select jsonb_path_query(v.components, '$.footer')
         union all select jsonb_path_query(v.components, '$.buttons[*].text')) parts)
      from template_versions v
     where v.org_id = ${organizationId} and v.template_id = m.template_id and v.version = m.template_version
       and v.components is not null), '{}'::text[])`

export type VersionComponentsRow = ComponentsRow & { template_id: Uuid; version: number }

/** For the versions that a page of messages was made from. */
export function componentsOfVersions(
  organizationId: Uuid,
  versions: readonly { template_id: Uuid; version: number }[],
): Statement {
  const given = rowsOf('g', versions, {
    template_id: ['uuid', (one) => one.template_id],
    version: ['int4', (one) => one.version],
  })
  return sql`
    select v.template_id, v.version, v.components as template_components,
           ${headerFile(sql`v`, [organizationId])} as template_file
      from ${given}
      join template_versions v on v.org_id = ${organizationId} and v.template_id = g.template_id
       and v.version = g.version and v.components is not null`
}

/** A condition on the attachment `a`: a version of the template, which is not deleted, refers to it. */
export const isNamedBy = (organizationId: Uuid, templateId: Uuid): Statement => sql`
  exists (
    select from template_versions v
      join templates t on t.org_id = v.org_id and t.org_id = ${organizationId} and t.id = v.template_id
     where v.org_id = ${organizationId} and v.template_id = ${templateId} and t.deleted_at is null
       and v.components #>> '{header,attachment_id}' = a.id::text)`

export interface WordsRow {
  text: string | null
  components: TemplateComponents | null
  /** The variable names in the order registered at the provider; null: in the order of the text. */
  provider_parameters: string[] | null
}

export function wordsOfVersion(organizationId: Uuid, templateId: Uuid, version: number): Statement {
  return sql`
    select text, components, provider_parameters from template_versions
     where org_id = ${organizationId} and template_id = ${templateId} and version = ${version}`
}
