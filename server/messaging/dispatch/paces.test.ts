// The rate limit of accounts over several workers. The provider counts what was sent, with a clock set by the test, so
// nothing depends on the machine's speed.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import { createEmailAdapter } from '#messaging/channels/email/smtp.ts'
import { anotherProcess } from '../../../test/another-process.ts'
import { alsoIn, readyToSend, type Sending } from '../../../test/company.ts'
import { startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { createDispatcher } from './dispatcher.ts'
import { begin, forget, pause as pauseOf, SLOTS_AHEAD_MS, SLOTS_KEPT_MS } from './pace-queries.ts'
import { AccountPaces } from './paces.ts'
import { PAUSE_MAX_MS } from './rules.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const goesOn = new AbortController().signal
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const servers = [samvad]
const apps = [samvad.app, await anotherProcess(samvad), await anotherProcess(samvad)]
const accepted: SendResult = { outcome: 'accepted', providerId: '<a@b>' }

let now = NOON
function setClock(at: Date): void {
  now = at
  for (const one of servers) one.setClock(at)
}
setClock(NOON)
/** How long messages would have waited for their slots: the tests move the clock instead. */
const waits: number[] = []
const wait = async (ms: number) => void waits.push(ms)
const pacesOf = ({ database }: TestSamvad['app']) => new AccountPaces(database, () => now, wait)
/** A separate worker, whose waits return immediately. */
const dispatcherOf = (app: TestSamvad['app'], adapters: Adapters) =>
  createDispatcher(app, adapters, undefined, undefined, undefined, pacesOf(app))

const pass = (ms: number) => setClock(new Date(now.getTime() + ms))

async function waiting(count: number): Promise<Sending> {
  const sending = await readyToSend(samvad, await samvad.newCompany('Weavers'), 1000n)
  const conversations = await alsoIn(samvad, sending, count)
  const messages = conversations.map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' }))
  const { token } = sending.company
  const answer = await samvad.request('POST', '/v1/messages/batch', { token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
  return sending
}

interface Sent {
  at: number
  organizationId: Uuid
}

/** Three workers that send through one account. */
function workers(perSecond: number | null, answer: (message: OutboundMessage) => SendResult = () => accepted) {
  const sent: Sent[] = []
  const email: Adapter = {
    perSecond: () => perSecond,
    async send(message) {
      const result = answer(message)
      if (result.outcome === 'accepted') sent.push({ at: now.getTime(), organizationId: message.organizationId })
      return result
    },
    async close() {},
  }
  const dispatchers = apps.map((app) => dispatcherOf(app, { email }))
  return { sent, run: () => Promise.all(dispatchers.map((one) => one.run(goesOn))) }
}

/** Every window contains at most its share of the rate and one burst. */
function mustKeepPace(sent: readonly Pick<Sent, 'at'>[], perSecond: number): void {
  const burst = ((SLOTS_AHEAD_MS + SLOTS_KEPT_MS) / 1000) * perSecond + 1
  sent.forEach(({ at: from }, first) => {
    for (let last = first; last < sent.length; last++) {
      const seconds = ((sent[last]?.at ?? 0) - from) / 1000
      assert.ok(last - first + 1 <= seconds * perSecond + burst, `${last - first + 1} in ${seconds} s`)
    }
  })
}

test('spec 7.77: three workers together send no faster through an account than it is set to', async () => {
  const of = await waiting(60)
  const { sent, run } = workers(20)
  for (let times = 0; times < 80 && sent.length < 60; times++) {
    await run()
    pass(250)
  }
  assert.equal(sent.length, 60)
  mustKeepPace(sent, 20)
  const rows = await samvad.rows('select distinct status, attempts from deliveries where org_id = $1', [
    of.company.organizationId,
  ])
  assert.deepEqual(rows, [{ status: 'sent', attempts: 1 }], 'waiting for a slot is no try')
})

test('spec 7.77: an account that many share is dealt out among them, and delays no other', async () => {
  const some = [await waiting(40), await waiting(40), await waiting(10)]
  const { sent, run } = workers(10)
  // The sandbox gives each organization's mail its own account name: here all share one.
  const ids = some.map(({ company }) => company.organizationId)
  for (let times = 0; times < 24; times++) {
    await run()
    pass(250)
  }
  for (const id of ids) {
    const own = sent.filter(({ organizationId }) => organizationId === id)
    assert.ok(own.length >= 10, `${own.length} of one`)
    mustKeepPace(own, 10)
  }
})

test('spec 7.77: the slots of an account go to the organizations in turn', async () => {
  const paces = pacesOf(samvad.app)
  const ask = (organizationId: string) => paces.enter('email shared by some', 10, organizationId)
  waits.length = 0
  const answers = await Promise.all([...Array(30).fill('greedy'), 'modest'].map(ask))
  const granted = answers.filter((answer) => answer === null).length
  assert.ok(granted <= 8, `${granted} at once`)
  // The first is sent at once, and each of the others waits for its own slot.
  const sinceFirst = waits.splice(0).map((ms) => Math.round(ms))
  assert.deepEqual(
    sinceFirst,
    sinceFirst.map((_, index) => (index + 1) * 100),
  )
  // A held-back organization waits for its own turn, not for all of the other's deliveries.
  const held = answers.filter((answer) => answer !== null)
  const times = new Set(held.map(({ until: at }) => at.getTime()))
  assert.ok(times.size <= 2 && Math.max(...times) <= now.getTime() + 2000)
})

test('spec 7.78: a clock that is set back or forward makes nobody wait, nor send faster', async () => {
  const paces = pacesOf(samvad.app)
  const ask = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => paces.enter('email stepped', 10, 'one')))
    return answers.filter((answer) => answer === null).length
  }
  const burst = ((SLOTS_AHEAD_MS + SLOTS_KEPT_MS) / 1000) * 10 + 1
  for (const step of [0, -3_600_000, 7_200_000, -3_600_000]) {
    pass(step)
    const count = await ask()
    assert.ok(count >= 1 && count <= burst, `${count} after ${step}`)
    assert.equal(await ask(), 0)
  }
})

test('spec 7.78: what one worker is told of a pause holds for all of them, and for all who share the account', async () => {
  const [one, other] = apps.map(pacesOf) as [AccountPaces, AccountPaces]
  assert.equal(await other.enter('email paused', null, 'b'), null)
  const pausedUntil = new Date(now.getTime() + 7000)
  await one.pause('email paused', pausedUntil)
  assert.deepEqual((await one.enter('email paused', null, 'a'))?.until, pausedUntil)
  const told = await until(
    () => other.enter('email paused', null, 'b'),
    (held) => held !== null,
  )
  assert.deepEqual(told?.until, pausedUntil)
  assert.equal(await other.enter('email not paused', null, 'b'), null)
  await one.pause('email paused for long', new Date(now.getTime() + 86_400_000))
  assert.equal((await one.enter('email paused for long', null, 'a'))?.until.getTime(), now.getTime() + PAUSE_MAX_MS)
  pass(7000)
  assert.equal(await other.enter('email paused', null, 'b'), null)
})

test('spec 7.78: three workers ask a provider that wants a pause no more than once each', async () => {
  await waiting(100)
  let asked = 0
  const { sent, run } = workers(null, () => {
    asked++
    return { outcome: 'throttled', detail: 'slower', retryAfterMs: 30_000 }
  })
  await run()
  // At most those that were in flight when the provider asked for the pause.
  assert.ok(asked <= 3 * 5, `${asked} were tried`)
  const before = asked
  for (let times = 0; times < 29; times++) {
    pass(1000)
    await run()
  }
  assert.deepEqual([asked, sent.length], [before, 0])
})

test('spec 7.79: a recipient who may not be written to faster holds up nobody else', async () => {
  const of = await waiting(30)
  const first = { of: '' }
  const { sent, run } = workers(null, ({ contactId, organizationId }) => {
    if (organizationId !== of.company.organizationId) return accepted
    first.of ||= contactId
    return contactId === first.of
      ? { outcome: 'throttled', detail: 'pair rate', retryAfterMs: 6000, of: 'recipient' }
      : accepted
  })
  pass(60_000)
  await run()
  assert.equal(sent.filter(({ organizationId }) => organizationId === of.company.organizationId).length, 29)
  const [left] = await samvad.rows(
    "select status, attempts, error_code from deliveries where org_id = $1 and status <> 'sent'",
    [of.company.organizationId],
  )
  assert.deepEqual(left, { status: 'queued', attempts: 0, error_code: 'recipient_throttled' })
})

test("spec 7.77: two workers send through the installation's mail server no faster than it is set to", async () => {
  const mailbox = await startMailbox()
  after(() => mailbox.close())
  const arrivals: { at: number }[] = []
  mailbox.answer(() => {
    arrivals.push({ at: now.getTime() })
    return 'accept'
  })
  const settings = { SAMVAD_SMTP_URL: mailbox.url, SAMVAD_SMTP_MESSAGES_PER_SECOND: '40', SAMVAD_LOG_LEVEL: 'silent' }
  const real = await startSamvad(settings)
  const both = [real.app, await anotherProcess(real)].map((app) => {
    const email = createEmailAdapter(app, { serverFor: () => assert.fail('it is not needed'), close: async () => {} })
    after(() => email.close())
    return dispatcherOf(app, { email })
  })
  servers.push(real)
  setClock(now)
  for (let times = 0; times < 2; times++) {
    const sending = await readyToSend(real, await real.newCompany('Weavers'), 1000n)
    const conversations = await alsoIn(real, sending, 30)
    const messages = conversations.map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' }))
    await real.request('POST', '/v1/messages/batch', { token: sending.company.token, json: { messages } })
  }
  for (let times = 0; times < 80 && arrivals.length < 60; times++) {
    await Promise.all(both.map((one) => one.run(goesOn)))
    pass(250)
  }
  assert.equal(mailbox.received.length, 60)
  mustKeepPace(arrivals, 40)
})

test('spec 7.78: the pace of an account that is not used is forgotten, unless its provider still wants nothing', async () => {
  const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)
  const names = ['test used', 'test unused', 'test paused', 'test was paused'] as const
  const [used, unused, paused, wasPaused] = names
  const { database } = samvad.app
  const run = (statement: ReturnType<typeof begin>) => database.transaction((tx) => tx.run(statement))
  await run(begin(used, minutes(0)))
  for (const name of [unused, paused, wasPaused]) await run(begin(name, minutes(-60)))
  await run(pauseOf(paused, minutes(-1), minutes(0)))
  await run(pauseOf(wasPaused, minutes(-60), minutes(-59)))
  await run(forget(minutes(-30), 100))
  const left = await samvad.rows<{ account: string }>(
    "select account from account_paces where account like 'test %' order by account",
  )
  assert.deepEqual(
    left.map(({ account }) => account),
    [paused, used],
  )
})
