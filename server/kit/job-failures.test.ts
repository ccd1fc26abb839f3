// spec 19.35

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { useUsualLimits } from '../../test/usual-limits.ts'
import type { App } from './app.ts'
import { openTransactionPool } from './database/transaction-pool.ts'
import { noteJobFailure } from './job-failures.ts'
import { jobFailures, jobsPutOff } from './metrics.ts'

useUsualLimits(['connection'])

test('spec 19.35: a job that waited in vain for its turn, or for a connection to open, is a warning with its name and is counted apart; what fails is an error', async () => {
  const pool = openTransactionPool(await testDatabase(), 1)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const holding = pool.withClient('somebody', () => held)
  const missed = await pool.withClient('installation', async () => null).catch((error: unknown) => error)
  letGo()
  await holding
  const failed = await pool
    .withClient('installation', (client) => client.query('select nothing'))
    .catch((error: unknown) => error)
  await pool.close()
  const late = await ofOneThatNeverOpens()

  const told: unknown[][] = []
  const log = {
    warn: (...words: unknown[]) => told.push(['warn', ...words]),
    error: (...words: unknown[]) => told.push(['error', ...words]),
  } as unknown as App['log']
  const names = { job: 'old events' }
  noteJobFailure(log, missed, names)
  noteJobFailure(log, late, names)
  noteJobFailure(log, failed, names)
  assert.deepEqual(told, [
    ['warn', names, 'no database connection for the job; will retry'],
    ['warn', names, 'no database connection for the job; will retry'],
    ['error', { err: failed, ...names }, 'job failed'],
  ])
  // For this job only: the counters are global, and jobs of other test files failed before.
  const ofJob = async (counter: typeof jobFailures) =>
    (await counter.get()).values.filter(({ labels }) => labels.job === names.job).map(({ value }) => value)
  assert.deepEqual([await ofJob(jobsPutOff), await ofJob(jobFailures)], [[2], [1]])
})

/** The error from a server that accepts connections and sends nothing. */
async function ofOneThatNeverOpens(): Promise<unknown> {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const pool = openTransactionPool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 }, 1)
  const failure = await pool.withClient('installation', async () => null).catch((error: unknown) => error)
  await pool.close()
  for (const socket of sockets) socket.destroy()
  mute.close()
  return failure
}
