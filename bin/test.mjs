// Runs the tests: all of them, or the files that are named. One PostgreSQL for the run, which ends with it however it
// ends.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { endWithLauncher } from '../server/program/launcher.ts'
import { compileCache, root } from './platform.mjs'

const TESTS = ['server/**/*.test.ts', 'test/**/*.test.ts', 'sdk/test/**/*.test.ts']
/**
 * They begin first, each in a process of its own: one that begins last is waited for alone. A whole run says at its end
 * which took longest.
 */
const LONGEST = [
  'server/messaging/dispatch/many.test.ts',
  'test/kills/kills.test.ts',
  'test/journeys/archive-store.test.ts',
  'test/start/stops.test.ts',
  'test/journeys/readme.test.ts',
  'sdk/test/restart.test.ts',
  'test/browser/pages.test.ts',
  'server/messaging/attachments/upload.test.ts',
  'server/kit/s3/s3-store.test.ts',
  'server/cli/cli.test.ts',
]
/**
 * They wait, for leases of a minute, gaps between tries and what never comes, and hardly work: one after the other
 * beside the others, so that nobody waits for them.
 */
const WAITING = [
  'test/kills/events/events.test.ts',
  'test/faults/kill-worker.test.ts',
  'test/start/failures.test.ts',
  'server/messaging/dispatch/held-in-all.test.ts',
  'server/messaging/channels/app/killed.test.ts',
  'server/messaging/channels/sms/killed.test.ts',
]
/** Each has its server and database connections, and the fault tests processes besides. */
const CONCURRENT_MAX = 4
/** A test that hangs is a failure, not a reason to wait; one that a busy machine slows down is neither. */
const TEST_LIMIT_MS = 480_000

const startedAt = Date.now()
const named = process.argv.slice(2).map((file) => relative(root, resolve(file)))
process.chdir(root)
// What begins with whole programs, and waits for them, before what is over in a second.
const weightOf = (file) => (LONGEST.includes(file) ? 0 : /^(sdk\/)?test\//.test(file) ? 1 : 2)
const files =
  named.length > 0
    ? named
    : globSync(TESTS)
        .sort()
        .sort((a, b) => weightOf(a) - weightOf(b))
// What Node makes of a source file is made once for all processes: it is half of what a short test file takes.
process.env.NODE_COMPILE_CACHE ??= compileCache
const { keepPostgres, TEST_POSTGRES_VARIABLE } = await import('../test/postgres.ts')
const { givenDatabase } = await import('../test/given-database.ts')
const { groupsOf } = await import('../test/groups.ts')
// One database for all files: each has it for itself while it runs.
const isShared = givenDatabase() !== null

let runner
let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => interrupt(signal))
}
endWithLauncher(() => interrupt('SIGTERM'))

function interrupt(signal) {
  interrupted = signal
  runner?.kill('SIGTERM')
}

// One that runs already may be given: for working on the tests.
const given = process.env[TEST_POSTGRES_VARIABLE]
const postgres = given ? undefined : await keepPostgres()
let exitCode = 1
try {
  if (!interrupted) exitCode = await run(given ?? JSON.stringify(postgres.connection))
} finally {
  await postgres?.end()
}
console.log(`samvad: ${files.length} test files in ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.exit(interrupted ? 1 : exitCode)

function run(connection) {
  // No more than there are processors: what a bystander may wait is part of what is tested.
  const concurrency = isShared ? 1 : Math.max(2, Math.min(availableParallelism(), CONCURRENT_MAX))
  const waiting = isShared ? [] : files.filter((file) => WAITING.includes(file))
  const others = files.filter((file) => !waiting.includes(file))
  const groups = isShared ? others.map((file) => [file]) : groupsOf(others, LONGEST)
  const words = [...groups.map((group) => group.join(',')), '--', ...waiting]
  runner = spawn(process.execPath, ['test/run-files.mjs', String(concurrency), String(TEST_LIMIT_MS), ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [TEST_POSTGRES_VARIABLE]: connection },
  })
  return new Promise((done, fail) => {
    runner.once('error', fail)
    runner.once('close', (code) => done(code ?? 1))
  })
}
