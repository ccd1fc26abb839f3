// The content that messages may have per channel. spec 7.1.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)

async function talk(contact: object): Promise<{ id: string }> {
  const { id } = await asha.make('/v1/contacts', contact)
  return asha.make('/v1/conversations', { contact_id: id })
}
/** To check that a refusal wrote nothing. */
const written = async () => [
  await samvad.rows('select balance_micros, version from wallets where org_id = $1', [organizationId]),
  await samvad.rows(
    'select (select count(*) from messages) as messages, (select count(*) from deliveries) as deliveries',
  ),
]

test('spec 7.1: the content must be what the channel takes', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example', phone_number: '+919876543210' })
  const refused: [object, string][] = [
    [{ channel: 'email' }, 'text'],
    [{ channel: 'email', subject: 'Order' }, 'text'],
    [{ channel: 'email', text: '' }, 'text'],
    [{ channel: 'sms', text: 'Ready', subject: 'Order' }, 'subject'],
    [{ channel: 'sms', text: 'Ready', html: '<b>Ready</b>' }, 'html'],
    [{ channel: 'fax', text: 'Ready' }, 'channel'],
    [{ text: 'Ready' }, 'channel'],
    [{ channel: 'email', text: 'Ready', to: 'ravi' }, 'to'],
    [{ channel: 'email', text: 'x'.repeat(100_001) }, 'text'],
    [{ channel: 'email', html: 'x'.repeat(500_001) }, 'html'],
    [{ channel: 'email', text: 'Ready', subject: 'x'.repeat(501) }, 'subject'],
    [{ channel: 'email', text: 7 }, 'text'],
  ]
  const before = await written()
  for (const [draft, field] of refused)
    assertRefused(await asha.post('/v1/messages', { conversation_id, ...draft }), 422, 'invalid_content', field)
  assert.deepEqual(await written(), before)
  const longest = { channel: 'email', subject: 'x'.repeat(500), text: 'y'.repeat(100_000), html: 'z'.repeat(500_000) }
  assert.equal((await asha.make('/v1/messages', { conversation_id, ...longest })).price, '0.15')
  assert.equal(
    (await asha.make('/v1/messages', { conversation_id, channel: 'email', html: '<p>Ready</p>' })).text,
    null,
  )
})

test('spec 18.4: a subject is one line, so that it cannot begin another mail header', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' })
  const before = await written()
  for (const end of ['\r\nBcc: all@farm.example', '\nX: y', '\r', '\u0000', '\u000b', '\u007f', '\u0085', '\u2028']) {
    const draft = { conversation_id, channel: 'email', subject: `Order${end}`, text: 'Ready' }
    assertRefused(await asha.post('/v1/messages', draft), 422, 'invalid_content', 'subject')
  }
  assert.deepEqual(await written(), before)
  const fine = { conversation_id, channel: 'email', subject: 'ऑर्डर तैयार 👍🏽 "ok": a; b', text: 'One\r\ntwo\tthree' }
  const { subject, text } = await asha.make('/v1/messages', fine)
  assert.deepEqual({ subject, text }, { subject: fine.subject, text: fine.text })
})

test('spec 3.11: a text that PostgreSQL cannot store is refused by itself, and the sends beside it go through', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' })
  const texts = ['Ready', 'a\u0000b', 'Ready too', 'a\ud800b']
  const answers = await Promise.all(
    texts.map((text) => asha.post('/v1/messages', { conversation_id, channel: 'email', text })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 422, 201, 422],
  )
})

test('spec 3.2: a message is taken as JSON, form and multipart alike', async () => {
  const { id: conversation_id } = await talk({ email: 'ravi@farm.example' })
  for (const kind of ['json', 'form', 'multipart'] as const) {
    const fields = {
      conversation_id,
      channel: 'email',
      text: '12',
      subject: 'true',
      ...(kind === 'json' ? {} : { html: '' }),
    }
    const { status, body } = await samvad.request('POST', '/v1/messages', { [kind]: fields })
    assert.equal(status, 201, kind)
    assert.deepEqual([body.text, body.subject, body.html], ['12', 'true', null])
  }
})
