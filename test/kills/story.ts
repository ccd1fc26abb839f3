// A day at work under blows: companies recharge, spend, are recharged automatically and get refunds, through a gateway,
// and write and are written to on every channel, through providers, all with books of their own, while processes of the
// program and of its PostgreSQL are killed and stopped, its disk is full and its clock is set at random points.
// Afterwards nothing may be lost, doubled or made.

import { spawnSync } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { readSettings } from '#kit/settings.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { assemble, START_PATIENCE_MS } from '../../server/program/app.ts'
import { startFakeRazorpay } from '../gateways/razorpay.ts'
import { givenDatabase } from '../given-database.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { blows, drawBlow, type Scene } from './blows.ts'
import { type Business, begin, foundCompanies, WEBHOOK_SECRET } from './business.ts'
import { chance } from './chance.ts'
import { mountSmallDisk } from './disk.ts'
import { childrenOf, connectionTo, kill } from './processes.ts'
import { startProviders } from './providers.ts'
import { settleEverything } from './settle.ts'
import { faultsOf, isEnough, tally } from './verdict.ts'

const API_PROCESSES = 3
const COMPANIES = 8
/**
 * After something was acknowledged: long enough for something else to be under way, short enough that it is not over.
 */
const STRIKE_WITHIN_MS = 200
/** A worker that died may hold up others' work as long as its lease; the API must be back long before. */
const WORK_WITHIN_MS = 45_000
const ASKED_WITHIN_MS = 5000
const LINES_SHOWN_MAX = 60
/** A worker that was killed holds up an automatic recharge as long as its lease, and there may be several such. */
const ENOUGH_WITHIN_MS = 45_000
const STEPPED_CLOCK = new URL('stepped-clock.mjs', import.meta.url).href
const SILENT = { info() {}, warn() {}, error() {} }

export interface Report {
  /** Blows that fell. */
  kills: number
  /** What did not hold; empty when all is well. */
  faults: string[]
  counts: Awaited<ReturnType<typeof tally>>
  text: string
}

export async function killMany(
  kills: number,
  seed: number,
  say: (line: string) => void,
  { companyCount = COMPANIES, mayTakeLong = false }: { companyCount?: number; mayTakeLong?: boolean } = {},
): Promise<Report> {
  const random = chance(seed)
  say(`${kills} blows, seed ${seed}`)
  const startedAt = performance.now()
  const given = givenDatabase() === null ? null : await testDatabase()
  const choices = blows
    .filter(({ isLong }) => mayTakeLong || !isLong)
    .filter(({ needsOwnDatabase }) => given === null || !needsOwnDatabase)
  const dataDirectory = await newDataDirectory()
  const disk = await mountSmallDisk(dataDirectory)
  if (disk === null) say('no disk is filled: this process may not mount one')
  const clockFolder = await mkdtemp(join(tmpdir(), 'samvad-clock-'))
  const clockFile = join(clockFolder, 'seconds')
  const stepClock = async (seconds: number) => {
    await writeFile(`${clockFile}-draft`, String(seconds))
    await rename(`${clockFile}-draft`, clockFile)
  }
  await stepClock(0)
  const [port, providers] = [await freePort(), await startProviders(companyCount)]
  const url = `http://127.0.0.1:${port}`
  const gateway = await startFakeRazorpay({
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${url}/webhooks/gateways/razorpay`,
  })
  const environment = {
    PORT: String(port),
    ...(given ? { DATABASE_URL: urlOf(given) } : {}),
    SAMVAD_PROCESSES: String(API_PROCESSES),
    SAMVAD_LOG_LEVEL: 'silent',
    ...providers.environment,
    SAMVAD_TEST_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${STEPPED_CLOCK}`,
  }
  const { SAMVAD_LOG_LEVEL, PORT } = environment
  const settings = readSettings({ DATA_DIR: dataDirectory, PORT, SAMVAD_LOG_LEVEL, ...providers.environment })
  let program: Program = await startProgram(dataDirectory, environment)
  const assembled = async (connection: pg.ClientConfig) =>
    assemble(settings, connection, undefined, undefined, START_PATIENCE_MS)
  const connectionOf = async () => given ?? (await connectionTo(dataDirectory))
  let app = await connectionOf()
    .then(assembled)
    .catch(async (error: Error) => {
      await program.stop()
      throw error
    })
  const scene: Scene = {
    random,
    dataDirectory,
    disk,
    stepClock,
    pid: () => program.pid,
    async startAgain() {
      program = await startProgram(dataDirectory, environment)
    },
  }
  const recoveries = new Map<string, number[]>()
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  try {
    const companies = await foundCompanies(app, program, gateway, companyCount, providers)
    const business: Business = begin(companies, gateway, random)
    say(`${companies.length} companies are at work after ${secondsSince(startedAt)} s`)
    let struck = 0
    while (struck < kills) {
      // A process that has done nothing yet has nothing to lose.
      const before = business.acknowledged()
      await eventually('work goes on', async () => business.acknowledged() > before, WORK_WITHIN_MS)
      await new Promise((resolve) => setTimeout(resolve, random.integer(STRIKE_WITHIN_MS)))
      const blow = drawBlow(random, choices)
      const overAt = await blow.strike(scene)
      if (overAt === null) continue
      struck++
      await workGoesOn(business, blow.name).catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await stateOf(program)}`)
      })
      recoveries.set(blow.name, [...(recoveries.get(blow.name) ?? []), performance.now() - overAt])
      if (program.hasEnded()) throw new Error(`the program ended by itself after: ${blow.name}`)
      if (struck % 20 === 0) say(`${struck} blows; ${business.progress()}`)
      const failure = business.failure()
      if (failure) throw failure
    }
    await stepClock(0)
    // How much is done between two blows is the machine's affair: on a slow one the day goes on until there was enough
    // of each.
    const isDone = async () => isEnough(await tally(app, gateway).catch(() => null))
    await eventually('enough of everything', isDone, ENOUGH_WITHIN_MS).catch((error: Error) => say(error.message))
    await business.end()
    say(`the blows were over after ${secondsSince(startedAt)} s`)
    await program.stop()
    await app.database.close()
    postgres = given ? undefined : await startEmbeddedPostgres({ dataDirectory, log: SILENT })
    app = await assembled(given ?? (postgres?.connection as pg.ClientConfig))
    await settleEverything(app, gateway, providers)
    const faults = await faultsOf(app, gateway, providers, business.told)
    const counts = await tally(app, gateway)
    const text = [
      `${struck} blows in ${secondsSince(startedAt)} s; ${business.progress()}`,
      ...[...recoveries].map(([name, times]) => `${times.length} × ${name}: ${spreadOf(times)}`).sort(),
      Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
      ...(faults.length === 0 ? ['nothing lost, nothing made, nothing charged twice'] : faults),
    ].join('\n')
    return { kills: struck, faults, counts, text }
  } finally {
    await disk?.makeRoom()
    const children = await childrenOf(program.pid)
    await program.stop()
    for (const child of children) kill(child)
    await app.database.close().catch(() => {})
    await postgres?.stop()
    await gateway.close()
    await providers.close()
    await disk?.unmount()
    await removeDataDirectory(dataDirectory)
    await rm(clockFolder, { recursive: true, force: true })
  }
}

async function workGoesOn(business: Business, name: string): Promise<void> {
  const before = business.acknowledged()
  await eventually(`work goes on after: ${name}`, async () => business.acknowledged() > before, WORK_WITHIN_MS)
}

/** What somebody would look at who finds that nothing goes on. */
async function stateOf(program: Program): Promise<string> {
  const asked = program.request('GET', '/readyz', { timeoutMs: ASKED_WITHIN_MS })
  const readiness = await asked.then(
    ({ status, text }) => `readyz ${status}: ${text}`,
    (error: Error) => `readyz: ${error.message}`,
  )
  const said = program.output().trimEnd().split('\n').slice(-LINES_SHOWN_MAX)
  return [readiness, ...processTable(), ...said].join('\n')
}

/** Whose it is, how it is, and what it waits for in the system. */
function processTable(): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid,stat,etimes,time,wchan:20,args'], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .filter((line) => /samvad|postgres/.test(line))
    .map((line) => line.slice(0, 160))
}

function spreadOf(times: number[]): string {
  const sorted = times.map((ms) => (ms / 1000).toFixed(1)).sort((one, other) => Number(one) - Number(other))
  return `something was acknowledged again after ${sorted[sorted.length >> 1]} s, at most ${sorted.at(-1)} s`
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)
