// Who hears of what, in the same transaction: the one way besides events by which something higher moves something lower. A hook that
// is missing here does not compile; nothing depends on which module was loaded.

import * as mandates from '#auto-recharge/mandates.ts'
import { noteSettled } from '#auto-recharge/settled.ts'
import * as conversations from '#conversations/actions.ts'
import { takeFromMembers } from '#conversations/hand-over.ts'
import { type Takers, useTakers } from '#gateways/reports.ts'
import { type Hooks, useHooks } from '#kit/hooks.ts'
import * as messages from '#messages/actions.ts'
import { takePaymentReport } from '#recharges/orders.ts'
import { takeRefundReport } from '#refunds/settle.ts'
import * as sandbox from '#sandbox/forget.ts'
import { openWallet } from '#wallet/actions.ts'

/** In their order: the sandbox behind the messages, as a mail on its way is found once they have let go of its delivery. */
const hooks: Hooks = {
  'organization.created': [openWallet],
  'members.changed': [takeFromMembers],
  'contact.removing': [conversations.removeWithContacts, messages.forgetContacts, sandbox.forgetContacts],
  'group.removing': [conversations.removeWithGroups],
  'conversation.removing': [messages.removeWithConversations, sandbox.forgetConversations],
  'conversation.merging': [messages.mergeWithConversations, sandbox.mergeConversations],
  'message.removing': [sandbox.forgetMessages],
  'charge.refunding': [messages.refuseUnsent, messages.refuseVolumeCharges],
  'charge.refunded': [messages.noteRefunded],
  'recharge.settled': [noteSettled],
}

/** Who takes what a gateway says of a payment, a refund or a mandate, and the mandate that came with a payment. */
const takers: Takers = {
  payment: takePaymentReport,
  refund: takeRefundReport,
  mandate: mandates.takeMandateReport,
  given: mandates.keepGiven,
}

/** Every process does it before anything else. */
export function connectHooks(): void {
  useHooks(hooks)
  useTakers(takers)
}
