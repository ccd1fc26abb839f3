// Dispatch of many organizations at once. Verdicts compare the database with the provider's own log.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Database } from '#kit/database/database.ts'
import type { GroupOf } from '#kit/groups.ts'
import type { Uuid } from '#kit/ids.ts'
import { roundFailures } from '#kit/metrics.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import { anotherProcess } from '../../../test/another-process.ts'
import { alsoIn, readyToSend, type Sending } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { onlyLong } from '../../../test/long-stories.ts'
import { until } from '../../../test/mail-story.ts'
import { balanceOf } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'
import { createDispatcher } from './dispatcher.ts'
import { IN_HAND_MAX, IN_HAND_OF_ONE_MAX } from './limits.ts'

useUsualLimits(['lock'])

const samvad = await startSamvad()
const other = await anotherProcess(samvad)

/** More organizations than transactions that they may share. */
const [COUNT, TRANSACTIONS_MAX] = [40, 30]
const all: Sending[] = []
const names = Array.from({ length: COUNT }, (_, index) => `Weavers ${index}`)
await someAtOnce(names, 5, async (name) => {
  all.push(await readyToSend(samvad, await samvad.newCompany(name), 400n))
})
const idOf = ({ company }: Sending): Uuid => company.organizationId

/** In one conversation, and therefore one after the other. */
const send = (one: Sending, count: number) => sendIn(one, Array<string>(count).fill(one.conversationId))

/** Each in its own conversation, so none waits for another. */
const sendApart = async (one: Sending, count: number) => sendIn(one, await alsoIn(samvad, one, count))

async function sendIn({ company }: Sending, conversationIds: readonly string[]): Promise<void> {
  const messages = conversationIds.map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' }))
  const answer = await samvad.request('POST', '/v1/messages/batch', { token: company.token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
}

/** An adapter that records its messages, in order. */
function keeping(answer: (message: OutboundMessage) => Promise<SendResult> | SendResult = () => accepted) {
  const messages: OutboundMessage[] = []
  const email: Adapter = {
    async send(message) {
      messages.push(message)
      return answer(message)
    },
    async close() {},
  }
  return { messages, adapters: { email } }
}

const accepted: SendResult = { outcome: 'accepted', providerId: '<a@b>' }
const refused = { outcome: 'refused', code: 'refused', detail: 'no such mailbox' } as const
const goesOn = new AbortController().signal

async function statuses(of: readonly Sending[]) {
  const rows = await samvad.rows<{ status: string; attempts: number; count: number }>(
    'select status, attempts, count(*)::int as count from deliveries where org_id = any($1) group by 1, 2 order by 1, 2',
    [of.map(idOf)],
  )
  return rows.map(({ status, attempts, count }) => `${count} ${status} after ${attempts}`)
}

async function mustBeSentOnce(messages: readonly OutboundMessage[], count: number): Promise<void> {
  assert.equal(messages.length, count)
  assert.equal(new Set(messages.map(({ deliveryId }) => deliveryId)).size, count, 'one came twice')
  const waiting = await samvad.rows("select 1 from deliveries where status in ('queued', 'sending')")
  assert.equal(waiting.length, 0)
  assert.deepEqual(await samvad.rows("select * from due_work where kind = 'dispatch'"), [], 'no work is left')
}

/** Counts the transactions that a database starts, until the returned function is called. */
function countTransactions(database: Database): () => number {
  const { transaction, pipeline } = database
  let count = 0
  database.transaction = (work) => {
    count++
    return transaction(work)
  }
  database.pipeline = (work) => {
    count++
    return pipeline(work)
  }
  return () => {
    Object.assign(database, { transaction, pipeline })
    return count
  }
}

test('spec 19.6: the number of transactions does not grow with the number of organizations', async () => {
  for (const one of all) await send(one, 1)
  const { messages, adapters } = keeping()
  const stop = countTransactions(samvad.app.database)
  await createDispatcher(samvad.app, adapters).run(goesOn)
  const count = stop()
  await mustBeSentOnce(messages, all.length)
  assert.ok(count <= TRANSACTIONS_MAX, `${count} transactions for ${all.length} organizations`)
})

test('spec 19.6: 40 organizations with several mails each: all of them leave, each exactly once', async () => {
  for (const one of all) await send(one, 3)
  const { messages, adapters } = keeping()
  await createDispatcher(samvad.app, adapters).run(goesOn)
  await mustBeSentOnce(messages, COUNT * 3)
  assert.deepEqual(new Set(messages.map(({ organizationId }) => organizationId)), new Set(all.map(idOf)))
})

test('spec 19.6: what goes together is said by a function: by organization, everything leaves just the same', async () => {
  const some = all.slice(0, 20)
  for (const one of some) await send(one, 3)
  const { messages, adapters } = keeping()
  await createDispatcher(samvad.app, adapters, (organizationId) => organizationId).run(goesOn)
  await mustBeSentOnce(messages, 60)
})

test('spec 19.6: one with more waiting than it may have in hand, none of which ends, starves neither 30 with one each nor one that comes later', async (context) => {
  const [big, late, ...small] = all.slice(0, 32) as [Sending, Sending, ...Sending[]]
  const ends = Promise.withResolvers<void>()
  context.after(() => ends.resolve())
  const { messages, adapters } = keeping(async ({ organizationId }) => {
    if (organizationId === idOf(big)) await ends.promise
    return accepted
  })
  await sendApart(big, IN_HAND_OF_ONE_MAX + 50)
  for (const one of small) await send(one, 1)
  const running = createDispatcher(samvad.app, adapters).run(goesOn)
  const haveLeft = async (some: readonly Sending[]) => {
    const isOpen = "select 1 from deliveries where org_id = any($1) and status in ('queued', 'sending')"
    await until(
      () => samvad.rows(isOpen, [some.map(idOf)]),
      (rows) => rows.length === 0,
    )
  }
  await haveLeft(small)
  await send(late, 1)
  await haveLeft([late])
  ends.resolve()
  await running
  await mustBeSentOnce(messages, IN_HAND_OF_ONE_MAX + 50 + 30 + 1)
})

const LIMITS = 'a process has at most 400 deliveries in flight, and at most 100 of one organization'
test(`spec 19.6: together, ${LIMITS}`, (context) => mustLimitInFlight(context, () => ''))
test(`spec 19.6: by organization, ${LIMITS}`, { skip: onlyLong }, (context) => mustLimitInFlight(context, (id) => id))

async function mustLimitInFlight(context: TestContext, groupOf: GroupOf): Promise<void> {
  const some = all.slice(0, 20)
  const [one] = some as [Sending]
  // More than the limit of deliveries in flight, from 20 organizations.
  const each = IN_HAND_MAX / 20 + 2
  let ends: PromiseWithResolvers<void> | null = null
  context.after(() => ends?.resolve())
  let held = 0
  const { messages, adapters } = keeping(async () => {
    if (!ends) return accepted
    held++
    await ends.promise
    return accepted
  })
  const dispatcher = createDispatcher(samvad.app, adapters, groupOf)
  /** Runs until so many are in flight and `meanwhile` is done, then until all are sent. */
  async function mustHold(least: number, most: number, meanwhile: () => Promise<unknown>): Promise<void> {
    ends = Promise.withResolvers()
    held = 0
    const running = dispatcher.run(goesOn)
    await until(
      async () => held,
      (now) => now >= least,
    )
    await meanwhile()
    assert.ok(held <= most, `${held} in flight`)
    ends.resolve()
    await running
  }
  // Each response raises an account's concurrency limit: afterwards the limits have no effect.
  await sendApart(one, IN_HAND_OF_ONE_MAX)
  for (const other of some.slice(1)) await sendApart(other, each)
  await dispatcher.run(goesOn)

  await sendApart(one, IN_HAND_OF_ONE_MAX + 50)
  await mustHold(IN_HAND_OF_ONE_MAX, IN_HAND_OF_ONE_MAX, async () => {})
  for (const other of some) await sendApart(other, each)
  // Leaves a share for one more organization, so that 20 do not fill all places.
  const late = all.at(-1) as Sending
  await mustHold((IN_HAND_MAX * 20) / 21 - 20, IN_HAND_MAX, async () => {
    await send(late, 1)
    await eventually('it is sent too', async () => messages.some((sent) => sent.organizationId === idOf(late)))
  })
  await mustBeSentOnce(messages, IN_HAND_OF_ONE_MAX + 19 * each + IN_HAND_OF_ONE_MAX + 50 + 20 * each + 1)
}

async function failedReversals(): Promise<number> {
  const { values } = await roundFailures.get()
  return values.find(({ labels }) => labels.what === 'reversal')?.value ?? 0
}

test('spec 19.6: while the wallet of one is locked and its deliveries fail, those of the others are sent, or failed and given back', async () => {
  const [locked, ...others] = all.slice(0, 12) as [Sending, ...Sending[]]
  const [failing, ...sending] = others as [Sending, ...Sending[]]
  const before = await statuses([locked])
  const balances = await Promise.all([locked, failing].map((one) => balanceOf(samvad, one.company)))
  for (const one of [locked, ...others]) await send(one, 5)
  const { messages, adapters } = keeping(({ organizationId }) =>
    [locked, failing].some((one) => idOf(one) === organizationId) ? refused : accepted,
  )
  const holder = await samvad.app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from wallets where org_id = $1 for update', [idOf(locked)])
  const failedBefore = await failedReversals()
  const running = createDispatcher(samvad.app, adapters).run(goesOn)
  try {
    const isOpen = "select 1 from deliveries where org_id = any($1) and status in ('queued', 'sending')"
    await until(
      () => samvad.rows(isOpen, [others.map(idOf)]),
      (rows) => rows.length === 0,
    )
    assert.equal((await samvad.rows(isOpen, [[idOf(locked)]])).length, 5)
    assert.equal(await balanceOf(samvad, failing.company), balances[1])
    await until(failedReversals, (count) => count > failedBefore)
    await send(sending[0] as Sending, 5)
    await until(
      () => samvad.rows(isOpen, [others.map(idOf)]),
      (rows) => rows.length === 0,
    )
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await running
  await mustBeSentOnce(messages, 65)
  assert.deepEqual(await statuses([locked]), ['5 failed after 1', ...before])
  assert.equal(await balanceOf(samvad, locked.company), balances[0])
})

test('spec 19.6: what cannot be recorded of one is recorded of all others, and of that one as soon as it can', async () => {
  const [broken, ...others] = all.slice(0, 30) as [Sending, ...Sending[]]
  for (const one of [broken, ...others]) await send(one, 2)
  await samvad.rows(`
    create function refuse_it() returns trigger language plpgsql as
      $$ begin if new.status = 'sent' and new.org_id = '${idOf(broken)}' then raise 'broken'; end if; return new; end $$`)
  await samvad.rows('create trigger refuse_it before update on deliveries for each row execute function refuse_it()')
  const { messages, adapters } = keeping()
  const running = createDispatcher(samvad.app, adapters).run(goesOn)
  try {
    await until(
      () => samvad.rows("select org_id from deliveries where status in ('queued', 'sending')"),
      (rows) => rows.length === 2 && rows.every(({ org_id }) => org_id === idOf(broken)),
    )
  } finally {
    await samvad.rows('drop trigger refuse_it on deliveries')
  }
  await running
  await mustBeSentOnce(messages, 60)
})

test('spec 19.6: two processes with many organizations on one database: each mail leaves exactly once, and nobody waits for ever', async () => {
  const deadlocks = async () =>
    (await samvad.rows('select deadlocks::int from pg_stat_database where datname = current_database()'))[0]?.deadlocks
  const before = await deadlocks()
  const [first, second] = [keeping(acceptLater), keeping(acceptLater)]
  const dispatchers = [createDispatcher(samvad.app, first.adapters), createDispatcher(other, second.adapters)]
  const isDone = async () => (await samvad.rows("select 1 from due_work where kind = 'dispatch'")).length === 0
  const work = (inOrder = dispatchers) =>
    Promise.all(
      inOrder.map(async (dispatcher) => {
        while (!(await isDone())) await dispatcher.run(goesOn)
      }),
    )
  for (const one of all) await send(one, 2)
  const sending = someAtOnce(all, 4, (one) => send(one, 3))
  await Promise.all([sending, work()])
  await work()
  let count = 5 * COUNT
  // The first to lease may take everything, so each is first in turn.
  for (let more = 0; more < 20 && [first, second].some(({ messages }) => messages.length === 0); more++) {
    for (const one of all) await send(one, 1)
    await work(more % 2 === 0 ? dispatchers.toReversed() : dispatchers)
    count += COUNT
  }
  await mustBeSentOnce([...first.messages, ...second.messages], count)
  assert.ok(first.messages.length > 0 && second.messages.length > 0, 'both had their share')
  assert.equal(await deadlocks(), before)
})

async function acceptLater(): Promise<SendResult> {
  await endOfTurn()
  return accepted
}
