// Payments in the console, in a real browser: recharges, their results, and refunds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { titles } from '#kit/messages/titles.ts'
import { BOXES_TOO_SMALL, setWidth, widths } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { correspond, delivered, write } from '../mail-story.ts'
import { person } from '../story.ts'
import { openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, follow, link, says } from './page.ts'

const skip = whyNoBrowser
let owner: Visitor
const samvad = await startSamvad()
const asha = person(samvad)
const opened = skip ? null : await openConsole(samvad)
owner = (await opened?.signIn('owner')) as Visitor
// The headless shell has no PDF viewer: simulates a browser that has one, which takes twice the work.
await owner?.context.addInitScript(
  "Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true })",
)
if (opened) samvad.startWorker()

/** Two, because a recharge is retried more than once. hindi-texts.test.ts covers the texts of all. */
const failures = [
  ['Insufficient funds', 'enough money'],
  ['Declined by the bank', 'bank declined the payment'],
] as const

test('spec 10.40, 10.41, 16.8, 21.61: a recharge says its tax before, each failure in words, is tried again, and shows live that it is paid', {
  skip,
}, async () => {
  const { page, context } = owner
  await owner.go('billing')
  await follow(page.locator('main').getByRole('link', { name: 'Recharge wallet' }))
  await page.getByLabel('Amount', { exact: true }).fill('847.53')
  await says(page, 'CGST 9%')
  await button(page, 'Pay ₹1,000.09').click()
  await page.waitForURL(/\/sandbox\/checkout\//)

  let watching: Page | undefined
  for (const [choice, words] of isLong ? failures : failures.slice(0, 1)) {
    await button(page, choice).click()
    await link(page, 'Back to the console').click()
    await says(page, 'Payment failed')
    await says(page, new RegExp(words))
    // A second window on the same page.
    if (!watching) {
      watching = await context.newPage()
      await watching.goto(page.url())
      await says(watching, new RegExp(words))
    }
    await button(page, 'Retry payment').click()
    await page.waitForURL(/\/sandbox\/checkout\//)
  }
  await button(page, /^Pay/).click()
  await says(watching as Page, 'Payment successful')
  await watching?.close()
  await link(page, 'Back to the console').click()
  await says(page, '₹847.53 has been added to the wallet.')
  assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, '847.53')

  await link(page, 'View invoice').click()
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

  const row = page.getByRole('row', { name: /₹1,000\.09/ })
  assert.match((await row.locator('time').innerText()).trim(), /^\d{1,2} \w{3,4} 20\d\d$/)
  const direct = await downloaded(page, () => row.getByRole('button', { name: /^Download SBX.* as PDF$/ }).click())
  assert.deepEqual([direct.name, direct.bytes.equals(bytes)], [name, true])

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /₹847\.53.*Recharge$/ })
    .click()
  await page.waitForURL(/\/billing\/recharge$/)
  assert.deepEqual(owner.faults, [])
})

test('an amount that cannot be recharged is told at its field, and is not sent', { skip }, async () => {
  const { page } = owner
  await owner.goWithin('billing/recharge')
  await page.getByLabel('Amount', { exact: true }).fill('12.345')
  await says(page, /at most two decimal places/)
  await page.getByLabel('Amount', { exact: true }).fill('1')
  await page.locator('[aria-invalid=true]').waitFor()
  assert.ok(await button(page, 'Pay').isDisabled())
})

test('spec 11.1, 21.62: a refund is asked for from its transaction, and a recharge is found by kind, day and amount; one that the balance does not cover offers the recharge', {
  skip,
}, async () => {
  const { page } = owner
  const ravi = await correspond(asha, 'ravi@customer.example', 'Ravi')
  await delivered(samvad, await write(asha, ravi), 'sent')
  await owner.goWithin('billing/transactions?kind=deduction')
  await link(page, /email message/)
    .first()
    .click()
  await link(page, 'Request refund').click()
  await page.getByLabel('Reason').selectOption('system_error')
  await page.getByLabel('Your note').fill('It came twice.')
  await button(page, 'Request refund').click()
  await page.getByRole('dialog').getByText('Wallet', { exact: true }).waitFor()
  const [refund] = (await asha.get('/api/v1/billing/refunds')).body.data
  assert.deepEqual([refund.status, refund.amount, refund.note], ['requested', '0.15', 'It came twice.'])

  // Found by kind, day and amount.
  await owner.go('billing/refunds?ask=new')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().waitFor()
  await setWidth(page, widths[0])
  assert.deepEqual(await page.evaluate(BOXES_TOO_SMALL), [])
  await setWidth(page, widths[1])
  await dialog.getByLabel('Amount before tax').fill('1')
  await dialog.getByText('No transactions found.').waitFor()
  await dialog.getByLabel('Amount before tax').fill('847.53')
  await dialog.getByRole('radio', { name: /₹847\.53/ }).check()
  assert.ok(await dialog.getByRole('button', { name: 'Request refund' }).isEnabled())
  await dialog.getByLabel('Date').fill('2020-01-01')
  await dialog.getByText('No transactions found.').waitFor()
  await dialog.getByLabel('Type').selectOption('deduction')
  await dialog.getByLabel('Date').fill('')
  await dialog
    .getByRole('radio', { name: /email message/ })
    .first()
    .waitFor()

  const [recharge] = (await asha.get('/api/v1/billing/recharges?status=succeeded')).body.data
  await owner.go(`billing/refunds?ask=${recharge.id}`)
  await button(page, 'Request refund').click()
  const told = page.getByRole('dialog').getByRole('alert')
  await told.getByText(titles.en.insufficient_balance).waitFor()
  await told.getByRole('link', { name: 'Recharge' }).click()
  await page.getByLabel('Amount', { exact: true }).waitFor()
})

test('spec 10.16: auto-recharge is switched on, allowed at the gateway, and its permission cancelled', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  await owner.goWithin('billing/auto-recharge')
  await says(page, 'Off')
  await page.getByLabel('When the balance falls below').fill('100')
  await page.getByLabel('Recharge amount').fill('1,500')
  await says(page, /₹1,770\.00 including tax/)
  await button(page, 'Turn on auto-recharge').click()
  await link(page, 'Pay and authorize').click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await button(page, /^Pay/).click()
  await link(page, 'Back to the console').click()
  await says(page, '₹1,500.00 has been added to the wallet.')
  await link(page, 'Auto-recharge').click()
  await page.getByRole('definition').getByText('Active').waitFor()
  await button(page, 'Cancel mandate').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel mandate' }).click()
  await says(page, 'Mandate cancelled')
  await says(page, 'Cancelled')
  await button(page, 'Turn off auto-recharge').click()
  await says(page, 'Auto-recharge is off')
  assert.equal((await asha.get('/api/v1/billing/auto_recharge')).body.enabled, false)
})
