// Runs test files in this process, one after the other: each in a suite with its name, whose `after` hooks close what
// the file opened before the next one is loaded.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { limitFile } from './file-limit.mjs'

const SIGNALS_AND_FAULTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'message']

export async function runGroup(files) {
  for (const file of files) {
    limitFile(file)
    // The one limit is that of the file.
    await describe(file, { timeout: Number.POSITIVE_INFINITY }, async () => {
      const found = stateOfProcess()
      await import(pathToFileURL(resolve(file)).href)
      // Behind the hooks of the file.
      after(() => assert.deepEqual(stateOfProcess(), found, 'the file left the process otherwise than it found it'))
    })
  }
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
