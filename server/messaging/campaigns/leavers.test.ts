// Contacts who unsubscribe or complain while a campaign runs, by mail, keyword or provider: waiting recipients are
// skipped, queued ones are refunded, and the report counts those who had received it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { type Arrived, type Incoming, nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { storeArrived } from '#messaging/inbound/storing.ts'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { onlyLong } from '../../../test/long-stories.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { campaign, later, listOf, recipientsOf, statusOf } = campaignStory(samvad, mailbox)
samvad.startWorker()

/** 8 recipients, one a minute: some are queued ahead, the rest wait. */
const RECIPIENTS = 8

interface Way {
  name: string
  channel: ChannelName
  /** Why only the long run includes it. */
  skip?: string | false
  /** The inbound event when the contact with the address does so. */
  arrives(address: string, time: Date): Partial<Arrived>
}

const stops = (channel: ChannelName) => (from: string, time: Date) => {
  const content = { subject: null, text: 'STOP', html: null, attachments: [] }
  const message: Incoming = { channel, from, name: null, providerId: `${from} STOP`, content, time }
  return { messages: [message] }
}

const ways: readonly Way[] = [
  {
    name: 'a mail to the address for it, or its provider',
    channel: 'email',
    arrives: (address, time) => ({ suppressions: [{ address, reason: 'unsubscribed', detail: [], time }] }),
  },
  { name: 'STOP by SMS', channel: 'sms', arrives: stops('sms') },
  { name: 'STOP in the app', channel: 'app', arrives: stops('app'), skip: onlyLong },
  {
    name: 'the opt-out of the app',
    channel: 'app',
    arrives: (from, time) => ({
      preferences: [{ from, alsoFrom: [], marketing: 'stopped', detail: 'user_preferences', time }],
    }),
  },
]

const SUPPRESSED = 'recipient_suppressed'
let numbers = 0

async function startedOn(channel: ChannelName) {
  const company = await samvad.newCompany(`Leavers ${++numbers}`)
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 100n)
  const addressOf = (n: number) =>
    channel === 'email' ? `n${numbers}${n}@leave.example` : `+919812${numbers + 10}000${n}`
  const addresses = Array.from({ length: RECIPIENTS }, (_, n) => addressOf(n))
  const contacts = []
  for (const address of addresses) {
    const one = await who.make('/v1/contacts', {
      display_name: address,
      [channel === 'email' ? 'email' : 'phone_number']: address,
    })
    await who.make(`/v1/contacts/${one.id}/consents`, { channel, status: 'granted' })
    contacts.push(one)
  }
  const content = channel === 'email' ? {} : await templateOn(who, channel)
  const list = await listOf(who, contacts)
  const one = await campaign(who, [list], { ...content, channel, max_per_minute: 1 })
  const started = await who.post(`/v1/campaigns/${one.id}/start`, {})
  assert.equal(started.status, 200, started.text)
  await until(
    () => statusOf(who, one),
    ({ counts }) => counts.sent + counts.delivered + counts.read >= 1 && counts.waiting > 0,
  )
  return { company, who, one, addressOf: new Map(contacts.map(({ id }, n) => [id, addresses[n] as string])) }
}

async function templateOn(who: ReturnType<typeof person>, channel: ChannelName) {
  const category = channel === 'sms' ? 'promotional' : 'marketing'
  const fields = {
    channel,
    category,
    name: `offer_${++numbers}`,
    language: 'en',
    text: 'Dear {{name}}, seeds are here.',
  }
  const { id } = await who.make('/v1/templates', fields)
  await who.post(`/v1/templates/${id}/submit`)
  const variables = { name: { attribute: 'display_name', fallback: 'friend' } }
  return { subject: null, text: null, template_id: id, variables }
}

async function arrive(organizationId: string, channel: ChannelName, arrived: Partial<Arrived>) {
  const scope = { organizationId: organizationId as Uuid, at: samvad.app.clock() }
  await samvad.app.database.transaction(
    (tx) => storeArrived(tx, scope, createTakers(samvad.app), channel, { ...nothingArrived, ...arrived }, new Map()),
    scope.organizationId,
  )
}

for (const { name, channel, arrives, skip = false } of ways)
  test(`spec 15.11, 15.19: who leaves by ${name} while it runs is skipped, refunded and counted`, {
    skip,
  }, async () => {
    const { company, who, one, addressOf } = await startedOn(channel)
    const recipients = (await recipientsOf(one)).toReversed()
    const [received] = recipients
    const queued = recipients.findLast(({ status }) => status === 'queued')
    const waiting = recipients.findLast(({ status }) => status === 'waiting')
    assert.ok(received && queued && waiting && queued.number > 2)
    for (const { contactId } of [received, queued, waiting, received])
      await arrive(company.organizationId, channel, arrives(addressOf.get(contactId) as string, samvad.app.clock()))
    const done = await later(
      () => statusOf(who, one),
      ({ status }) => status === 'completed',
    )
    const { counts, skipped, not_delivered } = done
    assert.deepEqual([counts.unsubscribed, counts.skipped, counts.cancelled], [1, 1, 1])
    // Reports of a mailbox or its provider add to the suppression list.
    const reasons = [skipped, not_delivered].map(([{ reason }]) => reason)
    assert.deepEqual(new Set(reasons), new Set([channel === 'email' ? SUPPRESSED : 'recipient_unsubscribed']))
    const [charged] = done.charges
    assert.equal(charged.count, RECIPIENTS - 1)
    assert.equal(Number(done.cost).toFixed(4), (Number(charged.price) * (RECIPIENTS - 2)).toFixed(4))
    const { body } = await who.get(`/v1/campaigns/${one.id}/deliveries?reaction=unsubscribed`)
    assert.deepEqual(
      body.data.map(({ contact_id }: any) => contact_id),
      [received.contactId],
    )
  })

test('spec 15.19: who reports it as spam is counted once, on its day, and listed', async () => {
  const { company, who, one, addressOf } = await startedOn('email')
  const [received] = (await recipientsOf(one)).toReversed()
  const address = addressOf.get(received?.contactId as string) as string
  const complaint = () => ({
    suppressions: [{ address, reason: 'complained' as const, detail: [], time: samvad.app.clock() }],
  })
  for (const _ of [1, 2]) await arrive(company.organizationId, 'email', complaint())
  const { counts } = await statusOf(who, one)
  assert.deepEqual([counts.complained, counts.unsubscribed], [1, 0])
  const { body } = await who.get(`/v1/campaigns/${one.id}/deliveries?reaction=complained`)
  assert.deepEqual(
    body.data.map(({ contact_id }: any) => contact_id),
    [received?.contactId],
  )
  const { data } = (await who.get(`/v1/campaigns/${one.id}/days`)).body
  assert.equal(
    data.reduce((sum: number, { complained }: any) => sum + complained, 0),
    1,
  )
  await who.post(`/v1/campaigns/${one.id}/cancel`)
  await later(
    () => statusOf(who, one),
    ({ counts: { queued } }) => queued === 0,
  )
})
