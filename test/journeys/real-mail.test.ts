// Removing the mail server does not bring the sandbox back: spec 16.3. main-job.test.ts tests it with a program, whose
// start records that there was one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becomeReal } from '#installation/actions.ts'
import { startSamvad, type TestSamvad } from '../harness.ts'
import { assertRefused } from '../story.ts'

const emailOf = async ({ request }: Pick<TestSamvad, 'request'>) => (await request('GET', '/v1/channels/email')).body

test('spec 16.3: an installation that ever had SAMVAD_SMTP_URL has no mail sandbox any more, unless it is switched on', async () => {
  const first = await startSamvad()
  const { app, connection } = first
  assert.equal((await emailOf(first)).carrier, 'sandbox')
  await app.database.transaction((tx) => becomeReal(tx, 'real_email_since', app.clock()))

  const without = await startSamvad({}, { connection })
  assert.equal((await emailOf(without)).carrier, 'none')
  assertRefused(await without.request('GET', '/v1/sandbox/messages?channel=email'), 404, 'not_found')
  const switchedOn = await startSamvad({ SAMVAD_SANDBOX: 'on' }, { connection })
  assert.equal((await emailOf(switchedOn)).carrier, 'sandbox')
})
