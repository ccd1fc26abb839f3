// Sending one message to a contact or a group: charged, or refused without effect. spec 7.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, type Person, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)

const talk = async (contact: object, who: Person = asha) => {
  const { id } = await who.make('/v1/contacts', contact)
  return { contact_id: id, ...(await who.make('/v1/conversations', { contact_id: id })) }
}
/** Everything that a send writes, to check that a refusal wrote nothing. */
async function written({ organizationId }: Pick<Company, 'organizationId'> = samvad.company) {
  const count = async (table: string) =>
    (await samvad.rows(`select count(*) from ${table} where org_id = $1`, [organizationId]))[0]
  const [wallet] = await samvad.rows('select balance_micros, version from wallets where org_id = $1', [organizationId])
  const counters = await samvad.rows('select * from month_counters where org_id = $1 order by channel', [
    organizationId,
  ])
  const activity = await samvad.rows('select id, last_active_at from conversations where org_id = $1 order by id', [
    organizationId,
  ])
  return [wallet, counters, activity, await count('messages'), await count('deliveries'), await count('transactions')]
}

test('spec 7.1, 7.7: a message to a contact is accepted, charged and shown with every field', async () => {
  const { id: conversation_id, contact_id } = await talk({ email: 'ravi@farm.example' })
  const at = new Date('2026-03-02T09:00:00Z')
  samvad.setClock(at)
  const answer = await asha.post('/v1/messages', { conversation_id, channel: 'email', subject: 'Order', text: 'Ready' })
  samvad.setClock(null)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/messages/${answer.body.id}`)
  assert.deepEqual(answer.body, {
    id: answer.body.id,
    conversation_id,
    direction: 'outbound',
    channel: 'email',
    sender: publicId('user', samvad.company.userId),
    subject: 'Order',
    text: 'Ready',
    html: null,
    template_id: null,
    template_version: null,
    quoted_text: null,
    automatic: false,
    authenticated: null,
    reply_to: null,
    header: null,
    footer: null,
    buttons: [],
    in_reply_to: null,
    interactive: null,
    button_reply: null,
    forwarded: null,
    product: null,
    order: null,
    referral: null,
    variables: null,
    attachments: [],
    missing_attachments: [],
    reactions: [],
    status: 'queued',
    price: '0.15',
    error: null,
    read_at: null,
    edited_at: null,
    earlier_texts: [],
    withdrawn_at: null,
    call: null,
    send_at: null,
    created_at: at.getTime() / 1000,
    updated_at: null,
    unreachable: null,
  })
  assert.deepEqual((await asha.get(`/v1/messages/${answer.body.id}`)).body, answer.body)

  const { body } = await asha.get(`/v1/messages/${answer.body.id}/deliveries`)
  assert.equal(body.has_more, false)
  const { id, transaction_id, ...delivery } = body.data[0]
  assert.match(id, /^dlv_/)
  assert.deepEqual(delivery, {
    message_id: answer.body.id,
    contact_id,
    address: 'ravi@farm.example',
    channel: 'email',
    kind: 'email',
    status: 'queued',
    price: '0.15',
    tier: 1,
    units: 1,
    reversal_id: null,
    provider_id: null,
    error: null,
    attempts: 0,
    created_at: at.getTime() / 1000,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    ended_at: null,
  })
  const charges = await samvad.rows(
    'select kind, amount_micros, channel, message_count from transactions where id = $1',
    [uuidOf('txn', transaction_id)],
  )
  assert.deepEqual(charges, [{ kind: 'deduction', amount_micros: -150_000n, channel: 'email', message_count: 1 }])
})

test('spec 7.2, 7.4: a message to a group is one delivery a member; who has no address on the channel is left out', async () => {
  const withEmail = await asha.make('/v1/contacts', { email: 'one@farm.example' })
  const another = await asha.make('/v1/contacts', { email: 'two@farm.example' })
  const onlyPhone = await asha.make('/v1/contacts', { phone_number: '+919876543210' })
  const unsubscribed = await asha.make('/v1/contacts', {
    email: 'no@farm.example',
    unsubscribed: { email: 1767225600 },
  })
  const contacts = [withEmail, another, onlyPhone, unsubscribed].map(({ id }) => id)
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts })
  const { id: conversation_id } = await asha.make('/v1/conversations', { group_id: group.id })
  const message = await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' })
  assert.equal(message.price, '0.30')
  const { body } = await asha.get(`/v1/messages/${message.id}/deliveries`)
  assert.deepEqual(body.data.map(({ contact_id }: any) => contact_id).sort(), [withEmail.id, another.id].sort())
  assert.equal(new Set(body.data.map(({ transaction_id }: any) => transaction_id)).size, 1)
})

test('spec 7.4: a group in which nobody can be reached is refused, and nothing is written', async () => {
  const onlyPhone = await asha.make('/v1/contacts', { phone_number: '+919876543210' })
  for (const contacts of [[], [onlyPhone.id]]) {
    const group = await asha.make('/v1/groups', { name: 'Nobody', contacts })
    const { id: conversation_id } = await asha.make('/v1/conversations', { group_id: group.id })
    const before = await written()
    const answer = await asha.post('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' })
    assertRefused(answer, 422, 'recipient_unreachable')
    assert.deepEqual(await written(), before)
  }
})

test('spec 7.6: a contact without an address on the channel, or who unsubscribed from it, is not sent to', async () => {
  const { id: conversation_id, contact_id } = await talk({
    email: 'ravi@farm.example',
    unsubscribed: { email: 1767225600 },
  })
  const { id: without } = await talk({ phone_number: '+919876543210' })
  const before = await written()
  assertRefused(
    await asha.post('/v1/messages', { conversation_id: without, channel: 'email', text: 'Ready' }),
    422,
    'recipient_unreachable',
  )
  assertRefused(
    await asha.post('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' }),
    422,
    'recipient_unsubscribed',
  )
  assert.deepEqual(await written(), before)
  await asha.put(`/v1/contacts/${contact_id}`, { phone_number: '+919876543210', unsubscribed: { email: null } })
  assert.equal((await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' })).price, '0.15')
})

test('spec 7.6: a channel that is not set up is refused before anything is charged', async () => {
  const bare = await startSamvad({ SAMVAD_SANDBOX: 'off' })
  const owner = person(bare)
  const { id: contact_id } = await owner.make('/v1/contacts', { app_id: 'wa-1', phone_number: '+919876543210' })
  const { id: conversation_id } = await owner.make('/v1/conversations', { contact_id })
  for (const channel of ['app', 'sms']) {
    assertRefused(
      await owner.post('/v1/messages', { conversation_id, channel, text: 'Ready' }),
      422,
      'channel_unavailable',
      'channel',
    )
  }
  assert.deepEqual(await bare.rows('select from messages'), [])
})

test('spec 7.8: when the balance does not cover the price, 402 and nothing is written', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const owner = person(samvad, company)
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' }, owner)
  const draft = { conversation_id, channel: 'email', text: 'Ready' }
  const empty = await written(company)
  assertRefused(await owner.post('/v1/messages', draft), 402, 'insufficient_balance')
  assert.deepEqual(await written(company), empty)

  await fund(samvad, company.organizationId, 1n)
  for (let count = 0; count < 6; count++) await owner.make('/v1/messages', draft)
  const last = await written(company)
  // ₹0.10 is left; an email costs ₹0.15.
  assertRefused(await owner.post('/v1/messages', draft), 402, 'insufficient_balance')
  assert.deepEqual(await written(company), last)
  assert.equal((last[0] as { balance_micros: bigint }).balance_micros, 100_000n)
})

test('spec 7.8: a group is sent to as a whole or not at all', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const owner = person(samvad, company)
  const contacts = []
  for (let one = 0; one < 7; one++)
    contacts.push((await owner.make('/v1/contacts', { email: `m${one}@farm.example` })).id)
  const group = await owner.make('/v1/groups', { name: 'Dealers', contacts })
  const { id: conversation_id } = await owner.make('/v1/conversations', { group_id: group.id })
  await fund(samvad, company.organizationId, 1n)
  const before = await written(company)
  assertRefused(
    await owner.post('/v1/messages', { conversation_id, channel: 'email', text: 'Ready' }),
    402,
    'insufficient_balance',
  )
  assert.deepEqual(await written(company), before)
})

test('spec 5.17: only the user of a conversation sends in it', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' })
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
  const stranger = person(samvad, await samvad.newCompany('Chennai Traders'))
  const viewer = person(samvad, await samvad.newMember(samvad.company.organizationId, 'viewer'))
  const draft = { conversation_id, channel: 'email', text: 'Ready' }
  const before = await written()
  for (const who of [colleague, stranger])
    assertRefused(await who.post('/v1/messages', draft), 404, 'not_found', 'conversation_id')
  assertRefused(await viewer.post('/v1/messages', draft), 403, 'permission_denied')
  assertRefused(
    await asha.post('/v1/messages', { ...draft, conversation_id: 'x' }),
    422,
    'invalid_content',
    'conversation_id',
  )
  assert.deepEqual(await written(), before)
})

test('spec 3.13: a send repeated with its Idempotency-Key is charged once, also when they come at once', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' })
  const send = (text: string, key = 'send-1') =>
    asha.post('/v1/messages', { conversation_id, channel: 'email', text }, { headers: { 'idempotency-key': key } })
  const before = await written()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('Ready')))
  const accepted = answers.filter(({ status }) => status === 201)
  assert.equal(new Set(accepted.map(({ body }) => body.id)).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertRefused(answer, 409, 'idempotency_in_flight')
  const again = await send('Ready')
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.body, accepted[0]?.body)
  assertRefused(await send('Changed'), 422, 'idempotency_key_reused')
  const [wallet] = (await written()) as [{ balance_micros: bigint }]
  assert.equal(wallet.balance_micros, (before[0] as { balance_micros: bigint }).balance_micros - 150_000n)

  const poor = person(samvad, await samvad.newCompany('Poor'))
  const { id } = await talk({ email: 'ravi@farm.example' }, poor)
  const headers = { 'idempotency-key': 'send-2' }
  assertRefused(
    await poor.post('/v1/messages', { conversation_id: id, channel: 'email', text: 'x' }, { headers }),
    402,
    'insufficient_balance',
  )
  assertRefused(
    await poor.post('/v1/messages', { conversation_id: id, channel: 'email', text: 'y' }, { headers }),
    402,
    'insufficient_balance',
  )
})
