// SQL of templates and their versions.

import { pageById } from '#edge/paging.ts'
import { type PriorityPage, pageByPriority } from '#edge/priority.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { organizationAt, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { StoredDetails } from '#kit/stored-details.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { headerFile } from '#messaging/attachments/template-file-queries.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import { premiumSql } from '#money/subscriptions/premium.ts'
import type { TemplateComponents } from './components.ts'
import type { Decider, TemplateSource, TemplateStatus } from './rules.ts'
import type { QueueQuery, TemplateQuery } from './schema.ts'

/** A template with its latest version. */
export interface TemplateRow extends TemplateSource {
  /** The file of its header; null when it has none, or the file was deleted. */
  header_file: AttachedRow | null
  org_id: Uuid
  id: Uuid
  name: string
  channel: ChannelName
  language: string
  version: number
  used_version: number | null
  used_status: TemplateStatus | null
  status: TemplateStatus
  category: Category
  registered_id: string | null
  header: string | null
  reason: string | null
  reason_details: StoredDetails | null
  decided_by: Decider | null
  was_approved: boolean
  created_at: Date
  updated_at: Date | null
}

const columns = sql`
  t.org_id, t.id, t.name, t.channel, t.language, t.version, t.used_version, u.status as used_status, v.status,
  v.category, v.subject, v.text, v.html, v.registered_id, v.header, v.reason, v.reason_details, v.decided_by,
  v.was_approved, t.created_at, t.updated_at, v.components, ${headerFile(sql`v`)} as header_file`

const sources = (organizationId: Statement): Statement => sql`
  templates t
  join template_versions v on v.org_id = t.org_id and v.org_id = ${organizationId} and v.template_id = t.id
    and v.version = t.version
  left join template_versions u on u.org_id = t.org_id and u.org_id = ${organizationId} and u.template_id = t.id
    and u.version = t.used_version`

const of = (organizationId: Uuid): Statement => sources(sql`${organizationId}`)

export function list({ organizationId }: Actor, { channel, status, name, ...page }: TemplateQuery): Statement {
  const { where, tail } = pageById(page, sql`t.id`)
  return sql`
    select ${columns} from ${of(organizationId)}
     where t.org_id = ${organizationId} and t.deleted_at is null
       ${channel === undefined ? nothing : sql`and t.channel = ${channel}`}
       ${status === undefined ? nothing : sql`and v.status = ${status}`}
       ${name === undefined ? nothing : sql`and t.name = ${name}`} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${columns} from ${of(organizationId)}
     where t.org_id = ${organizationId} and t.id = ${id} and t.deleted_at is null`
}

export function byIds(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    select ${columns} from ${of(organizationId)}
     where t.org_id = ${organizationId} and t.id = any(${ids}::uuid[]) and t.deleted_at is null
     order by t.id`
}

/** Locked before it is read, so that a decision applies to the current state. */
export function lock(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select id from templates where org_id = ${organizationId} and id = ${id} and deleted_at is null for update`
}

export function byName(organizationId: Uuid, channel: ChannelName, name: string, language: string): Statement {
  return sql`
    select id from templates
     where org_id = ${organizationId} and channel = ${channel} and name = ${name} and language = ${language}
       and deleted_at is null`
}

/** In all organizations: templates that wait for an operator. */
export function queue(page: QueueQuery): Statement {
  const { where, tail } = pageByPriority(page as PriorityPage, {
    id: sql`t.id`,
    isPriority: premiumSql(sql`t.org_id`),
    ofCursor: (id) =>
      premiumSql(sql`(select its.org_id from templates its where its.org_id is not null and its.id = ${id}::uuid)`),
  })
  return sql`
    select ${columns} from ${sources(sql`t.org_id`)}
     where t.deleted_at is null and v.status = 'submitted' and v.decided_by = 'operator' ${where} ${tail}`
}

export function inQueue(id: Uuid): Statement {
  return sql`select org_id from templates where org_id is not null and id = ${id}`
}

export interface NewVersion extends TemplateSource {
  category: Category
  registered_id: string | null
  header: string | null
}

const jsonOf = (components: TemplateComponents | null): string | null =>
  components === null ? null : JSON.stringify(components)

/** Returns no row when a template with this name exists already. */
export function insert(
  { organizationId, userId, at }: Actor,
  { id, name, channel, language }: Pick<TemplateRow, 'id' | 'name' | 'channel' | 'language'>,
): Statement {
  return sql`
    insert into templates (org_id, id, name, channel, language, version, created_by, created_at)
    values (${organizationId}, ${id}, ${name}, ${channel}, ${language}, 1, ${userId}, ${at})
    on conflict (org_id, channel, name, language) where deleted_at is null do nothing returning id`
}

export function insertVersion(
  { organizationId, at }: Scope,
  templateId: Uuid,
  version: number,
  { category, subject, text, html, registered_id, header, components }: NewVersion,
): Statement {
  return sql`
    insert into template_versions (org_id, template_id, version, status, category, subject, text, html, registered_id,
      header, components, created_at)
    values (${organizationId}, ${templateId}, ${version}, 'draft', ${category}, ${subject}, ${text}, ${html},
      ${registered_id}, ${header}, ${jsonOf(components)}::jsonb, ${at})`
}

export function rewriteVersion(
  { organizationId }: Scope,
  templateId: Uuid,
  version: number,
  { category, subject, text, html, registered_id, header, components }: NewVersion,
): Statement {
  return sql`
    update template_versions set status = 'draft', category = ${category}, subject = ${subject}, text = ${text},
      html = ${html}, registered_id = ${registered_id}, header = ${header}, components = ${jsonOf(components)}::jsonb,
      reason = null,
      reason_details = null, decided_by = null,
      decided_at = null, registered_at = null, provider_parameters = null
    where org_id = ${organizationId} and template_id = ${templateId} and version = ${version}`
}

export function point(
  { organizationId, at }: Scope,
  id: Uuid,
  { version, usedVersion }: { version: number; usedVersion: number | null },
): Statement {
  return sql`
    update templates set version = ${version}, used_version = ${usedVersion}, updated_at = ${at}
     where org_id = ${organizationId} and id = ${id}`
}

/** Its versions stay: messages were made from them. */
export function remove({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`update templates set deleted_at = ${at} where org_id = ${organizationId} and id = ${id}`
}

// --- For senders ----------------------------------------------------------------------------------------------------

/** A template with the version in use, whose fields are null when there is none. */
export interface UsedRow extends TemplateSource {
  header_file: AttachedRow | null
  registered_id: string | null
  header: string | null
  category: Category | null
  id: Uuid
  name: string
  channel: ChannelName
  language: string
  version: number | null
  status: TemplateStatus | null
}

export function used(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select t.id, t.name, t.channel, t.language, u.version, u.status, u.subject, u.text, u.html, u.registered_id,
           u.header, u.category, u.components, ${headerFile(sql`u`)} as header_file
      from templates t
      left join template_versions u on u.org_id = t.org_id and u.org_id = ${organizationId} and u.template_id = t.id
        and u.version = t.used_version
     where t.org_id = ${organizationId} and t.id = ${id} and t.deleted_at is null`
}

export interface UsedVersion {
  templateId: Uuid
  version: number
}

export interface StaleRow extends Placed {
  template_id: Uuid
  version: number
}

/**
 * The versions among these, of several organizations, that can no longer be used: the template is deleted, or its
 * version in use or this one is not approved. Each is looked up by key, whatever the statistics: with `deleted_at` as a
 * condition the planner could choose the index by name and read all templates of an organization.
 */
export function stale(organizationIds: readonly Uuid[], used: readonly (UsedVersion & Placed)[]): Statement {
  const here = (column: Statement) => onShard(column, organizationIds)
  const given = rowsOf('given', used, {
    place: ['int4', ({ place }) => place],
    template_id: ['uuid', ({ templateId }) => templateId],
    version: ['int4', ({ version }) => version],
  })
  return sql`
    select given.place, given.template_id, given.version
      from ${given} left join lateral (
        select t.deleted_at is null as is_usable from templates t
          join template_versions u on u.org_id = t.org_id ${here(sql`u.org_id`)} and u.template_id = t.id
            and u.version = t.used_version and u.status = 'approved'
         where t.org_id = ${organizationAt(organizationIds)} and t.id = given.template_id
           and (u.version = given.version or exists (
             select from template_versions m
              where m.org_id = t.org_id ${here(sql`m.org_id`)} and m.template_id = t.id and m.version = given.version
                and m.status = 'approved'))
        offset 0) found on true
     where found.is_usable is not true`
}

/** Approved templates of a channel that are registered externally, newest first. */
export function registered(
  organizationId: Uuid,
  channel: ChannelName,
  { templatesMax, textMax }: { templatesMax: number; textMax: number },
): Statement {
  return sql`
    select t.id, u.version, t.name, u.category, u.registered_id as "registeredId", u.header, u.text
      from templates t
      join template_versions u on u.org_id = t.org_id and u.org_id = ${organizationId} and u.template_id = t.id
        and u.version = t.used_version
     where t.org_id = ${organizationId} and t.channel = ${channel} and t.deleted_at is null
       and u.status = 'approved' and u.registered_id is not null and length(u.text) <= ${textMax}
     order by t.id desc limit ${templatesMax}`
}

/** The template of the same name in other languages, by language. */
export function siblings(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select s.language, s.id
      from templates t
      join templates s on s.org_id = t.org_id and s.org_id = ${organizationId} and s.channel = t.channel
        and s.name = t.name and s.deleted_at is null
     where t.org_id = ${organizationId} and t.id = ${id} and t.deleted_at is null`
}

/** The version that a message was made from, also of a deleted template. */
export interface VersionRow extends TemplateSource {
  header_file: AttachedRow | null
  id: Uuid
  name: string
  channel: ChannelName
  language: string
  category: Category
  registered_id: string | null
  header: string | null
  provider_parameters: string[] | null
}

export function versionOf(organizationId: Uuid, id: Uuid, version: number): Statement {
  return sql`
    select t.id, t.name, t.channel, t.language, v.category, v.subject, v.text, v.html, v.registered_id, v.header,
           v.provider_parameters, v.components, ${headerFile(sql`v`)} as header_file
      from templates t
      join template_versions v on v.org_id = t.org_id and v.org_id = ${organizationId} and v.template_id = t.id
     where t.org_id = ${organizationId} and t.id = ${id} and v.version = ${version}`
}
