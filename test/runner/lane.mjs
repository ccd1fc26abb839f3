// One of the processes of a test run: runs test files from the shared queue, one after the other. Starting a process and
// loading the program takes longer than most files need for their tests. Each file is a suite with the file's name, whose
// `after` hooks close what the file opened before the next file is loaded.

import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endProcessSoon, guardFile } from './deadlock-guard.mjs'
import { claimFiles, NOTHING_LEFT } from './queue.mjs'

const OBSERVED_EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'message']
const TEST_MODULES = ['test/', 'sdk/test/'].map((folder) => pathToFileURL(resolve(folder)).href + '/')

// Test modules keep state (a story that begins when it is loaded): each file gets copies of its own, as in a process of
// its own, by a query that its imports inherit.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const copy = /\?copy=\d+$/.exec(context.parentURL ?? '')?.[0]
    const isTestModule = TEST_MODULES.some((folder) => resolved.url.startsWith(folder)) && !resolved.url.includes('?')
    return copy && isTestModule ? { ...resolved, url: resolved.url + copy } : resolved
  },
})

let copies = 0
for (const file of claimFiles(process.env.SAMVAD_TEST_QUEUE)) {
  guardFile(file)
  await describe(file, { timeout: Number.POSITIVE_INFINITY }, async () => {
    const before = stateOfProcess()
    await import(`${pathToFileURL(resolve(file)).href}?copy=${++copies}`)
    // Runs after the hooks of the file itself.
    after(() => assert.deepEqual(stateOfProcess(), before, 'the file changed the process and did not change it back'))
  })
}
if (copies === 0) describe(NOTHING_LEFT, () => {})
endProcessSoon()

/** Everything that the next file would notice. */
function stateOfProcess() {
  return {
    folder: process.cwd(),
    environment: { ...process.env },
    listeners: Object.fromEntries(OBSERVED_EVENTS.map((name) => [name, process.listenerCount(name)])),
    clocks: [Date, Date.now, performance.now, setTimeout, setInterval, setImmediate],
    outputs: [fetch, console.log, console.error, process.stdout.write, process.stderr.write],
  }
}
