// The plan in a real browser: subscribed, cancelled and resumed, a failed payment in grace, and access by role.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setWidth } from '../browser/browser.ts'
import { startSamvad } from '../harness.ts'
import { isLong } from '../long-stories.ts'
import { choose, paymentsOf, settleDown, subscriptionOf } from '../premium.ts'
import { newOperator } from '../prices.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, follow, hasFocus, link, says, section } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const at = (time: string) => new Date(`${time}+05:30`)
samvad.setClock(at('2026-06-10T11:30:00'))
const console = skip ? (null as never) : await openConsole(samvad)

/** The sandbox gateway's page of the mandate from the first payment. */
let mandatePage = ''

async function subscribe({ page, go }: Visitor): Promise<void> {
  await go('billing/plan')
  await says(page, '₹89.82')
  await page.getByLabel('Payment method').selectOption('credit_card')
  await button(page, 'Subscribe for ₹588.82 a month').click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  mandatePage = new URL(page.url()).pathname.replace('/checkout/', '/mandates/').replace('order_', 'mand_')
  await button(page, /^Pay/).click()
  await link(page, 'Back to the console').click()
  await page.waitForURL(/\/billing\/plan$/)
}

test('spec 21.100, 23.75, 23.76, 23.78, 23.95, 23.99: premium is subscribed with its tax in sight, cancelled and resumed with what follows, and its invoice is one press away', {
  skip,
}, async () => {
  const owner = await console.signIn('owner')
  const { page } = owner
  await subscribe(owner)
  await says(page, 'Paid until 9 Jul 2026. The next month is charged automatically.')
  await section(page, 'Automatic payments').getByText('Active').waitFor()
  await mustBeFine(owner, 'plan-active')

  await samvad.request('POST', '/v1/plan_lists', {
    token: (await newOperator(samvad)).token,
    json: {
      name: 'Plans of 2027',
      premium_price: '599.00',
      effective_from: at('2027-01-01T00:00:00').getTime() / 1000,
    },
  })
  await owner.go('billing/plan')
  await says(page, 'Price from 1 Jan 2027')
  await says(page, '₹706.82 a month, including ₹107.82 GST')
  await says(page, /^The new price applies to payments/)
  await button(page, 'Cancel premium').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(button(page, 'Cancel premium'))
  await page.keyboard.press('Enter')
  await dialog.getByText(/until the end of 9 Jul 2026/).waitFor()
  await dialog.getByText(/Nothing is deleted/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel premium' }).click()
  await says(page, /^Premium stays on until the end of 9 Jul 2026\./)
  assert.equal((await subscriptionOf(samvad)).status, 'cancelling')
  // The button that opened the dialog no longer exists.
  await hasFocus(page.getByRole('heading', { name: 'Billing' }))
  await button(page, 'Resume premium').click()
  await dialog.getByText('₹588.82 is due on 10 Jul 2026').waitFor()
  await dialog.getByRole('button', { name: 'Resume premium' }).click()
  // The dialog shows the same text: it is on the page only once the dialog has closed.
  await dialog.waitFor({ state: 'detached' })
  await says(page, /^Premium continues$/)
  assert.equal((await subscriptionOf(samvad)).status, 'active')

  await button(page, 'Change payment method').click()
  await dialog.getByText(/^You pay ₹1\.00/).waitFor()
  await dialog.getByRole('button', { name: 'Continue to payment page' }).click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  mandatePage = new URL(page.url()).pathname.replace('/checkout/', '/mandates/').replace('order_', 'mand_')
  await button(page, /^Pay/).click()
  await link(page, 'Back to the console').click()
  await section(page, 'Payments').getByRole('cell', { name: 'Payment method check' }).waitFor()
  await follow(section(page, 'Payments').getByRole('link', { name: 'View invoice' }))
  await page.getByRole('dialog').getByText('Premium plan, one month').waitFor()
  assert.deepEqual(owner.faults, [])
  await owner.leave()
})

test('spec 23.75, 23.97: who may not manage billing sees the plan, no buttons, and which permission is missing and who has it', {
  skip,
}, async () => {
  const viewer = await console.signIn('viewer', isLong ? { colorScheme: 'dark', language: 'hi' } : {})
  const { page } = viewer
  await viewer.go('billing/plan')
  await says(page, '₹499.00')
  await says(
    page,
    isLong ? /^प्लान बदलने के लिए .* मालिकों और एडमिन के पास/ : /^Changing the plan needs .* Owners and admins/,
  )
  assert.equal(await page.locator('main [data-content] button').count(), 0)
  await mustBeFine(viewer, 'plan-of-viewer')
  await viewer.leave()
})

test('spec 23.77: a failed payment says why, until when premium stays on, and is paid at once', { skip }, async () => {
  await choose(samvad, mandatePage, { outcome: 'insufficient_funds' })
  for (const time of ['2026-07-09T00:00:00', '2026-07-10T00:00:00', '2026-07-10T01:00:00']) {
    samvad.setClock(at(time))
    await settleDown(samvad)
  }
  // The earlier session has expired by now.
  const owner = await console.signIn('owner')
  const { page } = owner
  await owner.go('billing/plan')
  await says(page, 'Insufficient funds')
  await page.getByRole('definition').getByText('17 July 2026 at 00:00:00').waitFor()
  await mustBeFine(owner, 'plan-grace')
  // Days and times fit a narrow phone, and billing starts with the warning.
  await setWidth(page, 320)
  const period = page.getByRole('definition').filter({ hasText: '10 Jun 2026 – 9 Jul 2026' })
  const boxes = await Promise.all((await period.locator('> *').all()).map((part) => part.boundingBox()))
  assert.ok(boxes.length > 0)
  for (const box of boxes) assert.ok(box && box.x + box.width <= 320, JSON.stringify(box))
  await owner.goWithin('billing')
  await says(page, 'Premium isn’t paid for this month. To keep it, pay by')
  await link(page, 'Open plan').click()
  await page.locator('main [data-content]').getByRole('link', { name: 'Pay ₹588.82' }).click()
  await page.waitForURL(/\/sandbox\/checkout\//)
  await button(page, /^Pay/).click()
  await link(page, 'Back to the console').click()
  await says(page, /^Paid until 9 Aug 2026/)
  assert.deepEqual(owner.faults, [])
})

test('spec 23.83: an operator sees which organizations have priority support, and refunds of them first', {
  skip,
}, async () => {
  const paid = (await paymentsOf(samvad)).find(({ status }: { status: string }) => status === 'succeeded')
  const asked = await samvad.request('POST', '/api/v1/billing/refunds', {
    token: samvad.company.token,
    json: { subscription_payment_id: paid.id, reason: 'service_downtime' },
  })
  assert.equal(asked.body.status, 'requested', asked.text)
  const operator = await console.signInAsOperator()
  const { page } = operator
  await operator.go('operator/organizations?filter=priority')
  await page.getByRole('row', { name: /Asha Textiles Priority/ }).waitFor()
  await operator.goWithin('operator/approvals')
  await page.getByRole('region', { name: 'Refund requests' }).getByText('Priority', { exact: true }).waitFor()
  assert.deepEqual(operator.faults, [])
})
