// POST /v1/messages/batch: spec 7.3.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { newOperator, publish, tiers } from '../../../test/prices.ts'
import { assertRefused, type Person, person, withoutApp } from '../../../test/story.ts'

const samvad = await startSamvad()

async function owner(rupees: bigint): Promise<{ who: Person; company: Company; conversation_id: string }> {
  const company = await samvad.newCompany('Bharat Seeds')
  if (rupees > 0n) await fund(samvad, company.organizationId, rupees)
  const who = person(samvad, company)
  const { id: contact_id } = await who.make('/v1/contacts', {
    email: 'ravi@farm.example',
    phone_number: '+919876543210',
  })
  const { id: conversation_id } = await who.make('/v1/conversations', { contact_id })
  return { who, company, conversation_id }
}
const emails = (conversation_id: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ conversation_id, channel: 'email', text: `Number ${number}` }))
const statuses = (body: any): number[] => body.data.map(({ status }: { status: number }) => status)
const stored = ({ organizationId }: Company) =>
  samvad.rows('select text from messages where org_id = $1 order by id', [organizationId])
const balanceOf = async ({ organizationId }: Company) =>
  (await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId]))[0]?.balance_micros

test('spec 7.3, 9.3: 1,000 messages at once are accepted, each with its message, charged by one transaction for a price', async () => {
  const { who, company, conversation_id } = await owner(1000n)
  const { status, body } = await who.post('/v1/messages/batch', { messages: emails(conversation_id, 1000) })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['data'])
  assert.deepEqual(statuses(body), Array(1000).fill(201))
  assert.deepEqual(
    body.data.map(({ message }: any) => message.text),
    emails(conversation_id, 1000).map(({ text }) => text),
  )
  assert.deepEqual(
    await stored(company),
    emails(conversation_id, 1000).map(({ text }) => ({ text })),
  )
  assert.equal(await balanceOf(company), 850_000_000n)
  const charges = await samvad.rows(
    "select amount_micros, message_count from transactions where org_id = $1 and kind = 'deduction'",
    [company.organizationId],
  )
  assert.deepEqual(charges, [{ amount_micros: -150_000_000n, message_count: 1000 }])
  assert.deepEqual((await who.get(`/v1/messages/${body.data[17].message.id}`)).body, body.data[17].message)
})

test('spec 7.3: a batch has 1 to 1,000 messages', async () => {
  const { who, company, conversation_id } = await owner(1000n)
  const refused = [{ messages: emails(conversation_id, 1001) }, { messages: [] }, {}, { messages: 'x' }]
  for (const batch of refused)
    assertRefused(await who.post('/v1/messages/batch', batch), 422, 'invalid_content', 'messages')
  assertRefused(
    await who.post('/v1/messages/batch', { messages: emails(conversation_id, 1), to: 'x' }),
    422,
    'invalid_content',
    'to',
  )
  assert.deepEqual(await stored(company), [])
  assert.equal(await balanceOf(company), 1_000_000_000n)
})

test('spec 7.3: each item has an outcome of its own, and a bad one does not fail its neighbours', async () => {
  const { who, company, conversation_id } = await owner(100n)
  const other = await owner(0n)
  await withoutApp(who)
  const good = { conversation_id, channel: 'email', text: 'Good' }
  const messages = [
    good,
    { ...good, channel: 'fax' },
    { ...good, conversation_id: 'ravi' },
    { ...good, conversation_id: other.conversation_id },
    { ...good, channel: 'app' },
    { ...good, text: 'a\u0000b' },
    { ...good, subject: 'a\r\nBcc: b' },
    { ...good, channel: 'sms', subject: 'x' },
    { ...good, colour: 'red' },
    'text',
    null,
    [],
    { ...good, text: 'Good too' },
  ]
  const { status, body } = await who.post('/v1/messages/batch', { messages })
  assert.equal(status, 200)
  assert.deepEqual(statuses(body), [201, 422, 422, 404, 422, 422, 422, 422, 422, 422, 422, 422, 201])
  const codes = body.data.map(({ error }: any) => error?.code ?? null)
  assert.equal(codes[3], 'not_found')
  assert.equal(codes[4], 'channel_unavailable')
  const fields = body.data.map(({ error }: any) => error?.errors?.[0]?.field ?? null)
  assert.deepEqual(fields.slice(1, 9), [
    'channel',
    'conversation_id',
    'conversation_id',
    'channel',
    'text',
    'subject',
    'subject',
    'colour',
  ])
  for (const item of body.data)
    assert.deepEqual(Object.keys(item).sort(), item.status === 201 ? ['message', 'status'] : ['error', 'status'])
  for (const { status, error } of body.data.filter(({ error }: any) => error)) assert.equal(error.status, status)
  assert.deepEqual(await stored(company), [{ text: 'Good' }, { text: 'Good too' }])
  assert.equal(await balanceOf(company), 99_700_000n)
  assert.deepEqual(await stored(other.company), [])
})

test('spec 7.8: a batch is accepted up to what the balance covers, and says for each item what became of it', async () => {
  const { who, company, conversation_id } = await owner(1n)
  const messages = emails(conversation_id, 11)
  const { status, body } = await who.post('/v1/messages/batch', { messages })
  assert.equal(status, 200)
  // Six emails at ₹0.15 leave ₹0.10.
  assert.deepEqual(statuses(body), [...Array(6).fill(201), ...Array(5).fill(402)])
  for (const item of body.data.slice(6)) assert.equal(item.error.code, 'insufficient_balance')
  assert.equal((await stored(company)).length, 6)
  assert.equal(await balanceOf(company), 100_000n)
})

test('spec 7.8: a dear item that is not covered does not stop a cheaper one behind it', async () => {
  const { who, company, conversation_id } = await owner(1n)
  const contacts = []
  for (const name of ['meera', 'leela'])
    contacts.push((await who.make('/v1/contacts', { email: `${name}@farm.example` })).id)
  const group = await who.make('/v1/groups', { name: 'Growers', contacts })
  const toBoth = {
    conversation_id: (await who.make('/v1/conversations', { group_id: group.id })).id,
    channel: 'email',
    text: 'To both',
  }
  // 3 emails cost ₹0.45 and leave ₹0.55: one to both at ₹0.30 fits, the next does not, an email does.
  const { body } = await who.post('/v1/messages/batch', {
    messages: [...emails(conversation_id, 3), toBoth, toBoth, ...emails(conversation_id, 2)],
  })
  assert.deepEqual(statuses(body), [201, 201, 201, 201, 402, 201, 402])
  assert.equal(await balanceOf(company), 100_000n)
})

test('spec 7.8: a batch of which nothing is covered is still answered item by item', async () => {
  const { who, company, conversation_id } = await owner(0n)
  const { status, body } = await who.post('/v1/messages/batch', { messages: emails(conversation_id, 3) })
  assert.equal(status, 200)
  assert.deepEqual(statuses(body), [402, 402, 402])
  assert.deepEqual(await stored(company), [])
  assert.equal(await balanceOf(company), 0n)
})

test('spec 8.4: within a batch each message has the price and tier of its own number', async () => {
  const { who, company, conversation_id } = await owner(2000n)
  const prices = { email: { tiers: tiers('0.15', 10, '0.12') } }
  await publish(samvad, await newOperator(samvad), company.organizationId, prices)
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
  const first = month.toISOString().replace(/\d\dT.*/, '01')
  samvad.setClock(month)
  assert.equal((await who.post('/v1/messages/batch', { messages: emails(conversation_id, 8) })).status, 200)
  const { body } = await who.post('/v1/messages/batch', { messages: emails(conversation_id, 4) })
  samvad.setClock(null)
  assert.deepEqual(
    body.data.map(({ message }: any) => message.price),
    ['0.15', '0.15', '0.12', '0.12'],
  )
  const rows = await samvad.rows(
    'select month_number, tier, price_micros, month::text from deliveries where org_id = $1 order by month_number',
    [company.organizationId],
  )
  assert.deepEqual(rows.slice(-4), [
    { month_number: 9n, tier: 1, price_micros: 150_000n, month: first },
    { month_number: 10n, tier: 1, price_micros: 150_000n, month: first },
    { month_number: 11n, tier: 2, price_micros: 120_000n, month: first },
    { month_number: 12n, tier: 2, price_micros: 120_000n, month: first },
  ])
  const charges = await samvad.rows(
    "select amount_micros, message_count from transactions where org_id = $1 and kind = 'deduction' order by wallet_version desc limit 2",
    [company.organizationId],
  )
  assert.deepEqual(charges, [
    { amount_micros: -240_000n, message_count: 2 },
    { amount_micros: -300_000n, message_count: 2 },
  ])
})

test('spec 3.13: a batch repeated with its Idempotency-Key is charged once, with the same outcomes', async () => {
  const { who, company, conversation_id } = await owner(1n)
  const headers = { 'idempotency-key': 'batch-1' }
  const batch = { messages: [...emails(conversation_id, 7), { channel: 'fax' }] }
  const first = await who.post('/v1/messages/batch', batch, { headers })
  assert.deepEqual(statuses(first.body), [...Array(6).fill(201), 402, 422])
  await fund(samvad, company.organizationId, 100n)
  const again = await who.post('/v1/messages/batch', batch, { headers })
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  assert.equal((await stored(company)).length, 6)
  assert.equal(await balanceOf(company), 100_100_000n)
  const other = await who.post('/v1/messages/batch', { messages: emails(conversation_id, 1) }, { headers })
  assertRefused(other, 422, 'idempotency_key_reused')
})

test('spec 3.16: a batch of which nothing was accepted keeps no answer: after a recharge the same key sends it', async () => {
  const { who, company, conversation_id } = await owner(0n)
  const headers = { 'idempotency-key': 'batch-2' }
  const batch = { messages: [...emails(conversation_id, 2), { channel: 'fax' }] }
  const first = await who.post('/v1/messages/batch', batch, { headers })
  assert.deepEqual(statuses(first.body), [402, 402, 422])
  const { organizationId } = company
  assert.deepEqual(await samvad.rows('select key from idempotency_keys where org_id = $1', [organizationId]), [])
  await fund(samvad, organizationId, 100n)
  const again = await who.post('/v1/messages/batch', batch, { headers })
  assert.equal(again.headers.get('idempotency-replayed'), null)
  assert.deepEqual(statuses(again.body), [201, 201, 422])
  assert.equal((await stored(company)).length, 2)
})

test('spec 3.15: a batch that waits for the first one with its key is told what that one would have been told', async () => {
  const { who, conversation_id } = await owner(0n)
  const batch = { messages: [...emails(conversation_id, 2), { channel: 'fax' }] }
  for (let round = 0; round < 5; round++) {
    const headers = { 'idempotency-key': `twins-${round}` }
    const twins = Array.from({ length: 6 }, () => who.post('/v1/messages/batch', batch, { headers }))
    for (const { body } of await Promise.all(twins)) assert.deepEqual(statuses(body), [402, 402, 422])
  }
})

test('spec 3.17: with one of its messages the whole kept answer of a batch is gone, and nothing is sent again', async () => {
  const { who, company, conversation_id } = await owner(100n)
  const headers = { 'idempotency-key': 'batch-3' }
  const batch = { messages: emails(conversation_id, 3) }
  const first = await who.post('/v1/messages/batch', batch, { headers })
  assert.equal((await who.delete(`/v1/messages/${first.body.data[1].message.id}`)).status, 204)
  const balance = await balanceOf(company)
  assertRefused(await who.post('/v1/messages/batch', batch, { headers }), 410, 'gone')
  assert.equal((await stored(company)).length, 2)
  assert.equal(await balanceOf(company), balance)
})

test('a batch reaches groups and contacts alike', async () => {
  const { who, conversation_id } = await owner(100n)
  const contacts = []
  for (const name of ['a', 'b', 'c'])
    contacts.push((await who.make('/v1/contacts', { email: `${name}@farm.example` })).id)
  const group = await who.make('/v1/groups', { name: 'Dealers', contacts })
  const { id: groupConversation } = await who.make('/v1/conversations', { group_id: group.id })
  const messages = [...emails(groupConversation, 1), ...emails(conversation_id, 1)]
  const { body } = await who.post('/v1/messages/batch', { messages })
  assert.deepEqual(
    body.data.map(({ message }: any) => message.price),
    ['0.45', '0.15'],
  )
  const deliveries = await samvad.rows('select contact_id from deliveries where message_id = $1', [
    uuidOf('msg', body.data[0].message.id),
  ])
  assert.equal(deliveries.length, 3)
})
