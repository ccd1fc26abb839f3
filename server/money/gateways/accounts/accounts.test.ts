import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capturedLog } from '../../../../test/gateways/log.ts'
import { everythingStored, newOperator } from '../../../../test/gateways/scene.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { assertRefused } from '../../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'trace' })
const log = capturedLog(samvad)
const operator = await newOperator(samvad)
const put = (name: string, json: object, token = operator) =>
  samvad.request('PUT', `/v1/gateways/${name}`, { token, json })
const list = async () => (await samvad.request('GET', '/v1/gateways', { token: operator })).body
const remove = (name: string) => samvad.request('DELETE', `/v1/gateways/${name}`, { token: operator })

const SECRETS = {
  key_secret: 'the-key-secret-nobody-sees-x3Fq',
  webhook_secret: 'the-webhook-secret-nobody-sees-9aTz',
}
const razorpay = { key_id: 'rzp_live_0123456789', ...SECRETS }
const cashfree = { client_id: 'CF1001', client_secret: 'the-client-secret-nobody-sees-7kLm' }

test('spec 18.1: the secrets of a gateway are never shown, logged or stored in clear; a hint tells which they are', async () => {
  const answer = await put('razorpay', razorpay)
  assert.equal(answer.status, 200, answer.text)
  const { updated_at, ...shown } = answer.body
  assert.ok(updated_at > 0)
  assert.deepEqual(shown, {
    name: 'razorpay',
    base_url: 'https://api.razorpay.com',
    account_id: 'rzp_live_0123456789',
    secrets: { key_secret: '…x3Fq', webhook_secret: '…9aTz' },
    is_enabled: true,
    is_default: true,
    is_current: true,
    webhook_url: `${samvad.url}/webhooks/gateways/razorpay`,
  })
  const listed = await samvad.request('GET', '/v1/gateways', { token: operator })
  assert.deepEqual(listed.body, { data: [answer.body], sandbox: false })
  const stored = await everythingStored(samvad)
  assert.match(stored, /rzp_live_0123456789/, 'the scan sees the account')
  const everything = [stored, answer.text, listed.text, log.text()].join('\n')
  for (const secret of Object.values(SECRETS)) {
    assert.ok(!everything.includes(secret))
    assert.ok(!everything.includes(Buffer.from(secret).toString('hex')))
  }
})

test("spec 1.21: who set or removed a gateway is in the installation's audit log, without a secret", async () => {
  await put('razorpay', { key_id: razorpay.key_id, is_enabled: false })
  await remove('razorpay')
  const { body } = await samvad.request('GET', '/v1/installation/audit_log?object=razorpay', { token: operator })
  const entries = body.data.map(({ action, actor, details }: Record<string, unknown>) => ({ action, actor, details }))
  assert.deepEqual(entries, [
    { action: 'gateway.removed', actor: 'user', details: {} },
    {
      action: 'gateway.updated',
      actor: 'user',
      details: {
        base_url: 'https://api.razorpay.com',
        account_id: razorpay.key_id,
        is_enabled: false,
        is_default: true,
        secrets_changed: [],
      },
    },
    {
      action: 'gateway.updated',
      actor: 'user',
      details: {
        base_url: 'https://api.razorpay.com',
        account_id: razorpay.key_id,
        is_enabled: true,
        is_default: true,
        secrets_changed: ['key_secret', 'webhook_secret'],
      },
    },
  ])
  assertRefused(await remove('razorpay'), 404, 'not_found')
})

test('spec 18.1: a kept secret does not follow a changed address or account', async () => {
  await put('razorpay', razorpay)
  const { key_id } = razorpay
  assert.equal((await put('razorpay', { key_id, webhook_secret: 'another-webhook-secret-0000' })).status, 200)
  const kept = (await list()).data[0].secrets
  assert.deepEqual(kept, { key_secret: '…x3Fq', webhook_secret: '…0000' }, 'what is left out stays')

  const elsewhere = { key_id, base_url: 'https://razorpay.attacker.example' }
  assertRefused(await put('razorpay', elsewhere), 422, 'invalid_content', 'key_secret')
  assertRefused(
    await put('razorpay', { ...elsewhere, key_secret: SECRETS.key_secret }),
    422,
    'invalid_content',
    'webhook_secret',
  )
  assertRefused(await put('razorpay', { key_id: 'rzp_live_other' }), 422, 'invalid_content', 'key_secret')
  assert.equal((await list()).data[0].base_url, 'https://api.razorpay.com', 'nothing changed')
  await remove('razorpay')
  assertRefused(await put('razorpay', { key_id }), 422, 'invalid_content', 'key_secret')
})

test('spec 18.3: keys are only sent over TLS, or to this machine', async () => {
  for (const base_url of [
    'http://api.razorpay.com',
    'http://127.0.0.1.attacker.example',
    'http://10.0.0.1',
    'ftp://api.razorpay.com',
    'https://user:password@api.razorpay.com',
    'https://api.razorpay.com/?a=b',
    'razorpay',
  ]) {
    assertRefused(await put('razorpay', { ...razorpay, base_url }), 422, 'invalid_content', 'base_url')
  }
  assert.deepEqual((await list()).data, [])
  for (const base_url of ['http://127.0.0.1:9999/', 'http://localhost:9999', 'https://sandbox.example/rzp/']) {
    const answer = await put('razorpay', { ...razorpay, base_url })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.base_url, base_url.replace(/\/$/, ''))
  }
  await remove('razorpay')
})

test('spec 10.13: of two gateways the default takes new payments, the other one when that is off', async () => {
  await put('razorpay', razorpay)
  await put('cashfree', cashfree)
  const current = async () => (await list()).data.find((one: { is_current: boolean }) => one.is_current)?.name
  assert.equal(await current(), 'razorpay', 'the first that was set')
  await put('cashfree', { client_id: cashfree.client_id, is_default: true })
  assert.equal(await current(), 'cashfree')
  await put('cashfree', { client_id: cashfree.client_id, is_enabled: false })
  assert.equal(await current(), 'razorpay')
  await remove('razorpay')
  assert.equal(await current(), undefined, 'and nobody when none is on')
  await remove('cashfree')
})

test('spec 1.7: nobody but an operator sees or sets a gateway account', async () => {
  const owner = samvad.company.token
  for (const [method, path] of [
    ['GET', '/v1/gateways'],
    ['DELETE', '/v1/gateways/razorpay'],
    ['DELETE', '/v1/gateways/cashfree'],
  ] as const) {
    assertRefused(await samvad.request(method, path, { token: owner }), 403, 'permission_denied')
  }
  assertRefused(await put('razorpay', razorpay, owner), 403, 'permission_denied')
  assertRefused(await put('cashfree', cashfree, owner), 403, 'permission_denied')
  assert.deepEqual((await list()).data, [])
})

test('spec 3.5: fields that a gateway does not have are refused by name', async () => {
  assertRefused(await put('razorpay', { ...razorpay, client_id: 'x' }), 422, 'invalid_content', 'client_id')
  assertRefused(await put('cashfree', { ...cashfree, webhook_secret: 'x' }), 422, 'invalid_content', 'webhook_secret')
  assertRefused(
    await put('cashfree', { client_id: 'a\nb', client_secret: 'long-enough' }),
    422,
    'invalid_content',
    'client_id',
  )
})
