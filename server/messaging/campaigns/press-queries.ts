// SQL of quick replies that a campaign's recipients pressed.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export interface PressedRow {
  campaign_id: Uuid
  recipient_number: number
  template_id: Uuid
  version: number
}

/** The campaign delivery with this provider id, and its template. */
export function pressedDelivery(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select d.campaign_id, d.recipient_number, c.template_id, c.template_version as version
      from deliveries d
      join campaigns c on c.org_id = ${organizationId} and c.id = d.campaign_id and c.template_version is not null
     where d.org_id = ${organizationId} and d.channel = ${channel} and d.provider_id = ${providerId}
       and d.recipient_number is not null
     limit 1`
}

/** No row if it was counted before. */
export function markPressed(
  organizationId: Uuid,
  { campaign_id, recipient_number }: Pick<PressedRow, 'campaign_id' | 'recipient_number'>,
  index: number,
): Statement {
  return sql`
    update campaign_recipients set pressed = coalesce(pressed, '{}') || ${index}::int4
     where org_id = ${organizationId} and campaign_id = ${campaign_id} and number = ${recipient_number}
       and not (${index}::int4 = any(coalesce(pressed, '{}')))`
}
