// Writes that set a state: repeated, each has no effect (spec 3.12). Every PUT has a line here.

import { smppAccount } from '../smpp/story.ts'
import type { Things } from './things.ts'

export interface Said {
  body?: object
  /** Set where it differs from the path with the ids filled in. */
  path?: string
}

/** `example`: the route's example body. */
type Line = 'example' | ((things: Things) => Said)

const TIME = 1_767_225_600
const of = (path: string, prefix: keyof Things, body: (things: Things) => object) => (things: Things) => ({
  path: path.replace(':id', things[prefix]?.[0] as string),
  body: body(things),
})
const organization =
  (rest: string, body?: object) =>
  ({ org = [] }: Things) => ({
    path: `/v1/organizations/${org[0]}/${rest}`,
    ...(body ? { body } : {}),
  })
const contacts = ({ contact = [] }: Things) => contact.slice(0, 1)

export const saidTwice: Record<string, Line> = {
  'PUT /api/v1/billing/auto_recharge': () => ({ body: { enabled: false, threshold: '500.00', amount: '1000.00' } }),
  'PUT /api/v1/billing/subscription': () => ({ body: { plan: 'premium' } }),
  'PUT /api/v1/billing/profile': () => ({
    body: { legal_name: 'Asha Traders', address_lines: ['1 Main Road'], state_code: '29', email: 'asha@farm.example' },
  }),
  'PUT /v1/contacts/:id': of('/v1/contacts/:id', 'contact', () => ({
    display_name: 'Ravi Rao',
    attributes: { city: 'Pune', shop: 'Rao' },
    unsubscribed: { sms: TIME },
  })),
  'PUT /v1/conversations/:id': of('/v1/conversations/:id', 'conv', ({ msg = [] }) => ({
    is_pinned: true,
    is_muted: true,
    archived_at: TIME,
    pinned_message_id: msg[0],
  })),
  'PUT /v1/groups/:id': of('/v1/groups/:id', 'group', (things) => ({ name: 'Shops', contacts: contacts(things) })),
  'PUT /v1/lists/:id': of('/v1/lists/:id', 'list', () => ({ name: 'Growers', description: 'All of them' })),
  'PUT /v1/campaigns/:id': of('/v1/campaigns/:id', 'camp', () => ({ name: 'Monsoon', text: 'Rain is here.' })),
  'PUT /v1/forms/:id': of('/v1/forms/:id', 'form', () => ({
    name: 'Survey',
    slug: 'survey-of-shops',
    fields: [{ key: 'stars', type: 'rating', label: 'How was it?' }],
    settings: { languages: ['en', 'hi'], default_language: 'hi' },
  })),
  'PUT /v1/domains/:id': of('/v1/domains/:id', 'dom', ({ form = [] }) => ({ form_id: form[0] })),
  'PUT /v1/segments/:id': of('/v1/segments/:id', 'seg', () => ({ name: 'By SMS', filter: { reachable: 'sms' } })),
  'PUT /v1/me': () => ({ body: { display_name: 'Asha Rao', language: 'hi', theme: 'dark' } }),
  'PUT /v1/messages/:id': of('/v1/messages/:id', 'msg', () => ({ subject: 'Again', text: 'Other words' })),
  'PUT /v1/notification_preferences': () => ({
    body: { language: 'hi', quiet_hours: { from: '22:00', to: '07:00' }, types: { 'balance.low': { email: false } } },
  }),
  'PUT /v1/organization': () => ({ body: { name: 'Asha Traders' } }),
  'PUT /v1/organizations/:organization_id/enterprise': organization('enterprise', { decision: 'declined', note: 'No' }),
  'PUT /v1/organizations/:organization_id/webhook_networks': organization('webhook_networks', {
    networks: ['10.1.0.0/16'],
  }),
  'PUT /v1/roles/:id': of('/v1/roles/:id', 'role', () => ({
    name: 'Clerk',
    permissions: ['contacts.view', 'messages.view'],
  })),
  'PUT /v1/sandbox/settings': () => ({ body: { channel: 'email', receipts: 'manual' } }),
  'PUT /v1/sender_domains/:id': of('/v1/sender_domains/:id', 'sdom', () => ({
    sender: 'Asha <orders@farm.example>',
    receives: ['orders'],
  })),
  'PUT /v1/service_users/:id': of('/v1/service_users/:id', 'user', () => ({ name: 'Stall', role: 'viewer' })),
  'PUT /v1/templates/:id': of('/v1/templates/:id', 'tmpl', () => ({ text: 'Dear {{name}}, hello.' })),
  'PUT /v1/users/:id': of('/v1/users/:id', 'user', () => ({ role: 'agent' })),
  'PUT /v1/webhook_endpoints/:id': of('/v1/webhook_endpoints/:id', 'whe', () => ({
    description: 'The shop',
    event_types: ['contact.*'],
    status: 'paused',
  })),
  'PUT /v1/channels/app': 'example',
  'PUT /v1/channels/email': 'example',
  'PUT /v1/channels/sms': () => ({ body: smppAccount(2775, { host: 'smsc.example' }) }),
  'PUT /v1/shared_channels/app': 'example',
  'PUT /v1/shared_channels/sms': () => ({ body: smppAccount(2775, { host: 'smsc.example' }) }),
  'PUT /v1/gateways/razorpay': 'example',
  'PUT /v1/gateways/cashfree': 'example',
  // Other methods that set a state.
  'POST /v1/messages/:id/reactions': of('/v1/messages/:id/reactions', 'msg', () => ({ emoji: '👍' })),
  'DELETE /v1/messages/:id/reactions': ({ msg = [] }) => ({
    path: `/v1/messages/${msg[0]}/reactions?emoji=${encodeURIComponent('👍')}`,
  }),
  'POST /v1/lists/:id/members': of('/v1/lists/:id/members', 'list', (things) => ({ contact_ids: contacts(things) })),
  'DELETE /v1/lists/:id/members': of('/v1/lists/:id/members', 'list', (things) => ({ contact_ids: contacts(things) })),
  'POST /v1/groups/:id/contacts': of('/v1/groups/:id/contacts', 'group', ({ contact = [] }) => ({ contacts: contact })),
  'POST /v1/suppressions': () => ({ body: { channel: 'email', address: 'twice@farm.example' } }),
  // The second template is approved.
  'POST /v1/templates/:id/pause': ({ tmpl = [] }) => ({ path: `/v1/templates/${tmpl[1]}/pause` }),
  'POST /v1/templates/:id/resume': ({ tmpl = [] }) => ({ path: `/v1/templates/${tmpl[1]}/resume` }),
  'POST /v1/forms/:id/publish': of('/v1/forms/:id/publish', 'form', () => ({})),
  'POST /v1/forms/:id/unpublish': of('/v1/forms/:id/unpublish', 'form', () => ({})),
  'POST /v1/organizations/:organization_id/forms/:form_id/suspend': (things) =>
    organization(`forms/${things.form?.[0]}/suspend`, { reason: 'It imitates a bank.' })(things),
  'POST /v1/organizations/:organization_id/forms/:form_id/resume': (things) =>
    organization(`forms/${things.form?.[0]}/resume`)(things),
  'POST /v1/organizations/:organization_id/suspend': organization('suspend', { reason: 'Unpaid' }),
  'POST /v1/organizations/:organization_id/resume': organization('resume'),
}

/** PUTs that trigger an action each time. */
export const askedAnew: Record<string, string> = {
  'PUT /v1/notification_number': 'sends another code while the number is not verified',
}
