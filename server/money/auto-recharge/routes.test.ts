import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AUTO_RECHARGE,
  autoRechargeOf,
  rechargesOf,
  recharging,
  set,
  settleDown,
  told,
  usual,
} from '../../../test/auto-recharge.ts'
import { startSamvad } from '../../../test/harness.ts'
import { BALANCE, balanceOf, payAtCheckout } from '../../../test/payments.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

test('spec 10.17: auto-recharge that was never set is off, and shows every field', async () => {
  assert.deepEqual(await autoRechargeOf(samvad), {
    enabled: false,
    status: 'off',
    currency: 'INR',
    threshold: null,
    amount: null,
    monthly_limit: null,
    mandate_max_amount: null,
    charged_this_month: '0.00',
    mandate: null,
    authorization_url: null,
    open_recharge_id: null,
    payment_url: null,
    debit_at: null,
    next_attempt_at: null,
    failed_attempts: 0,
    grace_until: null,
    limited_until: null,
    updated_at: null,
  })
  const nothing = await set(samvad, {})
  assert.equal(nothing.status, 200)
  assert.equal(nothing.body.updated_at, null)
})

test('spec 10.17: switching it on opens a first recharge whose payment gives the mandate', async () => {
  const company = await samvad.newCompany('Asha Mills')
  const { token } = company
  const { status, body } = await set(samvad, usual, company)
  assert.equal(status, 200)
  assert.equal(body.status, 'authorization_required')
  assert.equal(body.monthly_limit, '2000.00', 'ten amounts')
  assert.equal(body.mandate_max_amount, '15000.00')
  assert.equal(body.mandate, null)
  assert.equal(body.open_recharge_id, null)
  const page = await fetch(body.authorization_url).then((answer) => answer.text())
  assert.match(page, /By paying, you also authorize automatic payments of up to ₹15,000\.00 each/)
  assert.equal(
    (await set(samvad, usual, company)).body.authorization_url,
    body.authorization_url,
    'the same page again',
  )
  assert.equal((await rechargesOf(samvad, company)).length, 1)

  await payAtCheckout(body.authorization_url, 'bank_declined')
  assert.equal(
    (await autoRechargeOf(samvad, company)).authorization_url,
    body.authorization_url,
    'it can be tried again',
  )
  assert.deepEqual(await told(samvad, company, 'grace'), [], 'that was no automatic payment')
  await payAtCheckout(body.authorization_url, 'success', 'credit_card')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.equal(shown.authorization_url, null)
  const { id, expires_at, ...mandate } = shown.mandate
  assert.match(id, /^mand_/)
  assert.ok(expires_at > Date.now() / 1000 + 1000 * 86_400)
  assert.deepEqual(mandate, { status: 'active', payment_method: 'credit_card', max_amount: '15000.00' })
  assert.equal(await balanceOf(samvad, company), '200.00')
  const balance = (await samvad.request('GET', BALANCE, { token })).body
  assert.deepEqual(balance.auto_recharge, { enabled: true, threshold: '199.00', amount: '200.00', status: 'active' })
  const invoices = (await samvad.request('GET', '/api/v1/billing/invoices', { token })).body
  assert.equal(invoices.data.length, 1)
})

test('spec 3.12, 10.17: what is given is changed and the rest stays; the same again changes nothing', async () => {
  const { company } = await recharging(samvad, 'Bela Silks')
  const first = (await set(samvad, { threshold: '150.00' }, company)).body
  assert.equal(first.threshold, '150.00')
  assert.equal(first.amount, '200.00')
  assert.equal(first.enabled, true)
  const before = await told(samvad, company, 'auto_recharge')
  const again = (await set(samvad, { threshold: '150.00' }, company)).body
  assert.deepEqual(again, first)
  assert.deepEqual(await told(samvad, company, 'auto_recharge'), before)
  assert.equal((await set(samvad, { amount: '500.00' }, company)).body.monthly_limit, '5000.00', 'the default follows')
  assert.equal((await set(samvad, { monthly_limit: '600.00' }, company)).body.monthly_limit, '600.00')
  assert.equal((await set(samvad, { monthly_limit: null }, company)).body.monthly_limit, '5000.00')
  const audited = await samvad.rows(
    `select details from audit_log where org_id = $1 and action = 'auto_recharge.updated' order by sequence`,
    [company.organizationId],
  )
  assert.deepEqual(audited[1]?.details, { before: { threshold: '199.00' }, after: { threshold: '150.00' } })
})

for (const [what, change, field, code] of [
  ['no threshold', { enabled: true, amount: '200.00' }, 'threshold', 'required'],
  ['no amount', { enabled: true, threshold: '200.00' }, 'amount', 'required'],
  ['a threshold of nothing', { threshold: '0.00', amount: '200.00' }, 'threshold', 'amount_not_positive'],
  ['less than the least recharge', { threshold: '10.00', amount: '99.99' }, 'amount', 'recharge_too_small'],
  ['more than the greatest recharge', { threshold: '10.00', amount: '1000000.01' }, 'amount', 'recharge_too_large'],
  ['tenths of a paisa', { threshold: '10.00', amount: '200.005' }, 'amount', 'not_amount'],
  ['a ceiling below the amount', { ...usual, monthly_limit: '199.99' }, 'monthly_limit', 'monthly_limit_below_amount'],
  [
    'a mandate below what a recharge costs',
    { ...usual, mandate_max_amount: '235.99' },
    'mandate_max_amount',
    'mandate_below_total',
  ],
  ['a field that there is not', { ...usual, frequency: 'daily' }, 'frequency', 'unknown_field'],
] as const) {
  test(`spec 3.5, 10.17: ${what} is refused by the name of the field, and nothing changes`, async () => {
    const company = await samvad.newCompany('Chitra Dairy')
    const answer = await set(samvad, change, company)
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.errors[0].field, field)
    assert.equal(answer.body.errors[0].code, code)
    assert.equal((await autoRechargeOf(samvad, company)).updated_at, null)
    assert.equal((await rechargesOf(samvad, company)).length, 0)
  })
}

test('spec 1.5, 10.17: who may see the balance sees it; only who manages billing changes it', async () => {
  const { organizationId } = samvad.company
  const viewer = await samvad.newMember(organizationId, 'billing', ['balance.view'])
  const manager = await samvad.newMember(organizationId, 'billing', ['billing.manage'])
  assert.equal((await samvad.request('GET', AUTO_RECHARGE, viewer)).status, 200)
  assert.equal((await samvad.request('PUT', AUTO_RECHARGE, { ...viewer, json: usual })).status, 403)
  assert.equal((await samvad.request('DELETE', `${AUTO_RECHARGE}/mandate`, viewer)).status, 403)
  assert.equal((await samvad.request('GET', AUTO_RECHARGE, manager)).status, 403)
  assert.equal(
    (await samvad.request('PUT', AUTO_RECHARGE, { ...manager, json: { ...usual, enabled: false } })).status,
    200,
  )
  assert.equal((await samvad.request('DELETE', `${AUTO_RECHARGE}/mandate`, manager)).status, 404, 'there is none')
})

test('spec 10.17: a cancelled mandate is told to the gateway, and switching on again asks for another', async () => {
  const { company, mandatePage } = await recharging(samvad, 'Divya Steels')
  const { token } = company
  assert.equal((await samvad.request('DELETE', `${AUTO_RECHARGE}/mandate`, { token })).status, 204)
  assert.equal((await samvad.request('DELETE', `${AUTO_RECHARGE}/mandate`, { token })).status, 404)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.mandate.status, 'cancelled')
  assert.equal(shown.status, 'authorization_required')
  assert.equal(shown.enabled, true)
  const pageOf = () => fetch(`${samvad.url}${mandatePage}`).then((answer) => answer.text())
  assert.match(await pageOf(), /The mandate is active/)
  await settleDown(samvad)
  assert.match(await pageOf(), />This mandate is cancelled\.</)
  const { body } = await set(samvad, { enabled: true }, company)
  assert.ok(body.authorization_url)
  await payAtCheckout(body.authorization_url, 'success')
  const renewed = await autoRechargeOf(samvad, company)
  assert.equal(renewed.status, 'active')
  assert.notEqual(renewed.mandate.id, shown.mandate.id)
  assert.deepEqual(await told(samvad, company, 'mandate'), ['mandate.given', 'mandate.ended', 'mandate.given'])
})

test('spec 10.17: a wider mandate takes the place of the one before it, which is cancelled at the gateway', async () => {
  const { company, mandatePage } = await recharging(samvad, 'Ekta Pharma', { ...usual, mandate_max_amount: '236.00' })
  const old = (await autoRechargeOf(samvad, company)).mandate
  const wider = (await set(samvad, { mandate_max_amount: '1180.00' }, company)).body
  assert.equal(wider.status, 'active', 'the old one holds until then')
  await payAtCheckout(wider.authorization_url, 'success')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.authorization_url, null)
  assert.equal(shown.mandate.max_amount, '1180.00')
  assert.notEqual(shown.mandate.id, old.id)
  await settleDown(samvad)
  const page = await fetch(`${samvad.url}${mandatePage}`).then((answer) => answer.text())
  assert.match(page, />This mandate is cancelled\.</)
})

test('spec 16.5: without a gateway it cannot be switched on', async () => {
  const bare = await startSamvad({ SAMVAD_SANDBOX: 'off', SAMVAD_LOG_LEVEL: 'silent' })
  const answer = await set(bare, usual)
  assert.equal(answer.status, 422)
  assert.equal(answer.body.code, 'gateway_unavailable')
  assert.equal((await autoRechargeOf(bare)).enabled, false)
  assert.equal((await set(bare, { ...usual, enabled: false })).status, 200)
})
