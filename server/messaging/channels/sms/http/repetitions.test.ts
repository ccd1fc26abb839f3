// Inbound messages through an HTTP gateway that reports neither an id nor a time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, request, startSamvad } from '../../../../../test/harness.ts'
import { received, SMS, workedOff } from '../../../../../test/smpp/story.ts'
import { person } from '../../../../../test/story.ts'
import { ANSWER_SEEN_AFTER_MS, NamelessCalls } from './repetitions.ts'

const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()
const account = {
  protocol: 'http',
  from: 'ASHATX',
  password: 'the-key',
  url: 'http://127.0.0.1:9/send',
  body: '{"to": "{to}", "text": "{text}"}',
  message_id: '/id',
  callbacks: { incoming: { format: 'form', from: 'From', text: 'Body', id: 'Sid' } },
}

test('spec 7.111: without id and time the same words again are another message, unless the gateway may not have seen the answer', async () => {
  const { body: shown, text: said, status } = await asha.put(SMS, account)
  assert.equal(status, 200, said)
  const path = `${new URL(shown.incoming_url).pathname}?token=${shown.verify_token}`
  const form = { From: '+919811122299', Body: 'Yes', Sid: '' }
  const call = async () => (await request(samvad.url, 'POST', path, { form })).status
  const heard = async () => (await received(samvad, organizationId)).length
  const at = Date.now()
  samvad.setClock(new Date(at))
  // Concurrently, and again before the gateway can have received the response.
  assert.deepEqual(await Promise.all([call(), call(), call()]), [200, 200, 200])
  samvad.setClock(new Date(at + ANSWER_SEEN_AFTER_MS - 1))
  assert.equal(await call(), 200)
  await workedOff(samvad, organizationId)
  assert.equal(await heard(), 1)
  samvad.setClock(new Date(at + 3 * ANSWER_SEEN_AFTER_MS))
  assert.equal(await call(), 200)
  await workedOff(samvad, organizationId)
  assert.equal(await heard(), 2)
  samvad.setClock(null)
})

test('spec 7.111: what is not answered yet is a repetition however long that takes', () => {
  const calls = new NamelessCalls()
  const first = calls.fingerprintOf('Yes', 0)
  const late = calls.fingerprintOf('Yes', 60_000)
  assert.equal(late.fingerprint, first.fingerprint)
  assert.notEqual(calls.fingerprintOf('No', 0).fingerprint, first.fingerprint)
  first.ended(60_001)
  late.ended(60_002)
  assert.equal(calls.fingerprintOf('Yes', 60_002 + ANSWER_SEEN_AFTER_MS - 1).fingerprint, first.fingerprint)
  const other = new NamelessCalls()
  other.fingerprintOf('Yes', 0).ended(1)
  const again = other.fingerprintOf('Yes', 1 + ANSWER_SEEN_AFTER_MS)
  assert.notEqual(again.fingerprint, first.fingerprint)
  again.ended(2)
})
