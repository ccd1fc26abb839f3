// Every inbox list reads one index range, whatever the table statistics: spec 5.63.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Statement } from '#kit/database/sql.ts'
import { startSamvad } from '../../../test/harness.ts'
import { looked, nodesOf, type PlanNode } from '../../../test/plans.ts'
import * as listQueries from '../conversations/list-queries.ts'
import type { ConversationQuery } from '../conversations/schema.ts'

const MANY = 6000
const LIMIT = 10

const samvad = await startSamvad()
const { organizationId, userId } = samvad.company
await samvad.rows(
  `with made as (
     insert into contacts (org_id, id, display_name, owner_id, created_at)
     select $1, uuidv7(), 'n' || n, $2, now() from generate_series(1, $3::int) n returning id)
   insert into conversations (org_id, id, user_id, contact_id, created_at, archived_at, last_active_at)
   select $1, uuidv7(), $2, id, now(), case when row_number() over () % 2 = 0 then now() end,
          now() - row_number() over () * interval '1 second' from made`,
  [organizationId, userId, MANY],
)
// Only the oldest twenty match: scanning all conversations would read thousands.
await samvad.rows(
  `with oldest as (
     select id, row_number() over (order by last_active_at) as n from conversations where org_id = $1)
   update conversations c set is_unread = n between 1 and 40, is_pinned = n between 41 and 80,
          is_muted = n between 81 and 120, last_inbound_channel = case when n <= 20 then 'sms' else 'email' end
     from oldest o where c.org_id = $1 and c.id = o.id and n <= 160`,
  [organizationId],
)

const client = new pg.Client(samvad.connection)
await client.connect()
after(() => client.end())
// With the settings of read connections: kit/database/connection-settings.ts.
for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off'])
  await client.query(`set ${setting}`)
await client.query('set enable_mergejoin = off')

const pageOf = (query: Partial<ConversationQuery>, whose: string | null): Promise<PlanNode[]> =>
  explained(listQueries.list(organizationId, whose, { sort: 'last_active', limit: LIMIT, ...query }))

async function explained({ text, values }: Statement): Promise<PlanNode[]> {
  await client.query(`prepare listed as ${text}`)
  const given = (values as (string | number | null)[])
    .map((value) => (value === null ? 'null' : client.escapeLiteral(String(value))))
    .join(', ')
  const { rows } = await client.query(`explain (analyze, format json) execute listed(${given})`)
  await client.query('deallocate listed')
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

const filters: Partial<ConversationQuery>[] = [
  {},
  { unread: true },
  { pinned: true },
  { muted: true },
  { unread: true, channel: 'sms' },
  { with: 'group' },
  { with: 'contact' },
]

test('spec 5.63, 5.64: counts read no more than they count to; each filter, with and without the archive, of one’s own and of everybody’s, reads a page of an index', async () => {
  for (const analyzed of [false, true]) {
    if (analyzed) await samvad.rows('analyze conversations')
    for (const whose of [userId, null]) {
      const nodes = await explained(listQueries.counts(organizationId, whose, LIMIT))
      assert.ok(looked(nodes) <= 4 * LIMIT, `the counts of ${whose ?? 'all'} look at ${looked(nodes)} rows`)
    }
    for (const filter of filters)
      for (const archived of [undefined, false, true])
        for (const whose of [userId, null]) {
          const query = { ...filter, ...(archived === undefined ? {} : { archived }) }
          const nodes = await pageOf(query, whose)
          const what = `${JSON.stringify(query)} of ${whose ?? 'all'}: ${nodes.map((node) => node['Node Type'])}`
          // A page and one more row of each part.
          assert.ok(looked(nodes) <= 2 * (LIMIT + 1), `${what} looks at ${looked(nodes)} rows`)
        }
  }
})
