// The list of channels, with the carrier of each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../../../test/company.ts'
import { startSamvad, uuidOf } from '../../../../test/harness.ts'
import { person } from '../../../../test/story.ts'

const samvad = await startSamvad()
const who = person(samvad, samvad.company)

test('spec 7.26: every channel is listed with who carries it, and an account of one is of no other', async () => {
  const list = async (of = who) => (await of.get('/v1/channels')).body
  assert.deepEqual(await list(), {
    has_more: false,
    data: ['email', 'app', 'sms'].map((channel) => ({
      channel,
      carrier: 'sandbox',
      has_account: false,
      updated_at: null,
      health: { status: 'good', waiting_since: null, error: null },
    })),
  })
  const account = { host: 'mail.farm.example', from: 'hello@farm.example' }
  assert.equal((await who.put('/v1/channels/email', account)).status, 200)
  const [email, ...others] = (await list()).data
  assert.deepEqual([email.carrier, email.has_account, typeof email.updated_at], ['organization', true, 'number'])
  assert.ok(others.every((one: { carrier: string }) => one.carrier === 'sandbox'))
  const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
  assert.equal((await list(neighbour)).data[0].carrier, 'sandbox')
})

test('spec 7.26: the list says how messages leave: well, late, or not, since when and why', async () => {
  const { company, conversationId } = await readyToSend(samvad, await samvad.newCompany('Chitra Dairy'), 100n)
  const chitra = person(samvad, company)
  const health = async () =>
    (await chitra.get('/v1/channels')).body.data.find(({ channel }: { channel: string }) => channel === 'email').health
  const { id } = await chitra.make('/v1/messages', { conversation_id: conversationId, channel: 'email', text: 'Ready' })
  assert.equal((await health()).status, 'good')
  const of = [uuidOf('msg', id)]
  await samvad.rows("update deliveries set due_at = now() - interval '2 minutes' where message_id = $1", of)
  const late = await health()
  assert.deepEqual([late.status, typeof late.waiting_since, late.error], ['delayed', 'number', null])
  await samvad.rows(
    `update deliveries set attempts = 1, due_at = now() + interval '1 hour', error_code = 'provider_unavailable',
       error_detail = 'connect ECONNREFUSED' where message_id = $1`,
    of,
  )
  const error = { code: 'provider_unavailable', detail: 'connect ECONNREFUSED', details: [] }
  assert.deepEqual(await health(), { status: 'failing', waiting_since: null, error })
  await samvad.rows('update deliveries set error_code = null where message_id = $1', of)
  assert.equal((await health()).status, 'good')
  assert.equal((await who.get('/v1/channels')).body.data[1].health.status, 'good', 'of nobody else')
})
