// spec 16.41, 7.9, 7.10: whatever the providers of the three channels report about a message, in their protocols, in
// any order, combination and number: its status and its money agree, and nothing is refunded twice.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { createOwnAddresses } from '#messaging/channels/email/addresses.ts'
import { MAIL_SOURCE, pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { writeKept } from '#messaging/channels/sms/smpp/kept.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { type CloudApiStatus, statusOf, webhookOf } from '../../server/sandbox/cloud-api-webhook.ts'
import { deliveryReport } from '../../server/sandbox/mail-reports.ts'
import { receiptPdu } from '../../server/sandbox/sms-receipts.ts'
import fc, { SLOW_CASES } from '../cases.ts'
import { type Company, fund, startSamvad } from '../harness.ts'
import { balanceOf } from '../payments.ts'
import { person } from '../story.ts'

const MESSAGES = 3
const [email, phone_number] = ['ravi@shop.example', '+919876543210']
type Channel = 'email' | 'app' | 'sms'

const samvad = await startSamvad()
const { app } = samvad
const { keep } = createArrivals(app)
const jobs = arrivalJobs(app)
const own = createOwnAddresses(app.sealer, app.settings.mailDomain ?? 'invalid')
const adapter = {
  send: async ({ deliveryId }: { deliveryId: string }) =>
    ({ outcome: 'accepted', providerId: `p${deliveryId.replaceAll('-', '')}` }) as const,
  async close() {},
}
const dispatcher = createDispatcher(app, { email: adapter, app: adapter, sms: adapter })

interface Sent {
  org_id: Uuid
  id: Uuid
  provider_id: string
}
type Words = Record<string, (sent: Sent, of: Company) => NewArrival>

const arrival = (of: Company, channel: Channel, source: string, body: Buffer): NewArrival => ({
  organizationId: of.organizationId,
  channel,
  source,
  // Different each time: nothing identifies a repetition.
  fingerprint: randomUUID(),
  body,
  receivedAt: app.clock(),
})

const mail =
  (action: 'delivered' | 'failed', code: string) =>
  ({ org_id: organizationId, id }: Sent, of: Company): NewArrival => {
    const returnPath = own.make({ kind: 'bounce', organizationId, id })
    // The report names another address than the recipient, so that the recipient is not suppressed.
    const raw = Buffer.from(
      deliveryReport({ address: 'other@shop.example', returnPath, at: app.clock() }, action, code),
    )
    return arrival(of, 'email', MAIL_SOURCE, pack({ envelope: { from: '', to: returnPath, client: null }, raw }))
  }

const sms =
  (stat: string) =>
  ({ provider_id }: Sent, of: Company): NewArrival => {
    const pdu = receiptPdu({ id: provider_id, to: phone_number.slice(1), from: 'SAMVAD', stat, at: app.clock() })
    return arrival(of, 'sms', 'smpp', writeKept({ kind: 'pdu', idFormat: 'as_is', ...pdu }))
  }

let turn = 0
const webhook =
  (status: CloudApiStatus) =>
  ({ id, provider_id }: Sent, of: Company): NewArrival => {
    const ours = turn++ % 2 === 0 ? publicId('dlv', id) : undefined
    const said = statusOf({ id: provider_id, to: phone_number.slice(1), ours }, status, 1_767_225_660 + (turn % 50))
    return arrival(of, 'app', 'cloud_api', webhookOf({ statuses: [said] }))
  }

/** Each channel's reports for a message. */
const words: Record<Channel, Words> = {
  email: { delivered: mail('delivered', '250 2.0.0'), undelivered: mail('failed', '550 5.1.1') },
  sms: { delivered: sms('DELIVRD'), undelivered: sms('UNDELIV'), failed: sms('REJECTD'), nothing: sms('ENROUTE') },
  app: {
    nothing: webhook('sent'),
    delivered: webhook('delivered'),
    read: webhook('read'),
    failed: webhook({ failed: 131047 }),
    undelivered: webhook({ failed: 131000 }),
  },
}

async function work(): Promise<void> {
  for (const job of jobs) while (await job.run(new AbortController().signal));
}

const rows = (sent: readonly Sent[]) =>
  samvad.rows<{ id: Uuid; status: string; reversal_id: Uuid | null }>(
    'select id, status, reversal_id, delivered_at, read_at, error_code from deliveries where id = any($1) order by id',
    [sent.map(({ id }) => id)],
  )

async function leave(of: Company, conversationId: string, channel: Channel): Promise<Sent[]> {
  const messages = Array.from({ length: MESSAGES }, () => ({ conversation_id: conversationId, channel, text: 'Hello' }))
  const { token, organizationId } = of
  const answer = await samvad.request('POST', '/v1/messages/batch', { token, json: { messages } })
  assert.ok(
    answer.body.data.every(({ status }: { status: number }) => status === 201),
    answer.text,
  )
  await dispatcher.run(new AbortController().signal)
  return samvad.rows<Sent & Record<string, unknown>>(
    `select org_id, id, provider_id from deliveries
      where org_id = $1 and status = 'sent' order by id desc limit ${MESSAGES}`,
    [organizationId],
  )
}

/** Runs the jobs until `written` resolves, which is after its processing. */
async function receiving(written: Promise<unknown>): Promise<void> {
  const work = { isOver: false }
  const over = written.finally(() => {
    work.isOver = true
  })
  while (!work.isOver) for (const job of jobs) await job.run(new AbortController().signal)
  await over
}

for (const channel of ['email', 'app', 'sms'] as const)
  test(`spec 16.41: ${channel}: any order, company and repetition of what its provider reports`, async () => {
    const company = await samvad.newCompany(`By ${channel}`)
    const who = person(samvad, company)
    await fund(samvad, company.organizationId, 1000n)
    const contact = await who.make('/v1/contacts', { email, phone_number })
    const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
    if (channel === 'app')
      await receiving(who.make('/v1/sandbox/messages', { channel, from: phone_number, text: 'Hello?' }))
    const neighbour = await samvad.newCompany(`Beside ${channel}`)
    const says = words[channel]
    const said = fc.record({ of: fc.nat(MESSAGES - 1), word: fc.constantFrom(...Object.keys(says)) })
    const batches = fc.array(fc.array(said, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })
    const [reached] = 'read' in says ? ['read'] : ['delivered']
    const one = (word: string | undefined) => [{ of: 0, word: word as string }]
    const contradictions =
      'failed' in says
        ? [
            [one(reached), one('failed')],
            [one('failed'), one(reached)],
            // Other reports in the same request count all the same.
            [one(reached), [...one('failed'), ...one('undelivered')]],
          ]
        : []
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const before = Number(await balanceOf(samvad, company))
        const sent = await leave(company, conversation.id, channel)
        const cost = (before - Number(await balanceOf(samvad, company))) / MESSAGES
        const ordered = await rows(sent)
        const at = (place: number) => sent.find(({ id }) => id === ordered[place]?.id) as Sent
        const bring = (of: Company, batch: typeof all) =>
          keep(batch.flat().map(({ of: place, word }) => (says[word] as Words[string])(at(place), of)))

        // Reports from another organization's provider have no effect.
        await bring(neighbour, all)
        await work()
        assert.deepEqual(await rows(sent), ordered)

        const arrived = new Set<number>()
        for (const batch of all) {
          await bring(company, [batch])
          await work()
          const now = await rows(sent)
          for (const { of: place, word } of batch)
            if ((word === 'delivered' || word === 'read') && now[place]?.status !== 'failed') arrived.add(place)
          for (const place of arrived) assert.notEqual(now[place]?.status, 'failed', 'what arrived has left')
        }
        const ended = await rows(sent)
        for (const [place, { status, reversal_id }] of ended.entries()) {
          assert.equal(reversal_id !== null, status === 'failed')
          const heard = new Set(
            all.flat().flatMap(({ of, word }) => (of === place && word !== 'nothing' ? [word] : [])),
          )
          if (heard.size === 0) assert.equal(status, 'sent')
          if (heard.size === 1) assert.equal(status, [...heard][0])
          if (heard.has('read') && !heard.has('failed') && !heard.has('undelivered')) assert.equal(status, 'read')
        }
        const failed = ended.filter(({ status }) => status === 'failed').length
        const left = before - cost * (MESSAGES - failed)
        assert.equal(Number(await balanceOf(samvad, company)).toFixed(2), left.toFixed(2))

        // All of them once more, in reverse.
        await bring(company, all.toReversed())
        await work()
        assert.deepEqual(
          (await rows(sent)).map(({ status, reversal_id }) => [status, reversal_id]),
          ended.map(({ status, reversal_id }) => [status, reversal_id]),
        )
        assert.equal(Number(await balanceOf(samvad, company)).toFixed(2), left.toFixed(2))
      }),
      { numRuns: SLOW_CASES, examples: contradictions.map((all) => [all]) },
    )
    const unread = await samvad.rows('select error from arrivals where org_id = $1 and failed_at is not null', [
      company.organizationId,
    ])
    assert.deepEqual(unread, [])
  })
