// The billing pages in a real browser: exports, transactions, prices, the profile, and access by role.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleGatewayEvent } from '#money/gateways/gateway-events.ts'
import { createSandbox } from '#money/gateways/providers/sandbox.ts'
import * as wallet from '#money/wallet/actions.ts'
import { startSamvad, uuidOf } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { person } from '../story.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, link, says } from './page.ts'

const skip = whyNoBrowser
let owner: Visitor
const samvad = await startSamvad()
const asha = person(samvad)
const opened = skip ? null : await openConsole(samvad)
owner = (await opened?.signIn('owner')) as Visitor
if (opened) {
  samvad.startWorker()
  for (const amount of ['847.53', '1500.00'])
    await payAtCheckout((await openRecharge(samvad, amount)).checkout_url, 'success')
}

test('spec 13.21: an export is made, arrives by itself, is downloaded and deleted', { skip }, async () => {
  const { page } = owner
  await owner.goWithin('billing/exports')
  await button(page, 'Create export').click()
  const row = page.getByRole('row', { name: /Transactions CSV/ })
  await row.getByText('Ready').waitFor()
  const { name, bytes } = await downloaded(page, () => row.getByRole('link', { name: /^Download/ }).click())
  assert.match(name, /^samvad-transactions-.*\.csv$/)
  assert.match(bytes.toString(), /847\.53/)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete export' }).click()
  await says(page, 'No exports yet')
})

test('transactions are filtered in the address, opened there, and taken along as CSV as they are filtered', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('billing/transactions')
  await page.getByLabel('Type').selectOption('recharge')
  await page.getByLabel('Status').selectOption('completed')
  await page.waitForURL(/kind=recharge&status=completed/)
  const { bytes } = await downloaded(page, () => button(page, 'Download CSV').click())
  const lines = bytes.toString().trim().split(/\r?\n/).slice(1)
  assert.ok(lines.length > 1)
  // Until the filtered list has loaded, the page shows the previous one.
  await until(
    () => page.getByRole('row').filter({ hasText: '₹' }).count(),
    (shown) => shown === lines.length,
  )
  assert.ok(lines.every((line) => line.includes('recharge') && line.includes('completed')))
  await link(page, /recharge/i)
    .filter({ hasNotText: 'Auto' })
    .last()
    .click()
  await page.waitForURL(/open=txn_/)
  await page.reload()
  await page.getByRole('dialog').getByRole('definition').getByText('Completed').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('open=') && url.search.includes('kind=recharge'))
})

test('spec 11.13: a recharge shows its lost dispute, what was taken back and what is missing', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  const bela = await openRecharge(samvad, '5000.00')
  await payAtCheckout(bela.checkout_url, 'success')
  const [paid] = await samvad.rows('select payment_id from gateway_payments where recharge_id = $1', [
    uuidOf('rech', bela.id),
  ])
  await owner.go(`billing/recharge/${bela.id}`)
  await says(page, 'Payment successful')
  const { organizationId } = samvad.company
  const dispute = {
    object: 'dispute',
    disputeId: 'disp_1',
    paymentId: paid?.payment_id,
    orderId: null,
    status: 'open',
    amount: 5_900_000_000n,
    isPaidOut: false,
    phase: 'chargeback',
    reasonCode: '13.1',
    respondBy: new Date(Date.now() + 86_400_000),
    at: null,
  } as const
  const gateway = createSandbox(samvad.app)
  await handleGatewayEvent(samvad.app, organizationId, gateway, dispute)
  await says(page, 'Disputes and gateway refunds')
  await says(page, 'Response due')
  // The remaining balance is less than the payment.
  await samvad.app.database.transaction(async (tx) => {
    const state = await wallet.lock(tx, organizationId)
    const amount = 1_000_000_000n - state.balance
    const movement = { kind: 'refund', amount, counterAccount: 'operator', key: 'spent', description: 'Spent' } as const
    await wallet.move(tx, organizationId, state, movement, samvad.app.clock())
  }, organizationId)
  await handleGatewayEvent(samvad.app, organizationId, gateway, { ...dispute, status: 'lost', isPaidOut: true })
  await says(page, 'Lost')
  await says(page, '₹1,000.00')
  await says(page, '₹4,000.00')
  await says(page, 'Not covered by the balance')
  await link(page, 'View credit note').waitFor()
  await owner.go('billing/recharge')
  await says(page, 'Dispute: Lost')
})

test('spec 8.40: prices mark the tier of the month, and 12,000 emails are estimated over two tiers', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('billing/prices')
  await says(page, /more to reach ₹0\.12 each/)
  const estimate = page.getByRole('region', { name: 'Cost estimate' })
  await estimate.getByText('10,001').waitFor()
  const expected = (await asha.get('/api/v1/billing/prices/estimate?channel=email&count=12000')).body
  assert.equal(expected.lines.length, 2)
  const total = `₹${Number(expected.total).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  await estimate.getByText(total).waitFor()
})

test('the billing profile tells what is wrong at the field, and is saved', { skip }, async () => {
  const { page } = owner
  await owner.goWithin('billing/profile')
  await page.getByLabel('Legal name').fill('Asha Textiles Private Limited')
  await page.getByLabel('GSTIN').fill('29AAAAA0000A1Z9')
  await button(page, 'Save billing profile').click()
  await page.locator('[name=gstin][aria-invalid=true]').waitFor()
  await page.getByLabel('GSTIN').fill('')
  await page.getByLabel('Address').fill('12, Mahatma Gandhi Road\nBengaluru 560001')
  await page.getByLabel('State or union territory').selectOption('33')
  await button(page, 'Save billing profile').click()
  await says(page, 'Billing profile saved')
  await owner.goWithin('billing/recharge')
  await says(page, 'IGST 18%')
})

const alone = [
  ['billing.manage', ['Refunds', 'Billing profile']],
  ['balance.view', ['Overview', 'Auto-recharge', 'Transactions', 'Refunds', 'Exports']],
  ['wallet.recharge', ['Recharge']],
  ['invoices.download', ['Invoices', 'Exports']],
] as const

for (const [permission, tabs] of alone)
  test(`spec 2.8: who has ${permission} alone sees the pages that go with it, and they work`, {
    skip: skip || onlyLong,
  }, async () => {
    const name = `only_${permission.replace('.', '_')}`
    const role = await asha.make('/v1/roles', { name, permissions: [permission] })
    const somebody = (await opened?.signIn(role.id)) as Visitor
    const { page } = somebody
    await somebody.go('billing')
    const nav = page.getByRole('navigation', { name: 'Billing' })
    await nav.getByRole('link', { name: tabs[0] }).waitFor()
    assert.deepEqual(await nav.getByRole('link').allInnerTexts(), tabs)
    for (const tab of tabs) {
      await follow(nav.getByRole('link', { name: tab, exact: true }))
      assert.equal(await page.getByText('needs the permission').count(), 0, tab)
      assert.equal(await page.getByText('You may not do this').count(), 0, tab)
    }
    assert.deepEqual(somebody.faults, [])
    await somebody.leave()
  })
