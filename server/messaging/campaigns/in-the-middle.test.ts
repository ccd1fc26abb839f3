// Changes while a campaign runs: prices, refunds, a deleted account, the clock, a suspension.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { newOperator, publish, tiers } from '../../../test/prices.ts'
import { askForRefund, paidRecharge } from '../../../test/refunds.ts'
import { assertRefused, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const operator = await newOperator(samvad)
const { balance, campaign, crowd, ended, later, listOf, receivedBy, statusOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

const HOUR_MS = 3600_000
const isCompleted = ({ status }: any) => status === 'completed'

test('spec 15.10: a campaign keeps its prices when a price list begins at midnight, in the middle of it', async () => {
  const company = await samvad.newCompany('Midnight Mill')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const midnight = new Date(Date.now() + HOUR_MS)
  await publish(
    samvad,
    operator,
    company.organizationId,
    { email: { tiers: tiers('0.90') } },
    { effective_from: Math.floor(midnight.getTime() / 1000) },
  )
  const { list, name } = await crowd(company, who, 3)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  const { body: estimate } = await who.post(`/v1/campaigns/${one.id}/estimate`)
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name).length,
    (count) => count === 1,
  )
  samvad.setClock(new Date(midnight.getTime() + HOUR_MS))
  const done = await later(() => statusOf(who, one), isCompleted)
  assert.deepEqual([done.cost, estimate.total], ['0.45', '0.45'])
  samvad.setClock(new Date(midnight.getTime() + 2 * HOUR_MS))
  const { body: next } = await who.post(`/v1/campaigns/${(await campaign(who, [list])).id}/estimate`)
  assert.equal(next.total, '2.70', 'the next one is priced by the new list')
  samvad.setClock(null)
})

test('spec 8.6, 9.13, 15.10: a refund takes nothing that a running campaign has reserved, and a re-rate makes it cheaper', async () => {
  const company = await samvad.newCompany('Refunded Mill')
  const who = person(samvad, company)
  const prices = { email: { mode: 'volume' as const, tiers: tiers('0.15', 3, '0.10') } }
  await publish(samvad, operator, company.organizationId, prices)
  const recharge = await paidRecharge(samvad, '100.00', company)
  const { list, name } = await crowd(company, who, 8)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  const { reserved } = (await who.post(`/v1/campaigns/${one.id}/start`, {})).body
  assert.notEqual(reserved, '0.00')
  const asked = { transaction_id: recharge.transaction_id, amount: '100.00' }
  assertRefused(await askForRefund(samvad, asked, company), 402, 'insufficient_balance')
  const done = await later(() => statusOf(who, one), isCompleted)
  assert.equal(receivedBy(name).length, 8)
  const after = await later(
    () => balance(who),
    (now) => now.balance === '99.20',
  )
  assert.deepEqual([after.reserved, after.available_credits], ['0.00', '99.20'], 'eight at 0.10')
  assert.equal((await statusOf(who, done)).reserved, '0.00')
})

test('spec 15.11, 15.12: a mail server that is away in the middle loses nobody, and nobody gets it twice', async () => {
  const company = await samvad.newCompany('Dead Account')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 6)
  mailbox.answer((to, tries) => (to.startsWith(name) && tries === 0 ? { code: 451, at: 'recipient' } : 'accept'))
  const one = await campaign(who, [list])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  const done = await later(() => statusOf(who, one), isCompleted)
  mailbox.answer(() => 'accept')
  assert.deepEqual([done.cost, done.counts.sent], ['0.90', 6])
  assert.deepEqual([receivedBy(name).length, new Set(receivedBy(name)).size], [6, 6])
})

test('spec 15.11, 15.13: a clock that is set back a day and forward again ends no campaign, and sends to nobody twice', async () => {
  const company = await samvad.newCompany('Clock Mill')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 4)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name).length,
    (count) => count === 1,
  )
  samvad.setClock(new Date(Date.now() - 24 * HOUR_MS))
  const paused = await who.post(`/v1/campaigns/${one.id}/pause`)
  assert.equal(paused.body.status, 'paused')
  assert.equal((await who.post(`/v1/campaigns/${one.id}/resume`)).body.status, 'running')
  samvad.setClock(new Date(Date.now() + HOUR_MS))
  const done = await later(() => statusOf(who, one), isCompleted)
  assert.deepEqual([done.cost, receivedBy(name).length, new Set(receivedBy(name)).size], ['0.60', 4, 4])
})

test('spec 15.8: what runs when an operator suspends its organization sends nothing until it is resumed', async () => {
  const company = await samvad.newCompany('Suspended Mill')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 4)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name).length,
    (count) => count === 1,
  )
  await samvad.rows('update organizations set suspended_at = now() where id = $1', [company.organizationId])
  // Messages of other organizations are still sent.
  const other = await samvad.newCompany('Neighbours')
  const neighbour = person(samvad, other)
  await fund(samvad, other.organizationId, 10n)
  const theirs = await crowd(other, neighbour, 3)
  const their = await campaign(neighbour, [theirs.list], { max_per_minute: 1 })
  await neighbour.post(`/v1/campaigns/${their.id}/start`, {})
  await later(() => statusOf(neighbour, their), isCompleted)
  assert.equal(receivedBy(name).length, 1)
  await samvad.rows('update organizations set suspended_at = null where id = $1', [company.organizationId])
  const done = await later(() => statusOf(who, one), isCompleted)
  assert.deepEqual([done.cost, receivedBy(name).length], ['0.60', 4])
})

test('spec 15.9: one person on three lists, with the phone number written in three ways, receives one SMS', async () => {
  const company = await samvad.newCompany('Three Spellings')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const words = { name: 'ready', channel: 'sms', language: 'en', category: 'service', text: 'It is ready.' }
  const template = await who.make('/v1/templates', words)
  await who.make(`/v1/templates/${template.id}/submit`, {})
  const lists = []
  for (const phone_number of ['+5215512345678', '+525512345678', '+52 1 55 1234-5678'])
    lists.push(await listOf(who, [await who.make('/v1/contacts', { phone_number })]))
  const sms = { channel: 'sms', template_id: template.id, subject: null, text: null, variables: {} }
  const one = await campaign(who, lists, sms)
  const { body: estimate } = await who.post(`/v1/campaigns/${one.id}/estimate`)
  assert.deepEqual(
    [estimate.recipients, estimate.unreachable],
    [1, [{ reason: 'duplicate_address', count: 2 }]],
    JSON.stringify(estimate),
  )
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  const done = await ended(who, one)
  assert.deepEqual([done.counts.recipients, done.counts.skipped, done.cost], [1, 2, '0.25'])
})
