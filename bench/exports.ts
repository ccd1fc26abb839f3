// Exports of a million rows, created by the worker in the folder store: the time from the request until the file is
// ready, and the worker's memory during an export compared with before.

import { makeTransactions } from './billing.ts'
import { credit, type Installation } from './installation.ts'
import { childrenOf, isTold, processorMicrosOf, residentMebibytesOf } from './processor-time.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

const AIMS = { transactions: 150_000, log: 30_000 } as const
const FORMATS = { transactions: 'csv', log: 'xlsx', statement: 'pdf' } as const
type Kind = keyof typeof FORMATS
const MEBIBYTES_AIM = 150
const RUPEES = 1_000_000
const LOOK_EVERY_MS = 50
const MADE_WITHIN_MS = 15 * 60_000

export async function measureExports({ at, add }: Bench, count: number): Promise<void> {
  await credit(at, RUPEES)
  await makeTransactions(at, count)
  await makeDeliveries(at)
  await at.restart({ ROLES: 'api,worker' })
  const many = count.toLocaleString('en-US')
  // Measured before the first export, because a process keeps memory for a while after using it.
  const idle = heldBy(at)
  for (const kind of ['transactions', 'log'] as const) {
    const warming = await made(at, kind)
    const runs: Made[] = []
    for (let round = 0; round < ROUNDS; round++) runs.push(await made(at, kind))
    add({
      what: `export of ${many} rows: ${kind} as ${FORMATS[kind]}`,
      value: median(runs.map(({ rows, seconds }) => rows / seconds)),
      unit: 'rows/s',
      aim: AIMS[kind],
      note: `${(Math.max(...runs.map(({ bytes }) => bytes)) / 2 ** 20).toFixed(0)} MiB`,
    })
    if (!isTold) continue
    add({
      what: '… by the processor time of the worker alone',
      value: median(runs.map(({ rows, processorSeconds }) => rows / processorSeconds)),
      unit: 'rows/s',
      aim: AIMS[kind],
      note: 'what it would be without anything beside',
    })
    add({
      what: '… the most memory of the worker above idle',
      value: Math.max(...[warming, ...runs].map(({ mebibytes }) => mebibytes)) - idle,
      unit: 'MiB',
      aim: MEBIBYTES_AIM,
      lessIsBetter: true,
    })
  }
  const { seconds } = await made(at, 'statement')
  add({ what: `statement of ${many} transactions as pdf`, value: seconds, unit: 's', aim: null, lessIsBetter: true })
}

interface Made {
  rows: number
  bytes: number
  seconds: number
  /** Of the worker process. */
  processorSeconds: number
  /** The worker's peak memory. */
  mebibytes: number
}

const heldBy = ({ pid }: Installation) => (isTold ? Math.max(...childrenOf(pid).map(residentMebibytesOf)) : 0)

async function made(at: Installation, kind: Kind): Promise<Made> {
  const { url, token, pid } = at
  const exports = `${url}/api/v1/billing/exports`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const spent = () => (isTold ? Math.max(...childrenOf(pid).map(processorMicrosOf)) / 1e6 : 0)
  const before = spent()
  let most = heldBy(at)
  const now = Math.floor(Date.now() / 1000)
  const asked = { kind, format: FORMATS[kind], from: now - 30 * 24 * 3600, to: now + 3600 }
  const started = performance.now()
  let shown = await json(await fetch(exports, { method: 'POST', headers, body: JSON.stringify(asked) }))
  while (!['completed', 'failed'].includes(shown.status)) {
    if (performance.now() - started > MADE_WITHIN_MS) throw new Error(`${kind} was not made in time`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    most = Math.max(most, heldBy(at))
    shown = await json(await fetch(`${exports}/${shown.id}`, { headers }))
  }
  const seconds = (performance.now() - started) / 1000
  const processorSeconds = spent() - before
  if (shown.status === 'failed') throw new Error(`${kind}: ${shown.error}`)
  await fetch(`${exports}/${shown.id}`, { method: 'DELETE', headers: { authorization: headers.authorization } })
  return { rows: shown.row_count, bytes: shown.size, seconds, processorSeconds, mebibytes: most }
}

/** One delivery per charge. */
async function makeDeliveries({ database, organizationId }: Installation): Promise<void> {
  await database.query(
    `insert into deliveries (org_id, id, channel, kind, status, price_micros, tier, month, month_number,
                             transaction_id, sent_at, delivered_at, ended_at, created_at)
     select org_id, id, channel, case channel when 'app' then 'app_session' else channel end, 'delivered',
            -amount_micros, 1, date_trunc('month', created_at)::date, row_number() over (order by id), id,
            created_at + interval '1 second', created_at + interval '2 seconds', created_at + interval '2 seconds',
            created_at
       from transactions where org_id = $1 and kind = 'deduction'`,
    [organizationId],
  )
  await database.query('vacuum analyze deliveries')
}

async function json(answer: Response): Promise<any> {
  if (!answer.ok) throw new Error(`answered with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
