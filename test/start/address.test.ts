// The command line knows where the program of its folder listens, whatever HOST and PORT it was given; what a killed one left is not believed.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findRunning } from '../../server/running.ts'
import { newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'

const dataDirectory = await newDataDirectory()
after(() => removeDataDirectory(dataDirectory))

test('with PORT=0 the command line prints the address where the program really listens, and forgets it when that is gone', async () => {
  const samvad = await startProgram(dataDirectory)
  const account = [
    '--name',
    'razorpay',
    '--account',
    'rzp_test_1',
    '--secret',
    'a-secret-of-the-key',
    '--webhook-secret',
    'a-secret-of-the-webhook',
  ]
  const set = await samvad.cli('gateway', 'set', ...account, '--json')
  assert.equal(set.code, 0, set.out)
  const webhook = async (...words: string[]) => (await samvad.cli(...words, '--json')).out
  assert.ok((await webhook('gateway', 'list')).includes(`"${samvad.url}/webhooks/gateways/razorpay"`))
  assert.deepEqual(await findRunning(dataDirectory), { url: samvad.url, publicUrl: samvad.url })

  await samvad.kill()
  assert.ok(existsSync(join(dataDirectory, 'running.json')), 'nobody could remove it')
  assert.equal(await findRunning(dataDirectory), null)
  assert.ok(!(await webhook('gateway', 'list')).includes(samvad.url))

  const again = await startProgram(dataDirectory)
  assert.equal(await again.stop(), 0)
  assert.ok(!existsSync(join(dataDirectory, 'running.json')))
})
