// Runs test files in this process, one after the other: each in a suite with its name, whose `after` hooks close what
// the file opened before the next one is loaded.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endSoon, limitFile } from './file-limit.mjs'

const SIGNALS_AND_FAULTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'message']

/** Those that take minutes have a process of their own (test/groups.ts); of the others one takes a minute at most. */
const GROUPED_LIMIT_MS = 300_000

export async function runGroup(files) {
  for (const file of files) {
    limitFile(file, GROUPED_LIMIT_MS)
    // The one limit is that of the file.
    await describe(file, { timeout: Number.POSITIVE_INFINITY }, async () => {
      const found = stateOfProcess()
      await import(pathToFileURL(resolve(file)).href)
      // Behind the hooks of the file.
      after(() => assert.deepEqual(stateOfProcess(), found, 'the file left the process otherwise than it found it'))
    })
  }
  endSoon(files)
}

/** What the next file would notice. */
function stateOfProcess() {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    listeners: Object.fromEntries(SIGNALS_AND_FAULTS.map((name) => [name, process.listenerCount(name)])),
    clocks: [Date, Date.now, performance.now, setTimeout, setInterval, setImmediate],
    outside: [fetch, console.log, console.error, process.stdout.write, process.stderr.write],
  }
}
