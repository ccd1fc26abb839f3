// What the declarations of the routes do not say and the contract needs: names where the path says too little, refusals beyond
// those that every route of its kind has, and examples. A key that is no route's fails the test.

import type { RefusalCode } from '#kit/refusals.ts'
import {
  autoRecharge,
  balance,
  contact,
  conversation,
  deduction,
  draft,
  invitation,
  message,
  priceList,
  recharge,
  refund,
  serviceUser,
  token,
  usageStatement,
} from './openapi-examples.ts'
import {
  approvedRefund,
  auditEntry,
  cashfreeAccount,
  estimate,
  grantedCredit,
  pricesInForce,
  publishedPriceList,
  queuedRefund,
  razorpayAccount,
  rejectedRefund,
} from './openapi-operator-examples.ts'

export interface Addition {
  /** Published, so never changed: SDKs name their functions after it. */
  operationId?: string
  refuses?: RefusalCode[]
  request?: Record<string, unknown>
  /** A success, of the status that says that it happened. */
  response?: unknown
}

const SENDING: RefusalCode[] = [
  'insufficient_balance',
  'recipient_unreachable',
  'recipient_unsubscribed',
  'channel_unavailable',
  'session_window_closed',
]

export const additions: Record<string, Addition> = {
  'GET /v1/openapi.json': { operationId: 'retrieveContract' },

  'GET /v1/audit_log': { operationId: 'listAuditLog', response: { has_more: true, data: [auditEntry] } },
  'GET /v1/installation/audit_log': { operationId: 'listInstallationAuditLog' },

  'GET /v1/organization': { operationId: 'retrieveOwnOrganization' },
  'PUT /v1/organization': { operationId: 'updateOwnOrganization' },
  'GET /v1/permissions': { operationId: 'listPermissions' },
  'POST /v1/invitations': {
    operationId: 'inviteUser',
    refuses: ['conflict', 'channel_unavailable'],
    request: { email: invitation.email, role: invitation.role },
    response: invitation,
  },
  'DELETE /v1/invitations/:id': { operationId: 'revokeInvitation', refuses: ['conflict'] },
  'POST /v1/organizations': { refuses: ['channel_unavailable'] },
  'POST /v1/service_users': {
    refuses: ['conflict'],
    request: { name: serviceUser.name, role: serviceUser.role },
    response: serviceUser,
  },
  'PUT /v1/users/:id': { refuses: ['conflict'] },
  'DELETE /v1/users/:id': { refuses: ['conflict'] },
  'POST /v1/roles': { refuses: ['already_exists'] },
  'PUT /v1/roles/:id': { refuses: ['already_exists', 'conflict'] },
  'DELETE /v1/roles/:id': { refuses: ['conflict'] },
  'POST /v1/tokens': {
    request: { name: token.name, permissions: token.permissions },
    response: { ...token, access_token: 'samvad_EXAMPLE' },
  },

  'GET /v1/channels/email': { operationId: 'retrieveEmailAccount' },
  'PUT /v1/channels/email': { operationId: 'setEmailAccount' },
  'DELETE /v1/channels/email': { operationId: 'removeEmailAccount', refuses: ['not_found'] },
  'POST /v1/channels/email/test': { operationId: 'testEmailAccount', refuses: ['not_found'] },

  'GET /v1/contacts': { response: { has_more: false, data: [contact] } },
  'POST /v1/contacts': {
    request: { display_name: contact.display_name, email: contact.email, attributes: contact.attributes },
    response: contact,
  },
  'GET /v1/contacts/:id': { response: contact },
  'POST /v1/groups/:id/contacts': { operationId: 'addGroupContacts' },
  'DELETE /v1/groups/:id/contacts/:contact_id': { operationId: 'removeGroupContact' },

  'GET /v1/conversations': { response: { has_more: false, data: [conversation] } },
  'POST /v1/conversations': { request: { contact_id: conversation.contact_id }, response: conversation },
  'GET /v1/conversations/:id': { response: conversation },
  'PUT /v1/conversations/:id': {
    request: { is_pinned: true, archived_at: null },
    response: { ...conversation, is_pinned: true },
  },
  'POST /v1/conversations/:id/assign': {
    request: { user_id: 'user_01jd3v8b4te2n8q4x5c6t7w8yz' },
    response: { ...conversation, user_id: 'user_01jd3v8b4te2n8q4x5c6t7w8yz' },
  },
  'POST /v1/conversations/:id/open': { response: { ...conversation, last_opened_at: 1767225700 } },

  'POST /v1/messages': { operationId: 'sendMessage', refuses: SENDING, request: draft, response: message },
  'POST /v1/messages/batch': {
    operationId: 'sendMessages',
    request: { messages: [draft] },
    response: { data: [{ status: 201, message }] },
  },
  'GET /v1/messages': { response: { has_more: false, data: [message] } },
  'GET /v1/messages/:id': { response: message },
  'PUT /v1/messages/:id': {
    refuses: ['message_already_sent', 'conflict'],
    request: { text: 'It leaves tomorrow.' },
    response: { ...message, text: 'It leaves tomorrow.', updated_at: 1767225665 },
  },
  'POST /v1/messages/:id/read': { operationId: 'markMessageRead', refuses: ['conflict'] },
  'DELETE /v1/messages/:id/read': { operationId: 'markMessageUnread', refuses: ['conflict'] },
  'POST /v1/messages/:id/reactions': { operationId: 'reactToMessage', request: { emoji: '👍' } },
  'DELETE /v1/messages/:id/reactions': { operationId: 'removeReaction' },

  'GET /api/v1/billing/balance': { response: balance },
  'GET /api/v1/billing/auto_recharge': { operationId: 'retrieveAutoRecharge', response: autoRecharge },
  'PUT /api/v1/billing/auto_recharge': {
    operationId: 'updateAutoRecharge',
    refuses: ['gateway_unavailable'],
    request: { enabled: true, threshold: autoRecharge.threshold, amount: autoRecharge.amount },
    // Without a mandate yet, as the first time: it is active once the first recharge was paid there.
    response: {
      ...autoRecharge,
      status: 'authorization_required',
      charged_this_month: '0.00',
      mandate: null,
      authorization_url: recharge.checkout_url,
    },
  },
  'DELETE /api/v1/billing/auto_recharge/mandate': { operationId: 'cancelMandate', refuses: ['not_found'] },
  'GET /api/v1/billing/transactions': { response: { has_more: false, data: [deduction] } },
  'GET /api/v1/billing/transactions/:id': { response: deduction },
  'GET /api/v1/billing/prices': { response: pricesInForce },
  'GET /api/v1/billing/prices/estimate': { operationId: 'estimatePrice', response: estimate },
  'GET /api/v1/billing/profile': { operationId: 'retrieveBillingProfile' },
  'PUT /api/v1/billing/profile': {
    operationId: 'updateBillingProfile',
    request: { legal_name: 'Asha Textiles', gstin: '29AAGCB7383J1Z4', state_code: '29', phone: '+919876543210' },
  },
  'POST /api/v1/billing/recharges': {
    refuses: ['gateway_unavailable'],
    request: { amount: recharge.amount, payment_method: recharge.payment_method },
    response: recharge,
  },
  'GET /api/v1/billing/recharges': { response: { has_more: false, data: [recharge] } },
  'GET /api/v1/billing/recharges/:id': { response: recharge },
  'POST /api/v1/billing/recharges/:id/retry': { refuses: ['conflict', 'gateway_unavailable'] },

  'POST /api/v1/billing/invoices': {
    operationId: 'issueUsageStatement',
    request: { kind: 'usage', month: '2025-12' },
    response: usageStatement,
  },
  'GET /api/v1/billing/invoices': { response: { has_more: false, data: [usageStatement] } },
  'GET /api/v1/billing/invoices/:id': { response: usageStatement },

  'POST /v1/price_lists': { operationId: 'publishPriceList', request: priceList, response: publishedPriceList },
  'GET /v1/price_lists': { response: { has_more: false, data: [publishedPriceList] } },
  'GET /v1/price_lists/:id': { response: publishedPriceList },

  'GET /api/v1/billing/refunds': { response: { has_more: false, data: [refund] } },
  'POST /api/v1/billing/refunds': {
    refuses: ['insufficient_balance', 'conflict', 'gateway_unavailable'],
    request: { recharge_id: refund.recharge_id, reason: refund.reason, amount: refund.amount },
    response: refund,
  },
  'GET /api/v1/billing/refunds/:id': { response: refund },
  'GET /v1/refunds': {
    operationId: 'listRefundsOfAllOrganizations',
    response: { has_more: false, data: [queuedRefund] },
  },
  'POST /v1/organizations/:organization_id/refunds/:id/approve': {
    operationId: 'approveRefund',
    refuses: ['insufficient_balance', 'conflict', 'gateway_unavailable'],
    request: { note: approvedRefund.decision_note },
    response: approvedRefund,
  },
  'POST /v1/organizations/:organization_id/refunds/:id/reject': {
    operationId: 'rejectRefund',
    refuses: ['conflict'],
    request: { note: rejectedRefund.decision_note },
    response: rejectedRefund,
  },
  'POST /v1/organizations/:organization_id/credits': {
    operationId: 'grantCredit',
    request: { amount: grantedCredit.amount, reason: grantedCredit.description },
    response: grantedCredit,
  },

  'GET /v1/gateways': {
    operationId: 'listGatewayAccounts',
    response: { data: [razorpayAccount, cashfreeAccount], sandbox: false },
  },
  'PUT /v1/gateways/razorpay': {
    operationId: 'setRazorpayAccount',
    request: { key_id: 'rzp_live_EXAMPLE', key_secret: 'EXAMPLE-KEY-SECRET', webhook_secret: 'EXAMPLE-WEBHOOK-SECRET' },
    response: razorpayAccount,
  },
  'PUT /v1/gateways/cashfree': {
    operationId: 'setCashfreeAccount',
    request: { client_id: 'EXAMPLE', client_secret: 'EXAMPLE-CLIENT-SECRET' },
    response: cashfreeAccount,
  },
  'DELETE /v1/gateways/razorpay': { operationId: 'removeRazorpayAccount', refuses: ['not_found'] },
  'DELETE /v1/gateways/cashfree': { operationId: 'removeCashfreeAccount', refuses: ['not_found'] },

  'GET /v1/sandbox/messages': { refuses: ['not_found'] },
  'POST /v1/sandbox/messages': { refuses: ['not_found'] },
}

/** What each tag is about, in the order of the document. */
export const tagDescriptions: Record<string, string> = {
  Conversations: 'The container of the messages between the user of the token and a contact or a group.',
  Messages: 'What was written, to whom, at what price, and what became of it.',
  Contacts: 'The people at the other end, and their addresses on each channel.',
  Groups: 'Several contacts who share a conversation.',
  Channels: 'What an organization sends through: senders and provider accounts.',
  Audit: 'Who did what to money, prices, team, tokens and settings.',
  Billing: 'The prepaid wallet: balance, transactions, recharges, invoices and prices.',
  'Price lists': 'What messages cost: for everybody, and for the organizations with a contract.',
  Gateways: 'The accounts of the installation with payment gateways, for its operators.',
  Organizations: 'Who owns everything, wallet included: its name and the business details on its invoices.',
  Users: 'The people and the service users of the organization, and what role each has.',
  Invitations: 'How a person comes into the organization: by a link that is mailed to their address.',
  'Service users': 'As whom programs act: a name and a role, no sign-in.',
  Roles: 'What the members of a role may do.',
  Tokens: 'Access tokens: shown once, bound to a user, revoked within 5 seconds everywhere.',
  Sandbox: 'What arrived at the sandbox, and writing as a contact, while the sandbox is on.',
  Contract: 'This document.',
}
