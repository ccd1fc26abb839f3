// Organizations' jobs run in parallel under leases that are extended: a slow one delays no other, and nothing is done
// twice.
// Alone: it stops the intervals of the process.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STOP_WORK_MS } from '#kit/deadlines.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { workAbandoned } from '#kit/metrics.ts'
import { enqueueWork, WORK_LEASE_MS } from '#kit/work.ts'
import { autoRechargeJobs } from '#money/auto-recharge/jobs.ts'
import { type Assembled, assemble } from '#program/app.ts'
import { autoRechargeOf, rechargesOf, recharging, spend } from '../../test/auto-recharge.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { useUsualLimits } from '../../test/usual-limits.ts'
import type { Job } from './job.ts'
import { perOrganization, type Work } from './per-organization.ts'

useUsualLimits(['lock'])

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad

/** A second worker of the same installation. */
async function another(): Promise<Assembled> {
  return assemble(app.settings, samvad.connection, () => app.clock())
}

const dueOf = async (organizationId: Uuid) =>
  (
    await samvad.rows<{ due_at: Date; lease_until: Date | null; lease_id: string | null }>(
      `select due_at, lease_until, lease_id from due_work where kind = 'rerate' and org_id = $1`,
      [organizationId],
    )
  )[0]

const note = (organizationId: Uuid) =>
  app.database.transaction((tx) => tx.run(enqueueWork('rerate', organizationId, app.clock())))

/** Work that runs until the test ends it. */
function hanging() {
  const begun: Uuid[] = []
  const signals = new Map<Uuid, AbortSignal>()
  const ends = new Map<Uuid, (next: Date | null) => void>()
  const work: Work = (organizationId, signal) => {
    begun.push(organizationId)
    signals.set(organizationId, signal)
    return new Promise((resolve) => ends.set(organizationId, resolve))
  }
  return { begun, signals, work, end: (id: Uuid, next: Date | null = null) => ends.get(id)?.(next) }
}

const run = (job: Job, signal = new AbortController().signal) => job.run(signal)

test('spec 19.6: a slow organization holds up no other, also one whose work is noted while it goes on', async () => {
  const [slow, quick, later] = await Promise.all(['Slow', 'Quick', 'Later'].map((name) => samvad.newCompany(name)))
  assert.ok(slow && quick && later)
  const stuck = hanging()
  const done: Uuid[] = []
  const job = perOrganization(app, 'rerate', async (id, signal) => {
    if (id === slow.organizationId) return stuck.work(id, signal)
    done.push(id)
    return null
  })
  await note(slow.organizationId)
  await note(quick.organizationId)
  const ran = run(job)
  await eventually('the quick one is done', async () => done.includes(quick.organizationId))
  await note(later.organizationId)
  await eventually('and one that came later', async () => done.includes(later.organizationId))
  assert.deepEqual(stuck.begun, [slow.organizationId])
  stuck.end(slow.organizationId)
  await ran
  assert.equal(await dueOf(slow.organizationId), undefined, 'nothing is left')
})

test('work that takes longer than its lease is extended, and nobody else gets it, whatever is noted meanwhile', async (t) => {
  const { organizationId } = await samvad.newCompany('Long')
  const other = await another()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const [mine, theirs] = [hanging(), hanging()]
  const [job, rival] = [perOrganization(app, 'rerate', mine.work), perOrganization(other, 'rerate', theirs.work)]
  await note(organizationId)
  const ran = run(job)
  await eventually('it has begun', async () => mine.begun.length === 1)
  const start = Date.now()
  for (let step = 1; step <= 10; step++) {
    samvad.setClock(new Date(start + (step * WORK_LEASE_MS) / 4))
    const now = app.clock().getTime()
    await eventually('the lease is extended', async () => {
      // A tick during the previous extension is skipped.
      t.mock.timers.tick(WORK_LEASE_MS / 4)
      const row = await dueOf(organizationId)
      return row !== undefined && (row.lease_until?.getTime() ?? 0) >= now + WORK_LEASE_MS - 1000
    })
    if (step === 5) await note(organizationId)
    await run(rival)
  }
  assert.deepEqual(theirs.begun, [], 'two and a half leases have passed')
  assert.equal(mine.signals.get(organizationId)?.aborted, false)
  mine.end(organizationId)
  await eventually('what was noted meanwhile is done after it', async () => mine.begun.length === 2)
  mine.end(organizationId)
  await ran
  assert.equal(await dueOf(organizationId), undefined)
  samvad.setClock(null)
  await other.database.close()
})

test('a lease that was lost stops the work at its next safe point, and is not given back for the other', async (t) => {
  const { organizationId } = await samvad.newCompany('Lost')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const mine = hanging()
  await note(organizationId)
  const ran = run(perOrganization(app, 'rerate', mine.work))
  await eventually('it has begun', async () => mine.begun.length === 1)
  // This process was suspended for so long that another one took the lease.
  const rivals = await samvad.rows(
    `update due_work set lease_id = $2 where kind = 'rerate' and org_id = $1 returning lease_id`,
    [organizationId, newUuid()],
  )
  t.mock.timers.tick(WORK_LEASE_MS / 4)
  await eventually('it is told to stop', async () => mine.signals.get(organizationId)?.aborted === true)
  mine.end(organizationId, null)
  await ran
  assert.equal((await dueOf(organizationId))?.lease_id, rivals[0]?.lease_id, "the other's lease stays")
  await samvad.rows('delete from due_work where org_id = $1', [organizationId])
})

test('work that hangs is asked to stop at its deadline; then its lease is released, and another worker does it', async (t) => {
  const { organizationId } = await samvad.newCompany('Hanging')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const mine = hanging()
  const deadlineMs = 2 * WORK_LEASE_MS
  await note(organizationId)
  const ran = run(perOrganization(app, 'rerate', mine.work, { deadlineMs }))
  await eventually('it has begun', async () => mine.begun.length === 1)
  const hangs = async () =>
    (await workAbandoned.get()).values.find(({ labels }) => labels.of === 'work' && labels.name === 'rerate')
      ?.value as number
  const before = await hangs()
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += WORK_LEASE_MS / 4) t.mock.timers.tick(WORK_LEASE_MS / 4)
  }
  pass(deadlineMs - WORK_LEASE_MS / 4)
  assert.equal(mine.signals.get(organizationId)?.aborted, false)
  pass(WORK_LEASE_MS / 4)
  assert.equal(mine.signals.get(organizationId)?.aborted, true)
  pass(STOP_WORK_MS - WORK_LEASE_MS / 4)
  assert.notEqual((await dueOf(organizationId))?.lease_id, null, 'it may still stop')
  pass(WORK_LEASE_MS / 4)
  await ran
  assert.equal(await hangs(), before + 1)
  const row = await dueOf(organizationId)
  assert.equal(row?.lease_id, null)
  samvad.setClock(new Date(row?.due_at.getTime() ?? 0))
  const other = await another()
  const theirs: Uuid[] = []
  await run(
    perOrganization(other, 'rerate', async (id) => {
      theirs.push(id)
      return null
    }),
  )
  assert.deepEqual(theirs, [organizationId])
  samvad.setClock(null)
  await other.database.close()
})

test('a job that took an organization again after losing its lease ends when both works have ended', async (t) => {
  const { organizationId } = await samvad.newCompany('Twice')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const ends: (() => void)[] = []
  t.after(() => {
    for (const end of ends) end()
  })
  const work: Work = () => new Promise((resolve) => ends.push(() => resolve(null)))
  const transactions = { begun: 0, ended: 0 }
  const transaction: typeof app.database.transaction = async (...given) => {
    transactions.begun++
    return app.database.transaction(...given).finally(() => transactions.ended++)
  }
  const stopping = new AbortController()
  await note(organizationId)
  let isOver = false
  const watched = { ...app, database: { ...app.database, transaction } }
  const ran = run(perOrganization(watched, 'rerate', work), stopping.signal).finally(() => {
    isOver = true
  })
  await eventually('it has begun', async () => ends.length === 1)
  await samvad.rows(`update due_work set due_at = now(), lease_until = now() where org_id = $1`, [organizationId])
  await eventually('it is taken again', async () => ends.length === 2)
  stopping.abort()
  await eventually('nothing more is taken', async () => transactions.begun === transactions.ended)
  const { ended } = transactions
  ends[0]?.()
  await eventually('the first has released its lease', async () => transactions.ended === ended + 1)
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  assert.equal(isOver, false, 'the second still works')
  ends[1]?.()
  await ran
  await samvad.rows('delete from due_work where org_id = $1', [organizationId])
})

test('spec 19.6: a failure of one organization is its own, and is tried again later', async () => {
  const [bad, good] = await Promise.all(['Bad', 'Good'].map((name) => samvad.newCompany(name)))
  assert.ok(bad && good)
  const done: Uuid[] = []
  const job = perOrganization(app, 'rerate', async (id) => {
    if (id === bad.organizationId) throw new Error('no')
    done.push(id)
    return null
  })
  await note(bad.organizationId)
  await note(good.organizationId)
  await run(job)
  assert.deepEqual(done, [good.organizationId])
  const row = await dueOf(bad.organizationId)
  assert.equal(row?.lease_id, null)
  assert.ok((row?.due_at.getTime() ?? 0) > Date.now() + WORK_LEASE_MS / 2)
  await samvad.rows('delete from due_work where org_id = $1', [bad.organizationId])
})

test('a worker that stops gives back what it has at the next safe point, and another takes it at once', async () => {
  const { organizationId } = await samvad.newCompany('Stopping')
  const mine = hanging()
  await note(organizationId)
  const stopping = new AbortController()
  const ran = run(perOrganization(app, 'rerate', mine.work), stopping.signal)
  await eventually('it has begun', async () => mine.begun.length === 1)
  stopping.abort()
  assert.equal(mine.signals.get(organizationId)?.aborted, true)
  mine.end(organizationId, null)
  await ran
  const other = await another()
  const theirs: Uuid[] = []
  await run(
    perOrganization(other, 'rerate', async (id) => {
      theirs.push(id)
      return null
    }),
  )
  assert.deepEqual(theirs, [organizationId])
  await other.database.close()
})

test('spec 10.18, 19.6: a gateway that hangs is asked by one of two workers, once, and the others are recharged meanwhile', async () => {
  const [stuck, free] = [await recharging(samvad, 'Stuck Mills'), await recharging(samvad, 'Free Mills')]
  const other = await another()
  // The sandbox's debits of one company hang: its row in the gateway's tables is locked.
  const blocker = await app.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from sandbox_gateway_mandates where org_id = $1 for update', [
    stuck.company.organizationId,
  ])
  await spend(samvad, stuck)
  await spend(samvad, free)
  const jobs = [app, other].flatMap((one) => autoRechargeJobs(one))
  const ran = jobs.map((job) => run(job))
  await eventually('the free one is being recharged', async () => {
    const recharges = await rechargesOf(samvad, free.company)
    return recharges.some(({ origin }) => origin === 'auto')
  })
  await spend(samvad, stuck)
  await blocker.query('rollback')
  blocker.release()
  await Promise.all(ran)
  const autos = (await rechargesOf(samvad, stuck.company)).filter(({ origin }) => origin === 'auto')
  assert.equal(autos.length, 1, 'one debit, however many workers and wakings')
  const shown = await autoRechargeOf(samvad, stuck.company)
  assert.match(shown.status, /charging|active|retrying/)
  await other.database.close()
})
