// Counts pressed quick replies of a campaign's message, once per recipient and button. spec 15.47.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { ButtonReply } from '#messaging/channels/arrivals/message-details.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { type ComponentsRow, componentsOfVersions } from '#messaging/templates/component-queries.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import * as queries from './press-queries.ts'
import { countOf } from './report/count-rules.ts'
import { noteCounts } from './report/counts.ts'

export interface Press {
  channel: ChannelName
  /** The provider id of the message with the button. */
  providerId: string
  reply: ButtonReply
}

export async function notePress(tx: Tx, scope: Scope, { channel, providerId, reply }: Press): Promise<void> {
  const { organizationId, at } = scope
  if (reply.type !== 'template_button') return
  const delivery = await tx.row<queries.PressedRow>(queries.pressedDelivery(organizationId, channel, providerId))
  if (!delivery) return
  const found = await tx.row<ComponentsRow>(componentsOfVersions(organizationId, [delivery]))
  const components = found?.template_components ?? null
  const index = components && indexOf(components, reply)
  if (index === null) return
  const isFirst = (await tx.run(queries.markPressed(organizationId, delivery, index))) > 0
  const { campaign_id: campaignId } = delivery
  if (isFirst) noteCounts(tx, [countOf(organizationId, campaignId, 'pressed', { reason: String(index) })], at)
}

/** The index of the quick reply, which is returned with its label; null if the template has none with it. */
export function indexOf(
  { buttons }: TemplateComponents,
  { id, title }: Pick<ButtonReply, 'id' | 'title'>,
): number | null {
  const of = (label: string | null) => buttons.findIndex((one) => one.type === 'quick_reply' && one.text === label)
  const index = [of(id), of(title)].find((found) => found >= 0)
  return index ?? null
}
