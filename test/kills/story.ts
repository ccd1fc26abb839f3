// A working day under faults: companies recharge, spend, are recharged automatically and get refunds through a gateway,
// and send and receive messages on every channel through providers, each with its own log, while processes of the
// program and of its PostgreSQL are killed and stopped, its disk fills up and its clock is set at random points.
// Afterwards nothing may be lost, duplicated or created.

import { spawnSync } from 'node:child_process'
import type pg from 'pg'
import { readSettings } from '#kit/settings.ts'
import { startEmbeddedPostgres } from '#postgres/supervisor.ts'
import { assemble, START_PATIENCE_MS } from '../../server/program/app.ts'
import { startFakeRazorpay } from '../gateways/razorpay.ts'
import { givenDatabase } from '../given-database.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { type Blow, blows, drawBlow, type Scene } from './blows.ts'
import { type Business, begin, foundCompanies, WEBHOOK_SECRET } from './business.ts'
import { chance } from './chance.ts'
import { startProgramClock } from './clock.ts'
import { mountSmallDisk } from './disk.ts'
import { childrenOf, connectionTo, kill } from './processes.ts'
import { startProviders } from './providers.ts'
import { settleEverything } from './settle.ts'
import { faultsOf, isEnough, tally } from './verdict.ts'

/**
 * After something was acknowledged: long enough that the next action has started, short enough that it has not ended.
 */
const STRIKE_WITHIN_MS = 200
const ASKED_WITHIN_MS = 5000
const LINES_SHOWN_MAX = 60
const SILENT = { info() {}, warn() {}, error() {} }

export interface Report {
  /** Number of injected faults. */
  kills: number
  /** Violations; empty when all is well. */
  faults: string[]
  counts: Awaited<ReturnType<typeof tally>>
  text: string
}

export interface Wanted {
  /** Number of blows, drawn by weight; `suite`: each kind that `npm test` uses, once. */
  blows: number | 'suite'
  companies: number
  apiProcesses: number
  /** Maximum random pause of each company between actions. */
  breathMs: number
  /** Maximum time for which a process is stopped, or the disk full. */
  longestMs: number
  /** Number of runs per day of the remaining work afterwards. */
  settledADay: number
  /** Time limit for the next acknowledgement after a blow, and for enough activity after the last blow. */
  withinMs: number
}

export async function killMany(wanted: Wanted, seed: number, say: (line: string) => void): Promise<Report> {
  const { companies: companyCount, withinMs } = wanted
  const random = chance(seed)
  const startedAt = performance.now()
  const given = givenDatabase() === null ? null : await testDatabase()
  const dataDirectory = await newDataDirectory()
  const disk = await mountSmallDisk(dataDirectory)
  if (given === null) await prepareDataDirectory(dataDirectory)
  if (disk === null) say('no disk is filled: this process may not mount one')
  const choices = blows
    .filter(({ isInSuite }) => wanted.blows !== 'suite' || isInSuite)
    .filter(({ needsOwnDatabase }) => given === null || !needsOwnDatabase)
    .filter(({ needsDisk }) => disk !== null || !needsDisk)
  const kills = wanted.blows === 'suite' ? choices.length : wanted.blows
  say(`${kills} blows, seed ${seed}`)
  const clock = await startProgramClock()
  const [port, providers] = [await freePort(), await startProviders(companyCount)]
  const url = `http://127.0.0.1:${port}`
  const gateway = await startFakeRazorpay({
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${url}/webhooks/gateways/razorpay`,
  })
  const environment = {
    PORT: String(port),
    ...(given ? { DATABASE_URL: urlOf(given) } : {}),
    SAMVAD_PROCESSES: String(wanted.apiProcesses),
    SAMVAD_LOG_LEVEL: 'silent',
    ...providers.environment,
    ...clock.environment,
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
    longestMs: wanted.longestMs,
    stepClock: clock.step,
    pid: () => program.pid,
    async startAgain() {
      program = await startProgram(dataDirectory, environment)
    },
  }
  const recoveries = new Map<string, number[]>()
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  try {
    const companies = await foundCompanies(app, program, gateway, companyCount, providers)
    const business: Business = begin(companies, gateway, random, wanted.breathMs)
    say(`${companies.length} companies are at work after ${secondsSince(startedAt)} s`)
    let [struck, turn] = [0, 0]
    while (struck < kills) {
      // An idle process has nothing to lose, so wait for an acknowledgement.
      const before = business.acknowledged()
      await eventually('work goes on', async () => business.acknowledged() > before, withinMs)
      await new Promise((resolve) => setTimeout(resolve, random.integer(STRIKE_WITHIN_MS)))
      const inTurn = choices[turn++ % choices.length] as Blow
      const blow = wanted.blows === 'suite' ? inTurn : drawBlow(random, choices)
      const overAt = await blow.strike(scene)
      if (overAt === null) continue
      struck++
      await workGoesOn(business, blow.name, withinMs).catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await stateOf(program)}`)
      })
      recoveries.set(blow.name, [...(recoveries.get(blow.name) ?? []), performance.now() - overAt])
      if (program.hasEnded()) throw new Error(`the program ended by itself after: ${blow.name}`)
      if (struck % 20 === 0) say(`${struck} blows; ${business.progress()}`)
      const failure = business.failure()
      if (failure) throw failure
    }
    await clock.step(0)
    // A slow machine does less between two blows: the day continues until there was enough of everything.
    const isDone = async () => isEnough(await tally(app, gateway).catch(() => null))
    await eventually('enough of everything', isDone, withinMs).catch((error: Error) => say(error.message))
    await business.end()
    say(`the blows were over after ${secondsSince(startedAt)} s`)
    await program.stop()
    await app.database.close()
    postgres = given ? undefined : await startEmbeddedPostgres({ dataDirectory, log: SILENT })
    app = await assembled(given ?? (postgres?.connection as pg.ClientConfig))
    await settleEverything(app, gateway, providers, wanted.settledADay)
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
    await clock.remove()
  }
}

async function workGoesOn(business: Business, name: string, withinMs: number): Promise<void> {
  const before = business.acknowledged()
  await eventually(`work goes on after: ${name}`, async () => business.acknowledged() > before, withinMs)
}

/** Diagnostics for a program that makes no progress. */
async function stateOf(program: Program): Promise<string> {
  const asked = program.request('GET', '/readyz', { timeoutMs: ASKED_WITHIN_MS })
  const readiness = await asked.then(
    ({ status, text }) => `readyz ${status}: ${text}`,
    (error: Error) => `readyz: ${error.message}`,
  )
  const said = program.output().trimEnd().split('\n').slice(-LINES_SHOWN_MAX)
  return [readiness, ...processTable(), ...said].join('\n')
}

/** For each process: parent, state, and the kernel function in which it waits. */
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
