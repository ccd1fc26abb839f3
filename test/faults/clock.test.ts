// The machine's clock is set back by an hour: waiting work does not wait an hour longer.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { clockSteps } from '#program/clock-steps.ts'
import type { Worker } from '#worker/worker.ts'
import { GUARD_MS } from '../guard.ts'
import { fund, startSamvad } from '../harness.ts'
import { correspond, delivered, unresolved, write } from '../mail-story.ts'
import { startMailbox } from '../mailbox.ts'
import { balanceOf } from '../payments.ts'
import { eventually } from '../program.ts'
import { person } from '../story.ts'

const HOUR = 3600_000
const NOON = new Date('2026-03-10T06:30:00Z')
const AHEAD = new Date(NOON.getTime() + HOUR)
/** Small pieces, so that there are several; leases expire at once, because no process holds one. */
const LOOK_EVERY_MS = 20
const SMALL = { pieceMax: 2, leasesOutlivedMs: 50 }

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
/** Checks the clock continuously, instead of once a second. */
const watcher = () => ({ ...clockSteps(samvad.app, SMALL), everyMs: LOOK_EVERY_MS })
let contacts = 0
const somebody = () => correspond(asha, `customer${++contacts}@shop.example`)

const seenAt = async () => {
  const [row] = await samvad.rows<{ clock_seen_at: Date | null }>('select clock_seen_at from installation')
  return row?.clock_seen_at?.getTime()
}
const isOver = async () =>
  (await samvad.rows('select 1 from installation where clock_back is null and clock_seen_at <= $1', [NOON])).length ===
  1

/** A worker that has recorded the time by now. */
async function startWatching(): Promise<Worker> {
  const worker = samvad.startWorker([watcher()])
  await eventually('it has seen the time', async () => seenAt().then((at) => at === samvad.app.clock().getTime()))
  return worker
}

beforeEach(async () => {
  mailbox.received.length = 0
  samvad.setClock(AHEAD)
  await samvad.rows('update installation set clock_seen_at = null, clock_back = null')
})

test('spec 19.21: mail that was queued before the clock was set back, while no worker ran, leaves at once', async () => {
  await (await startWatching()).stop(GUARD_MS)
  const message = await write(asha, await somebody(), { subject: 'Your order', text: 'It leaves today.' })
  samvad.setClock(NOON)
  const worker = samvad.startWorker([watcher()])
  await mailbox.waitFor(1)
  await delivered(samvad, message, 'sent')
  assert.equal(mailbox.received.length, 1)
  await worker.stop(GUARD_MS)
})

test('spec 19.21: what is to be tried again later keeps its wait when the clock is set back, and is brought forward once', async () => {
  const WAITING = 7
  const HOURS = 4
  const worker = await startWatching()
  await worker.stop(GUARD_MS)
  for (let count = 0; count < WAITING; count++)
    await write(asha, await somebody(), { subject: 'Your order', text: 'It leaves later.' })
  // Some at the same moment, like those of a batch.
  const due = (index: number) => new Date(AHEAD.getTime() + HOURS * HOUR + Math.floor(index / 3) * 1000)
  const queued = await samvad.rows<{ id: string }>("select id from deliveries where status = 'queued' order by id")
  assert.equal(queued.length, WAITING)
  for (const [index, { id }] of queued.entries())
    await samvad.rows("update deliveries set due_at = $2, error_code = 'throttled' where id = $1", [id, due(index)])
  await samvad.rows("update due_work set due_at = $1 where kind = 'dispatch'", [due(0)])

  const watching = await startWatching()
  samvad.setClock(NOON)
  await eventually('all is brought forward', isOver)
  const waits = async () =>
    (await samvad.rows<{ due_at: Date }>("select due_at from deliveries where status = 'queued' order by id")).map(
      ({ due_at }) => (due_at.getTime() - NOON.getTime()) / HOUR,
    )
  const kept = await waits()
  assert.equal(kept.length, WAITING)
  // By the step back, plus the time before it during which the test's clock stood still.
  for (const hours of kept) assert.ok(hours > HOURS - 0.1 && hours <= HOURS + 0.01, `${hours} hours`)
  const [work] = await samvad.rows<{ due_at: Date }>("select due_at from due_work where kind = 'dispatch'")
  assert.ok((work?.due_at.getTime() as number) <= NOON.getTime() + (HOURS + 0.01) * HOUR)
  await watching.stop(GUARD_MS)
  samvad.setClock(new Date(NOON.getTime() + 10_000))
  const again = samvad.startWorker([watcher()])
  await eventually('another has looked', async () => seenAt().then((at) => at === NOON.getTime() + 10_000))
  assert.deepEqual(await waits(), kept)
  assert.equal(mailbox.received.length, 0)
  samvad.setClock(new Date(NOON.getTime() + (HOURS + 1) * HOUR))
  samvad.app.wake('dispatch')
  await mailbox.waitFor(WAITING)
  await again.stop(GUARD_MS)
})

test('spec 19.2, 19.21: what a dead worker had in hand is settled although the clock was set back behind its lease', async () => {
  await (await startWatching()).stop(GUARD_MS)
  const message = await write(asha, await somebody(), { subject: 'Your order', text: 'It may have left.' })
  const charged = await balanceOf(samvad)
  const lease = new Date(AHEAD.getTime() + 50_000)
  await samvad.rows(
    "update deliveries set status = 'sending', attempts = 1, lease_until = $1 where status = 'queued'",
    [lease],
  )
  samvad.setClock(NOON)
  const worker = samvad.startWorker([watcher()])
  await unresolved(samvad, message)
  assert.equal(await balanceOf(samvad), charged)
  assert.equal(mailbox.received.length, 0)
  await worker.stop(GUARD_MS)
})
