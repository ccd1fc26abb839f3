// Many organizations send at once, each on one channel, through several processes of one installation, while the
// processes are killed. In the end each must have exactly the ledger of sending the same messages one after another, to
// the micro-rupee.

import { readSettings } from '#kit/settings.ts'
import { rerateJobs } from '#messaging/rerating/rerate.ts'
import { type Assembled, assemble } from '../../../server/program/app.ts'
import { testDatabase } from '../../harness.ts'
import { type Chance, chance } from '../../kills/chance.ts'
import { urlOf } from '../../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory } from '../../program.ts'
import { foundOrganizations } from './organizations.ts'
import { type Programs, startPrograms } from './programs.ts'
import { beginSending, type Senders } from './senders.ts'
import { faultsOf } from './verdict.ts'

/** After something was acknowledged: long enough that the next request is in flight. */
const KILL_WITHIN_MS = 400
/** Deadlock guard, however busy the machine is. */
const WORK_WITHIN_MS = 240_000
/** Minimum counts, so that even a short run has something to judge. */
const [KILLS_MIN, ACCEPTED_MIN] = [3, 101]

export interface Report {
  kills: number
  accepted: number
  refused: number
  replayed: number
  /** Violations; empty when all is well. */
  faults: string[]
  text: string
}

export interface Wanted {
  organizations: number
  /** Minimum; continues until there is enough to judge. */
  seconds: number
  /** Minimum number of answered requests before each kill. */
  requestsAKill: number
}

export async function interleave(wanted: Wanted, seed: number, say: (line: string) => void): Promise<Report> {
  const { organizations: count, seconds } = wanted
  say(`${count} organizations send for ${seconds} s, seed ${seed}`)
  const random = chance(seed)
  const database = await testDatabase()
  const dataDirectory = await newDataDirectory()
  const settings = readSettings({ DATA_DIR: dataDirectory, SAMVAD_LOG_LEVEL: 'silent' })
  const programs = await startPrograms(dataDirectory, urlOf(database))
  const app = await assemble(settings, database)
  try {
    const organizations = await foundOrganizations(app, count, random)
    const senders = beginSending(organizations, programs.urls, seed)
    const kills = await killFor(wanted, programs, senders, random)
    await senders.end()
    await programs.stop()
    await bookRerates(app)
    const faults = await faultsOf(app, senders.told)
    return reportOf(kills, senders, faults)
  } finally {
    await programs.stop()
    await app.database.close()
    await removeDataDirectory(dataDirectory)
  }
}

/** Returns the number of kills. */
async function killFor(
  { seconds, requestsAKill }: Wanted,
  programs: Programs,
  senders: Senders,
  random: Chance,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let kills = 0
  while (performance.now() < until || kills < KILLS_MIN || !isEnough(senders)) {
    const wanted = senders.acknowledged() + requestsAKill
    const isGoingOn = async () => senders.failure() !== null || senders.acknowledged() >= wanted
    await eventually('work goes on', isGoingOn, WORK_WITHIN_MS)
    const failure = senders.failure()
    if (failure) throw failure
    await new Promise((resolve) => setTimeout(resolve, random.integer(KILL_WITHIN_MS)))
    if (await killOne(programs, random)) kills++
  }
  return kills
}

function isEnough({ told, counts }: Senders): boolean {
  const accepted = [...told.values()].reduce((sum, one) => sum + one.accepted.length, 0)
  return accepted >= ACCEPTED_MIN && counts.replayed > 0
}

async function killOne(programs: Programs, random: Chance): Promise<boolean> {
  const choice = random.integer(8)
  if (choice === 0) await programs.killTree()
  else if (choice <= 2) await programs.killAlone()
  else return programs.killSharing((pids) => random.pick(pids))
  return true
}

/** Books the refunds of volume lists, as the worker does. */
async function bookRerates(app: Assembled): Promise<void> {
  const { signal } = new AbortController()
  for (const job of rerateJobs(app)) while (await job.run(signal));
}

function reportOf(kills: number, { told, counts }: Senders, faults: string[]): Report {
  const all = [...told.values()]
  const accepted = all.reduce((sum, one) => sum + one.accepted.length, 0)
  const refused = all.reduce((sum, one) => sum + one.attempts, 0) - accepted
  const { requests, replayed, retried } = counts
  const text = [
    `${kills} kills; ${requests} requests, ${accepted} messages accepted, ${refused} refused for want of money`,
    `${replayed} answers were those given before, ${retried} tries were in vain`,
    ...(faults.length === 0 ? ['as if they had been sent one after the other'] : faults),
  ].join('\n')
  return { kills, accepted, refused, replayed, faults, text }
}
