// Positions: a reader that follows them misses nothing and sees the events of one object in order, however transactions
// overlap.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventJobs } from './jobs.ts'

const samvad = await startSamvad()
const { app } = samvad
const never = new AbortController().signal

const clients: pg.Client[] = []
after(async () => {
  for (const client of clients) await client.end()
})

/** A separate connection for a concurrent transaction. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(samvad.connection)
  clients.push(client)
  await client.connect()
  return client
}

const INSERT = `insert into events (org_id, id, type, object_id, payload, created_at)
  values ($1, $2, 'test.told', $3, '{}', $4) returning id`

async function write(client: Pick<pg.Client, 'query'>, organizationId: Uuid, objectId: Uuid): Promise<Uuid> {
  const id = newUuid()
  await client.query(INSERT, [organizationId, id, objectId, app.clock()])
  return id
}

async function givePositions(): Promise<void> {
  for (const job of eventJobs(app)) while (await job.run(never)) continue
}

const followed = (organizationId: Uuid, after = 0n) =>
  samvad.rows<{ id: Uuid; object_id: Uuid; position: bigint; version: bigint }>(
    'select id, object_id, position, version from events where org_id = $1 and position > $2 order by position',
    [organizationId, after],
  )

test('spec 14.10: an event that commits late comes behind those that were read by then, and none is skipped', async () => {
  const { organizationId } = await samvad.newCompany('Late Looms')
  const [early, late] = [await connected(), await connected()]
  await early.query('begin')
  await late.query('begin')
  const first = await write(early, organizationId, newUuid())
  const second = await write(late, organizationId, newUuid())
  await late.query('commit')
  await givePositions()
  assert.deepEqual(
    (await followed(organizationId)).map(({ id, position }) => [id, position]),
    [[second, 1n]],
  )
  await early.query('commit')
  await givePositions()
  assert.deepEqual(
    (await followed(organizationId, 1n)).map(({ id, position }) => [id, position]),
    [[first, 2n]],
  )
})

test('spec 14.10: the open transaction of one organization delays no other, and holds back only what is behind it', async () => {
  const [slow, quick] = [await samvad.newCompany('Slow Silks'), await samvad.newCompany('Quick Cotton')]
  const before = await write(app.database.pool, slow.organizationId, newUuid())
  const held = await write(app.database.pool, slow.organizationId, newUuid())
  const behind = await write(app.database.pool, slow.organizationId, newUuid())
  const other = await write(app.database.pool, quick.organizationId, newUuid())
  const open = await connected()
  await open.query('begin')
  await write(open, slow.organizationId, newUuid())
  // Like a deletion that makes it a tombstone.
  await open.query("update events set payload = '{}' where id = $1", [held])
  await givePositions()
  assert.deepEqual(
    (await followed(slow.organizationId)).map(({ id }) => id),
    [before],
  )
  assert.deepEqual(
    (await followed(quick.organizationId)).map(({ id }) => id),
    [other],
  )
  await open.query('commit')
  await givePositions()
  assert.deepEqual((await followed(slow.organizationId)).map(({ id }) => id).slice(0, 3), [before, held, behind])
})

test('spec 14.10: many transactions and several workers at once: no gap, none twice, each object in its order', async () => {
  const companies = await Promise.all(['One', 'Two', 'Three'].map((name) => samvad.newCompany(name)))
  const objects = companies.map(({ organizationId }) => ({
    organizationId,
    ids: Array.from({ length: 4 }, () => newUuid()),
  }))
  const writers = await Promise.all(Array.from({ length: 6 }, () => connected()))
  const written = new Map<Uuid, Uuid[]>()
  const ending = new AbortController()
  const over = ending.signal
  const read = new Map<Uuid, { id: Uuid; object_id: Uuid }[]>()
  const lasts = new Map<Uuid, bigint>()
  const follow = async () => {
    for (const { organizationId } of companies) {
      const rows = await followed(organizationId, lasts.get(organizationId) ?? 0n)
      for (const row of rows) {
        assert.equal(row.position, (lasts.get(organizationId) ?? 0n) + 1n, 'without a gap')
        lasts.set(organizationId, row.position)
        read.set(row.object_id, [...(read.get(row.object_id) ?? []), row])
      }
    }
  }
  const workers = Array.from({ length: 3 }, async () => {
    while (!over.aborted) await givePositions()
  })
  const reader = (async () => {
    while (!over.aborted) await follow()
  })()
  await Promise.all(
    writers.map(async (client, n) => {
      for (let count = 0; count < 40; count++) {
        const { organizationId, ids } = objects[(n + count) % objects.length] as (typeof objects)[number]
        const objectId = ids[(n * 7 + count) % ids.length] as Uuid
        await client.query('begin')
        // The lock on the object, as every emitter of its events takes it.
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [objectId])
        const id = await write(client, organizationId, objectId)
        written.set(objectId, [...(written.get(objectId) ?? []), id])
        await client.query('select pg_sleep($1)', [((n * count) % 5) / 1000])
        await client.query('commit')
      }
    }),
  )
  ending.abort()
  await Promise.all([...workers, reader])
  await givePositions()
  await follow()
  for (const [objectId, ids] of written)
    assert.deepEqual(
      read.get(objectId)?.map(({ id }) => id),
      ids,
    )
  assert.equal([...read.values()].flat().length, 240)
})

test('what was written before there were versions comes in the order of its ids', async () => {
  const { organizationId } = await samvad.newCompany('Old Handlooms')
  const ids = Array.from({ length: 5 }, () => newUuid())
  for (const id of ids.toReversed())
    await samvad.rows(
      `insert into events (org_id, id, type, object_id, payload, created_at, version)
       values ($1, $2, 'test.told', $2, '{}', now(), 0)`,
      [organizationId, id],
    )
  await givePositions()
  assert.deepEqual(
    (await followed(organizationId)).map(({ id }) => id),
    ids,
  )
})
