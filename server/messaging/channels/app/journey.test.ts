// App messages both ways, over the real protocol: a contact writes and gets a reply, and Meta reports its status.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { receive } from '#messaging/inbound/actions.ts'
import { type CloudMessage, someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, type Status, statuses, written } from '../../../../test/cloud-api/webhooks.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
import { assertRefused, person } from '../../../../test/story.ts'
import { SESSION_WINDOW_MS } from './rules.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
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
const { callback_url } = account.body

/** Every stored webhook has been processed. */
const workedOff = () =>
  until(
    () => samvad.rows<{ error: string | null }>('select error from arrivals where body is not null'),
    (rows) => rows.length === 0,
  )
const say = async (body: object) => {
  assert.equal((await bring(callback_url, body)).status, 200)
  await workedOff()
}
const report = (...all: Status[]) => say(statuses(all))
/** In paise. */
const balance = async () => Math.round(Number((await asha.get('/api/v1/billing/balance')).body.balance) * 100)
const send = (conversation_id: string, text = 'It is ready.') =>
  asha.post('/v1/messages', { conversation_id, channel: 'app', text })

/** The message that Meta received for a delivery. */
const toldOf = (delivery: { id: string }): CloudMessage | undefined =>
  api.accepted.find(({ body }) => uuidOf('dlv', body.biz_opaque_callback_data) === delivery.id)

let people = 0
/** A contact writes to us; returns their conversation. */
async function writer(at: Date): Promise<{ conversationId: string; from: string }> {
  const from = `9198765${String(43210 + people++)}`
  await say(written({ id: `wamid.in.${from}`, at, from, name: `Ravi ${people}` }))
  const { body } = await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)
  assert.equal(body.data.length, 1)
  return { conversationId: body.data[0].conversation_id, from }
}

test('spec 7.36, 8.9: who writes in the app is answered as a session, until 24 hours have passed since then by Meta’s time', async () => {
  const wrote = new Date('2026-03-10T06:30:00Z')
  // Meta delivers it an hour late: the window is counted from when it was written.
  samvad.setClock(new Date(wrote.getTime() + 3600_000))
  const { conversationId } = await writer(wrote)
  const before = await balance()

  samvad.setClock(new Date(wrote.getTime() + SESSION_WINDOW_MS))
  const answer = await send(conversationId)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.price, '0.45')
  const delivery = await delivered(samvad, answer.body, 'sent')
  assert.equal(toldOf(delivery)?.body.text.body, 'It is ready.')
  assert.equal(toldOf(delivery)?.id, delivery.provider_id)
  assert.equal(await balance(), before - 45)

  samvad.setClock(new Date(wrote.getTime() + SESSION_WINDOW_MS + 1000))
  const taken = api.accepted.length
  assertRefused(await send(conversationId), 422, 'session_window_closed')
  assert.equal(await balance(), before - 45, 'nothing more is charged')
  assert.equal(api.accepted.length, taken)
  samvad.setClock(null)
})

test('spec 8.9: what a contact writes by another channel opens no window of the app', async () => {
  const contact = await asha.make('/v1/contacts', { email: 'ravi@shop.example', phone_number: '+919876540001' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const scope = { organizationId, at: new Date() }
  const content = { subject: null, text: 'Hello', html: null, attachments: [] }
  for (const [channel, from] of [
    ['email', 'ravi@shop.example'],
    ['sms', '+919876540001'],
  ] as const)
    await samvad.app.database.transaction((tx) =>
      receive(tx, scope, { channel, from, providerId: `${channel}-1`, content, time: new Date() }),
    )
  assertRefused(await send(conversation.id), 422, 'session_window_closed')
  assert.ok((await asha.get(`/v1/contacts/${contact.id}`)).body.last_active_at, 'though they were active')
})

test('spec 7.35, 7.9: statuses in any order, and twice, move it forward once each', async () => {
  const { conversationId } = await writer(new Date())
  const { body } = await send(conversationId)
  const sent = await delivered(samvad, body, 'sent')
  const id = sent.provider_id as string
  const ours = toldOf(sent)?.body.biz_opaque_callback_data
  const at = new Date(Date.now() - 1000)
  await report({ id, status: 'read', at, ours })
  assert.equal((await deliveriesOf(samvad, body))[0]?.status, 'read')
  const paid = await balance()
  await report({ id, status: 'delivered', at, ours }, { id, status: 'sent', at, ours })
  await report({ id, status: 'delivered', at: new Date(at.getTime() - 5000) })
  await report({ id, status: 'read', at, ours }, { id, status: 'read', at, ours })
  assert.equal((await deliveriesOf(samvad, body))[0]?.status, 'read')
  assert.equal(await balance(), paid)
})

test('spec 7.33, 7.10: a refusal that comes later is given back once, however often it is said; another failure is not', async () => {
  const { conversationId } = await writer(new Date())
  const before = await balance()
  const first = (await send(conversationId)).body
  const refused = await delivered(samvad, first, 'sent')
  const status = { id: refused.provider_id as string, status: 'failed', at: new Date(), code: 131047 }
  await report(status)
  const [row] = await deliveriesOf(samvad, first)
  assert.deepEqual([row?.status, row?.error_code], ['failed', 'session_window_closed'])
  assert.match(row?.error_detail ?? '', /^Meta 131047: /)
  assert.equal(await balance(), before)
  await report({ ...status, at: new Date(Date.now() + 1000) }, status)
  assert.equal(await balance(), before)

  const second = (await send(conversationId)).body
  const lost = await delivered(samvad, second, 'sent')
  await report({ id: lost.provider_id as string, status: 'failed', at: new Date(), code: 131000 })
  assert.equal((await deliveriesOf(samvad, second))[0]?.status, 'undelivered')
  assert.equal(await balance(), before - 45)
})

test('spec 7.33, 7.10: what Meta refuses at once has failed with a code of ours, and is given back', async () => {
  const { conversationId } = await writer(new Date())
  const before = await balance()
  api.answer(() => ({ code: 131026, message: 'Message undeliverable' }))
  const { body } = await send(conversationId)
  const failed = await delivered(samvad, body, 'failed')
  api.answer(() => 'accept')
  assert.equal(failed.error_code, 'recipient_unreachable')
  assert.match(failed.error_detail ?? '', /^Meta 131026: /)
  assert.equal(await balance(), before)
})

test('spec 7.13, 7.35: where the answer is lost nothing is sent twice, and the status that names it settles it', async () => {
  const { conversationId } = await writer(new Date())
  api.answer(() => 'drop')
  const { body } = await send(conversationId)
  const [row] = await until(
    () => deliveriesOf(samvad, body),
    ([first]) => first?.error_code === 'outcome_unknown',
  )
  api.answer(() => 'accept')
  const lost = api.unanswered.filter((one) => uuidOf('dlv', one.body.biz_opaque_callback_data) === row?.id)
  assert.equal(lost.length, 1)
  const [message] = lost as [CloudMessage]
  await report({ id: message.id, status: 'delivered', at: new Date(), ours: message.body.biz_opaque_callback_data })
  assert.equal((await deliveriesOf(samvad, body))[0]?.status, 'delivered')
})

test('spec 7.36: who is known only by an id within the business is written to by it', async () => {
  const userId = 'IN.13491208655302741918'
  await say(written({ id: 'wamid.bsuid', at: new Date(), from: null, userId, name: 'Meena' }))
  const [known, ...more] = (await asha.get('/v1/contacts?limit=100')).body.data.filter(
    (one: any) => one.app_id === userId,
  )
  assert.deepEqual([known?.phone_number, more], [null, []])
  const answer = await send(known.conversation_id)
  assert.equal(answer.status, 201, answer.text)
  const told = toldOf(await delivered(samvad, answer.body, 'sent'))
  assert.deepEqual([told?.body.recipient, told?.body.to], [userId, undefined])
})

test('spec 7.35: a status of another organization’s number, or by the wrong account, moves nothing of ours', async () => {
  const { conversationId } = await writer(new Date())
  const { body } = await send(conversationId)
  const sent = await delivered(samvad, body, 'sent')
  const ours = toldOf(sent)?.body.biz_opaque_callback_data
  const status = { id: sent.provider_id as string, status: 'failed', at: new Date(), code: 131047, ours }
  await say(statuses([status], { ...someNumber, phoneNumberId: '7' }))
  assert.equal((await deliveriesOf(samvad, body))[0]?.status, 'sent')

  const neighbour = await samvad.newCompany('Banyan Books')
  const theirs = await person(samvad, neighbour).put('/v1/channels/app', {
    phone_number_id: someNumber.phoneNumberId,
    business_account_id: someNumber.businessAccountId,
    access_token: 'x',
    app_secret: 'their-own-secret',
  })
  assert.equal((await bring(theirs.body.callback_url, statuses([status]), 'their-own-secret')).status, 200)
  // The neighbour's status matches none of its deliveries, and is kept waiting for one.
  await until(
    () =>
      samvad.rows<{ is_stored: boolean }>('select is_stored from arrivals where org_id = $1', [
        neighbour.organizationId,
      ]),
    ([row]) => row?.is_stored === true,
  )
  assert.equal((await deliveriesOf(samvad, body))[0]?.status, 'sent')
})
