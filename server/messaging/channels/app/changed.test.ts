// Contacts edit messages that they wrote, and delete them for everybody, over the real protocol.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, written } from '../../../../test/cloud-api/webhooks.ts'
import { startSamvad, uuidOf } from '../../../../test/harness.ts'
import { until } from '../../../../test/mail-story.ts'
import { person } from '../../../../test/story.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
const asha = person(samvad)
samvad.startWorker()
const account = await asha.put('/v1/channels/app', {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
})

const MINUTE = 60_000
const start = new Date('2026-03-10T06:30:00Z')
samvad.setClock(new Date(start.getTime() + 60 * MINUTE))
const secondsOf = (at: Date) => at.getTime() / 1000
const later = (minutes: number) => new Date(start.getTime() + minutes * MINUTE)

const bringIt = async (body: object) => assert.equal((await bring(account.body.callback_url, body)).status, 200)
const say = async (body: object) => {
  await bringIt(body)
  await until(
    () => samvad.rows('select 1 from arrivals where body is not null'),
    (rows) => rows.length === 0,
  )
}
const text = (body: string) => ({ type: 'text', text: { body } })
const edit = (id: string, of: string, at: Date, from: string, message: object = text(`${id} says`)) =>
  written({ id, at, from, type: 'edit', part: { original_message_id: of, message } })
const revoke = (id: string, of: string, at: Date, from: string) =>
  written({ id, at, from, type: 'revoke', part: { original_message_id: of } })

/** The messages of the contact with the number, the oldest first. */
async function messagesOf(from: string): Promise<any[]> {
  const { body } = await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)
  if (body.data.length === 0) return []
  return (await asha.get(`/v1/messages?conversation_id=${body.data[0].conversation_id}`)).body.data.toReversed()
}
const eventsOf = (id: string) =>
  samvad.rows<{ type: string; payload: any }>(
    'select type, payload from events where object_id = $1 order by version',
    [uuidOf('msg', id)],
  )
const found = async (words: string): Promise<string[]> =>
  (await asha.get(`/v1/search/messages?q=${encodeURIComponent(words)}`)).body.data.map((one: any) => one.id)

test('an edited message shows its new text, keeps the earlier ones, and is found by the new one alone (spec 5.80)', async () => {
  const from = '919876500001'
  await say(written({ id: 'wamid.a', at: later(0), from, part: { body: 'Two kilos of peppercorn' } }))
  await say(edit('wamid.a1', 'wamid.a', later(1), from, text('Three kilos of cardamom')))
  const [message, ...more] = await messagesOf(from)
  assert.deepEqual(more, [], 'an edit is no message of its own')
  assert.equal(message.text, 'Three kilos of cardamom')
  assert.equal(message.edited_at, secondsOf(later(1)))
  assert.deepEqual(message.earlier_texts, [{ text: 'Two kilos of peppercorn', written_at: null }])
  assert.deepEqual((await asha.get(`/v1/messages/${message.id}`)).body.earlier_texts, message.earlier_texts)
  assert.deepEqual(
    await until(
      () => found('cardamom'),
      (ids) => ids.length > 0,
    ),
    [message.id],
  )
  assert.deepEqual(
    await until(
      () => found('peppercorn'),
      (ids) => ids.length === 0,
    ),
    [],
  )
  const events = await eventsOf(message.id)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['message.received', 'message.updated'],
  )
  assert.equal(events[1]?.payload.text, 'Three kilos of cardamom')
  assert.deepEqual(events[1]?.payload.earlier_texts, message.earlier_texts)
})

test('edits that come twice and out of order leave the text that was written last, once each (spec 5.80)', async () => {
  const from = '919876500002'
  await say(written({ id: 'wamid.b', at: later(0), from, part: { body: 'first' } }))
  await say(edit('wamid.b2', 'wamid.b', later(2), from, text('third')))
  await say(edit('wamid.b1', 'wamid.b', later(1), from, text('second')))
  // Another webhook with the same edit: Meta's repetitions are not always the same bytes.
  await say({ ...edit('wamid.b1', 'wamid.b', later(1), from, text('second')), again: true })
  const [message] = await messagesOf(from)
  assert.deepEqual([message.text, message.edited_at], ['third', secondsOf(later(2))])
  assert.deepEqual(message.earlier_texts, [
    { text: 'first', written_at: null },
    { text: 'second', written_at: secondsOf(later(1)) },
  ])
  assert.equal((await eventsOf(message.id)).length, 3, 'the repetition tells nobody anything')
})

test('an edit that comes before its message is shown at once, and the first text joins it (spec 5.80)', async () => {
  const from = '919876500003'
  await say(edit('wamid.c1', 'wamid.c', later(1), from, text('now')))
  const [early] = await messagesOf(from)
  assert.deepEqual([early.text, early.edited_at, early.earlier_texts], ['now', secondsOf(later(1)), []])
  await say(written({ id: 'wamid.c', at: later(0), from, part: { body: 'before' } }))
  const [message, ...more] = await messagesOf(from)
  assert.deepEqual([message.id, message.text, more], [early.id, 'now', []])
  assert.deepEqual(message.earlier_texts, [{ text: 'before', written_at: null }])
})

test('an edited caption changes the text beside the picture (spec 5.80)', async () => {
  const from = '919876500004'
  api.media.set('901', { contentType: 'image/png', filename: null, bytes: Buffer.from('89504e470d0a1a0a', 'hex') })
  const picture = (caption: string) => ({ id: '901', mime_type: 'image/png', caption })
  await say(written({ id: 'wamid.d', at: later(0), from, type: 'image', part: picture('The blue one') }))
  await say(edit('wamid.d1', 'wamid.d', later(1), from, { type: 'image', image: picture('The red one') }))
  const [message] = await messagesOf(from)
  assert.equal(message.text, 'The red one')
  assert.deepEqual(message.earlier_texts, [{ text: 'The blue one', written_at: null }])
  assert.equal(message.attachments.length, 1)
})

test('the earlier texts of a message go with it, and an edit of a deleted one brings nothing back (spec 5.80)', async () => {
  const from = '919876500005'
  await say(written({ id: 'wamid.e', at: later(0), from, part: { body: 'secret one' } }))
  await say(edit('wamid.e1', 'wamid.e', later(1), from, text('secret two')))
  const [message] = await messagesOf(from)
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  assert.deepEqual(await samvad.rows("select 1 from message_versions where text like 'secret%'"), [])
  await say(edit('wamid.e2', 'wamid.e', later(2), from, text('secret three')))
  assert.deepEqual(await messagesOf(from), [])
})

test('who edits a message to STOP has unsubscribed (spec 5.80, 6.22)', async () => {
  const from = '919876500006'
  await say(written({ id: 'wamid.f', at: later(0), from, part: { body: 'STPO' } }))
  await say(edit('wamid.f1', 'wamid.f', later(1), from, text('STOP')))
  const { body } = await asha.get(`/v1/contacts?phone_number=${encodeURIComponent(`+${from}`)}`)
  assert.ok(body.data[0].unsubscribed.app)
})

test('a message that its contact deleted is marked as withdrawn, keeps its text, and is not found by it (spec 5.81)', async () => {
  const from = '919876500007'
  await say(written({ id: 'wamid.g', at: later(0), from, part: { body: 'My account number is turmeric' } }))
  const [before] = await messagesOf(from)
  assert.equal(before.withdrawn_at, null)
  await until(
    () => found('turmeric'),
    (ids) => ids.length === 1,
  )
  await say(revoke('wamid.g1', 'wamid.g', later(3), from))
  await say({ ...revoke('wamid.g1', 'wamid.g', later(3), from), again: true })
  const [message, ...more] = await messagesOf(from)
  assert.deepEqual([message.withdrawn_at, message.text, more], [secondsOf(later(3)), before.text, []])
  assert.deepEqual(
    await until(
      () => found('turmeric'),
      (ids) => ids.length === 0,
    ),
    [],
  )
  assert.deepEqual(
    (await eventsOf(message.id)).map(({ type, payload }) => [type, payload.withdrawn_at]),
    [
      ['message.received', null],
      ['message.updated', secondsOf(later(3))],
    ],
  )
  const { body } = await asha.get(`/v1/conversations/${message.conversation_id}?expand=inbox`)
  assert.equal(body.inbox.last_message.preview, '')
  assert.equal(body.inbox.last_message.withdrawn_at, secondsOf(later(3)))
})

test('a withdrawal that comes before its message waits for it (spec 5.81)', async () => {
  const from = '919876500008'
  await bringIt(revoke('wamid.h1', 'wamid.h', later(3), from))
  await until(
    () => samvad.rows<{ is_stored: boolean }>('select is_stored from arrivals where body is not null'),
    ([row]) => row?.is_stored === true,
  )
  assert.deepEqual(await messagesOf(from), [])
  await bringIt(written({ id: 'wamid.h', at: later(0), from, part: { body: 'Oh no' } }))
  await until(
    () => messagesOf(from),
    (all) => all.length === 1,
  )
  samvad.setClock(later(24 * 60))
  const [message] = await until(
    () => messagesOf(from),
    ([one]) => one?.withdrawn_at !== null,
  )
  assert.equal(message.withdrawn_at, secondsOf(later(3)))
})
