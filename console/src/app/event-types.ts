// Every type of event with what it takes to read it: the compiler says when the SDK knows another.

import type { KnownEvent } from '@samvad/sdk'

/** One of these, where there are several: then it depends on what it is about. */
type Needs = string | readonly string[]

const ofExports = ['invoices.download', 'usage.view', 'balance.view', 'contacts.view']

export const eventTypes: Record<KnownEvent['type'], Needs> = {
  'organization.updated': 'organization.view',
  'organization.enterprise_eligible': 'organization.view',
  'enterprise_pricing.reached': 'installation.operate',
  'token.created': 'tokens.manage',
  'token.revoked': 'tokens.manage',
  'role.created': 'users.view',
  'role.updated': 'users.view',
  'role.deleted': 'users.view',
  'user.added': 'users.view',
  'user.updated': 'users.view',
  'user.removed': 'users.view',
  'service_user.created': 'users.view',
  'service_user.updated': 'users.view',
  'service_user.removed': 'users.view',
  'invitation.created': 'users.manage',
  'invitation.accepted': 'users.manage',
  'invitation.revoked': 'users.manage',
  'price_list.published': 'organization.view',
  'balance.low': 'balance.view',
  'balance.empty': 'balance.view',
  'invoice.generated': 'invoices.download',
  'recharge.completed': 'wallet.recharge',
  'payment.failed': 'wallet.recharge',
  'payment.mismatch': 'wallet.recharge',
  'payment.disputed': 'wallet.recharge',
  'payment.refunded_at_gateway': 'wallet.recharge',
  'payment.taken_back': 'wallet.recharge',
  'auto_recharge.updated': 'balance.view',
  'auto_recharge.limited': 'balance.view',
  'auto_recharge.debit_requested': 'balance.view',
  'auto_recharge.retry_scheduled': 'balance.view',
  'auto_recharge.switched_off': 'balance.view',
  'recharge.payment_requested': 'balance.view',
  'grace.started': 'balance.view',
  'grace.ended': 'balance.view',
  'mandate.given': 'balance.view',
  'mandate.updated': 'balance.view',
  'mandate.ended': 'balance.view',
  'refund.requested': 'balance.view',
  'refund.approved': 'balance.view',
  'refund.processing': 'balance.view',
  'refund.completed': 'balance.view',
  'refund.rejected': 'balance.view',
  'refund.failed': 'balance.view',
  'credit.granted': 'balance.view',
  'contact.created': 'contacts.view',
  'contact.updated': 'contacts.view',
  'contact.deleted': 'contacts.view',
  'contact.unsubscribed': 'contacts.view',
  'group.created': 'groups.view',
  'group.updated': 'groups.view',
  'group.deleted': 'groups.view',
  'list.created': 'contacts.view',
  'list.updated': 'contacts.view',
  'list.deleted': 'contacts.view',
  'segment.created': 'contacts.view',
  'segment.updated': 'contacts.view',
  'segment.deleted': 'contacts.view',
  'import.completed': 'contacts.view',
  'import.failed': 'contacts.view',
  'import.cancelled': 'contacts.view',
  'template.created': 'templates.view',
  'template.updated': 'templates.view',
  'template.submitted': 'templates.view',
  'template.approved': 'templates.view',
  'template.rejected': 'templates.view',
  'template.paused': 'templates.view',
  'template.resumed': 'templates.view',
  'template.deleted': 'templates.view',
  'channel_account.failing': 'channels.view',
  'channel_account.recovered': 'channels.view',
  'channel_account.reported': 'channels.view',
  'channel_account.warned': 'channels.view',
  'conversation.created': 'conversations.view',
  'conversation.updated': 'conversations.view',
  'conversation.handed_over': 'conversations.view',
  'conversation.deleted': 'conversations.view',
  'message.created': 'messages.view',
  'message.received': 'messages.view',
  'message.updated': 'messages.view',
  'message.deleted': 'messages.view',
  'message.sent': 'messages.view',
  'message.unknown': 'messages.view',
  'message.delivered': 'messages.view',
  'message.read': 'messages.view',
  'message.undelivered': 'messages.view',
  'message.failed': 'messages.view',
  'message.cancelled': 'messages.view',
  'month.rerated': 'balance.view',
  'usage.monthly_summary': 'usage.view',
  'export.completed': ofExports,
  'export.failed': ofExports,
  'export.withdrawn': ofExports,
  'webhook_endpoint.switched_off': 'webhooks.manage',
}

type May = (permission: string) => boolean

export const mayHear = (type: KnownEvent['type'], may: May): boolean => [eventTypes[type]].flat().some(may)

/** Those that somebody may read, by noun, in the order of the contract. */
export function readableTypes(may: May): Map<string, string[]> {
  const nouns = new Map<string, string[]>()
  for (const type of Object.keys(eventTypes) as KnownEvent['type'][]) {
    if (!mayHear(type, may)) continue
    const noun = type.split('.')[0] ?? type
    nouns.set(noun, [...(nouns.get(noun) ?? []), type])
  }
  return nouns
}
