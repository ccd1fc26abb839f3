// Operations on messages: list, retrieve, edit, delete, react, mark as read. spec 7.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'

// It sets statuses directly, so usage does not contain them.
const samvad = await startSamvad({}, { breaks: ['U3'] })
const asha = person(samvad)
const { organizationId } = samvad.company
const colleague = person(samvad, await samvad.newMember(organizationId, 'agent'))
await fund(samvad, organizationId, 100n)
const unknown = publicId('msg', '0198a000-0000-7000-8000-000000000000')

async function talk(): Promise<{ id: string; contact_id: string }> {
  const { id } = await asha.make('/v1/contacts', { email: 'ravi@farm.example' })
  return asha.make('/v1/conversations', { contact_id: id })
}
const send = (conversation_id: string, text = 'Ready') =>
  asha.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Order', text })
const shown = async (id: string) => (await asha.get(`/v1/messages/${id}`)).body
const balance = async () =>
  (
    await samvad.rows<{ balance_micros: bigint }>('select balance_micros from wallets where org_id = $1', [
      organizationId,
    ])
  )[0]?.balance_micros
const setStatus = (messageId: string, status: string) =>
  samvad.rows(
    `update deliveries set status = $1::text,
            lease_until = case when $1::text = 'sending' then now() + interval '1 day' end
      where message_id = $2`,
    [status, uuidOf('msg', messageId)],
  )

/** Creates an inbound message. */
async function receive({ id, contact_id }: { id: string; contact_id: string }): Promise<string> {
  const message = newUuid()
  await samvad.rows(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     values ($1, $2, $3, 'inbound', 'email', $4, 'When?', now())`,
    [organizationId, message, uuidOf('conv', id), uuidOf('contact', contact_id)],
  )
  return publicId('msg', message)
}

test('spec 7.16: the messages of a conversation are listed newest first and walked in pages, and no others', async () => {
  const conversation = await talk()
  const other = await talk()
  const made = []
  for (let number = 0; number < 7; number++) made.push(await send(conversation.id, `Number ${number}`))
  const elsewhere = await send(other.id)
  const path = `/v1/messages?conversation_id=${conversation.id}`
  const { body } = await asha.get(`${path}&limit=100`)
  assert.deepEqual(body, { has_more: false, data: [...made].reverse() })
  for (const limit of [1, 2, 3, 7]) assert.deepEqual(idsOf(await walk(asha, path, limit)), idsOf(made).reverse())
  const before = await asha.get(`${path}&limit=2&ending_before=${made[0].id}`)
  assert.deepEqual(before.body, { has_more: true, data: [made[2], made[1]] })
  assertRefused(await asha.get(`${path}&starting_after=${elsewhere.id}`), 400, 'unknown_cursor', 'starting_after')
  assertRefused(
    await asha.get(`${path}&starting_after=${made[0].id}&ending_before=${made[1].id}`),
    400,
    'invalid_query',
    'ending_before',
  )
  assertRefused(await asha.get(`${path}&limit=0`), 400, 'invalid_query', 'limit')
  assertRefused(await asha.get('/v1/messages'), 400, 'invalid_query', 'conversation_id')
})

test('spec 4.5: the deliveries of a message to a group are walked in pages', async () => {
  const contacts = []
  for (let one = 0; one < 5; one++)
    contacts.push((await asha.make('/v1/contacts', { email: `m${one}@farm.example` })).id)
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts })
  const { id } = await asha.make('/v1/conversations', { group_id: group.id })
  const message = await send(id)
  const path = `/v1/messages/${message.id}/deliveries`
  const whole = (await asha.get(path)).body
  assert.deepEqual(whole.data.map(({ contact_id }: any) => contact_id).sort(), [...contacts].sort())
  assert.deepEqual(idsOf(await walk(asha, path, 2)), idsOf(whole.data))
  const elsewhere = (await asha.get(`/v1/messages/${(await send((await talk()).id)).id}/deliveries`)).body.data[0]
  assertRefused(await asha.get(`${path}?starting_after=${elsewhere.id}`), 400, 'unknown_cursor', 'starting_after')
})

test('spec 5.15: for anybody but the user of the conversation its messages are absent', async () => {
  const conversation = await talk()
  const message = await send(conversation.id)
  const received = await receive(conversation)
  const stranger = person(samvad, await samvad.newCompany('Chennai Traders'))
  for (const who of [colleague, stranger]) {
    const path = `/v1/messages/${message.id}`
    assertRefused(await who.get(`/v1/messages?conversation_id=${conversation.id}`), 404, 'not_found')
    assertRefused(await who.get(path), 404, 'not_found')
    assertRefused(await who.get(`${path}/deliveries`), 404, 'not_found')
    assertRefused(await who.put(path, { text: 'Theirs' }), 404, 'not_found')
    assertRefused(await who.post(`${path}/reactions`, { emoji: '👎' }), 404, 'not_found')
    assertRefused(await who.delete(`${path}/reactions?emoji=👎`), 404, 'not_found')
    assertRefused(await who.post(`/v1/messages/${received}/read`), 404, 'not_found')
    assertRefused(await who.delete(path), 404, 'not_found')
  }
  for (const id of [unknown, 'msg_1', conversation.id]) {
    assertRefused(await asha.get(`/v1/messages/${id}`), 404, 'not_found')
    assertRefused(await asha.put(`/v1/messages/${id}`, { text: 'x' }), 404, 'not_found')
    assertRefused(await asha.delete(`/v1/messages/${id}`), 404, 'not_found')
  }
  assert.deepEqual(await shown(message.id), message)
})

test('spec 1.5: who may view messages may not send, react, edit or delete', async () => {
  const viewer = person(samvad, await samvad.newMember(organizationId, 'viewer'))
  const message = await send((await talk()).id)
  const path = `/v1/messages/${message.id}`
  for (const answer of [
    await viewer.post('/v1/messages', {}),
    await viewer.post('/v1/messages/batch', {}),
    await viewer.put(path, { text: 'x' }),
    await viewer.post(`${path}/reactions`, { emoji: '👍' }),
    await viewer.delete(path),
  ])
    assertRefused(answer, 403, 'permission_denied')
  assert.deepEqual((await viewer.get(path)).body, message, 'spec 5.16: a viewer sees all conversations')
  const billing = person(samvad, await samvad.newMember(organizationId, 'billing'))
  assertRefused(await billing.get(path), 403, 'permission_denied')
})

test('spec 7.16: a message can be edited while nothing of it has left, without another charge', async () => {
  const message = await send((await talk()).id)
  const before = await balance()
  const at = new Date('2030-01-01T00:00:00Z')
  samvad.setClock(at)
  const { status, body } = await asha.put(`/v1/messages/${message.id}`, { text: 'Ready now', html: '<p>Ready now</p>' })
  samvad.setClock(null)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...message, text: 'Ready now', html: '<p>Ready now</p>', updated_at: at.getTime() / 1000 })
  assert.deepEqual(await shown(message.id), body)
  const bare = await asha.put(`/v1/messages/${message.id}`, { text: null, subject: null })
  assert.deepEqual([bare.body.text, bare.body.subject, bare.body.html], [null, null, '<p>Ready now</p>'])
  const kept = await shown(message.id)
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { html: null }), 422, 'invalid_content', 'text')
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { subject: 'a\nb' }), 422, 'invalid_content', 'subject')
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { channel: 'sms' }), 422, 'invalid_content', 'channel')
  assertRefused(
    await asha.put(`/v1/messages/${message.id}`, { text: 'x'.repeat(100_001) }),
    422,
    'invalid_content',
    'text',
  )
  assert.deepEqual(await shown(message.id), kept)
  assert.equal(await balance(), before)
})

test('spec 7.16: two edits at once never leave a message without any content', async () => {
  for (let round = 0; round < 10; round++) {
    const message = await send((await talk()).id)
    await asha.put(`/v1/messages/${message.id}`, { html: '<p>Ready</p>' })
    const answers = await Promise.all([
      asha.put(`/v1/messages/${message.id}`, { html: null }),
      asha.put(`/v1/messages/${message.id}`, { text: null }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    const { text, html } = await shown(message.id)
    assert.equal([text, html].filter((one) => one === null).length, 1)
  }
})

test('spec 7.16: once any delivery is leaving or has left, a message is not edited: 409', async () => {
  for (const status of ['sending', 'sent', 'delivered', 'read', 'failed', 'undelivered', 'cancelled']) {
    const message = await send((await talk()).id)
    await setStatus(message.id, status)
    const before = await shown(message.id)
    assertRefused(await asha.put(`/v1/messages/${message.id}`, { text: 'Late' }), 409, 'message_already_sent')
    assert.deepEqual(await shown(message.id), before)
    await setStatus(message.id, 'sent')
  }
  const conversation = await talk()
  const received = await receive(conversation)
  assertRefused(await asha.put(`/v1/messages/${received}`, { text: 'Never said' }), 409, 'conflict')
})

test('spec 7.16: a message to a group of which one delivery has left is not edited', async () => {
  const contacts = []
  for (const name of ['a', 'b']) contacts.push((await asha.make('/v1/contacts', { email: `${name}@farm.example` })).id)
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts })
  const message = await send((await asha.make('/v1/conversations', { group_id: group.id })).id)
  const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
  await samvad.rows("update deliveries set status = 'sent' where id = $1", [uuidOf('dlv', data[0].id)])
  assertRefused(await asha.put(`/v1/messages/${message.id}`, { text: 'Late' }), 409, 'message_already_sent')
  const before = await balance()
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  // Only the queued delivery is refunded.
  assert.equal(await balance(), (before ?? 0n) + 150_000n)
})

test('spec 7.17: taking back a message that was sent in the meantime is refused, and the message stays', async () => {
  const message = await send((await talk()).id)
  const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
  await samvad.rows("update deliveries set status = 'sent' where id = $1", [uuidOf('dlv', data[0].id)])
  assertRefused(await asha.delete(`/v1/messages/${message.id}?only=queued`), 409, 'conflict')
  assert.equal((await asha.get(`/v1/messages/${message.id}`)).status, 200)
  const waiting = await send((await talk()).id)
  assert.equal((await asha.delete(`/v1/messages/${waiting.id}?only=queued`)).status, 204)
})

test('spec 7.17: deleting a message that waits cancels it and reverses its charge, once', async () => {
  const before = await balance()
  const message = await send((await talk()).id)
  const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
  const answers = await Promise.all([1, 2, 3].map(() => asha.delete(`/v1/messages/${message.id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404])
  assertRefused(await asha.get(`/v1/messages/${message.id}`), 404, 'not_found')
  assert.equal(await balance(), before)
  const reversal = await samvad.rows(
    'select kind, amount_micros, reverses_id, channel, message_count from transactions where key = $1',
    [`reversal:${uuidOf('dlv', data[0].id)}`],
  )
  const reverses_id = uuidOf('txn', data[0].transaction_id)
  assert.deepEqual(reversal, [
    { kind: 'refund', amount_micros: 150_000n, reverses_id, channel: 'email', message_count: 1 },
  ])
  const kept = await samvad.rows(
    'select status, message_id, contact_id, address, price_micros, tier, channel from deliveries where id = $1',
    [uuidOf('dlv', data[0].id)],
  )
  assert.deepEqual(kept, [
    {
      status: 'cancelled',
      message_id: null,
      contact_id: null,
      address: null,
      price_micros: 150_000n,
      tier: 1,
      channel: 'email',
    },
  ])
})

test('spec 7.11, 7.17: deleting a message that has left gives nothing back', async () => {
  for (const status of ['sending', 'sent', 'delivered', 'undelivered']) {
    const message = await send((await talk()).id)
    await setStatus(message.id, status)
    const before = await balance()
    assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
    assert.equal(await balance(), before)
  }
})

test('spec 7.9: the status of a message is that of the delivery which is least far', async () => {
  const contacts = []
  for (const name of ['a', 'b', 'c'])
    contacts.push((await asha.make('/v1/contacts', { email: `${name}@farm.example` })).id)
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts })
  const message = await send((await asha.make('/v1/conversations', { group_id: group.id })).id)
  const { data } = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body
  const set = (statuses: string[]) =>
    Promise.all(
      statuses.map((status, index) =>
        samvad.rows('update deliveries set status = $1 where id = $2', [status, uuidOf('dlv', data[index].id)]),
      ),
    )
  for (const [statuses, expected] of [
    [['queued', 'sent', 'delivered'], 'queued'],
    [['read', 'sent', 'delivered'], 'sent'],
    [['failed', 'delivered', 'read'], 'delivered'],
    [['undelivered', 'undelivered', 'undelivered'], 'undelivered'],
    [['sent', 'sent', 'sent'], 'sent'],
  ] as const) {
    await set([...statuses])
    assert.equal((await shown(message.id)).status, expected)
  }
})
