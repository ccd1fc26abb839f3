// Starts workers that only compute monthly summaries (test/summing-worker.ts).

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { bundledProgram } from './bundled-program.ts'

const WORKER = await bundledProgram('summing-worker')

export interface Summing {
  process: ChildProcess
  /** Runs the summaries at this time; returns the time zone offset that the worker prints. */
  sumUp(at: string): Promise<string>
  end(): Promise<void>
}

export function startSumming(connection: pg.ClientConfig, zone: string): Summing {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(connection)], {
    env: { ...process.env, TZ: zone },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    async sumUp(at) {
      child.stdin.write(`${at}\n`)
      const { value, done } = await lines.next()
      assert.ok(!done, 'it ended')
      return value
    },
    async end() {
      child.stdin.end()
      assert.deepEqual(await closed, [0, null])
    },
  }
}
