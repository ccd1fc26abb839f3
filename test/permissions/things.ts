// One of every owned resource, for attempts to reach it by id.

import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import type { Route } from '#edge/route.ts'
import { newUuid, type Prefix, type Uuid } from '#kit/ids.ts'
import { routesOf } from '../../server/program/routes.ts'
import { upload } from '../attachments.ts'
import { submittedThings } from '../forms.ts'
import { fund, type Member, publicId, type TestSamvad, uuidOf } from '../harness.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { givePremium } from '../premium.ts'
import { person } from '../story.ts'
import { expected, type Line } from './expected.ts'

/** Ids by prefix; several of a kind where their state matters. */
export type Things = Partial<Record<Prefix, string[]>>

/**
 * The resources of one member: their own conversation with a message, a token, and resources shared in the
 * organization.
 */
export async function thingsOf(samvad: TestSamvad, organizationId: string, member: Member): Promise<Things> {
  const who = person(samvad, member)
  const contact = await who.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  const twin = await who.make('/v1/contacts', { display_name: 'Ravi' })
  const group = await who.make('/v1/groups', { name: 'Dealers', contacts: [contact.id] })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  await fund(samvad, organizationId, 1n)
  const draft = { conversation_id: conversation.id, channel: 'email', subject: 'Secret', text: 'Secret words' }
  const message = await who.make('/v1/messages', draft)
  const deliveries = (await who.get(`/v1/messages/${message.id}/deliveries`)).body.data
  const token = await who.make('/v1/tokens', { name: 'Mine' })
  const [arrived] = await samvad.rows<{ id: Uuid }>(
    `insert into sandbox_messages (org_id, id, channel, from_address, address, text, raw, conversation_id, received_at)
     values ($1, $2, 'email', 'us', 'ravi@farm.example', 'Secret words', 'raw', $3, now()) returning id`,
    [organizationId, newUuid(), uuidOf('conv', conversation.id)],
  )
  const [notice] = await samvad.rows<{ id: Uuid }>(
    `insert into notices (org_id, id, user_id, event_id, type, object_id, facts, is_in_app, created_at)
     values ($1, $2, $3, $2, 'balance.low', $1, '{}', true, now()) returning id`,
    [organizationId, newUuid(), member.userId],
  )
  const file = await upload(samvad, { token: member.token })
  const ecdh = createECDH('prime256v1')
  const subscription = await who.make('/v1/push_subscriptions', {
    endpoint: `https://push.example/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  })
  const suppression = await who.make('/v1/suppressions', { channel: 'sms', address: '+919876500099' })
  const list = await who.make('/v1/lists', { name: 'Farmers' })
  // A separate list, because one that a campaign references cannot be deleted.
  const { id: audience } = await who.make('/v1/lists', { name: 'Subscribers' })
  const campaign = await who.make('/v1/campaigns', { ...OFFER, list_ids: [audience] })
  const form = await who.make('/v1/forms', { name: 'Feedback', fields: FEEDBACK })
  await who.make(`/v1/forms/${form.id}/publish`, {})
  const segment = await who.make('/v1/segments', { name: 'Reachable', filter: { reachable: 'email' } })
  const rows = await upload(samvad, { token: member.token, bytes: 'Name\nRavi\n', filename: 'rows.csv' })
  const importing = { attachment_id: rows.body.id, mapping: { Name: 'display_name' } }
  const imported = await who.post('/v1/imports', importing)
  assert.equal(imported.status, 202, imported.text)
  // Only a few imports may be in progress.
  await who.delete(`/v1/imports/${imported.body.id}`)
  return {
    // The second is merged into another.
    contact: [contact.id, twin.id],
    list: [list.id],
    camp: [campaign.id],
    form: [form.id],
    seg: [segment.id],
    imp: [imported.body.id],
    group: [group.id],
    conv: [conversation.id],
    msg: [message.id],
    dlv: deliveries.map(({ id }: { id: string }) => id),
    token: [token.id],
    sbx: [publicId('sbx', arrived?.id as Uuid)],
    ntf: [publicId('ntf', notice?.id as Uuid)],
    att: [file.body.id],
    supp: [suppression.id],
    psub: [subscription.id],
    org: [publicId('org', organizationId)],
    ...(await submittedThings(samvad, { organizationId, ...member })),
  }
}

/** Further resources that only an owner has: money, a team. */
export async function ownersThings(samvad: TestSamvad, organizationId: string, owner: Member): Promise<Things> {
  const who = person(samvad, owner)
  const company = { organizationId, ...owner }
  const paid = await openRecharge(samvad, '1000.00', {}, company)
  await payAtCheckout(paid.checkout_url, 'success')
  const failed = await openRecharge(samvad, '100.00', {}, company)
  await payAtCheckout(failed.checkout_url, 'bank_declined')
  const { data } = (await who.get('/api/v1/billing/transactions')).body
  const invoices = (await who.get('/api/v1/billing/invoices')).body.data
  const request = { recharge_id: paid.id, reason: 'duplicate_charge', amount: '10.00' }
  const refund = await who.make('/api/v1/billing/refunds', request)
  const role = await who.make('/v1/roles', { name: 'Helper', permissions: ['contacts.view'] })
  const fields = { name: 'order', channel: 'email', language: 'en', category: 'utility', text: 'Dear {{name}}' }
  const template = await who.make('/v1/templates', fields)
  const service = await who.make('/v1/service_users', { name: 'Shop', role: 'agent' })
  const period = { from: '2026-01-01', to: '2026-01-31' }
  const exporting = { kind: 'transactions', format: 'csv', ...period }
  const exported = await who.post('/api/v1/billing/exports', exporting)
  assert.equal(exported.status, 202, exported.text)
  const domain = await who.make('/v1/sender_domains', { name: 'farm.example' })
  await givePremium(samvad, company)
  const formDomain = await who.make('/v1/domains', { name: 'forms.farm.example' })
  const invitation = await who.post('/v1/invitations', { email: 'new@farm.example', role: 'agent' })
  assert.equal(invitation.status, 202, invitation.text)
  const endpoint = await who.make('/v1/webhook_endpoints', { url: 'https://shop.example/', event_types: ['*'] })
  const [told] = await samvad.rows<{ id: Uuid }>(
    `insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
       attempts, end_number, created_at, ended_at)
     select e.org_id, e.id, $2, e.id, e.type, e.object_id, 0, 'failed', '[]', 0, now(), now() from events e
      where e.org_id = $1 limit 1 returning id`,
    [organizationId, uuidOf('whe', endpoint.id)],
  )
  return {
    txn: data.map(({ id }: { id: string }) => id),
    rech: [paid.id, failed.id],
    inv: [invoices[0].id],
    rfnd: [refund.id],
    exp: [exported.body.id],
    role: [role.id],
    user: [service.id],
    whe: [endpoint.id],
    whd: [publicId('whd', told?.id as Uuid)],
    invite: [invitation.body.id],
    sdom: [domain.id],
    dom: [formDomain.id],
    tmpl: [template.id],
  }
}

const FEEDBACK = [{ key: 'words', type: 'long_text', label: 'Secret words' }]
const OFFER = { name: 'Offer', channel: 'email', subject: 'Offer', text: 'Seeds are here.' }

/** Valid bodies and queries, so that only the id decides. */
const bodies: Record<string, (mine: Things) => object> = {
  'PUT /v1/users/:id': () => ({ role: 'viewer' }),
  'PUT /v1/service_users/:id': () => ({ name: 'Taken' }),
  'PUT /v1/roles/:id': () => ({ name: 'Taken' }),
  'PUT /v1/contacts/:id': () => ({ display_name: 'Taken' }),
  'POST /v1/contacts/:id/consents': () => ({ channel: 'sms', status: 'revoked' }),
  'POST /v1/contacts/:id/merge': ({ contact = [] }) => ({ from: contact[1] }),
  'PUT /v1/lists/:id': () => ({ name: 'Taken' }),
  'PUT /v1/forms/:id': () => ({ name: 'Taken' }),
  'POST /v1/organizations/:organization_id/forms/:form_id/suspend': () => ({ reason: 'No' }),
  'PUT /v1/campaigns/:id': () => ({ name: 'Taken' }),
  'POST /v1/campaigns/:id/test': ({ contact = [] }) => ({ contact_id: contact[0] }),
  'POST /v1/lists/:id/members': ({ contact = [] }) => ({ contact_ids: contact.slice(0, 1) }),
  'DELETE /v1/lists/:id/members': ({ contact = [] }) => ({ contact_ids: contact.slice(0, 1) }),
  'PUT /v1/segments/:id': () => ({ name: 'Taken' }),
  'PUT /v1/groups/:id': () => ({ name: 'Taken' }),
  'POST /v1/groups/:id/contacts': ({ contact = [] }) => ({ contacts: contact.slice(0, 1) }),
  'PUT /v1/conversations/:id': () => ({ is_pinned: true }),
  'POST /v1/conversations/:id/assign': ({ user = [] }) => ({ user_id: user[0] }),
  'PUT /v1/webhook_endpoints/:id': () => ({ description: 'Taken' }),
  'POST /v1/webhook_endpoints/:id/replay': () => ({ from: 1767225600, to: 1767225601 }),
  'PUT /v1/templates/:id': () => ({ text: 'Taken' }),
  'POST /v1/templates/:id/preview': () => ({ variables: { name: 'Ravi' } }),
  'POST /v1/templates/:id/reject': () => ({ reason: 'No' }),
  'POST /v1/organizations/:organization_id/templates/:id/reject': () => ({ reason: 'No' }),
  'PUT /v1/messages/:id': () => ({ text: 'Taken' }),
  'POST /v1/deliveries/:id/resolve': () => ({ as: 'not_sent' }),
  'POST /v1/messages/:id/reactions': () => ({ emoji: '👍' }),
  'POST /v1/organizations/:organization_id/refunds/:id/approve': () => ({}),
  'POST /v1/organizations/:organization_id/refunds/:id/reject': () => ({ note: 'No' }),
}
const queries: Record<string, string> = {
  'DELETE /v1/messages/:id/reactions': `?emoji=${encodeURIComponent('👍')}`,
  'GET /v1/messages/:id/picture': '?index=0',
}

export interface Try extends Line {
  method: string
  path: string
  options: { json?: object }
}

const known = new WeakMap<TestSamvad, Map<string, Route>>()

function routesByName(samvad: TestSamvad): Map<string, Route> {
  const routes = known.get(samvad) ?? new Map(routesOf(samvad.app).map((one) => [`${one.method} ${one.path}`, one]))
  known.set(samvad, routes)
  return routes
}

/** Every operation with an id, requested with these resources. An organization in the path is the caller's own. */
export function triesOn(samvad: TestSamvad, things: Things, mine: Things, lines = expected): Try[] {
  const routes = routesByName(samvad)
  return lines.flatMap((line) => {
    const route = routes.get(line.route) as Route
    const json = bodies[line.route]?.(mine)
    return pathsOf(route, { ...things, org: mine.org ?? [] }).map((path) => ({
      ...line,
      method: route.method,
      path: path + (queries[line.route] ?? ''),
      options: json ? { json } : {},
    }))
  })
}

function pathsOf({ path, ids = {} }: Route, things: Things): string[] {
  return Object.entries(ids).reduce(
    (paths, [name, { prefix }]) =>
      paths.flatMap((one) => (things[prefix] ?? []).map((id) => one.replace(`:${name}`, id))),
    [path.replace(':version', '1')],
  )
}
