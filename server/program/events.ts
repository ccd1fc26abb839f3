// Every event that there is: its type, when it happens and what it tells. A closed list: what no domain declared
// cannot be emitted.

import type { Declarations } from '#events/declaration.ts'
import type { Static } from '#kit/wire.ts'
import { contactEvents } from '#messaging/contacts/events.ts'
import { groupEvents } from '#messaging/contacts/groups/events.ts'
import { conversationEvents } from '#messaging/conversations/events.ts'
import { deliveryEvents, messageEvents } from '#messaging/messages/events.ts'
import { reratingEvents } from '#messaging/rerating/events.ts'
import { templateEvents } from '#messaging/templates/events.ts'
import { autoRechargeEvents } from '#money/auto-recharge/events.ts'
import { invoiceEvents } from '#money/invoices/events.ts'
import { pricingEvents } from '#money/pricing/events.ts'
import { rechargeEvents } from '#money/recharges/events.ts'
import { refundEvents } from '#money/refunds/events.ts'
import { walletEvents } from '#money/wallet/events.ts'
import { accessEvents } from '#people/access/events.ts'
import { invitationEvents } from '#people/invitations/events.ts'
import { memberEvents } from '#people/members/events.ts'
import { organizationEvents } from '#people/organizations/events.ts'

export const events = {
  ...organizationEvents.declarations,
  ...accessEvents.declarations,
  ...memberEvents.declarations,
  ...invitationEvents.declarations,
  ...pricingEvents.declarations,
  ...walletEvents.declarations,
  ...invoiceEvents.declarations,
  ...rechargeEvents.declarations,
  ...autoRechargeEvents.declarations,
  ...refundEvents.declarations,
  ...contactEvents.declarations,
  ...groupEvents.declarations,
  ...templateEvents.declarations,
  ...conversationEvents.declarations,
  ...messageEvents.declarations,
  ...deliveryEvents.declarations,
  ...reratingEvents.declarations,
} satisfies Declarations

export type EventType = keyof typeof events
export type EventPayload<Type extends EventType> = Static<(typeof events)[Type]['payload']>

/** Named by the specification, and declared together with what emits them. */
export const eventsToCome: Readonly<Record<string, string>> = {
  'message.created': 'webhooks: a message was accepted',
  'campaign.*': 'campaigns',
  'subscription.*': 'the forms plan',
  'form.submitted': 'forms',
  'usage.monthly_summary': 'summaries',
}
