// Sends by one organization: single messages compared with the one-transaction-per-message baseline, batches, and with
// a worker running in parallel.

import { oneTransactionPerMessage } from './baseline.ts'
import type { Installation } from './installation.ts'
import type { Measured } from './load.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, CONNECTIONS, draftTo, failures, round, rounds } from './rounds.ts'

const FEWER_CONNECTIONS = 16
const P99_AIM_MS = 10
const P99_OF_FEWER_AIM_MS = 6
const BASELINE_CLIENTS = [1, 8, 32]
export const BATCH_SIZE = 1000
export const BATCH_CONNECTIONS = 4

export async function measureSends(bench: Bench, conversations: string[]): Promise<void> {
  const { at, seconds, add } = bench
  const sends = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) }))
  const single = { method: 'POST' as const, connections: CONNECTIONS, requests: sends }
  const fewer = { ...single, connections: FEWER_CONNECTIONS }
  await round(bench, single) // warms up: prepared statements, compiled code, files of the tables
  const singles: Measured[] = []
  const singlesOfFewer: Measured[] = []
  const baselines = new Map<number, number[]>()
  // Alternating, so that other load of the machine affects both alike.
  for (let count = 0; count < ROUNDS; count++) {
    singles.push(await round(bench, single))
    singlesOfFewer.push(await round(bench, fewer))
    for (const clients of BASELINE_CLIENTS) {
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
  addTail(bench, singles, P99_AIM_MS)
  add({
    what: `single sends, ${FEWER_CONNECTIONS} connections, one organization`,
    value: median(singlesOfFewer.map((one) => one.perSecond)),
    unit: '/s',
    aim: null,
    note: failures(singlesOfFewer),
  })
  addTail(bench, singlesOfFewer, P99_OF_FEWER_AIM_MS)
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
  const batch = await rounds(bench, { method: 'POST', connections: BATCH_CONNECTIONS, requests: batches })
  add({
    what: `sends in batches of ${BATCH_SIZE}, ${BATCH_CONNECTIONS} connections`,
    value: median(batch.map((one) => one.perSecond)) * BATCH_SIZE,
    unit: '/s',
    aim: 40_000,
    note: failures(batch),
  })
}

/** Latencies: the medians of the rounds' percentiles, and the maximum of all rounds. */
function addTail({ add }: Bench, measured: Measured[], aim: number): void {
  const of = (name: 'p50Ms' | 'p95Ms' | 'p99Ms') => median(measured.map((one) => one[name]))
  const longest = Math.max(...measured.map((one) => one.maxMs))
  const note = `p50 ${of('p50Ms').toFixed(1)}, p95 ${of('p95Ms').toFixed(1)}, max ${longest.toFixed(0)} ms`
  add({ what: '… p99', value: of('p99Ms'), unit: 'ms', aim, lessIsBetter: true, note })
}

/** Deletes queued messages, so that a worker only does what is measured. */
export async function forgetQueued({ database }: Installation): Promise<void> {
  await database.query(
    "update deliveries set status = 'cancelled', due_at = null, ended_at = now() where status = 'queued'",
  )
}

/** The worker role is needed too. */
export async function measureBesideWorker(bench: Bench, conversations: string[]): Promise<void> {
  const { add } = bench
  const sends = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) }))
  const beside = await rounds(bench, { method: 'POST', connections: CONNECTIONS, requests: sends })
  add({
    what: 'single sends while the worker delivers them into the sandbox over SMTP',
    value: median(beside.map((one) => one.perSecond)),
    unit: '/s',
    aim: null,
    note: `p99 ${median(beside.map((one) => one.p99Ms)).toFixed(1)} ms; ${failures(beside)}`,
  })
}
