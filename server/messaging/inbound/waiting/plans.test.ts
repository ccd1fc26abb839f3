// The waiting list reads only events that wait for a person: spec 5.50.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import { failedById, listFailed, ownerOfFailed } from '#messaging/channels/arrivals/failed-queries.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { looked, nodesOf } from '../../../../test/plans.ts'

const OTHERS = 5000
const WAITING = 12

// Pending events have no due work here, as no worker is to process them.
const samvad = await startSamvad({}, { breaks: ['X6'] })
const { organizationId } = samvad.company
const client = new pg.Client(samvad.connection)
await client.connect()
after(() => client.end())
// With the settings of read connections: kit/database/connection-settings.ts.
for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off'])
  await client.query(`set ${setting}`)

// Half of the others are processed, half are pending.
await samvad.rows(
  `insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, due_at, failed_at)
   select $1, uuidv7(), 'email', 'mail', sha256(n::text::bytea),
          case when n % 2 = 0 or n > $2::int then '?'::bytea end, 1,
          now(), case when n % 2 = 0 and n <= $2::int then now() end, case when n > $2::int then now() end
     from generate_series(1, $2::int + $3::int) n`,
  [organizationId, OTHERS, WAITING],
)
await samvad.rows('analyze arrivals')

test('spec 5.50: a page of what waits, and one of it, look at nothing else', async () => {
  const statements = [
    listFailed({ limit: 10 }, null, 100),
    listFailed({ limit: 10, starting_after: 'ffffffff-ffff-7fff-bfff-ffffffffffff' }, null, 100),
    listFailed({ limit: 10 }, organizationId, 100),
    failedById(FOR_ALL, 100),
    ownerOfFailed(FOR_ALL),
  ]
  for (const { text, values } of statements) {
    await client.query(`prepare one as ${text}`)
    const given = (values as unknown[]).map((value) => client.escapeLiteral(String(value))).join(', ')
    const { rows } = await client.query(`explain (analyze, format json) execute one(${given})`)
    await client.query('deallocate one')
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    assert.ok(looked(nodes) <= 2 * WAITING, text)
    // A full scan of another index would look the same in a plan.
    const indexes = nodes.map((node) => (node as { 'Index Name'?: string })['Index Name'])
    assert.ok(indexes.includes('arrivals_failed') || text.includes('org_id ='), text)
  }
})
