// Every growing list is read by index ranges, whether its tables were analyzed or never: the planner's estimates must
// not decide what a page costs. Runs on tables of any size.
// Per file: it starts a server of the file's own.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import pg from 'pg'
import { setUp } from '#kit/database/connection-settings.ts'
import { readerSettings } from '#kit/database/reader.ts'
import type { Statement } from '#kit/database/sql.ts'
import { publicId, startSamvad } from '../harness.ts'
import { looked, nodesOf, type PlanNode } from '../plans.ts'

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue(value: unknown): string | null
}

const GROWING = [
  'contacts',
  'conversations',
  'messages',
  'reactions',
  'deliveries',
  'transactions',
  'audit_log',
  'groups',
  'group_members',
]
/** Rows read for a page of ten: one row more, and the lookups for each. */
const LOOKED_MAX = 60

const samvad = await startSamvad({}, { breaks: 'all' })
const { organizationId, userId } = samvad.company
// Configured as the program's shared connection for reads.
const client = new pg.Client(samvad.connection)
await client.connect()
void setUp(client, readerSettings())
after(() => client.end())
await Promise.all(GROWING.map((table) => samvad.rows(`alter table ${table} set (autovacuum_enabled = off)`)))

const colleague = (await samvad.newMember(organizationId, 'agent')).userId
const neighbour = await samvad.newCompany('Neighbour')
await samvad.rows(
  `with made as (insert into groups (org_id, id, name, created_by, created_at)
                 values ($1, uuidv7(), 'Farmers', $2, now()) returning *)
   insert into conversations (org_id, id, user_id, group_id, created_at) select org_id, uuidv7(), $2, id, now()
   from made`,
  [organizationId, userId],
)

/** Filling large tables takes longer than the program's statement timeout. */
const filler = new pg.Client(samvad.connection)
await filler.connect()
after(() => filler.end())

/** One user with nearly all rows, in an organization with nearly all rows: the case that the planner expects least. */
async function fill(count: number): Promise<void> {
  await filler.query(
    `insert into contacts (org_id, id, email, owner_id, created_at)
     select case when n % 50 = 0 then $2::uuid else $1 end, uuidv7(), 'n' || n || '@company.example', $3, now()
       from generate_series(1, $4::int) n`,
    [organizationId, neighbour.organizationId, userId, count],
  )
  await filler.query(
    `insert into conversations (org_id, id, user_id, contact_id, is_pinned, is_muted, archived_at, last_active_at,
                                created_at)
     select org_id, uuidv7(), case when n % 100 = 3 then $1::uuid else owner_id end, id, n % 700 = 1, n % 700 = 2,
            case when n % 700 = 5 then now() end, case
              when n % 3 > 0 then now() - n * interval '1 minute' end, now() - interval '30 days'
       from (select *, row_number() over () as n from contacts) t on conflict do nothing`,
    [colleague],
  )
  // A hundred messages in each of some conversations, interleaved; those of the group go to twenty contacts.
  await filler.query(
    `with talking as (
       select org_id, id, user_id, contact_id, group_id, row_number() over (order by group_id is null, id) as n
         from conversations),
     written as (
       insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
       select t.org_id, uuidv7(), t.id, 'outbound', 'email', t.user_id, 'It has left', now()
         from generate_series(1, 100) turn, talking t where t.n <= $1::int / 80 + 2
    returning org_id, id, conversation_id)
     insert into deliveries (org_id, id, message_id, conversation_id, contact_id, channel, kind, status, price_micros,
                             tier, month,
                             month_number, transaction_id, units, due_at, created_at)
     select w.org_id, uuidv7(), w.id, w.conversation_id, r.contact_id, 'email', 'email', 'sent', 150000, 1,
            '2026-01-01', 1,
            gen_random_uuid(), 1, null, now()
       from written w join talking t on t.org_id = w.org_id and t.id = w.conversation_id
      cross join lateral (
        select t.contact_id where t.group_id is null
        union all (select c.id from contacts c where t.group_id is not null and c.org_id = t.org_id limit 20)) r`,
    [count],
  )
  await filler.query(
    `insert into reactions (org_id, message_id, reactor_id, is_user, emoji, created_at)
     select org_id, id, $1, true, '👍', now() from (select *, row_number() over () as n from messages) m where n % 5 = 0
         on conflict do nothing`,
    [userId],
  )
  await filler.query(
    `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, wallet_version,
                               balance_after_micros,
                               description, channel, created_at, completed_at)
     select $1, uuidv7(), case when n % 500 = 0 then 'recharge'
       else 'deduction' end, 'completed', case when n % 1000 = 0 then 1000000000 else 0 end, 'revenue:email', n, 0,
            'Messages',
            case when n % 500 > 0 then 'email' end, now() - n * interval '1 minute', now()
             from generate_series(1, $2::int) n`,
    [organizationId, count],
  )
  // In batches: within a transaction each call reads what all earlier ones left behind.
  for (let written = 0; written < count; written += ENTRIES_AT_ONCE) {
    await filler.query(
      `select audit_append($1, uuidv7(), 'user', $2, null, case when n % 100 = 0 then 'member.removed'
                           else 'token.created' end,
                           'n' || n % 40, '{}', now()) from generate_series(1, $3::int) n`,
      [organizationId, userId, Math.min(count, ENTRIES_AT_ONCE)],
    )
  }
}

const ENTRIES_AT_ONCE = 500

async function examples() {
  const [row] = await samvad.rows<Record<'conversation' | 'of_group' | 'group' | 'message', string>>(
    `select (select conversation_id from messages where org_id = $1 and conversation_id <> g.id
              limit 1) as conversation,
            g.id as of_group, g.group_id as group,
            (select id from messages where conversation_id = g.id limit 1) as message
       from conversations g where g.org_id = $1 and g.group_id is not null`,
    [organizationId],
  )
  if (!row) throw new Error('there is no conversation')
  return {
    conversation: publicId('conv', row.conversation),
    ofGroup: publicId('conv', row.of_group),
    group: publicId('group', row.group),
    message: publicId('msg', row.message),
  }
}

const day = 24 * 3600
const now = Math.floor(Date.now() / 1000)

/** Paths of the API. */
const listsOf = (made: Awaited<ReturnType<typeof examples>>): string[] => [
  '/v1/conversations',
  '/v1/conversations?sort=last_active',
  '/v1/conversations?sort=last_active&archived=false',
  '/v1/conversations?user_id=all',
  '/v1/conversations?user_id=all&sort=last_active',
  '/v1/conversations?pinned=true',
  '/v1/conversations?muted=true',
  '/v1/conversations?archived=true',
  `/v1/conversations?group_id=${made.group}`,
  `/v1/messages?conversation_id=${made.conversation}`,
  `/v1/messages?conversation_id=${made.ofGroup}&limit=1`,
  `/v1/messages/${made.message}/deliveries`,
  '/v1/contacts',
  '/v1/contacts?email=n77@company.example',
  '/api/v1/billing/transactions?limit=10',
  '/api/v1/billing/transactions?limit=10&kind=recharge',
  '/api/v1/billing/transactions?limit=10&kind=recharge&amount=1000.00',
  '/api/v1/billing/transactions?limit=10&channel=email',
  `/api/v1/billing/transactions?limit=10&from=${now - day}`,
  `/api/v1/billing/transactions?limit=10&from=${now - 2 * day}&to=${now - day}`,
  '/v1/audit_log',
  '/v1/audit_log?action=member.removed',
  '/v1/audit_log?object=n7',
]

/** The statements that the program sends for the request. */
async function statementsOf(path: string): Promise<Statement[]> {
  const { reads } = samvad.app.database
  const asked: Statement[] = []
  const { rows, row } = reads
  reads.rows = (statement) => (asked.push(statement), rows(statement))
  reads.row = (statement) => (asked.push(statement), row(statement))
  try {
    const { status, body } = await samvad.request('GET', path)
    assert.equal(status, 200, path)
    assert.ok(body.data.length > 0, `${path} lists something`)
    return asked
  } finally {
    Object.assign(reads, { rows, row })
  }
}

/** Names of prepared statements, and the values to run them with. */
const preparedNames = new Map<string, string>()

async function prepare({ text, values }: Statement): Promise<string> {
  const name = preparedNames.get(text) ?? `plan_${preparedNames.size}`
  if (!preparedNames.has(text)) await client.query(`prepare ${name} as ${text}`)
  preparedNames.set(text, name)
  const literals = values.map((value) => {
    const literal = prepareValue(value)
    return literal === null ? 'null' : pg.escapeLiteral(literal)
  })
  return literals.length === 0 ? name : `${name}(${literals.join(', ')})`
}

async function planOf(statement: Statement): Promise<PlanNode> {
  const { rows } = await client.query(`explain (analyze, format json, timing off) execute ${await prepare(statement)}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

async function mustReadByRanges(): Promise<void> {
  for (const path of listsOf(await examples())) {
    for (const statement of await statementsOf(path)) {
      const nodes = nodesOf(await planOf(statement))
      const through = nodes.find(
        (node) => node['Node Type'] === 'Seq Scan' && GROWING.includes(node['Relation Name'] ?? ''),
      )
      assert.equal(through, undefined, `${path} reads a table from end to end:${statement.text}`)
      const rows = looked(nodes)
      assert.ok(rows <= LOOKED_MAX, `${path} looks at ${rows} rows:${statement.text}`)
    }
  }
}

const areAnalyzed = async () => {
  const analyzed = await samvad.rows(
    'select relname from pg_stat_user_tables where last_analyze is not null or last_autoanalyze is not null',
  )
  return analyzed.some(({ relname }) => GROWING.includes(relname))
}

/** `count`: number of contacts, conversations, transactions and audit log entries; of messages a quarter more. */
export async function testListPlans(count: number): Promise<void> {
  await fill(count)

  test('a page of each list costs as much as it shows, on tables that were never analyzed', async () => {
    assert.equal(await areAnalyzed(), false)
    await mustReadByRanges()
  })

  test('a page of each list costs as much as it shows, on tables that were analyzed', async () => {
    await samvad.rows(`analyze ${GROWING.join(', ')}`)
    assert.equal(await areAnalyzed(), true)
    await mustReadByRanges()
  })
}
