// External services that an owner or an operator sets up and tries in the sandbox: an HTTP gateway for SMS, a sender
// domain, sandbox behaviour, payment gateways, enterprise pricing. In a real browser.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { fund, startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { correspond, delivered, write } from '../mail-story.ts'
import { newOperator } from '../refunds.ts'
import { person } from '../story.ts'
import { type Console, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_DNS_SERVER: '127.0.0.1:9' })
const { company } = samvad
const asha = person(samvad)
const rooms = (skip ? null : await openConsole(samvad)) as Console
let owner: Visitor

before(async () => {
  if (skip) return
  await fund(samvad, company.organizationId, 100n)
  samvad.startWorker()
  owner = await rooms.signIn('owner')
})

test('spec 16.21: what the sandbox is told on its page, the next message meets, once', { skip }, async () => {
  const { page } = owner
  await owner.goWithin('settings/sandbox')
  const email = page.locator('form').filter({ hasText: 'Mail servers send no delivery reports on their own' })
  await email.getByLabel('Next message').selectOption('rejected')
  await email.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  const there = await correspond(asha, 'ravi@customer.example')
  await delivered(samvad, await write(asha, there), 'failed')
  await delivered(samvad, await write(asha, there), 'sent')
  await mustBeFine(owner, 'sandbox-settings')
})

test('a sender domain is looked for where it is not yet, and given another key', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  const domain = await asha.make('/v1/sender_domains', { name: 'asha.example' })
  await owner.goWithin(`settings/channels/domains/${domain.id}`)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page
    .getByText(/cannot be reached|not found|Temporarily unavailable|was not there|not there/i)
    .first()
    .waitFor()
  const before = (await asha.get(`/v1/sender_domains/${domain.id}`)).body.records
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).click()
  await page.getByText('Key created. Add its DNS record.').first().waitFor()
  const after = (await asha.get(`/v1/sender_domains/${domain.id}`)).body.records
  assert.notDeepEqual(after, before)
  await mustBeFine(owner, 'domain-rotated')
})

test('an HTTP gateway for SMS is set with what is wrong told at its field', { skip: skip || onlyLong }, async () => {
  const gateway = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"id":"1"}'),
  )
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  after(() => gateway.close())
  const { page } = owner
  await owner.goWithin('settings/channels/sms')
  await page.getByLabel('Protocol').selectOption('http')
  await page.getByLabel('From', { exact: true }).fill('ASHATX')
  await page.getByLabel('URL', { exact: true }).fill('no address')
  await page.getByLabel('Body').fill('{"to": "{to}", "text": "{text}"}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await page.getByLabel('URL', { exact: true }).fill(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[name="message_id"][aria-invalid=true]').waitFor()
  await page.locator('[name=message_id]').fill('/id')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Account saved. Messages are now sent through it.').first().waitFor()
  const { settings } = (await asha.get('/v1/channels/sms')).body
  assert.deepEqual([settings.format, settings.message_id], ['json', '/id'])
  await mustBeFine(owner, 'http-gateway')
})

test('spec 1.61: a payment gateway is set and removed by an operator, and its keys are never shown', {
  skip,
}, async () => {
  const boss = await rooms.signInAsOperator()
  const { page } = boss
  const operator = person(samvad, await newOperator(samvad))
  const organization = publicId('org', company.organizationId)
  const decided = await operator.put(`/v1/organizations/${organization}/enterprise`, { decision: 'granted' })
  // Without a request there is nothing to decide, and the page offers no decision.
  assert.ok(decided.status >= 400, decided.text)
  await boss.go(`operator/organizations/${organization}`)
  await page.getByRole('heading', { name: 'Asha Textiles' }).waitFor()

  await boss.goWithin('operator/gateways')
  await page.getByText('The sandbox gateway is on').waitFor()
  await page.getByRole('button', { name: 'Set up' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Key ID').fill('rzp_live_abc')
  await dialog.getByLabel('Key secret').fill('the-key-secret')
  await dialog.getByLabel('Webhook secret').fill('the-webhook-secret')
  await dialog.getByRole('button', { name: /Set up|Save/ }).click()
  await page.getByText('Razorpay account saved').first().waitFor()
  assert.ok(!(await page.content()).includes('the-key-secret'))
  await mustBeFine(boss, 'gateway-set')
  await page.getByRole('button', { name: 'Remove' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Razorpay account removed').first().waitFor()
  await boss.leave()
})
