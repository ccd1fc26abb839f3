// spec 5.30, 5.32, 7.9: in whatever order, and however often, providers deliver their reports and messages, the final
// state is the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import type { ArrivalReader, NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { type Arrived, nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { casesOf } from '../cases.ts'
import { chance } from '../chance.ts'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { person } from '../story.ts'

const ROUNDS = casesOf(12)
const samvad = await startSamvad()
const { app } = samvad
const { keep } = createArrivals(app)

const reader: ArrivalReader = {
  async read({ body, organizationId }) {
    const said = JSON.parse(body.toString(), (key, value) => (key === 'time' ? new Date(value) : value)) as Arrived
    const receipts = said.receipts?.map((one) => ({ ...one, organizationId })) ?? []
    return { ...nothingArrived, ...said, receipts }
  },
}
const jobs = arrivalJobs(app, undefined, { test: () => reader })
const NOON = new Date('2026-03-10T06:30:00Z')
const at = (minute: number) => new Date(NOON.getTime() + minute * 60_000)
const [from, channel] = ['ravi@farm.example', 'email']

const message = (text: string, minute: number) => ({
  messages: [
    {
      channel,
      from,
      providerId: text,
      time: at(minute),
      content: { subject: null, text, html: null, attachments: [] },
    },
  ],
})
const receipt = (status: string, minute: number) => ({
  receipts: [{ channel, delivery: { providerId: 'out' }, status, time: at(minute), error: null }],
})
const everything: object[] = [
  message('first', 1),
  message('second', 2),
  { ...message('third', 3), ...receipt('delivered', 4) },
  receipt('delivered', 5),
  receipt('read', 6),
  { suppressions: [{ address: 'gone@farm.example', reason: 'bounced', detail: '5.1.1', time: at(7) }] },
  { reactions: [{ from, providerId: 'out', emoji: '👍', time: at(8) }] },
  { reactions: [{ from, providerId: 'out', emoji: '❤️', time: at(9) }] },
]

async function stateAfter(round: number, brought: readonly object[]) {
  samvad.setClock(at(60))
  const { organizationId, ...member } = await samvad.newCompany(`Round ${round}`)
  const who = person(samvad, member)
  await fund(samvad, organizationId, 10n)
  const contact = await who.make('/v1/contacts', { email: from })
  await who.make('/v1/contacts', { email: 'gone@farm.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const { id } = await who.make('/v1/messages', { conversation_id: conversation.id, channel, text: 'Ready' })
  await samvad.rows(`update deliveries set status = 'sent', sent_at = $2, provider_id = 'out' where message_id = $1`, [
    uuidOf('msg', id),
    NOON,
  ])
  for (const [place, what] of brought.entries()) {
    const body = Buffer.from(JSON.stringify(what))
    // A provider that repeats it may use a different envelope.
    const arrival = { organizationId, channel, source: 'test', fingerprint: `${place}`, body, receivedAt: at(60) }
    await keep([arrival as NewArrival])
    if (place % 3 === 0) await work()
  }
  await work()
  const rows = (text: string) => samvad.rows(text, [organizationId])
  return {
    messages: await rows(
      `select text, channel from messages where org_id = $1 and direction = 'inbound' order by text`,
    ),
    contacts: await rows('select email, last_inbound_at, suppressed from contacts where org_id = $1 order by email'),
    deliveries: await rows('select status, delivered_at, read_at from deliveries where org_id = $1'),
    reactions: await rows('select emoji, is_user, created_at from reactions where org_id = $1'),
    waiting: await rows('select id from arrivals where org_id = $1 and body is not null'),
  }
}

async function work(): Promise<void> {
  for (const job of jobs) while (await job.run(new AbortController().signal));
}

test('spec 5.30, 5.32, 7.9: any order and any repetition of what is brought lead to the same state', async () => {
  const expected = await stateAfter(0, everything)
  assert.equal(expected.messages.length, 3)
  assert.equal(expected.deliveries[0]?.status, 'read')
  assert.deepEqual(expected.waiting, [])
  for (let round = 1; round <= ROUNDS; round++) {
    const next = chance(round)
    const brought = everything
      .flatMap((one) => Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({ one, place: next() })))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one)
    assert.deepEqual(await stateAfter(round, brought), expected, `seed ${round}`)
  }
  samvad.setClock(null)
})
