// Running campaigns: paused, cancelled, stopped automatically, restored.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { at, balance, campaign, contact, crowd, ended, later, listOf, receivedBy, statusOf } = campaignStory(
  samvad,
  mailbox,
)
samvad.startWorker()

test('spec 15.12: a paused campaign sends nothing and keeps its money; cancelled, it gives back what did not leave', async () => {
  const company = await samvad.newCompany('Slow Mill')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 6)
  // One now, then one a minute.
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name),
    (received) => received.length === 1,
  )
  const paused = await who.post(`/v1/campaigns/${one.id}/pause`)
  assert.deepEqual([paused.body.status, paused.body.pause_reasons], ['paused', ['user']])
  const before = await balance(who)
  // Minutes later nothing more was sent.
  samvad.setClock(new Date(Date.now() + 10 * 60_000))
  samvad.app.wake('dispatch')
  const { id: contact_id } = await who.make('/v1/contacts', { email: `${name}single@farm.example` })
  const { id: conversation_id } = await who.make('/v1/conversations', { contact_id })
  await who.make('/v1/messages', { conversation_id, channel: 'email', text: 'Hello' })
  await until(
    async () => receivedBy(name),
    (received) => received.includes(`${name}single@farm.example`),
  )
  assert.equal(receivedBy(name).length, 2, 'the single message alone left')
  assert.equal((await balance(who)).reserved, before.reserved)
  const cancelled = await who.post(`/v1/campaigns/${one.id}/cancel`)
  assert.deepEqual([cancelled.body.status, cancelled.body.reserved], ['cancelled', '0.00'])
  samvad.app.wake('campaigns')
  const done = await until(
    () => statusOf(who, one),
    ({ counts }) => counts.queued === 0,
  )
  assert.equal(done.cost, '0.15')
  const after = await balance(who)
  assert.deepEqual([after.balance, after.reserved], ['9.70', '0.00'])
  // The ledger shows the campaign's cost, reversals included.
  const { body: ledger } = await who.get(`/api/v1/billing/transactions?campaign_id=${one.id}&limit=100`)
  const paise = ledger.data.reduce((sum: number, { amount }: any) => sum + Math.round(100 * Number(amount)), 0)
  assert.equal(paise, -15)
  samvad.setClock(null)
})

test('spec 15.12: a campaign that is resumed keeps its rate, and does not catch up with what it could not send', async () => {
  const company = await samvad.newCompany('Resumed')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 5)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => statusOf(who, one),
    ({ counts }) => counts.sent === 1,
  )
  await who.post(`/v1/campaigns/${one.id}/pause`)
  const at = new Date(Date.now() + 30 * 60_000)
  samvad.setClock(at)
  assert.equal((await who.post(`/v1/campaigns/${one.id}/resume`)).status, 200)
  const rows = await samvad.rows<{ due_at: Date }>(
    'select due_at from deliveries where campaign_id = $1 order by recipient_number',
    [uuidOf('camp', one.id)],
  )
  assert.deepEqual(
    rows.slice(2).map(({ due_at }) => due_at.getTime() - at.getTime()),
    [60_000, 120_000, 180_000],
  )
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  samvad.setClock(null)
})

test('spec 15.12: what dispatch has in hand when a campaign is cancelled, and puts back, is refunded too', async () => {
  const company = await samvad.newCompany('In Hand')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 2)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => statusOf(who, one),
    ({ counts }) => counts.sent === 1 && counts.queued === 1,
  )
  // In the state that a killed worker leaves: its lease has not expired yet.
  const [held] = await samvad.rows<{ id: string }>(
    `update deliveries set status = 'sending', lease_until = $2, claim_id = uuidv7()
      where campaign_id = $1 and status = 'queued' returning id`,
    [uuidOf('camp', one.id), new Date(Date.now() + 3_600_000)],
  )
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  const settling = () => samvad.rows('select 1 from campaigns where id = $1 and is_settling', [uuidOf('camp', one.id)])
  assert.equal((await settling()).length, 1)
  await samvad.rows("update deliveries set status = 'queued', lease_until = null, claim_id = null where id = $1", [
    held?.id,
  ])
  samvad.app.wake('campaigns')
  await until(settling, (rows) => rows.length === 0)
  const done = await statusOf(who, one)
  assert.deepEqual([done.counts.cancelled, done.counts.queued, done.cost], [1, 0, '0.15'])
  assert.equal((await balance(who)).balance, '9.85')
})

test('spec 7.14, 15.12: a delivery with an unknown outcome is not sent again once its campaign has ended', async () => {
  const company = await samvad.newCompany('Unknown Ends')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 1)
  const one = await campaign(who, [list])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  const [unknown] = await samvad.rows<{ id: string }>(
    `update deliveries set status = 'sending', lease_until = null, sent_at = null, error_code = 'outcome_unknown'
      where campaign_id = $1 returning id`,
    [uuidOf('camp', one.id)],
  )
  // With an unknown outcome it was not counted as sent either.
  await samvad.rows("delete from campaign_changes where campaign_id = $1 and name <> 'charged'", [
    uuidOf('camp', one.id),
  ])
  const id = publicId('dlv', unknown?.id as string)
  const { body: listed } = await who.get('/v1/deliveries?outcome=unknown')
  assert.deepEqual(
    listed.data.map((one: any) => one.id),
    [id],
  )
  const again = await who.post(`/v1/deliveries/${id}/resolve`, { as: 'again' })
  assertRefused(again, 409, 'conflict')
  assert.equal(again.body.reason, 'campaign_ended')
  assert.equal((await who.post(`/v1/deliveries/${id}/resolve`, { as: 'not_sent' })).status, 200)
  assert.equal((await balance(who)).balance, '10.00')
})

test('spec 9.13, 15.10: a lost dispute takes available credit first, then what campaigns reserved, and they pause', async () => {
  const company = await samvad.newCompany('Disputed')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 20)
  const one = await campaign(who, [list], { max_per_minute: 1, quiet_hours: { from: '00:00', to: '23:59' } })
  samvad.setClock(new Date('2030-03-10T06:30:00Z'))
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => samvad.rows('select 1 from campaigns where id = $1 and frozen_at is not null', [uuidOf('camp', one.id)]),
    (rows) => rows.length === 1,
  )
  assert.equal((await balance(who)).reserved, '3.00')
  const { runHooks } = await import('#events/hooks.ts')
  const wallet = await import('#money/wallet/actions.ts')
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, company.organizationId)
    await runHooks('credit.short', tx, scope, { walletState })
    assert.equal(walletState.reserved, 0n)
  })
  const paused = await statusOf(who, one)
  assert.deepEqual([paused.status, paused.pause_reasons, paused.reserved], ['paused', ['insufficient_balance'], '0.00'])
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  samvad.setClock(null)
})

test('spec 15.9, 17.73: a segment is read when the campaign starts, and a raised fence pauses what a person then resumes', async () => {
  const company = await samvad.newCompany('Copied')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const pune = await contact(who, { email: 'pune@copied.example', attributes: { city: 'Pune' } })
  await contact(who, { email: 'agra@copied.example', attributes: { city: 'Agra' } })
  const segment = await who.make('/v1/segments', { name: 'Pune', filter: { attribute: 'city', is: 'Pune' } })
  const list = await listOf(who, [pune])
  const one = await campaign(who, [list], { segment_ids: [segment.id], max_per_minute: 1 })
  const other = await who.make('/v1/segments', { name: 'Agra', filter: { attribute: 'city', is: 'Agra' } })
  const ofSegment = async ({ id }: { id: string }) =>
    (await who.get(`/v1/campaigns?segment_id=${id}&status=draft`)).body.data.map((found: { id: string }) => found.id)
  assert.deepEqual([await ofSegment(segment), await ofSegment(other)], [[one.id], []])
  const { body: estimate } = await who.post(`/v1/campaigns/${one.id}/estimate`)
  assert.equal(estimate.recipients, 1)
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  assert.deepEqual(await ofSegment(segment), [], 'it is no draft any more')

  const { list: many } = await crowd(company, who, 3)
  const running = await campaign(who, [many], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${running.id}/start`, {})
  const later = await campaign(who, [many], { scheduled_at: Math.floor(Date.now() / 1000) + 3600 })
  assert.equal((await who.post(`/v1/campaigns/${later.id}/start`, {})).body.status, 'scheduled')
  const { pauseRestored } = await import('./restored.ts')
  await pauseRestored(samvad.app)
  for (const each of [running, later]) {
    const paused = await statusOf(who, each)
    assert.deepEqual([paused.status, paused.pause_reasons], ['paused', ['restored']])
  }
  await fund(samvad, company.organizationId, 1n)
  assert.equal((await statusOf(who, running)).status, 'paused', 'money does not end it')
  assert.equal((await who.post(`/v1/campaigns/${later.id}/resume`)).body.status, 'scheduled')
  assert.equal((await who.post(`/v1/campaigns/${running.id}/resume`)).body.status, 'running')
  await who.post(`/v1/campaigns/${running.id}/cancel`)
  await who.post(`/v1/campaigns/${later.id}/cancel`)
})

test('spec 15.14: a campaign pauses itself when its recipients complain, and a person who resumes it is not stopped again', async () => {
  const company = await samvad.newCompany('Unwanted')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 100n)
  const { list, name } = await crowd(company, who, 260)
  const one = await campaign(who, [list], { max_per_minute: 40 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  const waiting = async () =>
    (
      await samvad.rows(
        `select 1 from deliveries where org_id = $1 and (status = 'sending' or status = 'queued' and due_at <= $2)`,
        [company.organizationId, samvad.app.clock()],
      )
    ).length
  // Half a minute at a time, as deliveries late by more than a minute would get new due times.
  let now = samvad.app.clock().getTime()
  while (receivedBy(name).length < 205) {
    now += 30_000
    await at(new Date(now), waiting, (count) => count === 0)
  }
  await samvad.rows(
    `insert into suppressions (org_id, id, channel, address, reason, created_at)
     values ($1, uuidv7(), 'email', $2, 'complained', $3)`,
    [company.organizationId, receivedBy(name)[0], samvad.app.clock()],
  )
  const paused = await at(
    new Date(now + 10_000),
    () => statusOf(who, one),
    ({ status }) => status !== 'running',
  )
  assert.deepEqual([paused.status, paused.pause_reasons], ['paused', ['complaints']])
  await who.post(`/v1/campaigns/${one.id}/resume`)
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.equal(done.cost, '39.00')
})
