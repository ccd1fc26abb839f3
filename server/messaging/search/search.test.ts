// Search results, who sees them, and when they disappear. spec 7.140 to 7.149.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetLastId, newUuid } from '#kit/ids.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, write } from '../../../test/mail-story.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { foundBy, indexAll, search } from '../../../test/search.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'
import { searchBehind } from './behind.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
const owner = person(samvad)
const newMember = async (role: string) => {
  const member = await samvad.newMember(organizationId, role)
  return { ...person(samvad, member), id: publicId('user', member.userId) }
}
const agent = await newMember('agent')
const colleague = await newMember('agent')
const billing = await newMember('billing')
const stranger = person(samvad, await samvad.newCompany('Banyan Books'))
const index = () => indexAll(samvad.app)

const ravi = await correspond(agent, 'ravi.kumar@farm.example', 'Ravi Kumar')
const meera = await correspond(colleague, 'meera@farm.example', 'मीरा Desai')
await agent.put(`/v1/contacts/${ravi.contactId}`, { phone_number: '+919876543210' })
const order = await write(agent, ravi, { subject: 'Café', text: 'Your order A-17 is packed 👍' })
const hindi = await write(colleague, meera, { text: 'आपका ऑर्डर A-170 तैयार है' })
const late = await write(colleague, meera, {
  html: '<p>Bill of <b>Élan</b> for order 9</p>',
  text: null,
  subject: 'Bill',
})
await index()

test('spec 7.140, 7.141, 7.142: words in any order, without case and accents, the last one begun', async () => {
  const [last, middle, first] = [late.id, hindi.id, order.id]
  assert.deepEqual(await foundBy(owner, 'messages', 'order'), [last, first])
  for (const [q, ids] of Object.entries({
    'PACKED ord': [first],
    'ord PACKED': [],
    'a-17': [middle, first],
    'a-17 ': [first],
    cafe: [first],
    elan: [last],
    ऑर्ड: [middle],
    '👍': [first],
    'order p': [first],
    'bill absent': [],
  }))
    assert.deepEqual(await foundBy(owner, 'messages', q), ids, q)
})

test('spec 7.146: what is found shows where it stands, with whom and on what', async () => {
  const [found] = (await search(owner, 'messages', 'a-17 ')).data
  assert.deepEqual(found, {
    id: order.id,
    conversation_id: ravi.conversationId,
    user_id: agent.id,
    contact: { id: ravi.contactId, display_name: 'Ravi Kumar' },
    group: null,
    direction: 'outbound',
    channel: 'email',
    snippet: { field: 'text', text: 'Your order A-17 is packed 👍', matches: [{ start: 11, end: 15 }] },
    created_at: order.created_at,
  })
  const [bySubject] = (await search(owner, 'messages', 'cafe')).data
  assert.deepEqual(bySubject.snippet, { field: 'subject', text: 'Café', matches: [{ start: 0, end: 4 }] })
})

test('spec 6.11, 7.144: a member finds their own conversations, who may see all everybody’s, another organization none', async () => {
  assert.deepEqual(await foundBy(agent, 'messages', 'order'), [order.id])
  assert.deepEqual(await foundBy(colleague, 'messages', 'order'), [late.id])
  assert.deepEqual(await foundBy(stranger, 'messages', 'order'), [])
  assert.deepEqual(await foundBy(agent, 'conversations', 'farm'), [ravi.conversationId])
  assert.deepEqual(await foundBy(owner, 'conversations', 'farm'), [meera.conversationId, ravi.conversationId])
  assert.deepEqual(await foundBy(stranger, 'contacts', 'farm'), [])
  for (const what of ['messages', 'contacts', 'groups', 'conversations'])
    assertRefused(await billing.get(`/v1/search/${what}?q=farm`), 403, 'permission_denied')
})

test('spec 7.143: contacts by parts of the name and the address, and by any digits of the number; groups by name', async () => {
  for (const q of ['kum', 'ravi k', 'farm.example ravi', '3210', '76543', '+91 98765', 'ravi.kumar@farm'])
    assert.deepEqual(await foundBy(agent, 'contacts', q), [ravi.contactId], q)
  assert.deepEqual(await foundBy(agent, 'contacts', 'मीरा'), [meera.contactId])
  const group = await agent.make('/v1/groups', { name: 'Growers of Pune', contacts: [ravi.contactId] })
  const conversation = await agent.make('/v1/conversations', { group_id: group.id })
  await index()
  assert.deepEqual(await foundBy(agent, 'groups', 'pune'), [group.id])
  assert.deepEqual(await foundBy(agent, 'conversations', 'growers'), [conversation.id])
  await agent.put(`/v1/groups/${group.id}`, { name: 'Farmers' })
  await index()
  assert.deepEqual(await foundBy(agent, 'groups', 'pune'), [])
  assert.equal((await agent.delete(`/v1/groups/${group.id}`)).status, 204)
  assert.deepEqual(await foundBy(agent, 'groups', 'farmers'), [])
})

test('spec 7.145: edited and renamed, only the new words find it; what a contact writes is found', async () => {
  const later = new Date(samvad.app.clock().getTime() + 3_600_000).toISOString()
  const message = await write(agent, ravi, { text: 'Umbrella', send_at: later })
  await index()
  assert.deepEqual(await foundBy(agent, 'messages', 'umbrella'), [message.id])
  assert.equal((await agent.put(`/v1/messages/${message.id}`, { text: 'Parasol' })).status, 200)
  await agent.put(`/v1/contacts/${ravi.contactId}`, { display_name: 'Ravindra' })
  const received = await owner.make('/v1/sandbox/messages', { channel: 'email', from: ravi.email, text: 'Zucchini' })
  await index()
  assert.deepEqual(await foundBy(agent, 'messages', 'umbrella'), [])
  assert.deepEqual(await foundBy(agent, 'messages', 'parasol'), [message.id])
  assert.deepEqual(await foundBy(agent, 'messages', 'zucchini'), [received.id])
  assert.deepEqual((await search(agent, 'contacts', 'ravindra')).data[0].matches, {
    display_name: [{ start: 0, end: 8 }],
  })
})

test('spec 7.144: who is handed a conversation finds its messages, who gave it does not from that moment', async () => {
  const sita = await correspond(agent, 'sita@river.example', 'Sita')
  const message = await write(agent, sita, { text: 'Monsoon' })
  await index()
  const assigned = await owner.post(`/v1/conversations/${sita.conversationId}/assign`, { user_id: colleague.id })
  assert.equal(assigned.status, 200, assigned.text)
  assert.deepEqual(await foundBy(agent, 'messages', 'monsoon'), [])
  await index()
  assert.deepEqual(await foundBy(colleague, 'messages', 'monsoon'), [message.id])
})

test('spec 7.145: what is deleted is found no longer, at once, and no word of it stays', async () => {
  const asha = await correspond(agent, 'asha@lake.example', 'Asha')
  const [one, two] = [
    await write(agent, asha, { text: 'Quartz one' }),
    await write(agent, asha, { text: 'Quartz two' }),
  ]
  await index()
  assert.deepEqual(await foundBy(agent, 'messages', 'quartz'), [two.id, one.id])
  await agent.delete(`/v1/messages/${one.id}`)
  assert.deepEqual(await foundBy(agent, 'messages', 'quartz'), [two.id])
  assert.equal((await agent.delete(`/v1/contacts/${asha.contactId}`)).status, 204)
  assert.deepEqual(await foundBy(agent, 'messages', 'quartz'), [])
  assert.deepEqual(await foundBy(agent, 'contacts', 'asha'), [])
  const ids = [uuidOf('msg', one.id), uuidOf('msg', two.id), uuidOf('contact', asha.contactId)]
  assert.deepEqual(await samvad.rows('select id from search_entries where id = any($1)', [ids]), [])
  await index()
  assert.deepEqual(await samvad.rows('select id from search_entries where id = any($1)', [ids]), [])
})

test('spec 7.140: pages go on behind the last row, each row once, through buckets and while more is written', async () => {
  const gita = await correspond(agent, 'gita@hill.example', 'Gita')
  const written: string[] = []
  for (let n = 0; n < 7; n++) {
    written.unshift((await write(agent, gita, { text: `Lantern ${n}` })).id)
    await index()
    await samvad.rows('update search_heads set filled = 32768 where kind = $1 returning 1', ['message'])
  }
  const between = async () => {
    await write(agent, gita, { text: 'Lantern more' })
    await index()
  }
  assert.deepEqual(idsOf(await walk(agent, '/v1/search/messages?q=lantern', 2, between)), written)
  assert.deepEqual(
    idsOf(await walk(owner, '/v1/search/conversations?q=example', 2)).toSorted(),
    [...new Set(idsOf(await walk(owner, '/v1/search/conversations?q=example', 100)))].toSorted(),
  )
  assertRefused(
    await agent.get(`/v1/search/messages?q=lantern&starting_after=${publicId('msg', newUuid())}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
})

test('spec 7.147: what was there before the index is found as well, the newest first, and nothing twice', async () => {
  const before = (await search(owner, 'messages', 'e', '&limit=100')).data
  await samvad.rows('delete from search_entries returning 1')
  await samvad.rows('delete from search_heads returning 1')
  await index()
  await samvad.rows('update search_heads set settled_id = walked_id returning 1')
  const newest = (await samvad.rows<{ id: string }>('select max(id::text)::uuid as id from messages'))[0]?.id
  await samvad.rows(`delete from search_entries where id in (select id from messages) returning 1`)
  await samvad.rows(
    `update search_heads set settled_id = $1, walked_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      where kind = 'message' returning 1`,
    [newest],
  )
  await index()
  assert.deepEqual(idsOf((await search(owner, 'messages', 'e', '&limit=100')).data), idsOf(before))
})

test('spec 7.151: what is written after the clock was set back is found', async () => {
  const now = Date.now()
  samvad.setClock(new Date(now + 3_600_000))
  const ahead = await write(agent, ravi, { text: 'Written by a clock that was an hour ahead' })
  await index()
  samvad.setClock(null)
  // As in a process that starts anew, whose ids begin at the clock's time.
  forgetLastId()
  const behind = await write(agent, ravi, { text: 'Written by a clock that was set right' })
  assert.ok(behind.id < ahead.id)
  await index()
  assert.deepEqual(await foundBy(owner, 'messages', 'written by a clock'), [ahead.id, behind.id])
})

test('spec 7.149: how old the oldest is that the index lacks, and nothing once all are in it', async () => {
  const { reads } = samvad.app.database
  await write(agent, ravi, { text: 'Not yet' })
  const { oldest } = await searchBehind(reads)
  assert.ok(oldest && Math.abs(oldest.getTime() - samvad.app.clock().getTime()) < 60_000)
  await index()
  assert.deepEqual(await searchBehind(reads), { oldest: undefined, walking: 0 })
})

test('spec 7.148: what cannot be looked for is refused with what to do', async () => {
  for (const q of ['—…!', "' & | !", 'a b c d e f g h i'])
    assertRefused(await agent.get(`/v1/search/messages?q=${encodeURIComponent(q)}`), 400, 'invalid_query', 'q')
  for (const q of ['x'.repeat(201), 'a\0b', '']) {
    const { status } = await agent.get(`/v1/search/messages?q=${encodeURIComponent(q)}`)
    assert.equal(status, 400, q)
  }
  for (const q of ["a':* | b", 'a & !b', '~0.', '\\', 'ॐ', '(a'])
    assert.ok([200, 400].includes((await agent.get(`/v1/search/messages?q=${encodeURIComponent(q)}`)).status), q)
})
