// `npm run bench`: the hot path over HTTP beside the one-transaction-per-message baseline on the same PostgreSQL, in one run.
// Options: --seconds N a round (default 5), --conversations N of one user for the large list (default 1,000,000),
// --transactions N of one statement (default 1,000,000), --result NAME (default the date): the table is written to
// bench/results/NAME.md, --only NAMES, with commas, of: sends, conversations, worker, statement, invoice (default all).

import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { oneTransactionPerMessage } from './baseline.ts'
import { measureInvoice, measureStatement } from './billing.ts'
import { credit, type Installation, install, makeConversations } from './installation.ts'
import { type Load, load, type Measured } from './load.ts'
import { median, type Row, reportOf, ROUNDS } from './report.ts'

const CONNECTIONS = 64
const BATCH_SIZE = 1000
const BATCH_CONNECTIONS = 4
const SMALL_LIST = 1000
const listLoad = { connections: CONNECTIONS, requests: [{ path: '/v1/conversations' }] }

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    conversations: { type: 'string', default: '1000000' },
    transactions: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    result: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const seconds = Number(options.seconds)
const rows: Row[] = []

/** In this order: a statement of a million transactions would change what the others are compared with. */
const parts: Record<string, (at: Installation, conversations: string[]) => Promise<void>> = {
  sends: measureSends,
  conversations: measureConversations,
  worker: measureBesideWorker,
  statement: async (at) => {
    await at.restart({ ROLES: 'api' })
    await measureStatement({ at, seconds, add }, Number(options.transactions))
  },
  invoice: async (at) => {
    await forgetQueued(at)
    await at.restart({ ROLES: 'api,worker' })
    await measureInvoice({ at, seconds, add })
  },
}
const wanted = options.only?.split(',') ?? Object.keys(parts)
for (const name of wanted)
  if (!(name in parts)) throw new Error(`--only ${name}: there are ${Object.keys(parts).join(', ')}`)

const installation = await install({ ROLES: 'api' })
try {
  await credit(installation, 50_000_000)
  const conversations = await makeConversations(installation, SMALL_LIST, SMALL_LIST)
  for (const [name, measurePart] of Object.entries(parts))
    if (wanted.includes(name)) await measurePart(installation, conversations)
} finally {
  await installation.stop()
}

const report = reportOf(rows, seconds)
await writeFile(new URL(`results/${options.result}.md`, import.meta.url), report)
console.log(`\n${report}`)

async function measureSends(at: Installation, conversations: string[]): Promise<void> {
  const sends = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) }))
  const single = { method: 'POST' as const, connections: CONNECTIONS, requests: sends }
  await round(at, single) // warms up: prepared statements, compiled code, files of the tables
  const singles: Measured[] = []
  const baselines = new Map<number, number[]>()
  // Taken in turn, so that what else happens on the machine happens to both.
  for (let count = 0; count < ROUNDS; count++) {
    singles.push(await round(at, single))
    for (const clients of [1, 8, 32]) {
      const { perSecond } = await oneTransactionPerMessage(
        at.database,
        at.organizationId,
        at.userId,
        conversations,
        clients,
        seconds,
      )
      baselines.set(clients, [...(baselines.get(clients) ?? []), perSecond])
    }
  }
  const perSecond = median(singles.map((one) => one.perSecond))
  add({
    what: `single sends, ${CONNECTIONS} connections, one organization`,
    value: perSecond,
    unit: '/s',
    aim: 15_000,
    note: failures(singles),
  })
  add({ what: '… p99', value: median(singles.map((one) => one.p99Ms)), unit: 'ms', aim: 25, lessIsBetter: true })
  for (const [clients, values] of baselines) {
    add({
      what: `baseline: one transaction a message, ${clients} clients, no HTTP`,
      value: median(values),
      unit: '/s',
      aim: null,
    })
  }
  add({
    what: 'single sends ÷ baseline under load (32 clients)',
    value: perSecond / median(baselines.get(32) as number[]),
    unit: '×',
    aim: 10,
  })

  const batches = Array.from({ length: 8 }, (_, index) => ({
    path: '/v1/messages/batch',
    body: {
      messages: Array.from({ length: BATCH_SIZE }, (__, n) =>
        draftTo(conversations[(index * 131 + n) % conversations.length] as string),
      ),
    },
  }))
  const batch = await rounds(at, { method: 'POST', connections: BATCH_CONNECTIONS, requests: batches })
  add({
    what: `sends in batches of ${BATCH_SIZE}, ${BATCH_CONNECTIONS} connections`,
    value: median(batch.map((one) => one.perSecond)) * BATCH_SIZE,
    unit: '/s',
    aim: 40_000,
    note: failures(batch),
  })
}

async function measureConversations(at: Installation, conversations: string[]): Promise<void> {
  const byId = conversations.map((id) => ({ path: `/v1/conversations/${id}` }))
  await measure(at, 'retrieve a conversation', 15_000, { connections: CONNECTIONS, requests: byId })
  const changes = conversations.map((id, index) => ({
    path: `/v1/conversations/${id}`,
    body: { is_muted: index % 2 === 0 },
  }))
  await measure(at, 'update a conversation', 8_000, { method: 'PUT', connections: CONNECTIONS, requests: changes })
  const small = await measure(
    at,
    `list conversations, 10 of ${SMALL_LIST.toLocaleString('en-US')} of one user`,
    null,
    listLoad,
  )

  const extra = Number(options.conversations)
  await at.database.query(
    `insert into contacts (org_id, id, email, owner_id, created_at)
     select $1, uuidv7(), 'new' || n || '@company.example', $2, now() from generate_series(1, 200000) n`,
    [at.organizationId, at.userId],
  )
  const { rows: fresh } = await at.database.query(
    'select id from contacts t where org_id = $1 and not exists (select from conversations c where c.org_id = t.org_id and c.contact_id = t.id)',
    [at.organizationId],
  )
  const { typeId } = await import('#kit/ids.ts')
  const creations = fresh.map(({ id }) => ({ path: '/v1/conversations', body: { contact_id: typeId('contact', id) } }))
  await measure(at, 'create a conversation', 8_000, { method: 'POST', connections: CONNECTIONS, requests: creations })

  if (extra > 0) {
    await makeConversations(at, extra, 1)
    const large = await measure(
      at,
      `list conversations, 10 of ${extra.toLocaleString('en-US')} of one user`,
      12_000,
      listLoad,
    )
    add({ what: '… ÷ the rate with few', value: large / small, unit: '×', aim: 0.9 })
  }
}

/** So that a worker has nothing to do but what is measured. */
async function forgetQueued(at: Installation): Promise<void> {
  await at.database.query(
    "update deliveries set status = 'cancelled', due_at = null, ended_at = now() where status = 'queued'",
  )
}

async function measureBesideWorker(at: Installation, conversations: string[]): Promise<void> {
  await forgetQueued(at)
  await at.restart({ ROLES: 'api,worker' })
  const sends = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) }))
  const beside = await rounds(at, { method: 'POST', connections: CONNECTIONS, requests: sends })
  add({
    what: 'single sends while the worker delivers them into the sandbox over SMTP',
    value: median(beside.map((one) => one.perSecond)),
    unit: '/s',
    aim: null,
    note: `p99 ${median(beside.map((one) => one.p99Ms)).toFixed(1)} ms; ${failures(beside)}`,
  })
}

async function measure(
  at: Installation,
  what: string,
  aim: number | null,
  wanted: Omit<Load, 'url' | 'token' | 'seconds'>,
): Promise<number> {
  const measured = await rounds(at, wanted)
  const value = median(measured.map((one) => one.perSecond))
  add({
    what,
    value,
    unit: '/s',
    aim,
    note: `p99 ${median(measured.map((one) => one.p99Ms)).toFixed(1)} ms; ${failures(measured)}`,
  })
  return value
}

async function rounds(at: Installation, wanted: Omit<Load, 'url' | 'token' | 'seconds'>): Promise<Measured[]> {
  const measured: Measured[] = []
  for (let count = 0; count < ROUNDS; count++) measured.push(await round(at, wanted))
  return measured
}

function round(at: Installation, wanted: Omit<Load, 'url' | 'token' | 'seconds'>): Promise<Measured> {
  return load({ url: at.url, token: at.token, seconds, ...wanted })
}

function failures(measured: Measured[]): string {
  const count = measured.reduce((sum, one) => sum + one.failures, 0)
  for (const { firstFailure } of measured) if (firstFailure) console.error(firstFailure)
  return count === 0 ? 'no failure' : `${count} failures`
}

function add(row: Row): void {
  rows.push(row)
  console.log(`${row.what}: ${row.value.toFixed(1)} ${row.unit}`)
}

function draftTo(conversationId: string) {
  return {
    conversation_id: conversationId,
    channel: 'email',
    subject: 'Your order has left',
    text: 'It has left our house today and will be with you tomorrow.',
  }
}
