// SQL of the sandbox Cloud API's templates. It stores none itself: it reads what the organization has submitted.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { firstFileOf } from '#messaging/attachments/template-file-queries.ts'
import { templateOfCampaign, versionOfCampaign } from '#messaging/campaigns/queries.ts'
import { SANDBOX_BUSINESS_ACCOUNT_ID } from '#messaging/channels/app/sandbox-account.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'

export interface ToldRow {
  provider_id: string
  name: string
  language: string
  category: string
  text: string | null
  components: TemplateComponents | null
}

/** Templates whose name contains `name`, with the content that was submitted last. */
export function told(organizationId: Uuid, name: string, limit: number): Statement {
  return sql`
    select t.provider_id, t.name, t.language, v.category, v.text, v.components
      from templates t
     cross join lateral (
       select category, text, components from template_versions v
        where v.org_id = ${organizationId} and v.template_id = t.id and v.registered_at is not null
        order by v.version desc limit 1) v
     where t.org_id = ${organizationId} and t.channel = 'app' and t.provider_account = ${SANDBOX_BUSINESS_ACCOUNT_ID}
       and t.provider_id is not null and strpos(t.name, ${name}) > 0
     order by t.id limit ${limit}`
}

export interface NamedRow {
  name: string
  language: string
}

/** A template by the sandbox's id, once the submission of its latest version is recorded. */
export function recorded(organizationId: Uuid, providerId: string): Statement {
  return sql`
    select t.name, t.language from templates t
      join template_versions v on v.org_id = t.org_id and v.org_id = ${organizationId} and v.template_id = t.id
       and v.version = t.version
     where t.org_id = ${organizationId} and t.channel = 'app' and t.provider_account = ${SANDBOX_BUSINESS_ACCOUNT_ID}
       and t.provider_id = ${providerId} and t.deleted_at is null and v.registered_at is not null`
}

export interface MadeRow {
  template_id: Uuid | null
  version: number | null
  /** The file sent with the message; null when it has none. */
  file_id: Uuid | null
}

/** The template and version from which a delivery was made, for a message or a campaign. */
export function madeFrom(organizationId: Uuid, deliveryId: Uuid): Statement {
  return sql`
    select coalesce(m.template_id, ${templateOfCampaign(organizationId, sql`d.campaign_id`)}) as template_id,
           coalesce(m.template_version, ${versionOfCampaign(organizationId, sql`d.campaign_id`)}) as version,
           ${firstFileOf(organizationId, sql`m.id`)} as file_id
      from deliveries d
      left join messages m on m.org_id = d.org_id and m.org_id = ${organizationId} and m.id = d.message_id
     where d.org_id = ${organizationId} and d.id = ${deliveryId}`
}
