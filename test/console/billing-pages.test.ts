// The pages of billing in a real browser: exports, transactions, prices, the profile, and who sees which.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { openRecharge, payAtCheckout } from '../payments.ts'
import { person } from '../story.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, link, says } from './page.ts'

const skip = whyNoBrowser
let owner: Visitor
// Before the server waits for its streams to end.
after(() => owner?.context.close())
const samvad = await startSamvad()
const asha = person(samvad)
// Closed behind the file, so not within a hook.
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
  await button(page, 'Make it').click()
  const row = page.getByRole('row', { name: /Transactions CSV/ })
  await row.getByText('Ready').waitFor()
  const { name, bytes } = await downloaded(page, () => row.getByRole('link', { name: /^Download/ }).click())
  assert.match(name, /^samvad-transactions-.*\.csv$/)
  assert.match(bytes.toString(), /847\.53/)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await says(page, 'No exports')
})

test('transactions are filtered in the address, opened there, and taken along as CSV as they are filtered', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('billing/transactions')
  await page.getByLabel('Kind').selectOption('recharge')
  await page.getByLabel('Status').selectOption('completed')
  await page.waitForURL(/kind=recharge&status=completed/)
  await page.getByRole('row').nth(2).waitFor()
  const shown = await page.getByRole('row').filter({ hasText: '₹' }).count()
  const { bytes } = await downloaded(page, () => button(page, 'Download CSV').click())
  const lines = bytes.toString().trim().split(/\r?\n/).slice(1)
  assert.equal(lines.length, shown)
  assert.ok(lines.every((line) => line.includes('recharge') && line.includes('completed')))
  await link(page, /recharge/i)
    .filter({ hasNotText: 'Auto' })
    .last()
    .click()
  await page.waitForURL(/open=txn_/)
  await page.reload()
  await page.getByRole('dialog').getByText('Completed').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('open=') && url.search.includes('kind=recharge'))
})

test('spec 8.40: prices mark the tier of the month, and 12,000 emails are estimated over two tiers', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('billing/prices')
  await says(page, /more until ₹0\.12 each/)
  const estimate = page.getByRole('region', { name: 'What would it cost?' })
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
  await button(page, 'Save').click()
  await page.locator('[name=gstin][aria-invalid=true]').waitFor()
  await page.getByLabel('GSTIN').fill('')
  await page.getByLabel('Address').fill('12, Mahatma Gandhi Road\nBengaluru 560001')
  await page.getByLabel('State or union territory').selectOption('33')
  await button(page, 'Save').click()
  await says(page, 'The billing profile is saved')
  await owner.goWithin('billing/recharge')
  await says(page, 'IGST 18 %')
})

const alone = [
  ['balance.view', ['Overview', 'Auto-recharge', 'Transactions', 'Refunds', 'Exports']],
  ['wallet.recharge', ['Recharge']],
  ['invoices.download', ['Invoices', 'Exports']],
  ['billing.manage', ['Refunds', 'Billing profile']],
] as const

for (const [permission, tabs] of alone)
  test(`spec 2.8: who has ${permission} alone sees the pages that go with it, and they work`, { skip }, async () => {
    const name = `only_${permission.replace('.', '_')}`
    const role = await asha.make('/v1/roles', { name, permissions: [permission] })
    const somebody = (await opened?.signIn(role.id)) as Visitor
    const { page } = somebody
    await somebody.go('billing')
    const nav = page.getByRole('navigation', { name: 'Billing' })
    await nav.getByRole('link', { name: tabs[0] }).waitFor()
    assert.deepEqual(await nav.getByRole('link').allInnerTexts(), tabs)
    for (const tab of tabs) {
      await nav.getByRole('link', { name: tab, exact: true }).click()
      await page.locator('main [role=status][aria-label]').first().waitFor({ state: 'hidden' })
      assert.equal(await page.getByText('This needs the permission').count(), 0, tab)
      assert.equal(await page.getByText('You may not do this').count(), 0, tab)
    }
    assert.deepEqual(somebody.faults, [])
    await somebody.leave()
  })
