// Money in the console, in a real browser: paying, and what comes of it.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { startSamvad } from '../harness.ts'
import { correspond, delivered, write } from '../mail-story.ts'
import { person } from '../story.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
let owner: Visitor
// Before the server waits for its streams to end.
after(() => owner?.context.close())
const samvad = await startSamvad()
const asha = person(samvad)
// Closed behind the file, so not within a hook.
const opened = skip ? null : await openConsole(samvad)
owner = (await opened?.signIn('owner')) as Visitor
if (opened) samvad.startWorker()

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return {
    name: (download as Download).suggestedFilename(),
    bytes: await readFile(await (download as Download).path()),
  }
}

const failures = [
  ['Insufficient funds', 'not enough money'],
  ['Expired card', 'card has expired'],
  ['Daily limit reached', 'limit of the bank for a day'],
  ['Declined by the bank', 'bank declined the payment'],
] as const

test('spec 10.40, 16.8: a recharge says its tax before, each failure in words, is tried again, and shows live that it is paid', {
  skip,
}, async () => {
  const { page, context } = owner
  await owner.go('billing')
  await page.locator('main').getByRole('link', { name: 'Recharge', exact: true }).last().click()
  await page.getByLabel('Amount').fill('847.53')
  await says(page, 'CGST 9 %')
  await button(page, 'Pay ₹1,000.09').click()
  await page.waitForURL(/\/sandbox\/checkout\//)

  let watching: Page | undefined
  for (const [choice, words] of failures) {
    await button(page, choice).click()
    await link(page, 'Back to the console').click()
    await says(page, 'The payment failed')
    await says(page, new RegExp(words))
    // Beside it, another window on the same page.
    if (!watching) {
      watching = await context.newPage()
      await watching.goto(page.url())
      await says(watching, new RegExp(words))
    }
    await button(page, 'Try again').click()
    await page.waitForURL(/\/sandbox\/checkout\//)
  }
  await button(page, /^Pay/).click()
  await says(watching as Page, 'Paid: the credit is in the wallet')
  await watching?.close()
  await link(page, 'Back to the console').click()
  await says(page, '₹847.53 came in.')
  assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, '847.53')

  await link(page, 'Open the invoice').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('₹1,000.09').first().waitFor()
  assert.match((await sheet.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? '', /^blob:/)
  assert.match((await sheet.locator('iframe').getAttribute('src')) ?? '', /^blob:/)
  const { name, bytes } = await downloaded(page, () => button(page, 'Download PDF').click())
  assert.match(name, /^SBX-.*\.pdf$/)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  assert.ok(!page.url().includes('open='), page.url())
  assert.deepEqual(owner.faults, [])
})

test('an amount that cannot be recharged is told at its field, and is not sent', { skip }, async () => {
  const { page } = owner
  await owner.go('billing/recharge')
  await page.getByLabel('Amount').fill('12.345')
  await says(page, /at most two decimals/)
  await page.getByLabel('Amount').fill('1')
  await page.locator('[aria-invalid=true]').waitFor()
  assert.ok(await button(page, 'Pay').isDisabled())
})

test('spec 11.1: a refund is asked for from its transaction; one that the balance does not cover offers the recharge', {
  skip,
}, async () => {
  const { page } = owner
  const ravi = await correspond(asha, 'ravi@customer.example', 'Ravi')
  await delivered(samvad, await write(asha, ravi), 'sent')
  await owner.go('billing/transactions?kind=deduction')
  await link(page, /email message/)
    .first()
    .click()
  await link(page, 'Ask for a refund').click()
  await page.getByLabel('Reason').selectOption('system_error')
  await page.getByLabel('Your note').fill('It came twice.')
  await button(page, 'Ask for it').click()
  await page.getByRole('dialog').getByText('To the wallet').waitFor()
  const [refund] = (await asha.get('/api/v1/billing/refunds')).body.data
  assert.deepEqual([refund.status, refund.amount, refund.note], ['requested', '0.15', 'It came twice.'])

  const [recharge] = (await asha.get('/api/v1/billing/recharges?status=succeeded')).body.data
  await owner.go(`billing/refunds?ask=${recharge.id}`)
  await button(page, 'Ask for it').click()
  const told = page.getByRole('dialog').getByRole('alert')
  await told.getByText('The balance does not cover this').waitFor()
  await told.getByRole('link', { name: 'Recharge' }).click()
  await page.getByLabel('Amount').waitFor()
})

test('spec 10.16: auto-recharge is switched on, allowed at the gateway, and its permission cancelled', {
  skip,
}, async () => {
  const { page } = owner
  await owner.go('billing/auto-recharge')
  await says(page, 'Off')
  await page.getByLabel('When the balance falls below').fill('100')
  await page.getByLabel('Recharge by').fill('1,500')
  await says(page, /₹1,770\.00 with tax/)
  await button(page, 'Switch on').click()
  await link(page, 'Pay and allow').click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await button(page, /^Pay/).click()
  await link(page, 'Back to the console').click()
  await says(page, '₹1,500.00 came in.')
  await link(page, 'Auto-recharge').click()
  await says(page, 'Given')
  await button(page, 'Cancel the permission').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the permission' }).click()
  await says(page, 'The permission is cancelled')
  await says(page, 'Cancelled')
  await button(page, 'Switch off').click()
  await says(page, 'Auto-recharge is off')
  assert.equal((await asha.get('/api/v1/billing/auto_recharge')).body.enabled, false)
})

test('spec 13.21: an export is made, arrives by itself, is downloaded and deleted', { skip }, async () => {
  const { page } = owner
  await owner.go('billing/exports')
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
  await owner.go('billing/transactions')
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
  await owner.go('billing/prices')
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
  await owner.go('billing/profile')
  await page.getByLabel('Legal name').fill('Asha Textiles Private Limited')
  await page.getByLabel('GSTIN').fill('29AAAAA0000A1Z9')
  await button(page, 'Save').click()
  await page.locator('[name=gstin][aria-invalid=true]').waitFor()
  await page.getByLabel('GSTIN').fill('')
  await page.getByLabel('Address').fill('12, Mahatma Gandhi Road\nBengaluru 560001')
  await page.getByLabel('State or union territory').selectOption('33')
  await button(page, 'Save').click()
  await says(page, 'The billing profile is saved')
  await owner.go('billing/recharge')
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
    await somebody.context.close()
  })
