// SQL of templates at a provider that decides on them.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import { hasFile, headerFile, keepsFile } from '#messaging/attachments/template-file-queries.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { TemplateRow } from './queries.ts'

/** A template that is due to be registered at or queried from its provider, in any organization. */
export interface DueRow {
  org_id: Uuid
  id: Uuid
}

export function due(channels: readonly ChannelName[], at: Date, limit: number): Statement {
  return sql`
    select org_id, id from templates
     where org_id is not null and provider_due_at <= ${at} and channel = any(${channels}::text[])
     order by provider_due_at limit ${limit}`
}

/** Leases it until then; returns no row when another worker has it. Includes deleted ones. */
export function take(organizationId: Uuid, id: Uuid, at: Date, until: Date): Statement {
  return sql`
    update templates set provider_due_at = ${until}
     where org_id = ${organizationId} and id = ${id} and provider_due_at <= ${at}
    returning id`
}

export type AtProvider = Pick<
  TemplateRow,
  | 'id'
  | 'name'
  | 'channel'
  | 'language'
  | 'version'
  | 'status'
  | 'category'
  | 'subject'
  | 'text'
  | 'html'
  | 'components'
  | 'header_file'
  | 'decided_by'
> & {
  is_deleted: boolean
  used_version: number | null
  registered_at: Date | null
  provider_account: string | null
  provider_id: string | null
  provider_tries: number
}

/** With its latest version while that is submitted, otherwise with the one in use, if any. */
export function atProvider(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select t.id, t.name, t.channel, t.language, t.deleted_at is not null as is_deleted, t.used_version,
           t.provider_account, t.provider_id, t.provider_tries, v.version, v.status, v.category, v.subject, v.text,
           v.html, v.components, ${headerFile(sql`v`)} as header_file, v.decided_by, v.registered_at
      from templates t
      join template_versions v on v.org_id = t.org_id and v.org_id = ${organizationId} and v.template_id = t.id
       and v.version in (t.version, t.used_version)
     where t.org_id = ${organizationId} and t.id = ${id}
     order by v.status = 'submitted' desc, v.version = t.used_version desc limit 1`
}

export function tellAt(organizationId: Uuid, id: Uuid, at: Date | null): Statement {
  return sql`
    update templates set provider_due_at = ${at}, provider_tries = 0 where org_id = ${organizationId} and id = ${id}`
}

/** For a template that may exist at the provider, or has files; calls in progress can end first. */
export function removeLater(organizationId: Uuid, id: Uuid, at: Date): Statement {
  return sql`
    update templates set provider_tries = 0,
      provider_due_at = case when provider_account is not null or ${hasFile(organizationId, sql`${id}`)}
                             then ${at}::timestamptz end
     where org_id = ${organizationId} and id = ${id}`
}

/** Before the provider is asked to create it. Returns no row when the lease was lost. */
export function noteMaking(organizationId: Uuid, id: Uuid, account: string, lease: Date): Statement {
  return sql`
    update templates set provider_account = ${account}, provider_id = null
     where org_id = ${organizationId} and id = ${id} and deleted_at is null and provider_due_at = ${lease}
    returning id`
}

/** A deleted template with the same name still exists at the provider: the new one takes its place. */
export function takeOver(
  organizationId: Uuid,
  { id, channel, name, language }: Pick<AtProvider, 'id' | 'channel' | 'name' | 'language'>,
  account: string,
): Statement {
  return sql`
    with gone as (
      update templates g set provider_account = null,
        provider_due_at = case when ${keepsFile(sql`g`, organizationId)} then g.provider_due_at end
       where g.org_id = ${organizationId} and g.channel = ${channel} and g.name = ${name} and g.language = ${language}
         and g.deleted_at is not null and g.provider_account = ${account}
      returning g.provider_id)
    update templates t set provider_account = ${account},
      provider_id = (select max(provider_id) from gone)
     where t.org_id = ${organizationId} and t.id = ${id} and t.provider_account is null and exists (select from gone)
    returning t.id`
}

/**
 * Templates decided or pending at another account. Pending ones are submitted again; the others become unused drafts.
 */
export function lapse(
  organizationId: Uuid,
  channel: ChannelName,
  account: string,
  reason: Details,
  at: Date,
): Statement {
  return sql`
    with held as (
      select id from templates
       where org_id = ${organizationId} and channel = ${channel} and deleted_at is null
         and provider_account is distinct from ${account}
       order by id for update),
    lapsed as (
      update template_versions v
         set status = case when v.status = 'submitted' then v.status else 'draft' end,
             reason = case when v.status = 'submitted' then null else ${textToStore(reason)} end,
             reason_details = case when v.status <> 'submitted' then ${detailsToStore(reason)}::jsonb end,
             decided_by = case when v.status = 'submitted' then 'provider' end, decided_at = null, registered_at = null
        from held
       where v.org_id = ${organizationId} and v.template_id = held.id and v.decided_by in ('provider', 'sandbox')
         and v.status in ('approved', 'paused', 'submitted')
      returning v.template_id, v.version, v.status),
    each as (
      select template_id, array_agg(version) as versions, bool_or(status = 'submitted') as is_submitted
        from lapsed group by template_id)
    update templates t
       set used_version = case when t.used_version = any(each.versions) then null else t.used_version end,
           provider_due_at = case when each.is_submitted then ${at}::timestamptz end, provider_tries = 0,
           updated_at = ${at}
      from each
     where t.org_id = ${organizationId} and t.id = each.template_id
    returning t.id`
}

/** Changes no row when it is no longer submitted. */
export function markRegistered(
  organizationId: Uuid,
  { id, version }: Pick<AtProvider, 'id' | 'version'>,
  at: Date,
  parameters: readonly string[],
): Statement {
  return sql`
    update template_versions set registered_at = ${at}, provider_parameters = ${parameters}::text[], reason = null,
           reason_details = null
     where org_id = ${organizationId} and template_id = ${id} and version = ${version} and status = 'submitted'`
}

export function nameAtProvider(organizationId: Uuid, id: Uuid, account: string, providerId: string): Statement {
  return sql`
    update templates set provider_account = ${account}, provider_id = ${providerId}
     where org_id = ${organizationId} and id = ${id} and deleted_at is null`
}

export interface PlaceRow {
  provider_account: string | null
  provider_id: string | null
}

export function placeOf(organizationId: Uuid, id: Uuid): Statement {
  return sql`select provider_account, provider_id from templates where org_id = ${organizationId} and id = ${id}`
}

/** For a webhook that is faster than the response. */
export function nameAs(organizationId: Uuid, id: Uuid, providerId: string): Statement {
  return sql`update templates set provider_id = ${providerId} where org_id = ${organizationId} and id = ${id}`
}

/** It does not exist at the provider: there is nothing to delete, and a template found there is not ours. */
export function forgetProvider(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update templates set provider_account = null, provider_id = null where org_id = ${organizationId} and id = ${id}`
}

/** Sets the next time to register or query; unless that was changed in the meantime. */
export function finish(
  organizationId: Uuid,
  id: Uuid,
  lease: Date,
  { at, tries }: { at: Date | null; tries: number },
): Statement {
  return sql`
    update templates set provider_due_at = ${at}, provider_tries = ${tries}
     where org_id = ${organizationId} and id = ${id} and provider_due_at = ${lease}`
}

/** Why the provider does not have it yet, for waiting users. */
export function noteWaiting(
  organizationId: Uuid,
  { id, version }: Pick<AtProvider, 'id' | 'version'>,
  reason: Details,
): Statement {
  return sql`
    update template_versions set reason = ${textToStore(reason)}, reason_details = ${detailsToStore(reason)}::jsonb
     where org_id = ${organizationId} and template_id = ${id} and version = ${version} and status = 'submitted'`
}

/** The category at the provider. Returns no row when it is unchanged. */
export function setCategory(organizationId: Uuid, id: Uuid, version: number, category: string): Statement {
  return sql`
    update template_versions set category = ${category}
     where org_id = ${organizationId} and template_id = ${id} and version = ${version} and category <> ${category}
    returning version`
}

/** A waiting delivery made from it, including a campaign's: its provider would no longer know the template. */
export function waiting(organizationId: Uuid, id: Uuid, channel: ChannelName): Statement {
  const of = (status: Statement) => sql`
    select id, message_id, campaign_id from deliveries
     where org_id = ${organizationId} and channel = ${channel} and status = ${status}`
  return sql`
    select d.id from (${of(sql`'queued'`)} union all ${of(sql`'sending'`)}) d
     where coalesce(
       (select m.template_id from messages m where m.org_id = ${organizationId} and m.id = d.message_id),
       (select c.template_id from campaigns c where c.org_id = ${organizationId} and c.id = d.campaign_id)) = ${id}
     limit 1`
}
