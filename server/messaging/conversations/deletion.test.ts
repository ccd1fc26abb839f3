// Permanent deletion of a conversation, a contact and a group: what is deleted, what is refunded, and what billing
// keeps. spec 5.12, 5.13, 5.14.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
const colleague = person(samvad, await samvad.newMember(organizationId, 'agent'))
await fund(samvad, organizationId, 100n)

const newContact = (name: string) => asha.make('/v1/contacts', { display_name: name, email: `${name}@farm.example` })
const send = (conversation_id: string, who = asha) =>
  who.make('/v1/messages', { conversation_id, channel: 'email', subject: 'Secret order', text: 'Secret text' })
const balance = async () =>
  (
    await samvad.rows<{ balance_micros: bigint }>('select balance_micros from wallets where org_id = $1', [
      organizationId,
    ])
  )[0]?.balance_micros
/** Deliveries of these messages, by their previous message ids. */
const deliveryIds = async (...messages: { id: string }[]) =>
  (
    await samvad.rows<{ id: string }>('select id from deliveries where message_id = any($1) order by id', [
      messages.map(({ id }) => uuidOf('msg', id)),
    ])
  ).map(({ id }) => id)
const deliveries = (ids: string[]) =>
  samvad.rows(
    `select status, message_id, conversation_id, contact_id, address, provider_id, channel, kind, tier, price_micros,
           month::text,
            campaign_id, list_id, created_at is not null as has_time from deliveries where id = any($1) order by id`,
    [ids],
  )
const leave = (messageId: string) =>
  samvad.rows("update deliveries set status = 'sent', sent_at = now(), provider_id = 'p-1' where message_id = $1", [
    uuidOf('msg', messageId),
  ])
const reversals = async () =>
  (
    await samvad.rows("select key from transactions where org_id = $1 and kind = 'refund' order by key", [
      organizationId,
    ])
  ).map(({ key }) => key)

test('spec 5.12: DELETE answers 204 without a body, and a second one 404', async () => {
  const contact = await newContact('ravi')
  const { id } = await asha.make('/v1/conversations', { contact_id: contact.id })
  const answer = await asha.delete(`/v1/conversations/${id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assertRefused(await asha.delete(`/v1/conversations/${id}`), 404, 'not_found')
  assertRefused(await asha.put(`/v1/conversations/${id}`, { is_muted: true }), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages?conversation_id=${id}`), 404, 'not_found')
  const late = await asha.post('/v1/messages', { conversation_id: id, channel: 'email', text: 'Late' })
  assertRefused(late, 404, 'not_found', 'conversation_id')
  assert.deepEqual((await asha.get(`/v1/contacts/${contact.id}`)).body, contact)
  const anew = await asha.post('/v1/conversations', { contact_id: contact.id })
  assert.equal(anew.status, 201)
  assert.notEqual(anew.body.id, id)
})

test('spec 5.12, 5.13: with a conversation go its messages and reactions; what waits is cancelled and its charge reversed', async () => {
  const { id } = await asha.make('/v1/conversations', { contact_id: (await newContact('meera')).id })
  const other = await asha.make('/v1/conversations', { contact_id: (await newContact('karan')).id })
  const before = await balance()
  const [waiting, left, elsewhere] = [await send(id), await send(id), await send(other.id)]
  await leave(left.id)
  await asha.post(`/v1/messages/${left.id}/reactions`, { emoji: '👍' })
  await asha.post(`/v1/messages/${elsewhere.id}/reactions`, { emoji: '👍' })
  const [waitingDelivery] = await deliveryIds(waiting)
  const ids = await deliveryIds(waiting, left)

  assert.equal((await asha.delete(`/v1/conversations/${id}`)).status, 204)

  for (const message of [waiting, left]) assertRefused(await asha.get(`/v1/messages/${message.id}`), 404, 'not_found')
  assert.deepEqual(await samvad.rows('select id from messages where conversation_id = $1', [uuidOf('conv', id)]), [])
  const reactions = await samvad.rows<{ message_id: string }>('select message_id from reactions where org_id = $1', [
    organizationId,
  ])
  assert.deepEqual(reactions, [{ message_id: uuidOf('msg', elsewhere.id) }])
  const forgotten = {
    message_id: null,
    conversation_id: null,
    contact_id: null,
    address: null,
    provider_id: null,
    channel: 'email',
    kind: 'email',
    tier: 1,
    price_micros: 150_000n,
    campaign_id: null,
    list_id: null,
    has_time: true,
  }
  const rows = await deliveries(ids)
  assert.deepEqual(
    rows.map(({ month, ...row }) => row),
    [
      { ...forgotten, status: 'cancelled' },
      { ...forgotten, status: 'sent' },
    ],
  )
  // Two emails stay charged: the one that was sent, and the one in another conversation.
  assert.equal(await balance(), (before ?? 0n) - 300_000n)
  assert.deepEqual(await reversals(), [`reversal:${waitingDelivery}`])
  assert.equal((await asha.get(`/v1/messages/${elsewhere.id}`)).body.status, 'queued')
  for (const table of ['messages', 'deliveries', 'reactions', 'conversations', 'transactions', 'idempotency_keys']) {
    const found = await samvad.rows(`select 1 from ${table} t where t::text like '%meera@%'`)
    assert.deepEqual(found, [], table)
  }
})

test('spec 5.13: two deletions at once, and a send at the same time, give back once and leave nothing behind', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await asha.make('/v1/conversations', { contact_id: (await newContact('nila')).id })
    const before = await balance()
    await send(id)
    const [first, second, sent] = await Promise.all([
      asha.delete(`/v1/conversations/${id}`),
      asha.delete(`/v1/conversations/${id}`),
      asha.post('/v1/messages', { conversation_id: id, channel: 'email', text: 'Crossing' }),
    ])
    assert.deepEqual([first.status, second.status].sort(), [204, 404])
    assert.ok(sent.status === 201 || sent.status === 404, sent.text)
    assert.equal(await balance(), before)
    assert.deepEqual(await samvad.rows('select id from messages where conversation_id = $1', [uuidOf('conv', id)]), [])
    const waiting = await samvad.rows("select id from deliveries where conversation_id = $1 and status = 'queued'", [
      uuidOf('conv', id),
    ])
    assert.deepEqual(waiting, [])
  }
})

test('spec 5.14: deleting a contact deletes its conversations with every user in the same way', async () => {
  const contact = await newContact('leela')
  const own = await asha.make('/v1/conversations', { contact_id: contact.id })
  const theirs = await colleague.make('/v1/conversations', { contact_id: contact.id })
  const bystander = await asha.make('/v1/conversations', { contact_id: (await newContact('om')).id })
  const before = await balance()
  const messages = [await send(own.id), await send(theirs.id, colleague)]
  const ids = await deliveryIds(...messages)

  assert.equal((await asha.delete(`/v1/contacts/${contact.id}`)).status, 204)

  assertRefused(await asha.get(`/v1/contacts/${contact.id}`), 404, 'not_found')
  assertRefused(await asha.delete(`/v1/contacts/${contact.id}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/conversations/${own.id}`), 404, 'not_found')
  assertRefused(await colleague.get(`/v1/conversations/${theirs.id}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages/${messages[0].id}`), 404, 'not_found')
  assert.equal(await balance(), before)
  for (const row of await deliveries(ids)) {
    assert.deepEqual([row.status, row.contact_id, row.address, row.message_id], ['cancelled', null, null, null])
    assert.deepEqual([row.channel, row.price_micros, row.tier], ['email', 150_000n, 1])
  }
  const deleted = await samvad.rows(
    "select object_id from events where type = 'conversation.deleted' and object_id = any($1)",
    [[own, theirs].map(({ id }) => uuidOf('conv', id))],
  )
  assert.equal(deleted.length, 2)
  assert.deepEqual((await asha.get(`/v1/conversations/${bystander.id}`)).body, bystander)
})

test('spec 5.14: a deleted contact leaves its groups, and what was sent to them keeps neither the contact nor the address', async () => {
  const [gone, stays] = [await newContact('gone'), await newContact('stays')]
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [gone.id, stays.id] })
  const conversation = await asha.make('/v1/conversations', { group_id: group.id })
  const before = await balance()
  const [left, waiting] = [await send(conversation.id), await send(conversation.id)]
  await leave(left.id)

  assert.equal((await asha.delete(`/v1/contacts/${gone.id}`)).status, 204)

  assert.deepEqual((await asha.get(`/v1/groups/${group.id}`)).body.contacts, [stays.id])
  const after = async (message: { id: string }) => {
    const { body } = await asha.get(`/v1/messages/${message.id}/deliveries`)
    return body.data.map(({ contact_id, address, status }: any) => ({ contact_id, address, status })).reverse()
  }
  const kept = { contact_id: stays.id, address: 'stays@farm.example' }
  assert.deepEqual(await after(left), [
    { contact_id: null, address: null, status: 'sent' },
    { ...kept, status: 'sent' },
  ])
  assert.deepEqual(await after(waiting), [
    { contact_id: null, address: null, status: 'cancelled' },
    { ...kept, status: 'queued' },
  ])
  assert.equal((await asha.get(`/v1/messages/${waiting.id}`)).body.text, 'Secret text')
  // Four deliveries were charged; the queued one to the deleted contact was refunded.
  assert.equal(await balance(), (before ?? 0n) - 3n * 150_000n)
  assert.deepEqual(await samvad.rows("select 1 from deliveries where address like 'gone@%'"), [])
})

test('spec 5.14: deleting a group deletes its conversations with every user; its contacts and their conversations stay', async () => {
  const member = await newContact('member')
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [member.id] })
  const own = await asha.make('/v1/conversations', { group_id: group.id })
  const theirs = await colleague.make('/v1/conversations', { group_id: group.id })
  const direct = await asha.make('/v1/conversations', { contact_id: member.id })
  const before = await balance()
  const message = await send(own.id)

  assert.equal((await asha.delete(`/v1/groups/${group.id}`)).status, 204)

  assertRefused(await asha.get(`/v1/groups/${group.id}`), 404, 'not_found')
  assertRefused(await asha.delete(`/v1/groups/${group.id}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/conversations/${own.id}`), 404, 'not_found')
  assertRefused(await colleague.get(`/v1/conversations/${theirs.id}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages/${message.id}`), 404, 'not_found')
  assert.equal(await balance(), before)
  assert.deepEqual((await asha.get(`/v1/conversations/${direct.id}`)).body, direct)
  assert.equal((await asha.get(`/v1/contacts/${member.id}`)).status, 200)
  assert.deepEqual(
    await samvad.rows('select 1 from group_members where group_id = $1', [uuidOf('group', group.id)]),
    [],
  )
})

test('a contact or group that is deleted while a conversation with it begins leaves none behind', async () => {
  for (let round = 0; round < 15; round++) {
    const contact = await newContact('racing')
    const group = await asha.make('/v1/groups', { name: 'Racing', contacts: [contact.id] })
    const answers = await Promise.all([
      asha.post('/v1/conversations', { contact_id: contact.id }),
      asha.delete(`/v1/contacts/${contact.id}`),
      asha.post('/v1/conversations', { group_id: group.id }),
      asha.delete(`/v1/groups/${group.id}`),
      asha.put(`/v1/groups/${group.id}`, { contacts: [contact.id] }),
    ])
    const [withContact, contactGone, withGroup, groupGone, put] = answers.map(({ status }) => status)
    assert.deepEqual([contactGone, groupGone], [204, 204])
    assert.ok([201, 404].includes(withContact as number), answers[0]?.text)
    assert.ok([201, 404].includes(withGroup as number), answers[2]?.text)
    assert.ok([200, 404].includes(put as number), answers[4]?.text)
    const left = await samvad.rows('select 1 from conversations where contact_id = $1 or group_id = $2', [
      uuidOf('contact', contact.id),
      uuidOf('group', group.id),
    ])
    assert.deepEqual(left, [])
  }
})
