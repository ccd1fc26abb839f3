// Every change of money, prices, team, tokens or settings has an audit entry: lists the action of every route that
// writes. The entries themselves are tested with their domains; this test ensures that no route is forgotten.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredRoutes } from '#edge/openapi-file.ts'
import { type Action, actions } from '#people/audit/rules.ts'

/** Messages, contacts and reading are content, which the audit log does not record. */
const CONTENT = ['Contacts', 'Groups', 'Conversations', 'Messages', 'Notifications', 'Sandbox', 'Submissions']

const recordedBy: Record<string, readonly Action[]> = {
  'PUT /v1/organization': ['organization.updated'],
  'POST /v1/organizations': ['organization.created', 'invitation.created'],
  'POST /v1/organizations/:organization_id/suspend': ['organization.suspended'],
  'POST /v1/organizations/:organization_id/resume': ['organization.resumed'],
  'POST /v1/organizations/:organization_id/price_lists': ['price_list.published'],
  'PUT /v1/organizations/:organization_id/enterprise': ['organization.enterprise_decided'],
  // Reads only.
  'POST /v1/installation/doctor': [],
  'POST /v1/tokens': ['token.created'],
  'DELETE /v1/tokens/:id': ['token.revoked'],
  'POST /v1/roles': ['role.created'],
  'PUT /v1/roles/:id': ['role.updated'],
  'DELETE /v1/roles/:id': ['role.deleted'],
  'PUT /v1/users/:id': ['member.updated', 'service_user.updated'],
  'DELETE /v1/users/:id': ['member.removed', 'service_user.removed', 'token.revoked'],
  'POST /v1/service_users': ['service_user.created'],
  'PUT /v1/service_users/:id': ['service_user.updated'],
  'DELETE /v1/service_users/:id': ['service_user.removed', 'token.revoked'],
  'POST /v1/invitations': ['invitation.created', 'invitation.revoked'],
  'DELETE /v1/invitations/:id': ['invitation.revoked'],
  'PUT /v1/me': ['password.changed', 'member.updated'],
  'PUT /v1/channels/app': ['channel_account.updated'],
  'PUT /v1/channels/email': ['channel_account.updated'],
  'PUT /v1/channels/sms': ['channel_account.updated'],
  'DELETE /v1/channels/app': ['channel_account.removed'],
  'DELETE /v1/channels/email': ['channel_account.removed'],
  'DELETE /v1/channels/sms': ['channel_account.removed'],
  'POST /v1/quarantine/:id/release': ['quarantine.released'],
  'POST /v1/quarantine/:id/assign': ['quarantine.assigned'],
  'DELETE /v1/quarantine/:id': ['quarantine.discarded'],
  'PUT /v1/shared_channels/app': ['channel_account.updated'],
  'PUT /v1/shared_channels/sms': ['channel_account.updated'],
  'DELETE /v1/shared_channels/app': ['channel_account.removed'],
  'DELETE /v1/shared_channels/sms': ['channel_account.removed'],
  'POST /v1/sender_domains': ['sender_domain.created'],
  'PUT /v1/sender_domains/:id': ['sender_domain.updated'],
  'DELETE /v1/sender_domains/:id': ['sender_domain.removed'],
  'POST /v1/sender_domains/:id/verify': ['sender_domain.verified'],
  'POST /v1/sender_domains/:id/rotate_key': ['sender_domain.key_rotated'],
  // Reads only.
  'POST /v1/channels/app/test': [],
  'POST /v1/channels/email/test': [],
  'POST /v1/channels/sms/test': [],
  'POST /v1/shared_channels/app/test': [],
  'POST /v1/shared_channels/sms/test': [],
  // Reads only.
  'POST /v1/imports/preview': [],
  'POST /v1/imports': ['import.requested'],
  'DELETE /v1/imports/:id': ['import.cancelled'],
  // Content that was not sent yet; messages record what is sent.
  'POST /v1/attachments': [],
  'POST /v1/webhook_endpoints': ['webhook_endpoint.created'],
  'PUT /v1/webhook_endpoints/:id': ['webhook_endpoint.updated'],
  'DELETE /v1/webhook_endpoints/:id': ['webhook_endpoint.deleted'],
  'POST /v1/webhook_endpoints/:id/rotate_secret': ['webhook_endpoint.secret_rotated'],
  // Both send to an endpoint, which the deliveries record.
  'POST /v1/webhook_endpoints/:id/test': [],
  'POST /v1/webhook_endpoints/:id/replay': [],
  'POST /v1/webhook_endpoints/:id/deliveries/:delivery_id/retry': [],
  'POST /v1/templates': ['template.created'],
  'PUT /v1/templates/:id': ['template.updated'],
  'DELETE /v1/templates/:id': ['template.deleted'],
  // Reads only.
  'POST /v1/templates/:id/preview': [],
  'POST /v1/templates/:id/submit': ['template.submitted', 'template.approved', 'template.rejected'],
  'POST /v1/templates/:id/approve': ['template.approved'],
  'POST /v1/templates/:id/reject': ['template.rejected'],
  'POST /v1/templates/:id/pause': ['template.paused'],
  'POST /v1/templates/:id/resume': ['template.resumed'],
  'POST /v1/organizations/:organization_id/templates/:id/approve': ['template.approved'],
  'POST /v1/organizations/:organization_id/templates/:id/reject': ['template.rejected'],
  'POST /v1/deliveries/:id/resolve': ['delivery.resolved'],
  'PUT /api/v1/billing/profile': ['billing_profile.updated'],
  'POST /api/v1/billing/recharges': ['recharge.created'],
  'POST /api/v1/billing/recharges/:id/retry': ['recharge.retried'],
  'POST /api/v1/billing/invoices': ['invoice.issued'],
  'POST /api/v1/billing/exports': ['export.requested'],
  'DELETE /api/v1/billing/exports/:id': ['export.cancelled'],
  'PUT /api/v1/billing/auto_recharge': ['auto_recharge.updated', 'mandate.requested'],
  'DELETE /api/v1/billing/auto_recharge/mandate': ['mandate.ended'],
  'PUT /api/v1/billing/subscription': [
    'subscription.requested',
    'subscription.resumed',
    'subscription_payment.created',
  ],
  'DELETE /api/v1/billing/subscription': ['subscription.cancelled', 'mandate.ended'],
  'POST /api/v1/billing/subscription/resume': ['subscription.resumed'],
  'POST /api/v1/billing/subscription/pay': ['subscription_payment.created'],
  'POST /api/v1/billing/subscription/payment_method': ['subscription_payment.created'],
  'POST /api/v1/billing/refunds': ['refund.requested'],
  'POST /v1/organizations/:organization_id/refunds/:id/approve': ['refund.approved', 'refund.completed'],
  'POST /v1/organizations/:organization_id/refunds/:id/reject': ['refund.rejected'],
  'POST /v1/organizations/:organization_id/credits': ['credit.granted'],
  'PUT /v1/organizations/:organization_id/webhook_networks': ['organization.webhook_networks_set'],
  'POST /v1/domains': ['domain.created'],
  'PUT /v1/domains/:id': ['domain.updated'],
  'DELETE /v1/domains/:id': ['domain.deleted'],
  'POST /v1/domains/:id/verify': ['domain.verified', 'domain.unverified'],
  'POST /v1/forms': ['form.created'],
  'PUT /v1/forms/:id': ['form.updated'],
  'DELETE /v1/forms/:id': ['form.deleted'],
  'POST /v1/forms/:id/duplicate': ['form.created'],
  'POST /v1/forms/:id/publish': ['form.published'],
  'POST /v1/forms/:id/unpublish': ['form.unpublished'],
  'POST /v1/organizations/:organization_id/forms/:form_id/suspend': ['form.suspended'],
  'POST /v1/organizations/:organization_id/forms/:form_id/resume': ['form.resumed'],
  'POST /v1/campaigns': ['campaign.created'],
  'PUT /v1/campaigns/:id': ['campaign.updated'],
  'DELETE /v1/campaigns/:id': ['campaign.deleted'],
  'POST /v1/campaigns/:id/start': ['campaign.scheduled', 'campaign.started'],
  'POST /v1/campaigns/:id/pause': ['campaign.paused'],
  'POST /v1/campaigns/:id/resume': ['campaign.resumed'],
  'POST /v1/campaigns/:id/cancel': ['campaign.cancelled'],
  // The estimate writes nothing, and a test is a message.
  'POST /v1/campaigns/:id/estimate': [],
  'POST /v1/campaigns/:id/preview': [],
  'POST /v1/campaigns/:id/test': [],
  'POST /v1/forms/:id/preview': [],
  'POST /v1/price_lists': ['price_list.published'],
  'POST /v1/plan_lists': ['plan_list.published'],
  'PUT /v1/gateways/razorpay': ['gateway.updated'],
  'PUT /v1/gateways/cashfree': ['gateway.updated'],
  'DELETE /v1/gateways/razorpay': ['gateway.removed'],
  'DELETE /v1/gateways/cashfree': ['gateway.removed'],
}

/** Actions of the program itself, of commands, or of accepting an invitation by link. */
const withoutRoute: readonly Action[] = [
  'campaign.completed',
  'webhook_endpoint.switched_off',
  // Access by operators to what people wrote.
  'quarantine.listed',
  'quarantine.read',
  'invitation.accepted',
  'member.added',
  // Actions on a person's own sign-in, at /console/session.
  'session.ended',
  'address.changed',
  'address.restored',
  'factor.added',
  'factor.updated',
  'factor.removed',
  'recovery_codes.made',
  'recovery_code.used',
  'operator.appointed',
  'organization.suspended',
  'key.rotated',
  'key.forgotten',
  'contact.exported',
  'contact.erased',
  'contact.merged',
  // A filter decides who receives messages.
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'organization.resumed',
  'recharge.succeeded',
  'recharge.failed',
  'refund.started',
  'refund.failed',
  'payment.disputed',
  'payment.refunded_at_gateway',
  'payment.taken_back',
  'auto_recharge.switched_off',
  'subscription.changed',
  'subscription_payment.succeeded',
  'subscription_payment.failed',
  'mandate.given',
  'month.rerated',
  'fence.raised',
  'fence.lifted',
  'installation.moved',
  'form.submissions_expired',
]

test('spec 1.21: every route that changes money, prices, team, tokens or settings says what it leaves in the audit log', () => {
  const routes = declaredRoutes()
  const writing = routes
    .filter(({ kind, method, tag }) => kind !== 'public' && method !== 'GET' && !CONTENT.includes(tag))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(Object.keys(recordedBy).toSorted(), writing.toSorted())
})

test('every action of the closed list is recorded by something', () => {
  const recorded = new Set([...Object.values(recordedBy).flat(), ...withoutRoute])
  assert.deepEqual([...recorded].toSorted(), [...actions].toSorted())
})
