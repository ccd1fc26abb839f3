// Meta's webhooks about the account, marketing preferences and calls, over the real protocol.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exportContact } from '#privacy/export.ts'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, messagesOf, webhook, written } from '../../../../test/cloud-api/webhooks.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { until } from '../../../../test/mail-story.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url, SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()
const account = await asha.put('/v1/channels/app', {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
})

const say = async (body: object) => {
  assert.equal((await bring(account.body.callback_url, body)).status, 200)
  await until(
    () => samvad.rows('select 1 from arrivals where body is not null and failed_at is null'),
    (rows) => rows.length === 0,
  )
}
const ofAccount = (field: string, value: object) => webhook(someNumber.businessAccountId, field, value)
const notices = async (query = ''): Promise<any[]> =>
  (await asha.get(`/v1/channel_notices?limit=100${query}`)).body.data
const newest = async () => (await notices())[0]
const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000))
const contactOf = async (from: string) =>
  (await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)).body.data[0]

/** A template that Meta has approved. */
async function approved(category: string): Promise<string> {
  api.templates.statusOfNew = 'APPROVED'
  const template = { name: `of_${category}`, channel: 'app', language: 'en_US', category, text: 'It has arrived.' }
  const { id } = await asha.make('/v1/templates', template)
  assert.equal((await asha.post(`/v1/templates/${id}/submit`)).status, 200)
  await until(
    async () => (await asha.get(`/v1/templates/${id}`)).body.status,
    (status) => status === 'approved',
  )
  return id
}

test('a fall in the quality of the number is listed, told by an event, and notified to who sees channels (spec 7.182)', async () => {
  const value = { display_phone_number: '+91 98765 00000', event: 'FLAGGED', current_limit: 'TIER_1K' }
  await say(ofAccount('phone_number_quality_update', value))
  const notice = await newest()
  assert.deepEqual(
    [notice.channel, notice.kind, notice.needs_action, notice.detail, notice.count, notice.content],
    ['app', 'number_quality', true, '+91 98765 00000, FLAGGED, TIER_1K', 1, value],
  )
  const [event] = await samvad.rows<{ payload: any }>(
    "select payload from events where type = 'channel_account.warned'",
  )
  assert.deepEqual([event?.payload.id, event?.payload.detail], [notice.id, notice.detail])
  assert.equal('content' in (event?.payload ?? {}), false)
  const told = await until(
    async () =>
      (await asha.get('/v1/notifications?limit=100')).body.data.filter(
        (one: any) => one.type === 'channel_account.warned',
      ),
    (all: any[]) => all.length > 0,
  )
  assert.match(told[0].text, /FLAGGED/)
})

test('each webhook about the account is a notice of its kind, and says whether somebody must act (spec 7.182)', async () => {
  const cases: [field: string, value: object, kind: string, needsAction: boolean][] = [
    [
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }] },
      'account_status',
      true,
    ],
    ['account_update', { event: 'VERIFIED_ACCOUNT', phone_number: '919876500000' }, 'account_status', false],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      'account_status',
      false,
    ],
    ['account_review_update', { decision: 'REJECTED' }, 'account_review', true],
    ['account_review_update', { decision: 'APPROVED' }, 'account_review', false],
    [
      'account_alerts',
      { entity_type: 'BUSINESS', alert_info: { alert_severity: 'CRITICAL', alert_type: 'OBA_REJECTED' } },
      'account_alert',
      true,
    ],
    ['phone_number_quality_update', { event: 'UPGRADE', current_limit: 'TIER_10K' }, 'number_quality', false],
    [
      'phone_number_name_update',
      { decision: 'REJECTED', requested_verified_name: 'Shop', rejection_reason: 'NAME' },
      'number_name',
      true,
    ],
    ['business_capability_update', { max_daily_conversation_per_phone: 1000 }, 'messaging_limit', false],
    [
      'message_template_quality_update',
      { new_quality_score: 'RED', message_template_name: 'offer' },
      'template_quality',
      true,
    ],
    ['message_template_components_update', { message_template_name: 'offer' }, 'template_content', false],
    ['flows', { event: 'FLOW_STATUS_CHANGE', flow_id: '7' }, 'unknown', false],
  ]
  for (const [field, value, kind, needsAction] of cases) {
    await say(ofAccount(field, value))
    const notice = await newest()
    assert.deepEqual([notice.kind, notice.needs_action], [kind, needsAction], JSON.stringify(value))
    assert.deepEqual(notice.content, kind === 'unknown' ? { field, value } : value)
  }
  assert.ok((await notices('&needs_action=true')).every((one) => one.needs_action))
  const reported = await samvad.rows("select 1 from events where type = 'channel_account.reported'")
  assert.ok(reported.length > 0)
})

test('an error of the account is a notice, once a day however often it is said (spec 7.182)', async () => {
  const error = { code: 131031, title: 'Business Account locked', message: 'Business Account locked' }
  const bringing = (n: number) =>
    messagesOf(someNumber, { errors: [{ ...error, error_data: { details: 'Policy' } }], n })
  await say(bringing(1))
  await say(bringing(2))
  const [notice, ...more] = (await notices()).filter(({ kind }) => kind === 'account_error')
  assert.deepEqual([notice.count, notice.needs_action, more.length], [2, true, 0])
  assert.equal(notice.detail, 'Meta 131031: Business Account locked: Policy')
})

test('parts that are not understood, and what is of another number, are kept where the rest is (spec 7.182)', async () => {
  const good = written({ id: 'wamid.good', at: new Date(), from: '919876520001' }) as any
  good.entry[0].changes[0].value.messages.push({ id: 'wamid.bad', type: 'text', text: { body: 'No time at all' } })
  await say(good)
  assert.ok(await contactOf('919876520001'))
  const unread = (await notices()).find(({ kind }) => kind === 'unread')
  assert.equal(unread.content.part.text.body, 'No time at all')
  await say(written({ id: 'wamid.other', at: new Date() }, { ...someNumber, phoneNumberId: '7' }))
  const stray = await newest()
  assert.deepEqual([stray.kind, stray.content], ['not_of_account', { phone_number_id: '7' }])
})

test('what a notice has of a contact goes with the contact (spec 7.182)', async () => {
  const from = '919876520009'
  await say(written({ id: 'wamid.named', at: new Date(), from }))
  await say(ofAccount('smb_app_state_sync', { contact: { phone_number: from, full_name: 'Ravi' } }))
  assert.match(JSON.stringify((await newest()).content), /919876520009/)
  const contact = await contactOf(from)
  const exported = await exportContact(
    samvad.app.database.reads,
    { organizationId, at: new Date() },
    uuidOf('contact', contact.id),
  )
  assert.deepEqual(
    exported.channel_notices.map(({ kind }) => kind),
    ['unknown'],
  )
  assert.equal((await asha.delete(`/v1/contacts/${contact.id}`)).status, 204)
  assert.doesNotMatch(JSON.stringify(await notices()), /919876520009/)
})

test('who stops marketing in WhatsApp gets no marketing template, everything else still, and a resume undoes just that (spec 6.40)', async () => {
  const from = '919876520002'
  await say(written({ id: 'wamid.pref', at: new Date(), from }))
  const contact = await contactOf(from)
  const [offer, news] = [await approved('marketing'), await approved('utility')]
  const send = (template_id: string) =>
    asha.post('/v1/messages', { conversation_id: contact.conversation_id, channel: 'app', template_id })
  const preference = (value: 'stop' | 'resume', at: Date) => ({
    ...(messagesOf(someNumber, {
      contacts: [{ profile: { name: 'Ravi' }, wa_id: from }],
      user_preferences: [
        { wa_id: from, detail: `User ${value}`, category: 'marketing_messages', value, timestamp: secondsOf(at) },
      ],
    }) as any),
  })
  const asPreference = (body: any) => {
    body.entry[0].changes[0].field = 'user_preferences'
    return body
  }
  const now = Date.now()
  const stoppedAt = new Date(now - 60_000)
  await say(asPreference(preference('stop', stoppedAt)))
  assert.equal((await contactOf(from)).marketing_stopped_at, Number(secondsOf(stoppedAt)))
  assert.deepEqual((await contactOf(from)).unsubscribed, {})
  assertRefused(await send(offer), 422, 'recipient_unsubscribed')
  assert.equal((await send(news)).status, 201)
  const session = { conversation_id: contact.conversation_id, channel: 'app', text: 'Hello' }
  assert.equal((await asha.post('/v1/messages', session)).status, 201)
  const [consent] = (await asha.get(`/v1/contacts/${contact.id}/consents`)).body.data
  assert.deepEqual(
    [consent.status, consent.source, consent.scope, consent.text],
    ['revoked', 'provider', 'marketing', 'User stop'],
  )
  // START undoes STOP only, an older resume undoes nothing.
  await say(written({ id: 'wamid.start', at: new Date(), from, part: { body: 'START' } }))
  await say(asPreference(preference('resume', new Date(now - 120_000))))
  assert.ok((await contactOf(from)).marketing_stopped_at)
  // A resume does not undo an unsubscription made in another way.
  await asha.put(`/v1/contacts/${contact.id}`, { unsubscribed: { app: '2026-01-01T00:00:00Z' } })
  await say(asPreference(preference('resume', new Date(now - 30_000))))
  const after = await contactOf(from)
  assert.deepEqual([after.marketing_stopped_at, Object.keys(after.unsubscribed)], [null, ['app']])
})

test('a preference of somebody who is no contact is kept as a notice (spec 6.40, 7.182)', async () => {
  const given = {
    wa_id: '919876520077',
    category: 'marketing_messages',
    value: 'stop',
    timestamp: secondsOf(new Date()),
  }
  const body = messagesOf(someNumber, { user_preferences: [given] }) as any
  body.entry[0].changes[0].field = 'user_preferences'
  await say(body)
  const notice = await newest()
  assert.deepEqual([notice.kind, notice.detail], ['preference', '+919876520077: marketing stopped'])
})

test('a call that nobody answered is shown in the conversation, and opens no session (spec 7.183)', async () => {
  const from = '919876520003'
  const call = (event: object) => {
    const body = messagesOf(someNumber, {
      contacts: [{ profile: { name: 'Ravi' }, wa_id: from }],
      calls: [{ id: 'wacid.1', from, to: '919876500000', direction: 'USER_INITIATED', ...event }],
    }) as any
    body.entry[0].changes[0].field = 'calls'
    return body
  }
  const at = new Date(Date.now() - 60_000)
  await say(call({ event: 'connect', timestamp: secondsOf(at), session: { sdp_type: 'offer', sdp: 'v=0' } }))
  const contact = await contactOf(from)
  const messages = async () =>
    (await asha.get(`/v1/messages?conversation_id=${contact.conversation_id}`)).body.data as any[]
  assert.deepEqual((await messages())[0].call, { direction: 'inbound', status: 'ringing', duration_seconds: null })
  await say(call({ event: 'terminate', timestamp: secondsOf(new Date()), status: 'FAILED' }))
  // A repetition: the start of the call arrives late.
  await say({ ...call({ event: 'connect', timestamp: secondsOf(at) }), again: true })
  const [message, ...more] = await messages()
  assert.deepEqual([message.call.status, message.text, more], ['missed', null, []])
  const { body } = await asha.get(`/v1/conversations/${contact.conversation_id}?expand=inbox`)
  assert.equal(body.inbox.last_message.call.status, 'missed')
  assert.equal(body.inbox.unread_count, 1)
  const answer = { conversation_id: contact.conversation_id, channel: 'app', text: 'You called?' }
  assertRefused(await asha.post('/v1/messages', answer), 422, 'session_window_closed')
})

test('a call that was answered says how long it took (spec 7.183)', async () => {
  const from = '919876520004'
  const body = messagesOf(someNumber, {
    calls: [
      {
        id: 'wacid.2',
        from,
        direction: 'USER_INITIATED',
        event: 'terminate',
        timestamp: secondsOf(new Date()),
        status: ['COMPLETED'],
        duration: 125,
      },
    ],
  }) as any
  body.entry[0].changes[0].field = 'calls'
  await say(body)
  const contact = await contactOf(from)
  const [message] = (await asha.get(`/v1/messages?conversation_id=${contact.conversation_id}`)).body.data
  assert.deepEqual(message.call, { direction: 'inbound', status: 'completed', duration_seconds: 125 })
})
