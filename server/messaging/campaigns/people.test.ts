// Recipients of a campaign that are deleted, merged or unsubscribed while it runs.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { newUuid } from '#kit/ids.ts'
import { exportContact } from '#privacy/export.ts'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { person } from '../../../test/story.ts'
import { createCampaignDispatch } from './dispatch.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const story = campaignStory(samvad, mailbox)
const { balance, campaign, contact, crowd, ended, later, listOf, payloadsOf, receivedBy } = story
const { recipientsOf, statusOf, subscribe } = story
samvad.startWorker()

test('spec 15.11: a contact who is deleted or unsubscribes after the start gets nothing and is not paid for; who is added later is not included', async () => {
  const company = await samvad.newCompany('Late Leavers')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 8)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name),
    (received) => received.length === 1,
  )
  const waiting = await recipientsOf(one)
  const last = waiting[0]?.contactId as string
  const other = waiting[1]?.contactId as string
  const queued = waiting.find(({ status, number }) => status === 'queued' && number > 2)?.contactId as string
  assert.equal((await who.delete(`/v1/contacts/${last}`)).status, 204)
  assert.equal((await who.delete(`/v1/contacts/${queued}`)).status, 204)
  await who.make(`/v1/contacts/${other}/consents`, { channel: 'email', status: 'revoked' })
  const late = await contact(who, { email: `${name}late@farm.example` })
  await who.make(`/v1/lists/${list.id}/members`, { contact_ids: [late.id] })
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.equal(receivedBy(name).length, 5)
  assert.equal(new Set(receivedBy(name)).size, 5)
  assert.equal(done.cost, '0.75')
  assert.equal((await balance(who)).balance, '9.25')
  const forgotten = await samvad.rows('select 1 from campaign_recipients where contact_id = any($1)', [
    [uuidOf('contact', last), uuidOf('contact', queued)],
  ])
  assert.equal(forgotten.length, 0)
})

test('spec 15.11: who leaves the lists, or comes onto an excluded one, before the batch gets nothing', async () => {
  const company = await samvad.newCompany('Left Lists')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list } = await crowd(company, who, 9)
  const excluded = await listOf(who, [])
  const one = await campaign(who, [list], { max_per_minute: 1, exclude_list_ids: [excluded.id] })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => statusOf(who, one),
    ({ counts }) => counts.sent === 1,
  )
  const [left, out] = (await recipientsOf(one)).filter(({ status }) => status === 'waiting')
  await samvad.rows('delete from list_members where contact_id = $1', [left?.contact_id])
  await samvad.rows('update lists set contact_count = contact_count - 1 where id = $1', [uuidOf('list', list.id)])
  await who.make(`/v1/lists/${excluded.id}/members`, { contact_ids: [out?.contactId] })
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.deepEqual(done.skipped.map(({ reason }: any) => reason).toSorted(), ['excluded', 'list_left'])
  assert.equal(done.cost, '1.05')
})

test('spec 15.11, 15.15: what is told of a campaign names nobody once its contact is deleted, and the contact that stays after a merge', async () => {
  const company = await samvad.newCompany('Erased')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  await subscribe(company)
  const { list, name } = await crowd(company, who, 5)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    () => statusOf(who, one),
    ({ counts }) => counts.sent === 1,
  )
  const all = (await recipientsOf(one)).toReversed()
  const [sent, queued, waiting] = all.map(({ contactId }) => contactId) as [string, string, string]
  assert.equal((await payloadsOf(who, 'campaign.delivery_sent'))[0].contact_id, sent)
  const analyst = person(samvad, await samvad.newMember(company.organizationId, 'owner', ['campaigns.view']))
  const [shown] = await payloadsOf(analyst, 'campaign.delivery_sent')
  assert.deepEqual([shown.status, shown.contact_id, shown.address], ['sent', null, null], 'without contacts.view')

  const stays = await contact(who, { email: `${name}stays@farm.example` })
  assert.equal((await who.post(`/v1/contacts/${stays.id}/merge`, { from: sent })).status, 200)
  assert.equal((await payloadsOf(who, 'campaign.delivery_sent'))[0].contact_id, stays.id)
  const named = (id: string) =>
    samvad.rows(
      `select 1 from deliveries where contact_id = $1
        union all select 1 from campaign_recipients where contact_id = $1`,
      [uuidOf('contact', id)],
    )
  assert.equal((await named(sent)).length, 0)
  assert.equal((await named(stays.id)).length, 2)

  assert.equal((await who.delete(`/v1/contacts/${stays.id}`)).status, 204)
  assert.deepEqual(await payloadsOf(who, 'campaign.delivery_sent'), [{ deleted: true }])
  assert.equal((await who.delete(`/v1/contacts/${queued}`)).status, 204)
  const [cancelled] = await payloadsOf(who, 'campaign.delivery_cancelled')
  assert.deepEqual([cancelled.status, cancelled.contact_id, cancelled.address], ['cancelled', null, null])
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  samvad.app.wake('campaigns')
  const told = await payloadsOf(who, 'campaign.delivery_cancelled', 2)
  assert.ok(told.some(({ contact_id }: any) => contact_id === waiting))
  const kept = await samvad.rows(
    `select 1 from campaign_recipients
      where campaign_id = $1 and contact_id is null and (address is not null or variables is not null)`,
    [uuidOf('camp', one.id)],
  )
  assert.equal(kept.length, 0)
})

test('spec 15.11: after one merge or two the delivery of the contact that goes is of the one that stays, and is forgotten with it', async () => {
  const company = await samvad.newCompany('Both Told')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  // Two contacts with one address: the second is skipped.
  const first = await contact(who, { email: 'both@told.example' })
  const second = await contact(who, { email: 'BOTH@told.example' })
  const one = await campaign(who, [await listOf(who, [first, second])])
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await ended(who, one)
  const [from, into] = (await recipientsOf(one)).toSorted((a, b) => a.status.localeCompare(b.status))
  assert.deepEqual([from?.status, into?.status], ['queued', 'skipped'])
  assert.equal((await who.post(`/v1/contacts/${into?.contactId}/merge`, { from: from?.contactId })).status, 200)
  const rows = () =>
    samvad.rows(
      `select r.contact_id as recipient, d.contact_id as contact, r.address, d.address as sent_to
         from campaign_recipients r join deliveries d on d.campaign_id = r.campaign_id and d.recipient_number = r.number
        where r.campaign_id = $1`,
      [uuidOf('camp', one.id)],
    )
  const [before] = await rows()
  assert.deepEqual([before?.recipient, before?.contact], [into?.contact_id, into?.contact_id])
  const third = await contact(who, { email: 'third@told.example' })
  assert.equal((await who.post(`/v1/contacts/${third.id}/merge`, { from: into?.contactId })).status, 200)
  const [again] = await rows()
  const thirdId = uuidOf('contact', third.id)
  assert.deepEqual([again?.recipient, again?.contact], [thirdId, thirdId], 'after a second merge too')
  assert.equal((await who.delete(`/v1/contacts/${third.id}`)).status, 204)
  const nobody = [{ recipient: null, contact: null, address: null, sent_to: null }]
  assert.deepEqual(await rows(), nobody)
  // A worker that read the contact before stores no address any more.
  const delivery = {
    org_id: company.organizationId,
    campaign_id: uuidOf('camp', one.id),
    id: newUuid(),
    variables: {},
  }
  const { takeAddress } = createCampaignDispatch(samvad.app)
  assert.equal(await takeAddress({ ...delivery, recipient_number: from?.number as number }, 'new@told.example'), false)
  assert.deepEqual(await rows(), nobody)
})

test('spec 15.11: of two contacts who become one, one gets the campaign, and the other is refunded', async () => {
  const company = await samvad.newCompany('Merged')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const { list, name } = await crowd(company, who, 9)
  const one = await campaign(who, [list], { max_per_minute: 1 })
  await who.post(`/v1/campaigns/${one.id}/start`, {})
  await until(
    async () => receivedBy(name),
    (received) => received.length === 1,
  )
  const all = await recipientsOf(one)
  const [waiting, also] = all.filter(({ status }) => status === 'waiting')
  const [queued, behind] = all.filter(({ status, number }) => status === 'queued' && number > 1)
  const merge = async (into: string | undefined, from: string | undefined) => {
    const merged = await who.post(`/v1/contacts/${into}/merge`, { from })
    assert.equal(merged.status, 200, merged.text)
  }
  await merge(waiting?.contactId, also?.contactId)
  await merge(queued?.contactId, behind?.contactId)
  const done = await later(
    () => statusOf(who, one),
    ({ status }) => status === 'completed',
  )
  assert.equal(receivedBy(name).length, 7)
  assert.equal(done.cost, '1.05')
  assert.equal((await balance(who)).balance, '8.95')
  // If both contacts received it, a data export of the remaining one contains both deliveries.
  const [stays, goes] = (await recipientsOf(one)).filter((each) => each.status === 'queued' && each.contact_id !== null)
  await merge(stays?.contactId, goes?.contactId)
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  const exported = await exportContact(samvad.app.database.reads, scope, stays?.contact_id as Uuid)
  assert.deepEqual(
    exported.campaigns.map(({ campaign }) => [campaign.id, campaign.name]),
    [
      [one.id, 'Offer'],
      [one.id, 'Offer'],
    ],
  )
})
