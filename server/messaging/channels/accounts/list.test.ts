// The list of the channels, with who carries each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../../test/harness.ts'
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
