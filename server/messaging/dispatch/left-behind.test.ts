// Claimed deliveries that no worker has in flight, or that cannot be sent, are requeued at once. Verdicts compare the
// database with the provider's own log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { createDispatcher } from './dispatcher.ts'
import { WIDTH_FIRST } from './gates.ts'
import { DispatchHands } from './hands.ts'
import { DispatchJournal } from './journal/journal.ts'
import { LeftBehind } from './left-behind.ts'
import { DispatchPauses } from './pauses.ts'
import { DispatchRun, LOOK_FOR_LOST_MS } from './run.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const goesOn = new AbortController().signal
const accepted: SendResult = { outcome: 'accepted', providerId: '<a@b>' }

/** An organization with queued mails. */
async function company(count: number): Promise<Uuid> {
  const sending = await readyToSend(samvad, await samvad.newCompany('Weavers'), 1000n)
  const { company: of } = sending
  const conversations = await alsoIn(samvad, sending, Math.min(count, 1000))
  for (let left = count; left > 0; left -= 1000) {
    const messages = conversations
      .slice(0, left)
      .map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' }))
    const answer = await samvad.request('POST', '/v1/messages/batch', { token: of.token, json: { messages } })
    assert.equal(answer.status, 200, answer.text)
  }
  return of.organizationId
}

function keeping(answer: (message: OutboundMessage, signal: AbortSignal) => Promise<SendResult>) {
  const messages: OutboundMessage[] = []
  const email: Adapter = {
    tellsWhenItLeaves: true,
    async send(message, signal) {
      const result = await answer(message, signal)
      if (result.outcome === 'accepted') messages.push(message)
      return result
    },
    async close() {},
  }
  return { messages, adapters: { email } }
}

const leaves = async ({ leaving }: OutboundMessage): Promise<SendResult> => {
  await leaving()
  return accepted
}

async function statuses(organizationId: Uuid): Promise<string[]> {
  const rows = await samvad.rows<{ text: string }>(
    `select format('%s %s after %s', count(*), status, attempts) as text from deliveries where org_id = $1
      group by status, attempts order by 1`,
    [organizationId],
  )
  return rows.map(({ text }) => text)
}

test('spec 19.2: a claim whose answer was lost is found again at once: all of it is sent, each once', async () => {
  const organizationId = await company(130)
  const { messages, adapters } = keeping(leaves)
  const journal = new DispatchJournal(samvad.app.settings.dataDirectory)
  const { database } = samvad.app
  const { transaction } = database
  let lost = 0
  database.transaction = async (work, owner) => {
    const result = await transaction(work, owner)
    const { claimed = [] } = (result ?? {}) as { claimed?: ClaimedRow[] }
    if (claimed.length === 0 || lost > 0) return result
    lost = claimed.length
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  }
  try {
    await createDispatcher(samvad.app, adapters, undefined, journal).run(goesOn)
  } finally {
    database.transaction = transaction
  }
  assert.ok(lost > 0 && messages.length === 130 - lost, `${messages.length} of 130 were sent, ${lost} lost`)
  assert.deepEqual(await statuses(organizationId), [`${lost} sending after 1`, `${130 - lost} sent after 1`].sort())

  await new LeftBehind(samvad.app, journal).look()
  assert.ok((await statuses(organizationId)).includes(`${lost} queued after 0`))
  await createDispatcher(samvad.app, adapters, undefined, journal).run(goesOn)
  assert.deepEqual(await statuses(organizationId), ['130 sent after 1'])
  assert.equal(messages.length, 130)
  assert.equal(new Set(messages.map(({ deliveryId }) => deliveryId)).size, 130, 'each once')
})

test('spec 19.2: what another worker has in hand is not given back, whatever is left behind', async () => {
  const organizationId = await company(3)
  const at = samvad.app.clock()
  const leaseUntil = new Date(at.getTime() + 50_000)
  await samvad.rows(
    "update deliveries set status = 'sending', attempts = 1, lease_until = $2, claim_id = $3 where org_id = $1",
    [organizationId, leaseUntil, newUuid()],
  )
  const journal = new DispatchJournal(samvad.app.settings.dataDirectory)
  // A separate claim of the same organization, with a lease that ends in the same millisecond.
  journal.leaveBehind(await journal.begin([organizationId], at, leaseUntil))
  await new LeftBehind(samvad.app, journal).look()
  assert.deepEqual(await statuses(organizationId), ['3 sending after 1'])
  await samvad.rows("update deliveries set status = 'sent', lease_until = null where org_id = $1", [organizationId])
})

test('spec 19.2: as long as what leaves cannot be noted nothing leaves, and no try is used up; then all of it does', async () => {
  class Failing extends DispatchJournal {
    isFailing = false
    override async leave(one: { id: Uuid; claim_id: Uuid | null }): Promise<void> {
      if (this.isFailing) throw new Error('no space left on device')
      return super.leave(one)
    }
    override get fault(): Error | null {
      return this.isFailing ? new Error('no space left on device') : null
    }
  }
  const organizationId = await company(80)
  const { messages, adapters } = keeping(async (message) => {
    // As an adapter responds when it must not send.
    const isFree = await message.leaving().then(
      () => true,
      () => false,
    )
    return isFree ? accepted : { outcome: 'unavailable', detail: 'it was broken off' }
  })
  const journal = new Failing(samvad.app.settings.dataDirectory)
  journal.isFailing = true
  const from = new Date()
  samvad.setClock(from)
  const dispatcher = createDispatcher(samvad.app, adapters, undefined, journal)
  await dispatcher.run(goesOn)
  assert.equal(messages.length, 0)
  assert.deepEqual(await statuses(organizationId), ['80 queued after 0'])
  const [work] = await samvad.rows<{ due_at: Date }>(
    "select due_at from due_work where kind = 'dispatch' and org_id = $1",
    [organizationId],
  )
  assert.ok(work && work.due_at > from, 'it is tried again after a pause')

  journal.isFailing = false
  samvad.setClock(work.due_at)
  await dispatcher.run(goesOn)
  samvad.setClock(null)
  assert.deepEqual(await statuses(organizationId), ['80 sent after 1'])
  assert.equal(messages.length, 80)
})

test('spec 7.13, 19.2: what was answered and could not be recorded before its lease was over is not unknown', async () => {
  const organizationId = await company(2)
  const at = samvad.app.clock()
  const leaseUntil = new Date(at.getTime() + 50_000)
  const journal = new DispatchJournal(samvad.app.settings.dataDirectory)
  const claim = await journal.begin([organizationId], at, leaseUntil)
  const rows = await samvad.rows<{ id: Uuid }>(
    `update deliveries set status = 'sending', attempts = 1, lease_until = $2, claim_id = $3 where org_id = $1
      returning id`,
    [organizationId, leaseUntil, claim.id],
  )
  const [answered, silent] = rows.map(({ id }) => id) as [Uuid, Uuid]
  journal.took(claim, [answered, silent])
  for (const id of [answered, silent]) await journal.leave({ id, claim_id: claim.id })
  const key = { organizationId, id: answered, leaseUntil, claimId: claim.id }
  const nothing = { errorCode: null, errorDetail: null, dueAt: null, address: null }
  journal.note({ ...key, ...nothing, status: 'sent', providerId: '<a@b>' }, at)
  samvad.setClock(new Date(leaseUntil.getTime() + 1000))
  await createDispatcher(samvad.app, keeping(leaves).adapters, undefined, journal).run(goesOn)
  samvad.setClock(null)
  const found = await samvad.rows<{ id: Uuid; status: string; sent_at: Date | null }>(
    'select id, status, sent_at from deliveries where org_id = $1',
    [organizationId],
  )
  assert.deepEqual(
    new Map(found.map(({ id, status, sent_at }) => [id, [status, sent_at?.getTime()]])),
    new Map([
      [answered, ['sent', at.getTime()]],
      [silent, ['sending', undefined]],
    ]),
  )
})

test('spec 19.2: while an organization is busy, what a dead worker had of it is settled all the same', async (context) => {
  const organizationId = await company(20)
  const [dead] = await samvad.rows<{ id: Uuid }>(
    `update deliveries set status = 'sending', attempts = 1, claim_id = $2, lease_until = now() + interval '1 hour'
      where (org_id, id) in (select org_id, id from deliveries where org_id = $1 limit 1) returning id`,
    [organizationId, newUuid()],
  )
  assert.ok(dead)
  const ends = Promise.withResolvers<void>()
  context.after(() => ends.resolve())
  let begun = 0
  const { messages, adapters } = keeping(async (message) => {
    begun++
    await ends.promise
    return leaves(message)
  })
  const running = createDispatcher(samvad.app, adapters).run(goesOn)
  await until(
    async () => begun,
    (count) => count > 0,
  )
  await samvad.rows("update deliveries set lease_until = date_trunc('second', now()) - interval '1 s' where id = $1", [
    dead.id,
  ])
  const now = performance.now.bind(performance)
  context.mock.method(performance, 'now', () => now() + LOOK_FOR_LOST_MS)
  await until(
    () =>
      samvad.rows("select 1 from deliveries where org_id = $1 and id = $2 and error_code = 'outcome_unknown'", [
        organizationId,
        dead.id,
      ]),
    (rows) => rows.length === 1,
  )
  assert.equal(messages.length, 0, 'before any other was sent')
  ends.resolve()
  await running
  assert.equal(messages.length, 19)
  assert.ok(!messages.some(({ deliveryId }) => deliveryId === dead.id))
})

test('spec 17.7: a worker that is to end gives back what has not left after a while, and waits for the rest', async () => {
  const organizationId = await company(WIDTH_FIRST)
  const ends = Promise.withResolvers<void>()
  let begun = 0
  const { messages, adapters } = keeping(async (message, signal) => {
    // Every other delivery waits for a connection.
    if (begun++ % 2 === 0) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { outcome: 'unavailable', detail: 'no connection was free' }
    }
    await message.leaving()
    await ends.promise
    return accepted
  })
  const stopping = new AbortController()
  const running = createDispatcher(samvad.app, adapters).run(stopping.signal)
  await until(
    async () => begun,
    (count) => count === WIDTH_FIRST,
  )
  stopping.abort()
  await until(
    () => statuses(organizationId),
    (texts) => texts.includes('3 queued after 0'),
  )
  assert.equal(messages.length, 0)
  ends.resolve()
  await running
  assert.deepEqual(await statuses(organizationId), ['2 sent after 1', '3 queued after 0'])
  await createDispatcher(samvad.app, keeping(leaves).adapters).run(goesOn)
  assert.deepEqual(await statuses(organizationId), [`${WIDTH_FIRST} sent after 1`])
})

test('spec 7.13: what failed by a defect before it began to leave is tried again; after that nobody knows', async () => {
  const organizationId = await company(2)
  let begun = 0
  const { adapters } = keeping(async (message) => {
    if (begun++ === 0) throw new Error('a defect')
    await message.leaving()
    throw new Error('a defect')
  })
  await createDispatcher(samvad.app, adapters).run(goesOn)
  const rows = await samvad.rows<{ error_code: string; attempts: number }>(
    'select error_code, attempts from deliveries where org_id = $1 order by error_code',
    [organizationId],
  )
  assert.deepEqual(rows, [
    { error_code: 'outcome_unknown', attempts: 1 },
    { error_code: 'temporarily_refused', attempts: 1 },
  ])
})

test('spec 7.15: what was claimed before its channel was paused waits for the end of the pause, and is no try', async () => {
  const at = new Date('2026-03-10T06:30:00Z')
  const organizationId = newUuid()
  const pauses = new DispatchPauses()
  const run = new DispatchRun({ org_id: organizationId, due_at: at }, 'one', pauses, () => at)
  pauses.beginOutage(organizationId, 'email', at)
  let isAsked = false
  const send = async () => {
    isAsked = true
    return assert.fail('it is not sent')
  }
  const app = { ...samvad.app, clock: () => at }
  const hands = new DispatchHands(app, send, pauses, new DispatchJournal('/nowhere'), () => {})
  const claimed = { org_id: organizationId, id: newUuid(), channel: 'email', claim_id: newUuid(), lease_until: at }
  await hands.deliver(run, claimed as ClaimedRow, goesOn)
  assert.equal(isAsked, false)
  const [outcome] = run.finished
  assert.deepEqual([outcome?.status, outcome?.isUncounted], ['queued', true])
  assert.deepEqual(outcome?.dueAt, pauses.of(organizationId, 'email', at))
})
