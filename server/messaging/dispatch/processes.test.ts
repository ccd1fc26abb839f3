// Dispatch while processes and mail servers start and stop. Verdicts compare the database with the server's own log.

import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import type { Worker } from '#worker/worker.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { type Company, fund, startSamvad, type TestSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond, delivered, deliveriesOf, unresolved, until, write } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { balanceOf } from '../../../test/payments.ts'
import { person } from '../../../test/story.ts'
import { LEASE_MS } from './round.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const mailbox = await startMailbox()
after(() => mailbox.close())
beforeEach(() => {
  mailbox.answer(() => 'accept')
  mailbox.received.length = 0
})

const common = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const workers: Worker[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(GUARD_MS)
})

/** Runs until the end of the test. */
function startWorker(samvad: TestSamvad): Worker {
  const worker = samvad.startWorker()
  workers.push(worker)
  return worker
}

/** A company with credit and a contact, at noon, whose worker has not started yet. */
async function company(samvad = common) {
  samvad.setClock(null)
  const its = await samvad.newCompany('Asha Textiles')
  await fund(samvad, its.organizationId, 500n)
  samvad.setClock(NOON)
  const asha = person(samvad, its)
  return { samvad, its, asha, ravi: await correspond(asha, 'ravi@shop.example') }
}

function setTime(samvad: TestSamvad, at: Date): void {
  samvad.setClock(at)
  samvad.app.wake('dispatch')
}

const dueAt = async (samvad: TestSamvad, { organizationId }: Company) =>
  (
    await samvad.rows<{ due_at: Date }>("select due_at from due_work where kind = 'dispatch' and org_id = $1", [
      organizationId,
    ])
  )[0]?.due_at.getTime()

test('spec 19.2: what a dead process had in hand is told within a minute as unknown: it stays paid for and is not sent again', async () => {
  const { samvad, its, asha, ravi } = await company()
  const message = await write(asha, ravi)
  const paid = await balanceOf(samvad, its)
  // In the state that a killed process leaves: claimed, with an unknown progress.
  const leaseEnd = new Date(NOON.getTime() + LEASE_MS)
  await samvad.rows("update deliveries set status = 'sending', attempts = 1, lease_until = $1 where org_id = $2", [
    leaseEnd,
    its.organizationId,
  ])
  assert.ok(LEASE_MS < 60_000)

  setTime(samvad, new Date(NOON.getTime() + 30_000))
  startWorker(samvad)
  await until(
    () => dueAt(samvad, its),
    (at) => at === leaseEnd.getTime(),
  )
  assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sending', 'its lease is not over')

  setTime(samvad, leaseEnd)
  const unknown = await unresolved(samvad, message)
  assert.match(unknown.error_detail ?? '', /It is unknown whether the message was sent/)
  // It does not wait to be sent, so it has no due work.
  await until(
    () => dueAt(samvad, its),
    (at) => at === undefined,
  )
  assert.equal(mailbox.received.length, 0)
  assert.equal(await balanceOf(samvad, its), paid)
})

test('waiting deliveries of which no work is noted are found', async () => {
  const { samvad, its, asha, ravi } = await company()
  const message = await write(asha, ravi)
  await samvad.rows('delete from due_work where org_id = $1', [its.organizationId])
  setTime(samvad, new Date(NOON.getTime() + 61_000))
  startWorker(samvad)
  await delivered(samvad, message, 'sent')
  assert.equal(mailbox.received.length, 1)
})

test('spec 17.7: asked to stop, a worker finishes what is in hand and takes nothing new', async () => {
  const { samvad, asha, ravi } = await company()
  const held = Promise.withResolvers<'accept'>()
  mailbox.answer(() => held.promise)
  const worker = startWorker(samvad)
  const first = await write(asha, ravi)
  await delivered(samvad, first, 'sending')
  const stopped = worker.stop(GUARD_MS)
  const second = await write(asha, ravi)
  held.resolve('accept')
  await stopped
  assert.equal((await deliveriesOf(samvad, first))[0]?.status, 'sent')
  assert.equal((await deliveriesOf(samvad, second))[0]?.status, 'queued')
  startWorker(samvad)
  await delivered(samvad, second, 'sent')
})

test('spec 19.6: one organization whose mail server says nothing does not keep the others waiting', async () => {
  const { samvad, asha, ravi } = await company()
  const neighbour = await samvad.newCompany('Banyan Books')
  await fund(samvad, neighbour.organizationId, 100n)
  const banyan = person(samvad, neighbour)
  const meena = await correspond(banyan, 'meena@shop.example')
  const held = Promise.withResolvers<'accept'>()
  mailbox.answer((recipient) => (recipient === ravi.email ? held.promise : 'accept'))
  startWorker(samvad)
  const silent = await write(asha, ravi)
  await delivered(samvad, silent, 'sending')
  await delivered(samvad, await write(banyan, meena), 'sent')
  assert.equal((await deliveriesOf(samvad, silent))[0]?.status, 'sending')
  held.resolve('accept')
  await delivered(samvad, silent, 'sent')
})

test('spec 19.2: two workers at once send every message exactly once', async () => {
  const { samvad } = await company()
  const second = await startMailbox()
  after(() => second.close())
  const other = await startSamvad({ SAMVAD_SMTP_URL: second.url }, { connection: samvad.connection })
  // The work of an organization belongs to one worker at a time.
  const companies = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const sending = await readyToSend(samvad, await samvad.newCompany(`Weavers ${index}`), 100n)
      return { who: person(samvad, sending.company), conversations: await alsoIn(samvad, sending, 5) }
    }),
  )
  samvad.setClock(null)
  startWorker(samvad)
  startWorker(other)

  const ids: string[] = []
  for (let batch = 0; batch < 3; batch++) {
    for (const { who, conversations } of companies) {
      const drafts = conversations.map((conversation_id) => ({ conversation_id, channel: 'email', text: `${batch}` }))
      const { body } = await who.post('/v1/messages/batch', { messages: drafts })
      ids.push(...body.data.map(({ message }: any) => uuidOf('msg', message.id)))
    }
    samvad.app.wake('dispatch')
    other.app.wake('dispatch')
  }
  await until(
    () =>
      samvad.rows<{ status: string; attempts: number }>(
        'select status, attempts from deliveries where message_id = any($1)',
        [ids],
      ),
    (rows) => rows.length === 120 && rows.every(({ status, attempts }) => status === 'sent' && attempts === 1),
  )
  const all = [...mailbox.received, ...second.received].map(({ headers }) => headers['message-id'])
  assert.equal(all.length, 120)
  assert.equal(new Set(all).size, 120)
  assert.ok(mailbox.received.length > 0 && second.received.length > 0, 'both had their share')
})

test('spec 7.15: while the mail server cannot be reached the queue is not used up, and all of it leaves when it is back', async () => {
  const away = await startMailbox()
  await away.close()
  const { samvad, its, asha, ravi } = await company(await startSamvad({ SAMVAD_SMTP_URL: away.url }))
  const messages = Array.from({ length: 100 }, () => ({
    conversation_id: ravi.conversationId,
    channel: 'email',
    text: 'Hello',
  }))
  assert.equal((await asha.post('/v1/messages/batch', { messages })).status, 200)
  const before = await balanceOf(samvad, its)
  startWorker(samvad)
  const rows = () =>
    samvad.rows<{ status: string; attempts: number; error_code: string }>(
      'select status, attempts, error_code from deliveries',
    )
  await until(
    () => dueAt(samvad, its),
    (at) => at === NOON.getTime() + 5000,
  )
  const seen = await rows()
  assert.ok(seen.every(({ status }) => status === 'queued'))
  const tried = seen.filter(({ attempts }) => attempts > 0)
  assert.ok(tried.length > 0 && tried.length <= 50, `${tried.length} were tried, the others were spared`)
  assert.ok(tried.every(({ attempts, error_code }) => attempts === 1 && error_code === 'provider_unavailable'))

  const back = await startMailbox({ port: away.port })
  after(() => back.close())
  setTime(samvad, new Date(NOON.getTime() + 60_000))
  await back.waitFor(100)
  await until(rows, (all) => all.every(({ status }) => status === 'sent'))
  assert.equal(back.received.length, 100)
  assert.equal(await balanceOf(samvad, its), before)
})
