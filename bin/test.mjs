// Runs the tests: all of them, or the files that are named. One PostgreSQL for the run, which ends with it however it
// ends.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { endWithLauncher } from '../server/program/launcher.ts'
import { root } from './platform.mjs'

const TESTS = ['server/**/*.test.ts', 'test/**/*.test.ts']
/** Each file has its server and database connections, and the fault tests processes besides. */
const CONCURRENT_FILES_MAX = 4
/** A test that hangs is a failure, not a reason to wait; one that a busy machine slows down is neither. */
const TEST_LIMIT_MS = 480_000

const startedAt = Date.now()
const named = process.argv.slice(2).map((file) => resolve(file))
process.chdir(root)
const files = named.length > 0 ? named : globSync(TESTS).sort()
const { keepPostgres, TEST_POSTGRES_VARIABLE } = await import('../test/postgres.ts')
const { givenDatabase } = await import('../test/given-database.ts')
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
  const concurrency = isShared ? 1 : Math.max(2, Math.min(availableParallelism(), CONCURRENT_FILES_MAX))
  const limits = [
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${TEST_LIMIT_MS}`,
    '--import=./test/file-limit.mjs',
  ]
  const reporters = ['spec', './test/slowest-files.mjs'].flatMap((name) => [
    `--test-reporter=${name}`,
    '--test-reporter-destination=stdout',
  ])
  runner = spawn(process.execPath, ['--test', ...reporters, ...limits, ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [TEST_POSTGRES_VARIABLE]: connection },
  })
  return new Promise((done, fail) => {
    runner.once('error', fail)
    runner.once('close', (code) => done(code ?? 1))
  })
}
