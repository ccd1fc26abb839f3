// From a fresh organization to a delivered message, in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const console = skip ? (null as never) : await openConsole(samvad)

test('spec 13.60: a card leads back to the first steps until it is dismissed; who may not take them sees none', {
  skip,
}, async () => {
  const owner = await console.signIn('owner')
  const { page } = owner
  await owner.go('')
  await page.getByRole('link', { name: 'Templates' }).click()
  const card = page.getByRole('complementary', { name: 'Welcome' })
  await card.getByText(/^First steps: \d of 6 done$/).waitFor()
  await card.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/\/welcome$/)
  await page.getByRole('button', { name: 'Don’t show this again' }).click()
  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  assert.equal(await card.count(), 0)

  await owner.leave()
  const viewer = await console.signIn('viewer')
  await viewer.go('welcome')
  await viewer.page.getByText('You can’t send messages').waitFor()
  await viewer.leave()
})

test('spec 13.60, 21.31, 21.63: one comes in, sees what is done and next, reads that a payment failed, recharges, writes by mail, SMS and app, sees it arrive and answers', {
  skip,
}, async () => {
  samvad.startWorker()
  const visitor = await console.signIn('owner')
  const { page, context } = visitor
  await visitor.go('')
  await page.waitForURL(/\/welcome$/)
  await page.getByRole('heading', { name: 'Add money to the wallet' }).waitFor()
  const steps = page.getByRole('list', { name: 'First steps' })
  const next = steps.locator('[aria-current=step]')
  await steps.getByRole('listitem').filter({ hasText: 'Set up a channel' }).getByText('Done').waitFor()
  await next.getByText('Recharge the wallet').waitFor()
  await page.getByRole('button', { name: 'Recharge ₹1,000.00' }).click()
  const checkout = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Pay ₹1,180.00/ }).click()
  const shop = await checkout
  await shop.getByRole('button', { name: 'Insufficient funds' }).click()
  await shop.close()
  await page.getByRole('alert').getByText('Payment failed.').waitFor()
  await page.getByText('The account didn’t have enough money').waitFor()
  // Also after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  const again = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Pay ₹1,180.00/ }).click()
  const secondShop = await again
  await secondShop.getByRole('button', { name: /^Pay ₹1,180/ }).click()
  await secondShop.getByText(/Paid/).first().waitFor()
  await secondShop.close()

  await page.getByRole('heading', { name: 'Write a message' }).waitFor()
  await next.getByText('Add a contact').waitFor()
  await page.getByText('₹0.15').first().waitFor()
  await page.getByLabel('Name').fill('Ravi')
  await page.getByLabel('Email', { exact: true }).last().fill('ravi@customer.example')
  await page.getByLabel('Message', { exact: true }).fill('Your order leaves today. 🚚')
  await page.getByRole('button', { name: 'Send message' }).click()
  const mailbox = page.getByRole('region', { name: 'Mailbox' })
  await mailbox.getByText('Your order leaves today. 🚚').waitFor()
  await page.getByText('Your first message has arrived').waitFor()
  await mailbox.getByRole('button', { name: 'Mark as delivered' }).click()
  await mailbox.getByText('Delivered', { exact: true }).waitFor()
  await mailbox.getByRole('button', { name: 'Send reply' }).click()
  await page.getByText('The reply is in your inbox').waitFor()
  await mailbox.getByText('Thank you, it arrived.').waitFor()

  // By SMS, to the same person's phone.
  await page.getByLabel('Channel').selectOption('sms')
  await page.getByLabel('Phone number').fill('+91 98765 43210')
  await page.getByLabel('Message', { exact: true }).fill('It left.')
  await page.getByRole('button', { name: 'Send another message' }).click()
  await page.getByRole('region', { name: 'Phone' }).getByText('It left.').waitFor()

  // By app, where the first message must be a template.
  await page.getByLabel('Channel').selectOption('app')
  await page.getByText('an approved template').waitFor()
  await page.getByText('₹0.65').first().waitFor()
  await page.getByLabel('Message', { exact: true }).fill('It arrives at noon.')
  await page.getByRole('button', { name: 'Send another message' }).click()
  await page.getByRole('region', { name: 'Phone' }).getByText('It arrives at noon.').waitFor()
  // The organization has other members, so no step is left.
  await next.waitFor({ state: 'detached' })

  await mustBeFine(visitor, 'welcome-arrived')
  const [sent] = await samvad.rows("select count(*)::int as count from messages where direction = 'outbound'")
  assert.equal(sent?.count, 3)
  await visitor.leave()
})

test('spec 13.60: the first steps are whole in Hindi and dark', { skip: skip || onlyLong }, async () => {
  const visitor = await console.signIn('owner', { colorScheme: 'dark', language: 'hi' })
  await visitor.go('welcome')
  await visitor.page.getByRole('heading', { name: 'संदेश लिखें' }).waitFor()
  await mustBeFine(visitor, 'welcome-dark-hi')
})
