// Runs the tests: all of them, or the files that are named.
//   npm test [-- [--reverse] FILE…]
// One PostgreSQL serves the whole run, and a few processes run file after file (test/runner/lane.mjs).

import { existsSync, globSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { compose } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithLauncher } from '../server/program/launcher.ts'
import { givenDatabase } from '../test/given-database.ts'
import { startPostgresOfRun } from '../test/postgres.ts'
import durations from '../test/runner/durations.mjs'
import { PATIENT_LIMITS } from '../test/runner/patient-limits.mjs'
import { createQueue, FILES_PER_PROCESS, NOTHING_LEFT } from '../test/runner/queue.mjs'
import { compileCache, root } from './platform.mjs'

const TESTS = ['server/**/*.test.ts', 'test/**/*.test.ts', 'sdk/test/**/*.test.ts']
/** Only `npm run test:long` runs these. */
const LONG = 'test/long/**'
const LANE = join(root, 'test/runner/lane.mjs')
/** A URL, as `--import` requires. */
const TEST_CONTEXT = pathToFileURL(join(root, 'test/runner/test-context.mjs')).href
/** For one process (up to 1.6 GB after 160 files) and the programs, browser and databases that its files start. */
const MEMORY_OF_PROCESS = 3 * 2 ** 30
/** More than cores, because files also wait for programs, disks and their database. */
const PROCESSES = Math.max(2, Math.min(availableParallelism() + 3, 7, Math.floor(totalmem() / MEMORY_OF_PROCESS)))
/** A deadlock guard for one test: far longer than any takes on a busy machine. */
const TEST_GUARD_MS = 480_000
/**
 * A test process rarely fills the young generation. Collecting it late and with one thread leaves more processor time
 * to the tests, so it starts at the size it would grow to. With 64 MB, 40 files had 64 collections that took 4.8 s;
 * with 160 MB, 18 that took 3.1 s.
 */
const YOUNG_GENERATION = ['--min-semi-space-size=160', '--max-semi-space-size=160', '--no-parallel-scavenge']

const startedAt = performance.now()
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { reverse: { type: 'boolean', default: false } },
})
const named = positionals.map((file) => relative(root, resolve(file)))
process.chdir(root)
const files = named.length > 0 ? named : globSync(TESTS, { exclude: [LONG] }).sort(startsPrograms)
const absent = named.filter((file) => !existsSync(file))
if (absent.length > 0) {
  for (const file of absent) console.error(`samvad: the test file ${file} does not exist`)
  process.exit(1)
}
if (options.reverse) files.reverse()
// All processes share the compile cache, which saves half the time of a short test file.
process.env.NODE_COMPILE_CACHE ??= compileCache

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())
endWithLauncher(() => ending.abort())

// With a configured database, all files share it, one at a time.
const isGiven = givenDatabase() !== null
const queue = createQueue(files, { everyFileAlone: isGiven })
const postgres = await startPostgresOfRun()
try {
  if (!ending.signal.aborted) await runQueue()
} finally {
  await postgres.end()
  queue.remove()
}
console.log(`samvad: ${files.length} test files in ${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exit(ending.signal.aborted ? 1 : process.exitCode)

async function runQueue() {
  const processes = isGiven ? 1 : Number(process.env.SAMVAD_TEST_PROCESSES || PROCESSES)
  const sharing = files.length - queue.aloneCount
  const lanes = Math.min(files.length, queue.aloneCount + Math.ceil(sharing / FILES_PER_PROCESS) + processes)
  const events = run({
    files: Array(lanes).fill(LANE),
    concurrency: processes,
    signal: ending.signal,
    env: {
      ...PATIENT_LIMITS,
      ...process.env,
      TMPDIR: postgres.folder,
      SAMVAD_TEST_QUEUE: queue.folder,
      SAMVAD_TEST_POSTGRES: JSON.stringify(postgres.connection),
    },
    execArgv: [`--test-timeout=${TEST_GUARD_MS}`, `--import=${TEST_CONTEXT}`, ...YOUNG_GENERATION],
  })
  // A process that ends in the middle of a file must not hide that file's remaining tests.
  const unseen = new Set(files)
  events.on('data', ({ type, data: { name, nesting, todo } }) => {
    if ((type === 'test:pass' || type === 'test:fail') && nesting === 0) unseen.delete(name)
    if (type === 'test:fail' && (todo === undefined || todo === false)) process.exitCode = 1
  })
  const shown = compose(events, async function* (all) {
    for await (const event of all) if (event.data.name !== NOTHING_LEFT) yield event
  })
  const reports = [spec, durations].map((reporter) => compose(shown, reporter))
  for (const report of reports) report.pipe(process.stdout, { end: false })
  await Promise.all(reports.map((report) => new Promise((done) => report.once('end', done))))
  if (unseen.size === 0 || ending.signal.aborted) return
  console.error(`These files did not finish: ${[...unseen].join(', ')}`)
  process.exitCode = 1
}

/** Files that start whole programs run first: a long one at the end would leave the other cores idle. */
function startsPrograms(one, other) {
  const weight = (file) => (/^(sdk\/)?test\//.test(file) ? 0 : 1)
  return weight(one) - weight(other) || (one < other ? -1 : 1)
}
