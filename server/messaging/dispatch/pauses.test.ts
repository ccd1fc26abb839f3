// Two channels of one organization, one of which fails. Verdicts compare the database with the adapters' own logs.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { AccountKind } from '#messaging/channels/accounts/kind.ts'
import type { Adapter, SendResult } from '#messaging/channels/adapter.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { alsoIn, readyToSend, type Sending } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { createDispatcher } from './dispatcher.ts'
import { OUTAGE_PAUSE_MS, PAUSE_MAX_MS } from './rules.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const goesOn = new AbortController().signal
// The operator has an SMS account for all organizations.
const realSms = channels.sms.account as AccountKind
channels.sms.account = {
  ...(channels.email.account as AccountKind),
  wasReal: () => true,
  carrierOf: () => 'installation',
}
after(() => {
  channels.sms.account = realSms
})
const samvad = await startSamvad()
beforeEach(() => samvad.setClock(NOON))

interface Many extends Sending {
  /** More conversations than can be in flight at once, so that no message waits for another. */
  conversationIds: string[]
}

async function company(name: string): Promise<Many> {
  const sending = await readyToSend(samvad, await samvad.newCompany(name), 500n)
  return { ...sending, conversationIds: await alsoIn(samvad, sending, CONVERSATIONS) }
}

const CONVERSATIONS = 250
let written = 0

async function wait({ company, conversationIds }: Many, channel: ChannelName, count: number): Promise<void> {
  const messages = Array.from({ length: count }, () => ({
    conversation_id: conversationIds[written++ % CONVERSATIONS],
    channel,
    text: 'Hello',
  }))
  const answer = await samvad.request('POST', '/v1/messages/batch', { token: company.token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(new Set(answer.body.data.map(({ status }: { status: number }) => status)), new Set([201]))
}

/** Adapters that record the messages; the email one accepts all. */
function adapters(sms: () => SendResult) {
  const sent: { channel: ChannelName; organizationId: Uuid; deliveryId: Uuid }[] = []
  const keeping = (channel: ChannelName, answer: () => SendResult): Adapter => ({
    async send({ organizationId, deliveryId }) {
      const result = answer()
      if (result.outcome === 'accepted') sent.push({ channel, organizationId, deliveryId })
      return result
    },
    async close() {},
  })
  const table = { email: keeping('email', accepted), sms: keeping('sms', sms) }
  const dispatcher = createDispatcher(samvad.app, table)
  return { sent, run: () => dispatcher.run(goesOn) }
}

const accepted = (): SendResult => ({ outcome: 'accepted', providerId: crypto.randomUUID() })
const away = (): SendResult => ({ outcome: 'unavailable', detail: 'nobody answers' })

async function of({ company }: Sending, channel: ChannelName) {
  const rows = await samvad.rows<{ status: string; attempts: number; count: number }>(
    'select status, attempts, count(*)::int as count from deliveries where org_id = $1 and channel = $2 group by 1, 2 order by 1, 2',
    [company.organizationId, channel],
  )
  return rows.map(({ status, attempts, count }) => `${count} ${status} after ${attempts}`)
}

const dueWork = async ({ company }: Sending): Promise<number | undefined> =>
  (
    await samvad.rows("select due_at from due_work where kind = 'dispatch' and org_id = $1", [company.organizationId])
  )[0]?.due_at.getTime()

const later = (ms: number) => samvad.setClock(new Date(samvad.app.clock().getTime() + ms))

test('spec 7.15: while SMS cannot be sent, mail that waits behind it leaves, and the tries of SMS are spared', async () => {
  const [asha, banyan] = [await company('Asha Mills'), await company('Banyan Books')]
  await wait(asha, 'sms', 200)
  later(1000)
  await wait(asha, 'email', 200)
  await wait(banyan, 'email', 10)
  const balance = await balanceOf(samvad, asha.company)
  let isAway = true
  const { sent, run } = adapters(() => (isAway ? away() : accepted()))
  await run()
  assert.deepEqual(await of(asha, 'email'), ['200 sent after 1'])
  assert.deepEqual(await of(banyan, 'email'), ['10 sent after 1'])
  const [untried, tried] = await of(asha, 'sms')
  assert.match(untried ?? '', /^(1[5-9]\d) queued after 0$/, 'most were not tried')
  assert.match(tried ?? '', /^[1-4]?\d queued after 1$/)
  // It is due again when the pause is over, and not before.
  assert.equal(await dueWork(asha), samvad.app.clock().getTime() + OUTAGE_PAUSE_MS)
  assert.equal(await dueWork(banyan), undefined)

  isAway = false
  later(OUTAGE_PAUSE_MS)
  await run()
  later(60_000)
  await run()
  assert.equal((await of(asha, 'sms')).filter((line) => !/ sent after [12]$/.test(line)).length, 0)
  assert.equal(new Set(sent.map(({ deliveryId }) => deliveryId)).size, 410)
  assert.equal(sent.length, 410, 'none left twice')
  assert.equal(await balanceOf(samvad, asha.company), balance)
  assert.equal(await dueWork(asha), undefined)
})

test('spec 7.15: SMS leaves as soon as its pause is over, though a mail that takes long keeps its organization under way', async () => {
  const asha = await company('Gauri Granites')
  await wait(asha, 'email', 1)
  later(1000)
  await wait(asha, 'sms', 60)
  let isAway = true
  const slow = Promise.withResolvers<SendResult>()
  const dispatcher = createDispatcher(samvad.app, {
    email: { send: () => slow.promise, async close() {} },
    sms: { send: async () => (isAway ? away() : accepted()), async close() {} },
  })
  const run = dispatcher.run(goesOn)
  try {
    await eventually('some were tried, and all wait', async () => {
      const lines = await of(asha, 'sms')
      return lines.length === 2 && lines.every((line) => / queued after [01]$/.test(line))
    })
    const [untried = ''] = await of(asha, 'sms')
    const left = Number(/^(\d+) queued after 0$/.exec(untried)?.[1])
    assert.ok(left >= 40, untried)
    isAway = false
    later(OUTAGE_PAUSE_MS)
    await eventually('the others have left', async () => (await of(asha, 'sms')).includes(`${left} sent after 1`))
    assert.deepEqual(await of(asha, 'email'), ['1 sending after 1'])
  } finally {
    slow.resolve(accepted())
    await run
  }
  assert.deepEqual(await of(asha, 'email'), ['1 sent after 1'])
})

test("spec 19.6: an outage of one organization's SMS is nobody else's", async () => {
  const [asha, banyan] = [await company('Chai House'), await company('Deepa Dairy')]
  await wait(asha, 'sms', 60)
  await wait(banyan, 'sms', 60)
  const { organizationId } = asha.company
  const dispatcher = createDispatcher(samvad.app, {
    sms: {
      send: async (message) => (message.organizationId === organizationId ? away() : accepted()),
      async close() {},
    },
  })
  await dispatcher.run(goesOn)
  assert.deepEqual(await of(banyan, 'sms'), ['60 sent after 1'])
  assert.ok((await of(asha, 'sms')).every((line) => line.includes(' queued after ')))
  assert.equal(await dueWork(asha), samvad.app.clock().getTime() + OUTAGE_PAUSE_MS)
  later(60_000)
  await adapters(accepted).run()
  assert.ok((await of(asha, 'sms')).every((line) => line.includes(' sent after ')))
})

test('spec 7.15: a provider that is sent to too fast is let alone as long as it wants, and nothing is used up by it', async () => {
  const asha = await company('Ekta Sarees')
  await wait(asha, 'sms', 100)
  await wait(asha, 'email', 100)
  const PAUSE_MS = 7_000
  let free = 10
  const { sent, run } = adapters(() => {
    if (free-- > 0) return accepted()
    return { outcome: 'throttled', detail: 'ten are enough', retryAfterMs: PAUSE_MS }
  })
  await run()
  assert.deepEqual(await of(asha, 'email'), ['100 sent after 1'])
  assert.deepEqual(await of(asha, 'sms'), ['90 queued after 0', '10 sent after 1'])
  assert.equal(await dueWork(asha), samvad.app.clock().getTime() + PAUSE_MS)
  for (let rounds = 0; rounds < 20 && sent.length < 200; rounds++) {
    free = 10
    later(PAUSE_MS)
    await run()
  }
  assert.deepEqual(await of(asha, 'sms'), ['100 sent after 1'])
  assert.equal(new Set(sent.map(({ deliveryId }) => deliveryId)).size, 200)
})

test('spec 7.15: however long a provider wants to be let alone, it is asked again within a minute', async () => {
  const asha = await company('Falguni Farms')
  await wait(asha, 'sms', 1)
  let tries = 0
  const { sent, run } = adapters(() =>
    tries++ === 0 ? { outcome: 'throttled', detail: 'tomorrow', retryAfterMs: 86_400_000 } : accepted(),
  )
  await run()
  assert.equal(await dueWork(asha), NOON.getTime() + 86_400_000, 'this one is tried tomorrow')
  await wait(asha, 'sms', 1)
  await run()
  assert.deepEqual([sent.length, await dueWork(asha)], [0, NOON.getTime() + PAUSE_MAX_MS])
  later(PAUSE_MAX_MS)
  await run()
  assert.deepEqual(await of(asha, 'sms'), ['1 queued after 0', '1 sent after 1'])
})
