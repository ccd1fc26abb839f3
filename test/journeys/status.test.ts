// An installation as its operator sees it: healthy, while the database hangs, and while nothing runs.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { cuttable } from '../cuttable-database.ts'
import { testDatabase } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'

const CLI = fileURLToPath(new URL('../../bin/samvad', import.meta.url))

const beside = await testDatabase()
const client = new pg.Client(beside)
const database = await cuttable(beside)
const dataDirectory = await newDataDirectory()
const environment = { DATABASE_URL: urlOf(database.connection) }
const program = await startProgram(dataDirectory, { ...environment, SAMVAD_LOG_LEVEL: 'silent' })
after(async () => {
  database.mend()
  await program.stop()
  await client.end()
  await database.close()
  await removeDataDirectory(dataDirectory)
})

interface Shown {
  state: string
  problems: string[]
  problem_details: { part: string; code: string; params: object; message: string }[]
  parts: { name: string; state: string; facts: Record<string, any> }[]
}

async function status(): Promise<{ code: number | null; shown: Shown }> {
  const { code, out } = await program.cli('status', '--json')
  return { code, shown: JSON.parse(out) }
}

const factsOf = ({ parts }: Shown, name: string) => parts.find((one) => one.name === name)?.facts as Record<string, any>

test('spec 17.12: while all is well the status says so, shows every process, and ends with 0', async () => {
  const { shown } = await eventually('all is well', async () => {
    const looked = await status()
    // A job is shown once it has run.
    const hasRun = factsOf(looked.shown, 'jobs')?.jobs.some(({ job }: { job: string }) => job === 'dispatch')
    return looked.code === 0 && hasRun && looked
  })
  assert.deepEqual([shown.state, shown.problems], ['good', []])
  const { processes, is_answering: isAnswering } = factsOf(shown, 'program')
  assert.equal(isAnswering, true)
  if (process.platform === 'linux') {
    assert.deepEqual(
      processes.map(({ role }: { role: string }) => role),
      ['parent and api', 'worker'],
    )
    for (const { memory_bytes: memory, pid } of processes) assert.ok(memory > 10_000_000 && pid > 1)
  }
  const { out } = await program.cli('status')
  assert.match(out, /^Samvad [\d.]+: /)
  assert.ok(!out.includes('\u001b'), 'colours are for a terminal')
})

test('spec 17.8: what a process counted that ended is not counted anew, and its end is counted', {
  skip: (process.platform !== 'linux' && 'the worker is found in /proc') || onlyLong,
}, async () => {
  const runs = async () => {
    const { text } = await program.request('GET', '/metrics')
    const of = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
    return {
      runs: of(/^samvad_job_runs_total\{job="dispatch"\} (\d+)/m),
      restarts: of(/^samvad_process_restarts_total\{role="worker"\} (\d+)/m),
    }
  }
  const before = await eventually('dispatch has looked some times', async () => {
    const counted = await runs()
    return counted.runs >= 3 && counted
  })
  const { shown } = await eventually('the worker is known', async () => {
    const looked = await status()
    return factsOf(looked.shown, 'program').processes?.length === 2 && looked
  })
  const worker = factsOf(shown, 'program').processes.find(({ role }: { role: string }) => role === 'worker')
  process.kill(worker.pid, 'SIGKILL')
  await eventually('it is started again', async () => {
    const now = await runs()
    assert.ok(now.runs >= before.runs, `${now.runs} after ${before.runs}`)
    return now.restarts === 1 && now.runs > before.runs
  })
})

/** Runs until the test is over, whatever its result. */
function doctor(
  t: TestContext,
  ...words: string[]
): { child: ChildProcess; lines: () => any[]; ended: Promise<number | null> } {
  const env = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: urlOf(database.connection) }
  const child = spawn(process.execPath, [CLI, 'doctor', '--watch', ...words, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return { child, lines, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

test('spec 17.14: the doctor watches, says what breaks and what is mended, and ends on Ctrl-C with what it last found', async (t) => {
  await client.connect()
  const watching = doctor(t, '--every', '1')
  // An expired lease of a killed worker may remain until the next worker has taken it.
  await eventually('all is well', async () => watching.lines().at(-1)?.is_healthy)
  const seen = watching.lines().length
  await client.query('update wallets set balance_micros = balance_micros + 1')
  const { is_healthy: isHealthy, broke } = await eventually('what broke is told', async () =>
    watching
      .lines()
      .slice(seen)
      .find(({ broke }) => broke.length > 0),
  )
  assert.equal(isHealthy, false)
  assert.ok(broke[0].rows.length > 0)

  if (isLong) {
    const other = doctor(t, '--every', '3600')
    await eventually('the other has looked', async () => other.lines().length === 1)
    other.child.kill('SIGINT')
    assert.equal(await other.ended, 1)
  } else assert.equal((await program.cli('doctor')).code, 1)
  const { shown, code } = await status()
  assert.equal(code, 1)
  assert.match(shown.problems.join('\n'), /^doctor: .* these rules did not hold: /m)

  await client.query('update wallets set balance_micros = balance_micros - 1')
  await eventually('what was mended is told', async () => {
    const mended = new Set(watching.lines().flatMap(({ mended }) => mended))
    return broke.every(({ id }: { id: string }) => mended.has(id))
  })
  await eventually('all is well again', async () => watching.lines().at(-1)?.is_healthy)
  watching.child.kill('SIGINT')
  assert.equal(await watching.ended, 0)
  assert.equal((await program.cli('doctor', '--every', '5')).code, 2)
  assert.equal((await program.cli('doctor', '--watch', '--every', 'soon')).code, 2)
})

test('spec 17.12: a database that hangs is named, and the rest shown all the same', async () => {
  database.cut()
  // The database stays cut: a check without a time limit would never end.
  const { shown, code } = await status()
  database.mend()
  assert.equal(code, 1)
  assert.match(shown.problems.join('\n'), /^database: The database cannot be used: /m)
  const away = shown.problem_details.find(({ part }) => part === 'database')
  assert.match(away?.code ?? '', /^database_(timeout|unavailable)$/)
  assert.equal(shown.parts.find(({ name }) => name === 'queues')?.state, 'unknown')
  assert.equal(shown.parts.find(({ name }) => name === 'storage')?.state, 'good')
})

test('spec 17.12: while nothing runs the status says so, and starts nothing', async () => {
  assert.equal(await program.stop(), 0)
  const { shown, code } = await status()
  assert.equal(code, 1)
  assert.match(
    shown.problems.join('\n'),
    /^program: Samvad is not running on this machine with DATA_DIR=.*\. Start it/m,
  )
  assert.equal(factsOf(shown, 'program').is_running, false)
  assert.equal(factsOf(shown, 'database').is_answering, true, 'it is somebody else’s')
})
