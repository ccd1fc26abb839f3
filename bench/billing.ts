// The cost of reading billing data over HTTP when there is much of it: pages of a long statement, the whole statement
// as CSV, an invoice as PDF.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { Installation } from './installation.ts'
import { load, type Measured } from './load.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

const PAGE_AIM_MS = 5
const CSV_AIM_ROWS_PER_SECOND = 150_000
const CSV_AIM_MEBIBYTES = 150
const INVOICE_AIM_MS = 80
const MEMORY_EVERY_MS = 100
const SETTLED_WITHIN_MS = 30_000

// --- The statement ---------------------------------------------------------------------------------------------------

export async function measureStatement(bench: Bench, count: number): Promise<void> {
  const { at } = bench
  await makeTransactions(at, count)
  const { rows } = await at.database.query(
    "select id, created_at from transactions where org_id = $1 and channel = 'email' order by created_at offset $2 limit 1",
    [at.organizationId, Math.floor(count / 10)],
  )
  const { typeId } = await import('#kit/ids.ts')
  const deep = typeId('txn', rows[0].id)
  const day = 24 * 3600
  const now = Math.floor(Date.now() / 1000)
  const many = count.toLocaleString('en-US')
  for (const [what, query] of Object.entries({
    'the first': 'limit=100',
    'deep, by cursor': `limit=100&starting_after=${deep}`,
    'by kind (recharges)': 'limit=100&kind=recharge',
    'by channel (a rare one)': 'limit=100&channel=sms',
    'of a period in the middle': `limit=100&from=${now - 5 * day}&to=${now - 4 * day}`,
    'by channel, kind and period, by cursor': `limit=100&channel=email&kind=deduction&to=${now - day}&starting_after=${deep}`,
  }))
    await latency(bench, `a page of 100 of ${many} transactions: ${what}`, PAGE_AIM_MS, `transactions?${query}`)
  await latency(bench, `the balance with its days left, ${many} transactions in the last 7 days`, null, 'balance')
  await measureCsv(bench, count)
}

/** Latency with a single caller. */
async function latency({ at, seconds, add }: Bench, what: string, aim: number | null, path: string): Promise<void> {
  const one = { url: at.url, token: at.token, connections: 1, requests: [{ path: `/api/v1/billing/${path}` }] }
  await load({ ...one, seconds: Math.min(1, seconds) }) // warms up
  const measured: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) measured.push(await load({ ...one, seconds }))
  const failure = measured.find(({ firstFailure }) => firstFailure !== null)
  if (failure) throw new Error(`${what}: ${failure.firstFailure}`)
  const of = (name: 'p50Ms' | 'p99Ms') => median(measured.map((run) => run[name]))
  add({ what, value: of('p50Ms'), unit: 'ms', aim, lessIsBetter: true, note: 'p50, one connection' })
  add({ what: '… p99', value: of('p99Ms'), unit: 'ms', aim, lessIsBetter: true })
}

/** By the ledger's own rules, over the last seven days: mostly mail, a rare channel, recharges, refunds. */
export async function makeTransactions({ database, organizationId }: Installation, count: number): Promise<void> {
  await database.query(
    `with made as (
       select n, now() - ($2 - n) * (interval '7 days' / $2::int) as at,
              case when n % 5000 = 1 then 'recharge' when n % 1000 = 2 then 'refund' else 'deduction' end as kind,
              case when n % 2000 = 7 then 'sms' when n % 10 = 5 then 'app' else 'email' end as channel
         from generate_series(1, $2::int) n),
     priced as (
       select *, case kind when 'recharge' then 1000000000 when 'refund' then 150000 else -150000 end::bigint as amount
         from made),
     placed as (
       select p.*, w.version + n as version, w.balance_micros + sum(amount) over (order by n) as balance
         from priced p, wallets w where w.org_id = $1),
     stored as (
       insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key, wallet_version,
                                 balance_after_micros,
                                 description, channel, message_count, created_at, completed_at)
       select $1, uuidv7(at - now()), kind, 'completed', amount,
              case kind when 'recharge' then 'gateway' else 'revenue:' || channel end,
              case kind when 'refund' then 'reversal:' || gen_random_uuid() end, version, balance,
              case kind when 'deduction' then '1 ' || channel || ' message at 0.15' else kind end,
              case when kind <> 'recharge' then channel end, case kind when 'deduction' then 1 end, at, at
         from placed order by n returning wallet_version, amount_micros)
     update wallets set balance_micros = balance_micros + (select sum(amount_micros) from stored),
                        version = (select max(wallet_version) from stored), state = gen_random_uuid()
      where org_id = $1`,
    [organizationId, count],
  )
  await database.query('vacuum analyze transactions')
}

// --- CSV -------------------------------------------------------------------------------------------------------------

async function measureCsv({ at, add }: Bench, count: number): Promise<void> {
  // Measured before the first export, because a process keeps memory for a while after using it.
  const idleBytes = residentBytes(at.pid)
  const warming = await csv(at)
  const runs: Streamed[] = []
  for (let round = 0; round < ROUNDS; round++) runs.push(await csv(at))
  const few = runs.find(({ rows }) => rows < count)
  if (few) throw new Error(`the CSV has ${few.rows} of ${count} rows`)
  const many = count.toLocaleString('en-US')
  const perSecond = median(runs.map(({ rows, seconds }) => rows / seconds))
  add({ what: `CSV of ${many} transactions`, value: perSecond, unit: 'rows/s', aim: CSV_AIM_ROWS_PER_SECOND })
  const peakBytes = Math.max(...[warming, ...runs].map((run) => run.peakBytes))
  add({
    what: '… the most memory of the server above idle',
    value: (peakBytes - idleBytes) / 2 ** 20,
    unit: 'MiB',
    aim: CSV_AIM_MEBIBYTES,
    lessIsBetter: true,
  })
}

interface Streamed {
  rows: number
  seconds: number
  /** The server's peak memory during the measurement. */
  peakBytes: number
}

async function csv({ url, token, pid }: Installation): Promise<Streamed> {
  let peakBytes = 0
  const look = () => {
    peakBytes = Math.max(peakBytes, residentBytes(pid))
  }
  const watch = setInterval(look, MEMORY_EVERY_MS)
  const started = performance.now()
  try {
    const rows = await rowsOf(`${url}/api/v1/billing/transactions`, token)
    look()
    return { rows, seconds: (performance.now() - started) / 1000, peakBytes }
  } finally {
    clearInterval(watch)
  }
}

function rowsOf(address: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
  return new Promise((resolve, reject) => {
    const asked = get(address, { headers }, (answer) => {
      // The first line has the names of the columns.
      let rows = -1
      answer.on('data', (chunk: Buffer) => {
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, end + 1)) rows++
      })
      answer.once('error', reject)
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve(rows) : reject(new Error(`the CSV was answered with ${answer.statusCode}`)),
      )
    })
    asked.once('error', reject)
  })
}

/** The process's current resident memory. */
function residentBytes(pid: number): number {
  const status = `/proc/${pid}/status`
  const kibibytes = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kibibytes) * 1024
}

// --- Invoices --------------------------------------------------------------------------------------------------------

/** The worker role is needed: it delivers the sandbox gateway's webhook. */
export async function measureInvoice(bench: Bench): Promise<void> {
  const id = await paidInvoice(bench.at)
  await latency(bench, 'an invoice as PDF, warm', INVOICE_AIM_MS, `invoices/${id}`)
}

async function paidInvoice({ url, token }: Installation): Promise<string> {
  const recharges = `${url}/api/v1/billing/recharges`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const recharge = await json(await fetch(recharges, { method: 'POST', headers, body: '{"amount":"1000.00"}' }))
  const form = new URLSearchParams({ method: 'upi', outcome: 'success' })
  await fetch(String(recharge.checkout_url), { method: 'POST', body: form })
  const until = performance.now() + SETTLED_WITHIN_MS
  while (performance.now() < until) {
    const { invoice_id: id } = await json(await fetch(`${recharges}/${recharge.id}`, { headers }))
    if (typeof id === 'string') return id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the recharge was not settled in time')
}

async function json(answer: Response): Promise<Record<string, unknown>> {
  if (!answer.ok) throw new Error(`answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
