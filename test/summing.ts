// Starts workers that sum up months and nothing else (test/summing-worker.ts).

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { bundledProgram } from './bundled-program.ts'

const WORKER = await bundledProgram('summing-worker')

export interface Summing {
  process: ChildProcess
  /** Sums up at this time; returns what it says of its time zone. */
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
