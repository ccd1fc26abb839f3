// One of the processes of a test run: runs test files from the shared queue, one after another. Starting a process and
// loading the program takes longer than most files need for their tests. Each file is a suite with the file's name,
// whose `after` hooks close what the file opened before the next file is loaded.

import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import { cleanDatabases } from '../reused-databases.ts'
import { endProcessSoon, guardFile } from './deadlock-guard.mjs'
import { importTestFile } from './per-file-modules.mjs'
import { endShared, filesShare } from './process-end.mjs'
import { claimFiles, NOTHING_LEFT } from './queue.mjs'

const OBSERVED_EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'message']

let ran = 0
filesShare()
for (const file of claimFiles(process.env.SAMVAD_TEST_QUEUE)) {
  guardFile(file)
  await describe(file, { timeout: Number.POSITIVE_INFINITY }, async () => {
    const before = stateOfProcess()
    ran++
    await importTestFile(file)
    // Runs after the hooks of the file.
    after(() => assert.deepEqual(stateOfProcess(), before, 'the file changed the process and did not change it back'))
    after(cleanDatabases)
  })
}
if (ran === 0) describe(NOTHING_LEFT, () => {})
await endShared()
endProcessSoon()

/** Process state that the next file would notice. */
function stateOfProcess() {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    listeners: Object.fromEntries(OBSERVED_EVENTS.map((name) => [name, process.listenerCount(name)])),
    clocks: [Date, Date.now, performance.now, setTimeout, setInterval, setImmediate],
    outputs: [fetch, console.log, console.error, process.stdout.write, process.stderr.write],
  }
}
