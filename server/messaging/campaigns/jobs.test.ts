// Campaigns that the worker cannot continue, and the order in which credit is shared after a recharge.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { balance, campaign, crowd, ended, later, receivedBy, statusOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

const paused = (who: ReturnType<typeof person>, one: { id: string }, reason: string) =>
  until(
    () => statusOf(who, one),
    ({ pause_reasons }) => pause_reasons.includes(reason),
  )

test('spec 15.10: after a recharge, the campaign that was started first gets the money that it lacks first', async () => {
  const company = await samvad.newCompany('Two Short')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 1n)
  // Six mails cost a rupee: of eight, two cannot be paid.
  const first = await crowd(company, who, 8)
  const second = await crowd(company, who, 8)
  // Created in another order than started.
  const late = await campaign(who, [second.list])
  const early = await campaign(who, [first.list])
  await who.post(`/v1/campaigns/${early.id}/start`, { partial: true })
  await paused(who, early, 'insufficient_balance')
  await who.post(`/v1/campaigns/${late.id}/start`, { partial: true })
  await paused(who, late, 'insufficient_balance')
  await fund(samvad, company.organizationId, 1n)
  const done = await ended(who, early)
  assert.equal(done.cost, '1.20')
  // Charged deliveries are sent, though the campaign is paused for insufficient balance again.
  await until(
    async () => receivedBy(second.name).length,
    (count) => count === 5,
  )
  await paused(who, late, 'insufficient_balance')
  assert.equal((await balance(who)).balance, '0.05')
  await who.post(`/v1/campaigns/${late.id}/cancel`)
})

test('spec 15.12: a campaign that fails stops no other of its organization, and is paused after some failures', async () => {
  const company = await samvad.newCompany('One Broken')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 3)
  const broken = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${broken.id}/start`, {})
  const [{ price_list_id: kept } = { price_list_id: null }] = await samvad.rows<{ price_list_id: string }>(
    `update campaigns set price_list_id = gen_random_uuid() where id = $1
     returning (select c.price_list_id from campaigns c where c.id = $1) as price_list_id`,
    [uuidOf('camp', broken.id)],
  )
  const other = await crowd(company, who, 2)
  const one = await campaign(who, [other.list])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  const stopped = await later(
    () => statusOf(who, broken),
    ({ status }) => status === 'paused',
    15_000,
  )
  assert.deepEqual(stopped.pause_reasons, ['failed'])
  await samvad.rows('update campaigns set price_list_id = $2 where id = $1', [uuidOf('camp', broken.id), kept])
  await who.post(`/v1/campaigns/${broken.id}/cancel`)
  await until(
    () => statusOf(who, broken),
    ({ counts }) => counts.queued === 0,
  )
})

test('spec 15.12, 15.17: a campaign whose account is another one pauses, and goes on with it when a person resumes it', async () => {
  const company = await samvad.newCompany('Other Account')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 3)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name).length,
    (count) => count === 1,
  )
  await samvad.rows('update campaigns set account_id = gen_random_uuid() where id = $1', [uuidOf('camp', one.id)])
  await later(
    () => statusOf(who, one),
    ({ pause_reasons }) => pause_reasons.includes('account'),
    3_000,
  )
  await who.post(`/v1/campaigns/${one.id}/resume`)
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.equal(done.cost, '0.45')
})

test('spec 15.6, 15.12: a campaign whose template is paused in the middle pauses, and goes on when both are resumed', async () => {
  const company = await samvad.newCompany('Paused Template')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 9)
  const words = { subject: 'Ready', text: 'Dear {{name}}, your order is ready.', category: 'utility' }
  const template = await who.make('/v1/templates', { name: 'ready', channel: 'email', language: 'en', ...words })
  await who.make(`/v1/templates/${template.id}/submit`, {})
  const own = { subject: null, text: null, variables: { name: { attribute: 'display_name', fallback: 'friend' } } }
  const one = await campaign(who, [list], { template_id: template.id, ...own, max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name).length,
    (count) => count === 1,
  )
  assert.equal((await who.post(`/v1/templates/${template.id}/pause`)).status, 200)
  const stopped = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'paused',
  )
  assert.deepEqual(stopped.pause_reasons, ['template'])
  assert.ok(stopped.counts.waiting > 0)
  assert.equal((await who.post(`/v1/templates/${template.id}/resume`)).status, 200)
  await who.post(`/v1/campaigns/${one.id}/resume`)
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.deepEqual([done.cost, new Set(receivedBy(name)).size, receivedBy(name).length], ['1.35', 9, 9])
})
