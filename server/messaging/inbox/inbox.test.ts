// The inbox: data shown with conversations, filters and counts: spec 5.60 and on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { permissions } from '#people/access/rules.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, idsOf, type Person, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
const member = async (role: string, granted?: Parameters<typeof samvad.newMember>[2]) => {
  const made = await samvad.newMember(organizationId, role, granted)
  return { ...person(samvad, made), id: publicId('user', made.userId) }
}
const owner = person(samvad)

async function begin(who: Person, display_name = 'Ravi', more: object = {}): Promise<any> {
  const email = `${newUuid()}@farm.example`
  const contact = await who.make('/v1/contacts', { display_name, email, ...more })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  return { ...conversation, email, contact }
}
const write = (from: string, text: string, channel = 'email') =>
  owner.make('/v1/sandbox/messages', { channel, from, text })
const send = (who: Person, conversation_id: string, text: string) =>
  who.make('/v1/messages', { conversation_id, channel: 'email', text })
const one = async (who: Person, { id }: { id: string }) => {
  const { status, body, text } = await who.get(`/v1/conversations/${id}?expand=inbox`)
  assert.equal(status, 200, text)
  return body
}
const inbox = async (who: Person, query: string) =>
  idsOf(await walk(who, `/v1/conversations?sort=last_active&${query}`, 2))

test('spec 5.60: with expand=inbox a conversation has its names, last message, unread count, window and channels', async () => {
  const asha = await member('agent')
  const phone = '+919812345601'
  const made = await begin(asha, 'Ravi Kumar', { phone_number: phone })
  const plain = (await asha.get(`/v1/conversations/${made.id}`)).body
  assert.ok(!('inbox' in plain), 'old clients see what they saw')
  const user = { id: asha.id, display_name: (await asha.get('/v1/me')).body.user.display_name }
  const empty = await one(asha, made)
  assert.deepEqual(empty, {
    ...plain,
    inbox: {
      contact: { id: made.contact.id, display_name: 'Ravi Kumar' },
      group: null,
      user,
      last_message: null,
      unread_count: 0,
      last_inbound_at: null,
      app_window_ends_at: null,
      channels: ['email', 'app', 'sms'],
    },
  })

  const sent = await send(asha, made.id, `  Dear\n\nRavi ${'x'.repeat(150)}🙂🙂 the end`)
  const { last_message } = (await one(asha, made)).inbox
  assert.deepEqual(last_message, {
    id: sent.id,
    direction: 'outbound',
    channel: 'email',
    sender: sent.sender,
    template_id: null,
    subject: null,
    preview: `Dear Ravi ${'x'.repeat(150)}`,
    has_attachments: false,
    withdrawn_at: null,
    call: null,
    status: 'queued',
    read_at: null,
    send_at: null,
    created_at: sent.created_at,
  })

  const received = await write(phone, 'When?', 'app')
  const second = await write(phone, 'Hello?', 'app')
  const { inbox: now } = await one(asha, made)
  assert.equal(now.unread_count, 2)
  assert.deepEqual([now.last_message.id, now.last_message.preview], [second.id, 'Hello?'])
  assert.equal(now.last_message.status, null)
  assert.equal(now.last_message.sender, made.contact.id)
  assert.ok(now.last_inbound_at >= received.created_at)
  // By the time that the provider reports, which sending uses too.
  const [contact] = await samvad.rows<{ last_inbound_at: Date }>('select last_inbound_at from contacts where id = $1', [
    uuidOf('contact', made.contact.id),
  ])
  assert.equal(now.app_window_ends_at, Math.floor((contact?.last_inbound_at.getTime() ?? 0) / 1000) + 86_400)
  samvad.setClock(new Date((now.app_window_ends_at + 2) * 1000))
  assert.equal((await one(asha, made)).inbox.app_window_ends_at, null)
  samvad.setClock(null)

  const listed = (await asha.get('/v1/conversations?expand=inbox&sort=last_active')).body
  assert.deepEqual(listed.data, [await one(asha, made)])
  assert.deepEqual((await asha.get('/external/conversations?expand[]=inbox')).body.data, listed.data)
})

test('spec 5.60: channels are those with an address on which the contact has not unsubscribed and is not suppressed', async () => {
  const made = await begin(owner, 'Meena', { phone_number: '+919812345602' })
  const unsubscribed = { sms: 1767225600 }
  assert.equal((await owner.put(`/v1/contacts/${made.contact.id}`, { unsubscribed })).status, 200)
  assert.deepEqual((await one(owner, made)).inbox.channels, ['email', 'app'])
  await owner.make('/v1/suppressions', { channel: 'email', address: made.email, reason: 'manual' })
  assert.deepEqual((await one(owner, made)).inbox.channels, ['app'])
})

test('spec 5.60: a group shows its name and size, and of a message to it the status that the message has', async () => {
  const contacts = []
  for (const name of ['a', 'b', 'c'])
    contacts.push((await owner.make('/v1/contacts', { email: `${name}${newUuid()}@farm.example` })).id)
  const group = await owner.make('/v1/groups', { name: 'Dealers', contacts })
  const made = await owner.make('/v1/conversations', { group_id: group.id })
  const message = await send(owner, made.id, 'To all')
  const [first] = (await owner.get(`/v1/messages/${message.id}/deliveries`)).body.data
  await samvad.rows(`update deliveries set status = 'sent' where id = $1`, [uuidOf('dlv', first.id)])
  const shown = (await one(owner, made)).inbox
  assert.deepEqual(shown.group, { id: group.id, name: 'Dealers', size: 3 })
  assert.deepEqual([shown.contact, shown.channels], [null, null])
  assert.equal(shown.last_message.status, (await owner.get(`/v1/messages/${message.id}`)).body.status)
})

test('spec 5.61: each part takes the permission of what it is of; without it it is null', async () => {
  const made = await begin(owner, 'Kiran')
  await write(made.email, 'Secret')
  const without = (...missing: string[]) =>
    member(
      'owner',
      permissions.filter((name) => !missing.includes(name)),
    )
  const noContacts = (await one(await without('contacts.view'), made)).inbox
  assert.deepEqual([noContacts.contact, noContacts.channels], [{ id: made.contact_id, display_name: null }, null])
  assert.equal(noContacts.last_message.preview, 'Secret')
  const noMessages = (await one(await without('messages.view'), made)).inbox
  assert.deepEqual([noMessages.last_message, noMessages.unread_count], [null, 1])
  const group = await owner.make('/v1/groups', { name: 'Hidden' })
  const ofGroup = await owner.make('/v1/conversations', { group_id: group.id })
  assert.deepEqual((await one(await without('groups.view'), ofGroup)).inbox.group, {
    id: group.id,
    name: null,
    size: 0,
  })
  const agent = await member('agent')
  assertRefused(await agent.get(`/v1/conversations/${made.id}?expand=inbox`), 404, 'not_found')
})

test('spec 5.62, 5.64: filters and counts of an inbox, one’s own and everybody’s', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const head = person(samvad, company)
  const agent = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  const from = (address: string, channel = 'email') =>
    head.make('/v1/sandbox/messages', { channel, from: address, text: 'Hello' })
  const phone = '+919812345603'
  const [read, unread, mutedUnread, archived, theirs] = [
    await begin(agent),
    await begin(agent, 'Asha', { phone_number: phone }),
    await begin(agent),
    await begin(agent),
    await begin(head),
  ]
  const group = await agent.make('/v1/groups', { name: 'Dealers' })
  const ofGroup = await agent.make('/v1/conversations', { group_id: group.id })
  await from(phone, 'sms')
  for (const { email } of [read, mutedUnread, archived, theirs]) await from(email)
  const change = (who: Person, { id }: { id: string }, given: object) => who.put(`/v1/conversations/${id}`, given)
  await agent.post(`/v1/conversations/${read.id}/read`)
  await change(agent, mutedUnread, { is_muted: true })
  await change(agent, archived, { archived_at: 1767225600, is_pinned: true })
  await change(agent, ofGroup, { is_pinned: true })

  const seen = async (who: Person, query: string) => (await inbox(who, query)).toSorted()
  const ids = (...some: { id: string }[]) => idsOf(some).toSorted()
  assert.deepEqual(await seen(agent, 'unread=true'), ids(unread, mutedUnread, archived))
  assert.deepEqual(await seen(agent, 'unread=true&archived=false'), ids(unread, mutedUnread))
  assert.deepEqual(await seen(agent, 'unread=true&archived=false&muted=false'), ids(unread))
  assert.deepEqual(await seen(agent, 'unread=false'), ids(read, ofGroup))
  assert.deepEqual(await seen(agent, 'with=group'), ids(ofGroup))
  assert.deepEqual(await seen(agent, 'with=contact&archived=true'), ids(archived))
  assert.deepEqual(await seen(agent, 'pinned=true'), ids(archived, ofGroup))
  assert.deepEqual(await seen(agent, 'pinned=true&archived=false'), ids(ofGroup))
  assert.deepEqual(await seen(agent, 'unread=true&channel=sms'), ids(unread))
  assert.deepEqual(await seen(agent, 'unread=true&channel=email&archived=false'), ids(mutedUnread))
  assert.deepEqual(await seen(head, 'unread=true&user_id=all'), ids(unread, mutedUnread, archived, theirs))
  assert.deepEqual(await seen(head, 'unread=true'), ids(theirs))
  for (const query of ['unread=true', 'with=group', 'channel=sms', 'channel=sms&sort=last_active'])
    assertRefused(await agent.get(`/v1/conversations?${query}`), 400, 'invalid_query', query.split('=')[0] as string)

  const none = { unread: 0, unread_muted: 0, pinned: 0, muted: 0, archived: 0 }
  const mine = { unread: 2, unread_muted: 1, pinned: 2, muted: 1, archived: 1 }
  assert.deepEqual((await agent.get('/v1/conversations/counts')).body, { counted_to: 1000, mine, everybody: null })
  const ofAll = { ...mine, unread: 3 }
  assert.deepEqual((await head.get('/v1/conversations/counts')).body, {
    counted_to: 1000,
    mine: { ...none, unread: 1 },
    everybody: ofAll,
  })
  assert.deepEqual((await head.get('/external/conversations/counts')).body.everybody, ofAll)
})
