// Due work of many organizations: leased, extended and released, while new work is added.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc, { casesOf } from '../../test/cases.ts'
import { startSamvad } from '../../test/harness.ts'
import { newUuid, type Uuid } from './ids.ts'
import {
  type DueLease,
  enqueueWork,
  enqueueWorkOfMany,
  extendLease,
  extendLeases,
  type Lease,
  leaseDue,
  leaseWork,
  releaseLease,
  releaseLeases,
  WORK_LEASE_MS,
} from './work.ts'

const samvad = await startSamvad()
const { database } = samvad.app
const NOW = new Date('2026-03-10T06:30:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const LEASE_END = later(WORK_LEASE_MS)

const take = (limit = 10, at = NOW) => database.transaction((tx) => leaseDue(tx, 'dispatch', at, limit))
const note = (id: Uuid, at = NOW) => database.transaction((tx) => tx.run(enqueueWork('dispatch', id, at)))
const dueAt = async (id: Uuid) =>
  (await samvad.rows<{ due_at: Date }>('select due_at from due_work where org_id = $1', [id]))[0]?.due_at ?? null

/** Extends the leases, releases those that are still held, and returns the result of the extension. */
const giveBack = (taken: DueLease[], next: Date | null, at = later(1000)) =>
  database.transaction(async (tx) => {
    const ours = await extendLeases(tx, 'dispatch', taken, at)
    const held = ours.filter(({ is_held }) => is_held)
    tx.onCommit(
      releaseLeases(
        'dispatch',
        held.map(({ org_id, due_at }) => ({ org_id, due_at, next })),
      ),
    )
    return ours
  })

let ids: Uuid[]
beforeEach(async () => {
  await samvad.rows('delete from due_work')
  ids = Array.from({ length: 5 }, () => newUuid())
  await database.transaction((tx) => tx.run(enqueueWorkOfMany('dispatch', ids, NOW)))
})

test('work of many organizations is taken once, those that have waited longest first, and given back together', async () => {
  await note(ids[3] as Uuid, later(-1000))
  const first = await take(1)
  assert.deepEqual(first, [{ org_id: ids[3], due_at: LEASE_END }])
  const others = await take()
  assert.deepEqual(others.map(({ org_id }) => org_id).sort(), ids.filter((id) => id !== ids[3]).sort())
  assert.deepEqual(await take(), [])
  await giveBack(others, null)
  await giveBack(first, later(5000))
  assert.deepEqual(await samvad.rows('select org_id, due_at from due_work'), [{ org_id: ids[3], due_at: later(5000) }])
})

test('what is noted while it is taken stays due, and only that', async () => {
  const taken = await take()
  const [noted] = ids as [Uuid]
  await note(noted, later(10))
  const ours = await giveBack(taken, null)
  assert.deepEqual(ours.map(({ org_id }) => org_id).sort(), ids.filter((id) => id !== noted).sort())
  assert.deepEqual(await samvad.rows('select org_id, due_at from due_work'), [{ org_id: noted, due_at: later(10) }])
})

test('what somebody else took when the lease was over is theirs', async () => {
  const taken = await take()
  const again = await take(10, LEASE_END)
  assert.equal(again.length, 5)
  assert.deepEqual(await giveBack(taken, null), [])
  assert.deepEqual(await dueAt(ids[0] as Uuid), later(2 * WORK_LEASE_MS))
})

test('nobody is waited for: what is just being noted is passed over, and stays as it is', async () => {
  const taken = await take()
  const [noted] = ids as [Uuid]
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from due_work where org_id = $1 for update', [noted])
    const ours = await giveBack(taken, null)
    assert.deepEqual(
      ours.filter(({ is_held }) => !is_held).map(({ org_id }) => org_id),
      [noted],
    )
    assert.equal(ours.length, 5)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  assert.deepEqual(await samvad.rows('select org_id, due_at from due_work'), [{ org_id: noted, due_at: LEASE_END }])
})

test('what is noted while it is given back waits, and is due afterwards', async () => {
  const taken = await take()
  const [noted] = ids as [Uuid]
  let noting: Promise<number> | undefined
  await database.transaction(async (tx) => {
    const held = await extendLeases(tx, 'dispatch', taken, later(1000))
    noting = note(noted, later(10))
    tx.onCommit(
      releaseLeases(
        'dispatch',
        held.map(({ org_id, due_at }) => ({ org_id, due_at, next: null })),
      ),
    )
  })
  await noting
  assert.deepEqual(await samvad.rows('select org_id, due_at from due_work'), [{ org_id: noted, due_at: later(10) }])
})

// --- Exclusive leases ---------------------------------------------------------------------------------------------

const lease = (at: Date) => database.transaction((tx) => leaseWork(tx, 'rerate', at, 10))
const noteMore = (id: Uuid, at: Date) => database.transaction((tx) => tx.run(enqueueWork('rerate', id, at)))
const release = (held: Lease, next: Date | null) => database.transaction((tx) => releaseLease(tx, 'rerate', held, next))

test('what is noted for a time after the lease, behind the look for the next work, is not removed with it', async () => {
  const id = newUuid()
  await noteMore(id, NOW)
  const [held] = (await lease(NOW)) as [Lease]
  await noteMore(id, later(2 * WORK_LEASE_MS))
  await release(held, null)
  const due = await dueAt(id)
  assert.ok(due && due <= later(2 * WORK_LEASE_MS), `due at ${due?.toISOString()}`)
})

test('whatever is noted before and behind the look for the next work stays due', async () => {
  const times = fc.array(fc.oneof(fc.constant(0), fc.nat(4 * WORK_LEASE_MS)), { maxLength: 2 })
  const round = fc.record({
    idleMs: fc.nat(2 * WORK_LEASE_MS),
    before: times,
    behind: times,
    extendsAfterMs: fc.option(fc.nat(WORK_LEASE_MS)),
    isKilled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
      const id = newUuid()
      let now = 0
      let waiting: number[] = []
      const noteAll = async (fromNow: readonly number[]) => {
        for (const ms of fromNow) {
          waiting.push(now + ms)
          await noteMore(id, later(now + ms))
        }
      }
      for (const { idleMs, before, behind, extendsAfterMs, isKilled } of rounds) {
        await noteAll(before)
        now += idleMs
        const [held] = await lease(later(now))
        if (held) waiting = waiting.filter((time) => time > now)
        const next = waiting.length === 0 ? null : later(Math.min(...waiting))
        if (held && extendsAfterMs !== null) {
          now += extendsAfterMs
          await database.transaction((tx) => extendLease(tx, 'rerate', held, later(now)))
        }
        await noteAll(behind)
        if (held && !isKilled) await release(held, next)
        if (waiting.length === 0) continue
        const atLatest = later(Math.max(Math.min(...waiting), now + WORK_LEASE_MS))
        const due = await dueAt(id)
        assert.ok(due && due <= atLatest, `due at ${due?.toISOString()}, not at ${atLatest.toISOString()}`)
      }
      await samvad.rows('delete from due_work')
    }),
    { numRuns: casesOf(30) },
  )
})
