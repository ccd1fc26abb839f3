// Members are notified of events: only what they may read, in their language, and once per conversation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { eventKinds } from '#program/events.ts'
import { publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import {
  happen,
  keepingCarriers,
  listOf,
  low,
  ownerOf,
  payloadOf,
  sendNotices,
  statesOf,
  writeNotices,
} from '../../test/notices.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused, person } from '../../test/story.ts'
import type { NoticeChannel } from './carrier.ts'
import { kindOf, type NoticeType, noticeTypes, waysOf } from './kinds.ts'
import { A_DAY_MAX } from './rules.ts'

const samvad = await startSamvad()
const { app } = samvad

test('spec 14.60: every kind in both languages: listed, counted, marked as read, and by each channel once', async () => {
  const { who, organizationId, userId } = await ownerOf(samvad, 'Every Emporium')
  // Some types are for operators.
  await samvad.rows('update users set is_operator = true where id = $1', [userId])
  const all = Object.fromEntries(
    noticeTypes.map((type) => [type, Object.fromEntries(waysOf(type).map((way) => [way, true]))]),
  )
  assert.equal((await who.put('/v1/notification_preferences', { types: all })).status, 200)
  const contact = await who.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const ids = new Map<string, string>()
  for (const type of noticeTypes) {
    const before = new Date(Date.UTC(app.clock().getUTCFullYear(), app.clock().getUTCMonth(), 0, 12))
    const more: Record<string, object> = {
      'usage.monthly_summary': { month: before.toISOString().slice(0, 7) },
      'export.completed': { user_id: publicId('user', userId) },
      'export.failed': { user_id: publicId('user', userId) },
      'campaign.paused': { pause_reasons: ['insufficient_balance'] },
      // Nobody is notified of a mandate that was replaced or that ended with its plan: spec 23.87.
      'mandate.given': { end_reason: null },
      'mandate.updated': { end_reason: null },
      'mandate.ended': { end_reason: null },
    }
    const id = await happen(samvad, organizationId, { type, payload: payloadOf(type, more[type]) })
    if (type === 'message.received')
      await samvad.rows('update events set conversation_id = $3, user_id = $4 where org_id = $1 and id = $2', [
        organizationId,
        id,
        uuidOf('conv', conversation.id),
        userId,
      ])
    ids.set(type, publicId('evt', id))
  }
  await writeNotices(samvad)
  await writeNotices(samvad)
  const english = await listOf(who)
  assert.deepEqual(english.map(({ type }: { type: string }) => type).toSorted(), [...noticeTypes].toSorted())
  for (const one of english) {
    assert.equal(one.event_id, ids.get(one.type))
    assert.ok(one.title.length > 3 && one.text.length > 5 && one.url.startsWith(`${samvad.url}/console/`), one.type)
    assert.doesNotMatch(one.title + one.text, /undefined|null|NaN|\[object|1767225600/, one.type)
    if (
      kindOf(one.type).facts.some((fact) => /amount|total|balance/.test(fact)) &&
      !/mandate\.(updated|ended)/.test(one.type)
    )
      assert.match(one.title + one.text, /₹1,18,000\.00/, one.type)
  }
  const received = english.find(({ type }: { type: string }) => type === 'message.received')
  assert.equal(received.title, 'New message from Ravi')
  assert.equal(received.conversation_id, conversation.id)

  assert.equal((await who.put('/v1/notification_preferences', { language: 'hi' })).body.language, 'hi')
  for (const one of await listOf(who)) assert.match(one.title + one.text, /[\u0900-\u097F]{2}/, one.type)

  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  await sendNotices(samvad, carriers)
  const expected = noticeTypes.flatMap((type) =>
    waysOf(type).flatMap((way) => (way === 'in_app' ? [] : [`${type} ${way}`])),
  )
  const held = await statesOf(samvad, organizationId)
  // The rest exceeds the daily limits of SMS and mails, and is only listed.
  const by = (way: NoticeChannel) => expected.filter((one) => one.endsWith(` ${way}`))
  const handedBy = (way: NoticeChannel) =>
    handed.filter(({ channel }) => channel === way).map(({ type, channel }) => `${type} ${channel}`)
  const limited = ['sms', 'email'] as const
  assert.equal(
    held.filter(({ status, reason }) => status === 'dropped' && reason === 'too_many').length,
    limited.reduce((sum, way) => sum + by(way).length - A_DAY_MAX[way], 0),
  )
  for (const way of limited) {
    const ways = new Set(handedBy(way))
    assert.deepEqual([handedBy(way).length, ways.size], [A_DAY_MAX[way], A_DAY_MAX[way]])
    assert.ok(ways.isSubsetOf(new Set(by(way))))
  }
  assert.deepEqual(handedBy('push').toSorted(), by('push').toSorted())
  assert.ok(handed.every(({ language, title }) => language === 'hi' && /[\u0900-\u097F]/.test(title)))
  assert.ok(!handed.some(({ type, channel }) => type === 'message.received' && channel === 'sms'))

  const count = noticeTypes.length
  assert.deepEqual((await who.get('/v1/notifications/unread_count')).body, { count })
  const [first] = english
  const read = await who.post(`/v1/notifications/${first.id}/read`)
  assert.equal(read.status, 200)
  assert.ok(read.body.read_at > 0)
  assert.deepEqual((await who.post(`/v1/notifications/${first.id}/read`)).body, read.body, 'again changes nothing')
  assert.equal((await listOf(who, '&unread=true')).length, count - 1)
  assert.equal((await listOf(who, '&unread=false')).length, 1)
  assert.deepEqual((await who.post('/v1/notifications/read_all')).body, { count: count - 1 })
  assert.deepEqual((await who.get('/v1/notifications/unread_count')).body, { count: 0 })
})

test('spec 14.161: a notice of a refund names who requested it to who may see members, and says that an operator decided', async () => {
  const { who, organizationId, userId } = await ownerOf(samvad, 'Refund Rugs')
  await samvad.rows("update users set display_name = 'Asha Rao' where id = $1", [userId])
  const { id: role } = await who.make('/v1/roles', { name: 'Books', permissions: ['balance.view'] })
  const member = await samvad.newMember(organizationId, 'agent')
  assert.equal((await who.put(`/v1/users/${publicId('user', member.userId)}`, { role })).status, 200)
  const books = person(samvad, member)
  const refund = { requested_by: publicId('user', userId), amount: '500.00', destination: 'source' }
  for (const [type, more] of [
    ['refund.requested', {}],
    ['refund.approved', { expected_by: null }],
    ['refund.rejected', { decision_note: 'Sent twice.' }],
  ] as const)
    await happen(samvad, organizationId, { type, payload: payloadOf(type, { ...refund, ...more }) })
  const leftBefore = { ...refund, requested_by: publicId('user', newUuid()) }
  await happen(samvad, organizationId, { type: 'refund.requested', payload: payloadOf('refund.requested', leftBefore) })
  await writeNotices(samvad)
  const texts = async (reader: typeof who) =>
    (await listOf(reader)).map(({ text }: { text: string }) => text).toReversed()
  const decided = [
    'An operator approved the refund. The money will be returned to the original payment method.',
    'An operator rejected the request. Reason: Sent twice.',
  ]
  const by = (name: string) => `${name} requested a refund to the original payment method. It is awaiting approval.`
  assert.deepEqual(await texts(who), [by('Asha Rao'), ...decided, by('A member')])
  assert.deepEqual(await texts(books), [by('A member'), ...decided, by('A member')])
  await who.put('/v1/notification_preferences', { language: 'hi' })
  assert.deepEqual(await texts(who), [
    'Asha Rao ने पैसे भुगतान के मूल तरीक़े में लौटाने का अनुरोध किया। मंज़ूरी बाक़ी है।',
    'ऑपरेटर ने रिफ़ंड मंज़ूर किया। पैसे भुगतान के मूल तरीक़े में लौटाए जाएँगे।',
    'ऑपरेटर ने अनुरोध नामंज़ूर किया। कारण: Sent twice.',
    'एक सदस्य ने पैसे भुगतान के मूल तरीक़े में लौटाने का अनुरोध किया। मंज़ूरी बाक़ी है।',
  ])
})

test('spec 14.61: a notice is read by whose it is; who may not see money is told nothing of it, in the list neither once they may not', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Money Mills')
  const neighbour = await ownerOf(samvad, 'Neighbour Nets')
  const agent = person(samvad, await samvad.newMember(organizationId, 'agent'))
  const admin = await samvad.newPerson(organizationId, 'admin')
  const service = await who.make('/v1/service_users', { name: 'Shop', role: 'admin' })
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  const [mine] = await listOf(who)
  assert.equal(mine.type, 'balance.low')
  assert.deepEqual(await listOf(agent), [])
  assert.deepEqual(await listOf(neighbour.who), [])
  for (const other of [agent, neighbour.who, person(samvad, admin)])
    assertRefused(await other.post(`/v1/notifications/${mine.id}/read`), 404, 'not_found')
  assertRefused(await agent.get(`/v1/notifications?starting_after=${mine.id}`), 400, 'unknown_cursor', 'starting_after')
  const [told] = await samvad.rows<{ count: string }>(
    'select count(*) from notices where org_id = $1 and user_id = $2',
    [organizationId, uuidOf('user', service.id)],
  )
  assert.equal(Number(told?.count), 0, 'a program is told nothing')
  const administrator = person(samvad, admin)
  assert.equal((await listOf(administrator)).length, 1)

  // The permission is lost between creating the notice and sending it.
  await who.put(`/v1/users/${admin.id}`, { role: 'agent' })
  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  assert.ok(handed.length > 0 && !handed.some(({ userId }) => userId === admin.userId))
  const states = await samvad.rows<{ reason: string }>(
    'select distinct reason from notice_sends where org_id = $1 and user_id = $2',
    [organizationId, admin.userId],
  )
  assert.deepEqual(states, [{ reason: 'no_access' }])
  await eventually('it disappears', async () => (await listOf(administrator)).length === 0)
  assert.deepEqual((await administrator.get('/v1/notifications/unread_count')).body, { count: 0 })
  assert.equal((await who.delete(`/v1/users/${admin.id}`)).status, 204)
  for (const table of ['notices', 'notice_sends', 'notification_preferences'])
    assert.deepEqual(
      await samvad.rows(`select 1 from ${table} where org_id = $1 and user_id = $2`, [organizationId, admin.userId]),
      [],
      'notices go with the membership',
    )
})

test('spec 5.25, 14.9, 14.62: messages of a conversation are one notice until it is read; a muted one brings none, nor one that was muted since', async () => {
  const { who, organizationId, userId } = await ownerOf(samvad, 'Counted Cottons')
  const other = await samvad.newMember(organizationId, 'agent')
  const contact = await who.make('/v1/contacts', { display_name: 'Lata', email: 'lata@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const conversationId = uuidOf('conv', conversation.id)
  const path = `/v1/conversations/${conversation.id}`
  const write = async (changes = {}) => {
    const objectId = newUuid()
    const id = await happen(samvad, organizationId, {
      type: 'message.received',
      objectId,
      payload: payloadOf('message.received', { text: 'Secret words', ...changes }),
    })
    await samvad.rows('update events set conversation_id = $3, user_id = $4 where org_id = $1 and id = $2', [
      organizationId,
      id,
      conversationId,
      userId,
    ])
    return objectId
  }
  await write({ automatic: true, read_at: 1773124200 })
  await writeNotices(samvad)
  assert.deepEqual(await listOf(who), [], 'an automatic answer')
  await write()
  await write()
  await writeNotices(samvad)
  await write()
  await writeNotices(samvad)
  const [one, ...none] = await listOf(who)
  assert.deepEqual([one.count, none.length, one.title], [3, 0, 'New message from Lata'])
  assert.deepEqual(await listOf(person(samvad, other)), [])
  const stored = JSON.stringify(await samvad.rows('select * from notices where org_id = $1', [organizationId]))
  assert.doesNotMatch(stored, /Secret words|Lata/, 'nothing of it is kept')

  // After it was read, the next message creates another notice.
  await who.post(`/v1/notifications/${one.id}/read`)
  await write()
  await writeNotices(samvad)
  assert.deepEqual(
    (await listOf(who)).map(({ count }: { count: number }) => count),
    [1, 3],
  )

  // Muted before the notice is sent.
  await who.put(path, { is_muted: true })
  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  assert.deepEqual(handed, [])
  assert.deepEqual([...new Set((await statesOf(samvad, organizationId)).map(({ reason }) => reason))], ['muted'])
  await write()
  await writeNotices(samvad)
  assert.equal((await listOf(who)).length, 2)

  // Deleted with the conversation, in the same transaction.
  assert.equal((await who.delete(path)).status, 204)
  assert.deepEqual(await listOf(who), [])
  const left = await samvad.rows('select 1 from notices where org_id = $1 and facts is not null', [organizationId])
  assert.deepEqual(left, [])
})

test('spec 14.60: every type has a reader, and says of what it may go by', () => {
  for (const type of noticeTypes) {
    const kind = eventKinds.find((one) => one.type === type)
    assert.ok(kind, type)
    const { permission } = kind.readers
    const ofMoney: unknown[] = ['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view']
    const money = ofMoney.includes(permission)
    assert.equal(kindOf(type as NoticeType).isMoney, money, type)
    // The value that decides who may read it is stored with the notice.
    if (typeof permission === 'object') assert.ok(kindOf(type as NoticeType).facts.includes(permission.field), type)
    for (const fact of kindOf(type).facts) {
      const field: unknown = fact.split('.').reduce<any>((schema, name) => schema?.properties?.[name], kind.payload)
      assert.ok(field, `${type} has no ${fact}`)
    }
    for (const [name, fields] of Object.entries(kindOf(type).lists ?? {})) {
      const list: any = (kind.payload as any).properties?.[name]
      for (const field of fields) assert.ok(list?.items.properties[field], `${type} has no ${name}.${field}`)
    }
  }
})
