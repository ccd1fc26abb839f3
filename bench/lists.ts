// Pages of every growing list, before and after its tables are first analyzed: plans must not depend on statistics. On
// an installation of its own, where autovacuum leaves these tables alone until then.

import { invariants } from '#doctor/invariants.ts'
import { brokenBy, ONE_SNAPSHOT, prepareCheck } from '#doctor/queries.ts'
import { openDatabase } from '#kit/database/database.ts'
import { typeId } from '#kit/ids.ts'
import { credit, type Installation, makeConversations } from './installation.ts'
import { load, type Request } from './load.ts'
import { median } from './report.ts'
import { type Bench, CONNECTIONS, draftTo, failures, rounds } from './rounds.ts'
import { BATCH_SIZE } from './sends.ts'

/** The tables that these lists and the doctor read. */
const GROWING = 'contacts, conversations, messages, deliveries, reactions, transactions, audit_log'
const CONVERSATIONS = 100_000
/** Conversations that have messages. */
const TALKING = 1000
const MESSAGES_OF_EACH = 100
const TRANSACTIONS = 10_000
const ENTRIES = 10_000
const ENTRIES_AT_ONCE = 500
const RUPEES = 1_000_000
const FILLING_SECONDS_MAX = 300
const RATIO_AIM = 0.8

interface List {
  what: string
  aim: number | null
  requests: Request[]
}

export async function measureLists(bench: Bench): Promise<void> {
  const { at, add } = bench
  for (const table of GROWING.split(', '))
    await at.database.query(`alter table ${table} set (autovacuum_enabled = off)`)
  const lists = await fill(at)
  const doctorBefore = await doctorSeconds(at)
  const before: number[] = []
  for (const list of lists) before.push(await rate(bench, list, 'never analyzed'))
  // Invalidates all existing plans.
  await at.database.query(`analyze ${GROWING}`)
  for (const [index, list] of lists.entries()) {
    const after = await rate(bench, list, 'analyzed')
    add({ what: '… never analyzed ÷ analyzed', value: (before[index] as number) / after, unit: '×', aim: RATIO_AIM })
  }
  const what = `the doctor, ${(TALKING * MESSAGES_OF_EACH).toLocaleString('en-US')} deliveries`
  const doctorAfter = await doctorSeconds(at)
  for (const [state, { all, slowest }] of [
    ['never analyzed', doctorBefore] as const,
    ['analyzed', doctorAfter] as const,
  ])
    add({ what: `${what}, ${state}`, value: all, unit: 's', aim: null, lessIsBetter: true, note: `slowest ${slowest}` })
}

async function rate(bench: Bench, { what, aim, requests }: List, state: string): Promise<number> {
  const measured = await rounds(bench, { connections: CONNECTIONS, requests })
  const value = median(measured.map((one) => one.perSecond))
  const p99Ms = median(measured.map((one) => one.p99Ms))
  bench.add({
    what: `${what}, ${state}`,
    value,
    unit: '/s',
    aim,
    note: `p99 ${p99Ms.toFixed(1)} ms; ${failures(measured)}`,
  })
  return value
}

/** Messages are really sent; other rows are inserted as the program would have stored them. */
export async function fill(at: Installation): Promise<List[]> {
  await credit(at, RUPEES)
  const conversations = await makeConversations(at, CONVERSATIONS, TALKING, { isAnalyzed: false })
  const batches = Array.from({ length: (TALKING * MESSAGES_OF_EACH) / BATCH_SIZE }, (_, index) => ({
    path: '/v1/messages/batch',
    body: {
      messages: Array.from({ length: BATCH_SIZE }, (__, n) =>
        draftTo(conversations[(index * BATCH_SIZE + n) % TALKING] as string),
      ),
    },
  }))
  await load({
    url: at.url,
    token: at.token,
    method: 'POST',
    connections: 2,
    seconds: FILLING_SECONDS_MAX,
    requests: batches,
    times: batches.length,
  })
  const singles = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) }))
  await load({
    url: at.url,
    token: at.token,
    method: 'POST',
    connections: CONNECTIONS,
    seconds: FILLING_SECONDS_MAX,
    requests: singles,
    times: TRANSACTIONS,
  })
  // In batches: within a transaction each call scans the rows that all calls before it left.
  for (let made = 0; made < ENTRIES; made += ENTRIES_AT_ONCE) {
    await at.database.query(
      `select audit_append($1, uuidv7(), 'user', $2, null, case when n % 100 = 0 then 'member.removed'
                           else 'token.created' end, 'n' || n,
                           '{}', now()) from generate_series(1, $3::int) n`,
      [at.organizationId, at.userId, ENTRIES_AT_ONCE],
    )
  }
  const { rows } = await at.database.query('select id from messages where org_id = $1 order by random() limit $2', [
    at.organizationId,
    TALKING,
  ])
  const now = Math.floor(Date.now() / 1000)
  const one = (path: string): Request[] => [{ path }]
  return [
    {
      what: `a page of 10 of ${MESSAGES_OF_EACH} messages of a conversation`,
      aim: 10_000,
      requests: conversations.map((id) => ({ path: `/v1/messages?conversation_id=${id}` })),
    },
    { what: 'a page of 10 conversations, newest first', aim: 12_000, requests: one('/v1/conversations') },
    { what: '… by activity', aim: 12_000, requests: one('/v1/conversations?sort=last_active') },
    {
      what: '… not archived, by activity',
      aim: null,
      requests: one('/v1/conversations?sort=last_active&archived=false'),
    },
    {
      what: '… with what an inbox shows',
      aim: null,
      requests: one('/v1/conversations?sort=last_active&archived=false&expand=inbox'),
    },
    { what: 'the counts of an inbox', aim: null, requests: one('/v1/conversations/counts') },
    { what: 'a page of 10 contacts', aim: null, requests: one('/v1/contacts') },
    { what: 'a page of 10 transactions', aim: null, requests: one('/api/v1/billing/transactions?limit=10') },
    {
      what: '… by kind and period',
      aim: null,
      requests: one(`/api/v1/billing/transactions?limit=10&kind=deduction&from=${now - 86_400}`),
    },
    { what: 'a page of 10 of the audit log', aim: null, requests: one('/v1/audit_log') },
    { what: '… by action', aim: null, requests: one('/v1/audit_log?action=member.removed') },
    {
      what: 'the deliveries of a message',
      aim: null,
      requests: rows.map(({ id }) => ({ path: `/v1/messages/${typeId('msg', id)}/deliveries` })),
    },
  ]
}

/** All its statements one by one, and which of them took longest. */
async function doctorSeconds({ connection }: Installation): Promise<{ all: number; slowest: string }> {
  const database = openDatabase(connection, 1)
  try {
    return await database.transaction(async (tx) => {
      const took: { id: string; seconds: number }[] = []
      for (const statement of prepareCheck()) await tx.run(statement)
      for (const invariant of invariants) {
        const started = performance.now()
        for (const statement of brokenBy(invariant)) await tx.rows(statement)
        took.push({ id: invariant.id, seconds: (performance.now() - started) / 1000 })
      }
      const slowest = took.reduce((most, one) => (one.seconds > most.seconds ? one : most))
      return {
        all: took.reduce((sum, { seconds }) => sum + seconds, 0),
        slowest: `${slowest.id}, ${slowest.seconds.toFixed(1)} s`,
      }
    }, ONE_SNAPSHOT)
  } finally {
    await database.close()
  }
}
