// WhatsApp's own notices about a contact: they open no session, and a contact whose number changed stays one contact.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someNumber } from '../../../../test/cloud-api/server.ts'
import { startCloudStory } from '../../../../test/cloud-api/story.ts'
import { messagesOf, written } from '../../../../test/cloud-api/webhooks.ts'
import { delivered } from '../../../../test/mail-story.ts'
import { assertRefused } from '../../../../test/story.ts'
import { addressesAfter } from '../../inbound/moving.ts'
import { SESSION_WINDOW_MS } from './rules.ts'

const { api, samvad, asha, say, contactsBy, messagesIn } = await startCloudStory()

let count = 0
/** A notice about a contact: Meta sends no `contacts` with it. */
const notices = (system: object, fields: object = {}) =>
  say(
    messagesOf(someNumber, {
      messages: [
        {
          id: `wamid.notice.${count++}`,
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'system',
          system,
          ...fields,
        },
      ],
    }),
  )
const writes = (from: string | null, text: string, fields: object = {}) =>
  say(written({ id: `wamid.in.${count++}`, at: new Date(), from, part: { body: text }, ...fields }))
const byNumber = (digits: string) => contactsBy({ phone_number: `+${digits}` })
const send = (conversation_id: string) =>
  asha.post('/v1/messages', { conversation_id, channel: 'app', text: 'It is ready.' })

/** A contact whose session is closed. */
async function quiet(from: string): Promise<any> {
  await say(written({ id: `wamid.in.${count++}`, at: new Date(Date.now() - SESSION_WINDOW_MS - 60_000), from }))
  const [contact] = await byNumber(from)
  assertRefused(await send(contact.conversation_id), 422, 'session_window_closed')
  return contact
}

test('spec 7.173, 8.9: a notice of WhatsApp opens no session, is read on arrival and leaves the conversation archived', async () => {
  const { id, conversation_id } = await quiet('919876500001')
  assert.equal((await asha.post(`/v1/conversations/${conversation_id}/read`, {})).status, 200)
  assert.equal((await asha.put(`/v1/conversations/${conversation_id}`, { archived_at: 1767225660 })).status, 200)
  const { last_active_at } = (await asha.get(`/v1/contacts/${id}`)).body
  const from = { from: '919876500001' }
  await notices({ type: 'customer_identity_changed', body: 'Ravi changed their security code', identity: 'x' }, from)
  await notices({ type: 'user_identity_changed', body: 'Ravi changed their security code again' }, from)
  await say(written({ id: 'wamid.welcome', at: new Date(), ...from, type: 'request_welcome', part: {} }))
  assertRefused(await send(conversation_id), 422, 'session_window_closed')
  const shown = (await messagesIn(conversation_id)).slice(0, 3)
  assert.deepEqual(
    shown.map(({ text, automatic, read_at }) => [text, automatic, read_at !== null]),
    [
      ['(opened the chat)', true, true],
      ['Ravi changed their security code again', true, true],
      ['Ravi changed their security code', true, true],
    ],
  )
  const conversation = (await asha.get(`/v1/conversations/${conversation_id}?expand[]=inbox`)).body
  assert.deepEqual([conversation.archived_at, conversation.inbox.unread_count], [1767225660, 0])
  assert.equal((await asha.get(`/v1/contacts/${id}`)).body.last_active_at, last_active_at)

  await writes('919876500001', 'Is it ready?')
  assert.equal((await send(conversation_id)).status, 201)
})

test('spec 7.173: a notice in the words of STOP unsubscribes nobody', async () => {
  const { id } = await quiet('919876500002')
  await notices({ type: 'user_identity_changed', body: 'STOP' }, { from: '919876500002' })
  assert.deepEqual((await asha.get(`/v1/contacts/${id}`)).body.unsubscribed, {})
})

test('spec 7.174: after a change of number the next message is the same contact’s, and answers go to the new number', async () => {
  const { id, conversation_id } = await quiet('919876500003')
  const body = 'User Ravi changed from 919876500003 to 919876500004'
  await notices({ type: 'user_changed_number', wa_id: '919876500004', body }, { from: '919876500003' })
  assertRefused(await send(conversation_id), 422, 'session_window_closed')
  assert.equal((await messagesIn(conversation_id))[0].text, body)
  await writes('919876500004', 'My new number')
  const found = await byNumber('919876500004')
  assert.deepEqual([found.map((one) => one.id), found[0].phone_number], [[id], '+919876500004'])
  assert.deepEqual(
    (await byNumber('919876500003')).map((one) => one.id),
    [id],
    'it is found by the former number still',
  )
  const answer = await send(conversation_id)
  await delivered(samvad, answer.body, 'sent')
  assert.equal(api.accepted.at(-1)?.body.to, '919876500004')
})

test('spec 7.174, 6.31: who wants nothing by the former number gets nothing by the new one', async () => {
  const { id } = await quiet('919876500005')
  await asha.make('/v1/suppressions', { channel: 'app', address: '+919876500005', reason: 'complained' })
  await notices({ type: 'customer_changed_number', new_wa_id: '919876500006' }, { from: '919876500005' })
  const contact = (await asha.get(`/v1/contacts/${id}`)).body
  assert.deepEqual([contact.phone_number, contact.suppressed], ['+919876500006', { app: 'complained' }])
})

test('spec 7.174: a number that another contact has stays theirs, and the notice is shown', async () => {
  const ravi = await quiet('919876500007')
  const meena = await quiet('919876500008')
  await notices({ type: 'user_changed_number', wa_id: '919876500008', body: 'It changed' }, { from: '919876500007' })
  assert.deepEqual(
    [await byNumber('919876500007'), await byNumber('919876500008')].map(([one]) => one.id),
    [ravi.id, meena.id],
  )
  assert.equal((await messagesIn(ravi.conversation_id))[0].text, 'It changed')
})

test('spec 7.174: whose id within the business changes is known by the new one, with and without a number', async () => {
  const [was, is] = ['IN.1111', 'IN.2222']
  await writes(null, 'Hello', { userId: was })
  const byId = async (app_id: string) =>
    (await asha.get('/v1/contacts?limit=100')).body.data.filter((one: any) => one.app_id === app_id)
  const [contact] = await byId(was)
  await notices({ type: 'user_changed_user_id', user_id: is, body: `User Ravi changed from ${was} to ${is}` })
  await writes(null, 'It is me', { userId: is })
  assert.deepEqual(
    (await byId(is)).map((one: any) => one.id),
    [contact.id],
  )
  assert.equal((await messagesIn(contact.conversation_id))[0].text, 'It is me')

  // Without a notice, the number identifies the contact.
  await writes('919876500009', 'Good morning', { userId: 'IN.3333' })
  await writes('919876500009', 'Good evening', { userId: 'IN.4444' })
  await writes(null, 'Good night', { userId: 'IN.4444' })
  const [known] = await byNumber('919876500009')
  assert.deepEqual(
    [known.app_id, (await messagesIn(known.conversation_id)).map(({ text }) => text)],
    ['IN.4444', ['Good night', 'Good evening', 'Good morning']],
  )
})

test('spec 7.174: who has a former number of a contact does not take over the contact’s id', async () => {
  await writes('919876500010', 'Hello', { userId: 'IN.5555' })
  const [contact] = await byNumber('919876500010')
  const system = { type: 'user_changed_number', wa_id: '919876500011', user_id: 'IN.6666' }
  await notices(system, { from: '919876500010' })
  await writes('919876500010', 'Who is this?', { userId: 'IN.7777' })
  const { app_id, phone_number } = (await asha.get(`/v1/contacts/${contact.id}`)).body
  assert.deepEqual([app_id, phone_number], ['IN.6666', '+919876500011'])
})

test('spec 7.174: a new address takes the place of a former one, and stands beside one that somebody else gave', () => {
  const former = new Set(['+919876500003', '919876500003'])
  const moved = [{ field: 'phone_number', value: '+919876500004' }] as const
  assert.deepEqual(addressesAfter({ phone_number: '+919876500003', app_id: 'IN.1' }, former, moved), {
    own: { phone_number: '+919876500004', app_id: 'IN.1' },
    known: [{ field: 'phone_number', address: '+919876500003' }],
  })
  assert.deepEqual(addressesAfter({ phone_number: '+919876500009', app_id: '919876500003' }, former, moved), {
    own: { phone_number: '+919876500009', app_id: null },
    known: [
      { field: 'phone_number', address: '+919876500004' },
      { field: 'app_id', address: '919876500003' },
    ],
  })
  // The number is removed with the id: it may belong to somebody else by now.
  assert.deepEqual(
    addressesAfter({ phone_number: '+919876500003', app_id: 'IN.1' }, new Set([...former, 'IN.1']), [
      { field: 'app_id', value: 'IN.2' },
    ]),
    {
      own: { phone_number: null, app_id: 'IN.2' },
      known: [
        { field: 'phone_number', address: '+919876500003' },
        { field: 'app_id', address: 'IN.1' },
      ],
    },
  )
})
