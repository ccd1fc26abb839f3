// Shows the campaign's message above a reply to it in the conversation, as the contact received it. The delivery was
// charged when it was queued; nothing is charged here. spec 15.16.

import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { renderTemplate } from '#messaging/templates/rules.ts'
import type { AnsweredDelivery, AnsweredMessage } from './answers-queries.ts'
import * as answers from './answers-queries.ts'
import { prepareStarted } from './content.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { countOf } from './report/count-rules.ts'
import { noteCounts } from './report/counts.ts'

export interface Answer {
  contactId: Uuid
  channel: ChannelName
  conversationId: Uuid
  /** The delivery it replies to, of any kind, if proven. */
  deliveryId: Uuid | null
  /** The provider id of the message that the reply quotes or whose button was pressed. */
  providerId: string | null
}

/** The conversation is locked. */
export async function showAnswered(tx: Tx, scope: Scope, answer: Answer): Promise<void> {
  const { organizationId } = scope
  const { contactId, channel, conversationId } = answer
  const which = await answeredOne(tx, scope, answer)
  if (which === null) return
  const delivery = await tx.row<AnsweredDelivery>(answers.answeredDelivery(organizationId, contactId, channel, which))
  if (!delivery) return
  const row = await tx.row<CampaignRow>(queries.byId(organizationId, delivery.campaign_id))
  if (!row) throw new Error('a delivery is of a campaign that is not stored')
  const { content, version } = await prepareStarted(tx, organizationId, row)
  const rendered = renderTemplate(content.read, delivery.variables ?? {})
  if (rendered instanceof Refusal) return
  const { subject, text, html } = rendered
  const message: AnsweredMessage = {
    // With the creation time of the delivery, so that it sorts above the reply.
    id: newUuid(delivery.created_at.getTime()),
    conversationId,
    channel,
    userId: row.user_id as Uuid,
    subject,
    text,
    html,
    templateId: row.template_id,
    templateVersion: version,
    variables: row.template_id === null ? null : delivery.variables,
    at: delivery.created_at,
  }
  await tx.run(answers.insertMessage(organizationId, message))
  if ((await tx.run(answers.nameMessage(organizationId, delivery.id, message))) > 0)
    noteCounts(tx, [countOf(organizationId, delivery.campaign_id, 'replied')], scope.at)
  await runHooks('words.changed', tx, scope, { kind: 'message', ids: [message.id] })
}

/** The delivery that the answer replies to: the proven one, else the last one; null if that is not a campaign's. */
async function answeredOne(tx: Tx, { organizationId }: Scope, answer: Answer): Promise<answers.Which | null> {
  const { contactId, channel, conversationId, deliveryId, providerId } = answer
  if (deliveryId !== null) return { id: deliveryId }
  if (providerId !== null) {
    const named = await tx.row<answers.NamedDelivery>(answers.deliveryNamed(organizationId, channel, providerId))
    if (named) return named.contact_id === contactId ? { id: named.id } : null
  }
  const last = await tx.row<{ created_at: Date }>(answers.lastMessageAt(organizationId, conversationId, channel))
  // A provider id that is not stored belongs to a delivery whose response was lost, or to no delivery.
  return { after: last?.created_at ?? null, isUnnamed: providerId !== null }
}
