// Reports of devices about messages: spec 16.22.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { correspond, delivered, unresolved, until, write } from '../../test/mail-story.ts'
import { assertRefused, type Person, person } from '../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const neighbour = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, neighbour)
for (const { organizationId } of [company, neighbour]) await fund(samvad, organizationId, 100n)
samvad.startWorker()

const RECEIPTS = '/v1/sandbox/receipts'
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

async function mailTo(who: Person, email: string): Promise<string> {
  const { id } = await delivered(samvad, await write(who, await correspond(who, email)), 'sent')
  return publicId('dlv', id as never)
}

/** A message that its provider accepted and that the phone received. */
async function smsTo(phone_number: string, text = 'Hello', channel: 'sms' | 'app' = 'sms') {
  await asha.put('/v1/sandbox/settings', { channel, receipts: 'manual' })
  const contact = await asha.make('/v1/contacts', { phone_number })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  // App messages need an open session.
  if (channel === 'app') await asha.make('/v1/sandbox/messages', { channel, from: phone_number, text: 'Hello?' })
  const message = await asha.make('/v1/messages', { conversation_id: conversation.id, channel, text })
  const { id } = await delivered(samvad, message, 'sent')
  return { delivery_id: publicId('dlv', id as never), price: message.price }
}

test('spec 16.22, 16.40: a mail is delivered, or comes back with its code and stays paid for; the same twice changes nothing', async () => {
  const first = await mailTo(asha, 'ravi@shop.example')
  const before = await balance()
  const arrived = await asha.post(RECEIPTS, { delivery_id: first, status: 'delivered' })
  assert.equal(arrived.status, 200, arrived.text)
  assert.equal(arrived.body.status, 'delivered')
  assert.ok(Number.isInteger(arrived.body.delivered_at))
  const again = await asha.post(RECEIPTS, { delivery_id: first, status: 'delivered' })
  assert.deepEqual([again.status, again.body], [200, arrived.body])

  const second = await mailTo(asha, 'gone@shop.example')
  const bounced = await asha.post(RECEIPTS, { delivery_id: second, status: 'undelivered', code: '5.1.1' })
  assert.equal(bounced.status, 200, bounced.text)
  assert.deepEqual([bounced.body.status, bounced.body.error.code], ['undelivered', 'bounced'])
  assert.match(bounced.body.error.detail, /^5\.1\.1: /)
  const suppressed = (await asha.get('/v1/suppressions')).body.data
  assert.deepEqual(
    suppressed.map(({ address, reason }: Record<string, string>) => [address, reason]),
    [['gone@shop.example', 'bounced']],
  )
  assert.ok(Number(await balance()) < Number(before))
  const other = await asha.post(RECEIPTS, { delivery_id: second, status: 'delivered' })
  assertRefused(other, 409, 'conflict')
  assert.equal((await asha.get(`/v1/messages/${bounced.body.message_id}`)).body.status, 'undelivered')
})

test('spec 16.52: a mail becomes delivered by itself, by a delivery report, unless its reports are manual', async () => {
  const set = (receipts: string) => asha.put('/v1/sandbox/settings', { channel: 'email', receipts })
  assert.equal((await set('automatic')).status, 200)
  const meena = await correspond(asha, 'meena@shop.example')
  const { id } = await delivered(samvad, await write(asha, meena), 'delivered')
  // The receipt is committed before its inbound event is marked as processed.
  const unprocessed = () =>
    samvad.rows(`select body from arrivals where channel = 'email' and position(convert_to($1, 'UTF8') in body) > 0`, [
      'Action: delivered',
    ])
  await until(unprocessed, (events) => events.length === 0)
  const [{ delivered_at: at }] = (await samvad.rows('select delivered_at from deliveries where id = $1', [id])) as [any]
  assert.ok(at instanceof Date)

  assert.equal((await set('manual')).status, 200)
  const { id: second } = await delivered(samvad, await write(asha, meena), 'sent')
  const told = await asha.post(RECEIPTS, { delivery_id: publicId('dlv', second as never), status: 'delivered' })
  assert.equal(told.body.status, 'delivered', told.text)
})

test('spec 7.13, 16.22: what nobody knew of is known by it', async () => {
  await asha.put('/v1/sandbox/settings', { channel: 'email', fail_next: 'timeout' })
  const { id } = await unresolved(samvad, await write(asha, await correspond(asha, 'slow@shop.example')))
  const { body } = await asha.post(RECEIPTS, { delivery_id: publicId('dlv', id as never), status: 'delivered' })
  assert.equal(body.status, 'delivered')

  // The message's provider id was lost, so the sandbox names the delivery itself. This send opens the connection, with
  // the usual response timeout.
  await smsTo('+919876543240')
  await asha.put('/v1/sandbox/settings', { channel: 'sms', receipts: 'manual', fail_next: 'timeout' })
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876543241' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const message = { conversation_id: conversation.id, channel: 'sms', text: 'Hello' }
  process.env.SAMVAD_TEST_SMPP_RESPONSE_MS = '1'
  const sms = await unresolved(samvad, await asha.make('/v1/messages', message)).finally(() => {
    delete process.env.SAMVAD_TEST_SMPP_RESPONSE_MS
  })
  await until(
    () => samvad.rows('select 1 from sandbox_messages where delivery_id = $1', [sms.id]),
    (rows) => rows.length === 1,
  )
  const said = { delivery_id: publicId('dlv', sms.id as never), status: 'undelivered', code: 'EXPIRED' }
  const { body: told, text } = await asha.post(RECEIPTS, said)
  assert.deepEqual([told.status, told.error?.code], ['undelivered', 'expired'], text)
})

test('spec 7.10, 16.22: what the provider refused after all is given back, once', async () => {
  const before = await balance()
  const { delivery_id } = await smsTo('+919876543210')
  assert.notEqual(await balance(), before)
  const report = () => asha.post(RECEIPTS, { delivery_id, status: 'failed', code: 'rejectd' })
  const [one] = await Promise.all([report(), report(), report()])
  assert.deepEqual([one.body.status, one.body.error.code], ['failed', 'rejectd'])
  assert.equal(await balance(), before)
})

test('spec 16.22: what the channel never reports, or no such code, is refused by name; what cannot be is a conflict', async () => {
  const mail = await mailTo(asha, 'meena@shop.example')
  const { delivery_id: sms } = await smsTo('+919876543211')
  const refusedAt = async (field: string, body: object) =>
    assertRefused(await asha.post(RECEIPTS, body), 422, 'invalid_content', field)
  await refusedAt('status', { delivery_id: mail, status: 'read' })
  await refusedAt('status', { delivery_id: sms, status: 'read' })
  await refusedAt('status', { delivery_id: sms, status: 'sent' })
  await refusedAt('code', { delivery_id: mail, status: 'delivered', code: '5.1.1' })
  await refusedAt('code', { delivery_id: mail, status: 'undelivered', code: 'UNDELIV' })
  await refusedAt('code', { delivery_id: sms, status: 'undelivered', code: 'timeout' })
  const rows = await samvad.rows<{ status: string }>('select status from deliveries where id = any($1::uuid[])', [
    [uuidOf('dlv', mail), uuidOf('dlv', sms)],
  ])
  assert.deepEqual(rows, [{ status: 'sent' }, { status: 'sent' }])

  await samvad.rows('delete from sandbox_messages where delivery_id = $1', [uuidOf('dlv', sms)])
  assertRefused(await asha.post(RECEIPTS, { delivery_id: sms, status: 'failed' }), 409, 'conflict')
  await asha.put('/v1/sandbox/settings', { channel: 'email', fail_next: '550' })
  const failed = await delivered(samvad, await write(asha, await correspond(asha, 'no@shop.example')), 'failed')
  const delivery_id = publicId('dlv', failed.id as never)
  assertRefused(await asha.post(RECEIPTS, { delivery_id, status: 'delivered' }), 409, 'conflict')
})

test('spec 16.40: only a mailbox that is none is suppressed by a bounce; a complaint suppresses, and a mail marked as none does not', async () => {
  const say = async (email: string, body: object) => {
    const { status, text, body: shown } = await asha.post(RECEIPTS, { delivery_id: await mailTo(asha, email), ...body })
    assert.equal(status, 200, text)
    return shown.status
  }
  const reasons = async () =>
    Object.fromEntries(
      (await asha.get('/v1/suppressions')).body.data.map(({ address, reason }: Record<string, string>) => [
        address,
        reason,
      ]),
    )
  const before = await reasons()
  const bad = (code?: string) => ({ status: 'undelivered', ...(code ? { code } : {}) })
  assert.equal(await say('full@shop.example', bad('552 5.2.2 full')), 'undelivered')
  assert.equal(await say('policy@shop.example', bad('5.7.1')), 'undelivered')
  assert.equal(await say('plain@shop.example', bad('550')), 'undelivered')
  assert.equal(await say('wordless@shop.example', bad()), 'undelivered')
  assert.equal(await say('fine@shop.example', { status: 'delivered', code: 'not-spam' }), 'delivered')
  assert.deepEqual(await reasons(), before)
  assert.equal(await say('angry@shop.example', { status: 'delivered', code: 'abuse' }), 'delivered')
  assert.equal(await say('off@shop.example', bad('550 5.2.1 disabled')), 'undelivered')
  const after = { 'angry@shop.example': 'complained', 'off@shop.example': 'bounced' }
  assert.deepEqual(await reasons(), { ...before, ...after })
})

test('spec 16.40: what a code means is what the table of its channel says, for SMS in parts as well', async () => {
  const balanceBefore = await balance()
  const said = async (delivery_id: string, body: object) => {
    const { status, text, body: shown } = await asha.post(RECEIPTS, { delivery_id, ...body })
    assert.equal(status, 200, text)
    return [shown.status, shown.error?.code ?? null]
  }
  const sms = async (number: string, text?: string) => (await smsTo(number, text)).delivery_id
  assert.deepEqual(await said(await sms('+919876543220'), { status: 'failed', code: 'UNDELIV' }), [
    'undelivered',
    'undeliv',
  ])
  const withError = await asha.post(RECEIPTS, {
    delivery_id: await sms('+919876543221'),
    status: 'undelivered',
    code: 'ESME_RTHROTTLED',
  })
  assert.match(withError.body.error.detail, /UNDELIV, error 088/)
  const nothing = await sms('+919876543222')
  assert.deepEqual(await said(nothing, { status: 'undelivered', code: 'UNKNOWN' }), ['sent', null])
  const long = await sms('+919876543223', 'Long words. '.repeat(30))
  const [parts] = await samvad.rows('select count(*)::int from sms_parts where delivery_id = $1', [uuidOf('dlv', long)])
  assert.deepEqual(parts, { count: 3 })
  assert.deepEqual(await said(long, { status: 'delivered' }), ['delivered', null])

  const app = async (number: string) => (await smsTo(number, 'Hello', 'app')).delivery_id
  assert.deepEqual(await said(await app('+919876543230'), { status: 'read' }), ['read', null])
  const before = await balance()
  assert.ok(Number(before) < Number(balanceBefore))
  const window = await app('+919876543231')
  assert.deepEqual(await said(window, { status: 'failed', code: '131047' }), ['failed', 'session_window_closed'])
  assert.equal(await balance(), before, 'it never left Meta: given back')
  const expired = await app('+919876543233')
  assert.deepEqual(await said(expired, { status: 'failed', code: '131043' }), ['failed', 'expired_unsent'])
  assert.equal(await balance(), before, 'nor what expired at Meta')
  assert.deepEqual(await said(await app('+919876543232'), { status: 'failed', code: '131000' }), [
    'undelivered',
    'undelivered',
  ])
  assert.ok(Number(await balance()) < Number(before), 'as far as anybody knows it left: kept')
  const failed = await samvad.rows('select error from arrivals where failed_at is not null')
  assert.deepEqual(failed, [])
})

test("spec 1.1, 16.22: another organization's delivery, or one of a conversation that one does not see, is unknown", async () => {
  const theirs = await mailTo(banyan, 'ravi@shop.example')
  const own = await mailTo(asha, 'kiran@shop.example')
  const fellow = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  for (const [who, delivery_id] of [
    [asha, theirs],
    [fellow, own],
    [asha, 'dlv_01jd3v9k7he2n8q4x5c6t7w8yz'],
  ] as const)
    assertRefused(await who.post(RECEIPTS, { delivery_id, status: 'delivered' }), 404, 'not_found', 'delivery_id')
  const rows = await samvad.rows<{ status: string }>('select status from deliveries where id = any($1::uuid[])', [
    [uuidOf('dlv', theirs), uuidOf('dlv', own)],
  ])
  assert.deepEqual(rows, [{ status: 'sent' }, { status: 'sent' }])
})

test('spec 16.20, 16.21, 16.22: an SMS is reported by hand, and refused as was wished: given back, once', async () => {
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876543219' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const send = () => asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'sms', text: 'Hello' })
  const set = async (settings: object) => {
    const { status, text } = await asha.put('/v1/sandbox/settings', { channel: 'sms', ...settings })
    assert.equal(status, 200, text)
  }
  await set({ receipts: 'manual', fail_next: null })
  const before = await balance()
  await set({ fail_next: 'ESME_RINVDSTADR' })
  await delivered(samvad, await send(), 'failed')
  assert.equal(await balance(), before)
  const { id } = await delivered(samvad, await send(), 'sent')
  const { body } = await asha.post(RECEIPTS, { delivery_id: publicId('dlv', id as never), status: 'delivered' })
  assert.equal(body.status, 'delivered')
})
