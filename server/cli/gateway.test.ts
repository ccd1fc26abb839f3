import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { startFakeRazorpay } from '../../test/gateways/razorpay.ts'
import { everythingStored, newOperator } from '../../test/gateways/scene.ts'
import { startSamvad } from '../../test/harness.ts'
import { openRecharge } from '../../test/payments.ts'
import { urlOf } from '../../test/postgres.ts'
import { eventually } from '../../test/program.ts'

const SECRET_KEY = 'ab'.repeat(32)

const samvad = await startSamvad({ SAMVAD_SECRET_KEY: SECRET_KEY, SAMVAD_LOG_LEVEL: 'silent' })
const folder = await mkdtemp(join(tmpdir(), 'samvad-cli-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder, SAMVAD_SECRET_KEY: SECRET_KEY }
const run = (words: string[], input = '') => runCommand(words, environment, input)

test('spec 10.13, 17.4: a gateway is set on the command line with its secrets from standard input, and the server takes money through it within 5 seconds', async () => {
  const fake = await startFakeRazorpay()
  const secrets = `${fake.keySecret}\nrazorpay-webhook-secret-of-the-tests\n`
  const words = ['--name', 'razorpay', '--account', fake.keyId, '--base-url', fake.url]
  await openRecharge(samvad, '100.00')
  const set = await run(['gateway', 'set', ...words, '--stdin', '--json'], secrets)
  assert.equal(set.code, 0, set.stderr)
  const made = JSON.parse(set.stdout)
  assert.deepEqual([made.name, made.account_id, made.is_current], ['razorpay', fake.keyId, true])
  assert.deepEqual(made.secrets, { key_secret: '…ests', webhook_secret: '…ests' })

  await eventually(
    'new payments go to it',
    async () => !(await openRecharge(samvad, '100.00')).checkout_url.includes('/sandbox/'),
  )
  assert.ok(fake.orders.size > 0)

  const listed = await run(['gateway', 'list'])
  assert.match(listed.stdout, /razorpay {2}rzp_test_samvad0000001 {2}http:.* takes new payments/)
  const off = await run(['gateway', 'set', ...words, '--off'])
  assert.equal(off.code, 0, off.stderr)
  assert.match(off.stdout, /off\nwebhooks/)
  const removed = await run(['gateway', 'remove', '--name', 'razorpay'])
  assert.equal(removed.code, 0)
  assert.equal((await run(['gateway', 'remove', '--name', 'razorpay'])).code, 1)
  assert.match((await run(['gateway', 'list'])).stdout, /none/)

  const everything = [set, listed, off, removed].map(({ stdout, stderr }) => stdout + stderr).join('\n')
  assert.ok(!`${everything}${await everythingStored(samvad)}`.includes(fake.keySecret))
  const { body } = await samvad.request('GET', '/v1/installation/audit_log', { token: await newOperator(samvad) })
  assert.deepEqual(
    body.data
      .filter(({ object }: { object: string }) => object === 'razorpay')
      .map(({ action, actor }: { action: string; actor: string }) => [action, actor]),
    [
      ['gateway.removed', 'command_line'],
      ['gateway.updated', 'command_line'],
      ['gateway.updated', 'command_line'],
    ],
  )
})

test('a gateway that is set with wrong words is refused with the usage', async () => {
  for (const words of [
    ['--name', 'paypal', '--account', 'x'],
    ['--name', 'cashfree', '--account', 'x', '--stdin'],
    ['--name', 'razorpay'],
  ]) {
    const ran = await run(['gateway', 'set', ...words], 'long-enough\nlong-enough\n')
    assert.equal(ran.code, 2, ran.stderr)
    assert.match(ran.stderr, /samvad gateway set/)
  }
  const short = await run(['gateway', 'set', '--name', 'razorpay', '--account', 'x', '--stdin'], 'short\n')
  assert.equal(short.code, 2)
  assert.match(short.stderr, /key_secret/)
  const missing = await run(['gateway', 'set', '--name', 'razorpay', '--account', 'x'])
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /key_secret/)
  const plain = ['--name', 'cashfree', '--account', 'x', '--stdin', '--base-url', 'http://gateway.example']
  assert.match((await run(['gateway', 'set', ...plain], 'long-enough\n')).stderr, /https/)
})

test('spec 18.1: a secret among the arguments is refused with the remedy, and stored nowhere', async () => {
  for (const name of ['secret', 'webhook-secret']) {
    const words = ['--name', 'razorpay', '--account', 'x', `--${name}`, 'seen-by-everybody']
    const ran = await run(['gateway', 'set', ...words])
    assert.deepEqual([ran.code, ran.stdout], [2, ''])
    assert.match(ran.stderr, new RegExp(`--${name}: command-line arguments are visible to other users; .*--stdin`))
    assert.ok(!ran.stderr.includes('seen-by-everybody'))
  }
  assert.match((await run(['gateway', 'list'])).stdout, /none/)
})
