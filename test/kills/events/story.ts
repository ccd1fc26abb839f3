// Events of many organizations to endpoints that fail three times out of ten, while the worker is killed repeatedly:
// each is delivered at least once, in order per object, and an endpoint that never answers delays nobody.

import { eventJobs } from '#events/jobs.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { eventKinds } from '#program/events.ts'
import { createCaller } from '#webhooks/call.ts'
import { noteTelling, webhookJobs } from '#webhooks/jobs.ts'
import { type Assembled, assemble } from '../../../server/program/app.ts'
import { foundCompany, mustBeHealthy, publicId, request, testDatabase } from '../../harness.ts'
import { urlOf } from '../../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory, startProgram } from '../../program.ts'
import { chance } from '../chance.ts'
import { startProgramClock } from '../clock.ts'
import { childrenOf, kill } from '../processes.ts'
import { type Receivers, startReceivers } from './receivers.ts'

const OBJECTS_EACH = 10
/** One organization in this many has a second endpoint that never answers. */
const ONE_OF_WHICH_HAS_A_DEAD_ONE = 10
const WRITTEN_TOGETHER = 50
/** Maximum number of events written and not yet delivered. */
const AHEAD_MAX = 3000
const FOUNDED_AT_ONCE = 8
const BROUGHT_WITHIN_MS = 600_000
/** Clock steps that follow the growing retry delays; then an hour each while events are left. */
const LATER_STEP_S = 3600
const ROUNDS_MAX = 100
const STEPS_S = [0, 6, 40, 160, 800, 2700, 6500, 14_000, 29_000, 58_000, 102_000, 146_000, 190_000, 234_000, 270_000]
/** Allowed delay for organizations with a dead endpoint, relative to the median of the others. */
const LATER_TIMES = 3
const LATER_MS = 2000
/** Longer than the leases of a killed worker and the first retry delays. */
const STEP_S = 120

export interface Wanted {
  events: number
  kills: number
  organizations: number
  /** True: real time, and delays are judged; false: the clock jumps to the next due work. */
  isTimed: boolean
}

export interface Report {
  faults: string[]
  kills: number
  text: string
}

interface Company {
  organizationId: Uuid
  objects: Uuid[]
  /** Ids of its endpoint, and of one that never answers. */
  live: number
  dead: number | null
}

interface Written {
  company: Company
  at: number
}

export async function tellThroughKills(
  { events, kills, organizations, isTimed }: Wanted,
  seed: number,
  say: (line: string) => void,
): Promise<Report> {
  const startedAt = performance.now()
  const random = chance(seed)
  say(`${events} events of ${organizations} organizations, ${kills} kills, seed ${seed}`)
  const deadCount = Math.ceil(organizations / ONE_OF_WHICH_HAS_A_DEAD_ONE)
  const receivers = await startReceivers(organizations + deadCount, random, (endpoint) => endpoint >= organizations)
  const database = await testDatabase()
  const dataDirectory = await newDataDirectory()
  const environment = { SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_LOG_LEVEL: 'silent' }
  const settings = readSettings({ DATA_DIR: dataDirectory, PORT: '0', ...environment })
  const clock = await startProgramClock()
  const program = await startProgram(dataDirectory, {
    ...environment,
    ...clock.environment,
    DATABASE_URL: urlOf(database),
  })
  let seconds = 0
  const stepOn = async () => {
    if (!isTimed) await clock.step((seconds += STEP_S))
  }
  let app: Assembled | undefined
  try {
    app = await assemble(settings, database)
    const companies = await found(app, program.url, organizations, receivers)
    say(`${companies.length} organizations have endpoints after ${secondsSince(startedAt)} s`)
    const written = new Map<string, Written>()
    const begunAt = performance.now()
    const writing = write(app, companies, events, written, receivers)
    let struck = 0
    while (struck < kills) {
      const mark = Math.floor(((struck + 1) * events) / (kills + 1))
      await eventually('so many were brought', async () => receivers.calls() >= mark, BROUGHT_WITHIN_MS)
      const [worker] = await childrenOf(program.pid)
      if (worker === undefined || !kill(worker)) continue
      struck++
      const before = receivers.calls()
      await stepOn()
      await eventually('work goes on', async () => receivers.calls() > before)
      if (struck % 5 === 0) say(`${struck} kills, ${receivers.taken()} of ${events} taken`)
    }
    await writing
    await stepOn()
    // Also for organizations that have an endpoint which never answers.
    const live = companies.map((one) => receivers.toldOf(one.live))
    const isEveryoneTold = async () => live.every(({ firstAt }) => firstAt.size > 0)
    await eventually('every endpoint was called', isEveryoneTold, BROUGHT_WITHIN_MS)
    if (isTimed) await eventually('most were brought', async () => isMostTold(written, receivers), BROUGHT_WITHIN_MS)
    const perSecond = Math.round((receivers.taken() * 1000) / (performance.now() - begunAt))
    // Endpoints that never answered fail at once from now on; the program would wait for them when it stops.
    receivers.revive()
    await program.stop()
    const isAnyLeft = () => [...written].some(([id, { company }]) => !receivers.toldOf(company.live).taken.has(id))
    await settle(app, isAnyLeft)
    const middles = isTimed ? middlesOf(written, receivers) : null
    const faults = faultsOf(written, companies, receivers, events, middles)
    await mustBeHealthy(app.database).catch((error: Error) => faults.push(error.message))
    const text = [
      `${events} events of ${organizations} organizations, ${struck} kills of the worker, ${secondsSince(startedAt)} s`,
      `${receivers.calls()} calls answered, three of ten with a failure; ${perSecond} events taken a second meanwhile`,
      ...(middles
        ? [`in the middle told within ${middles.alone} ms, beside a dead endpoint within ${middles.beside} ms`]
        : []),
      ...(faults.length === 0 ? ['every event told, none behind a later one of its object'] : faults),
    ].join('\n')
    return { faults, kills: struck, text }
  } finally {
    await program.stop()
    await app?.database.close().catch(() => {})
    await receivers.close()
    await removeDataDirectory(dataDirectory)
    await clock.remove()
  }
}

async function found(app: Assembled, url: string, count: number, receivers: Receivers): Promise<Company[]> {
  const companies: Company[] = []
  const endpoint = async (token: string, number: number) => {
    const json = { url: receivers.urlOf(number), event_types: ['contact.*'] }
    const { status, text } = await request(url, 'POST', '/v1/webhook_endpoints', { token, json })
    if (status !== 201) throw new Error(text)
  }
  let next = 0
  const founding = async () => {
    for (let live = next++; live < count; live = next++) {
      const { organizationId, token } = await foundCompany(app, `Company ${live}`)
      const dead = live % ONE_OF_WHICH_HAS_A_DEAD_ONE === 0 ? count + live / ONE_OF_WHICH_HAS_A_DEAD_ONE : null
      await endpoint(token, live)
      if (dead !== null) await endpoint(token, dead)
      companies.push({ organizationId, objects: Array.from({ length: OBJECTS_EACH }, () => newUuid()), live, dead })
    }
  }
  await Promise.all(Array.from({ length: FOUNDED_AT_ONCE }, founding))
  return companies
}

/**
 * Cycles through organizations and objects, several events per transaction, as a change of several resources writes
 * them.
 */
async function write(
  { database, clock }: Assembled,
  companies: readonly Company[],
  count: number,
  written: Map<string, Written>,
  receivers: Receivers,
): Promise<void> {
  for (let made = 0; made < count; ) {
    const some = Array.from({ length: Math.min(WRITTEN_TOGETHER, count - made) }, (_, n) => {
      const company = companies[(made + n) % companies.length] as Company
      const turn = Math.floor((made + n) / companies.length)
      return { company, id: newUuid(), objectId: company.objects[turn % OBJECTS_EACH] as Uuid }
    })
    await database.pool.query(
      `insert into events (org_id, id, type, object_id, payload, created_at)
       select org_id, id, 'contact.deleted', object_id, jsonb_build_object('id', shown), $5
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as given (org_id, id, object_id, shown)`,
      [
        some.map(({ company }) => company.organizationId),
        some.map(({ id }) => id),
        some.map(({ objectId }) => objectId),
        some.map(({ objectId }) => publicId('contact', objectId)),
        clock(),
      ],
    )
    const at = performance.now()
    for (const { company, id } of some) written.set(publicId('evt', id), { company, at })
    made += some.length
    await eventually('it is not too far ahead', async () => made - receivers.calls() < AHEAD_MAX, BROUGHT_WITHIN_MS)
  }
}

/** Retries failed deliveries on a clock that steps through the days of retries. */
async function settle(app: Assembled, isAnyLeft: () => boolean): Promise<void> {
  const from = Date.now()
  const caller = createCaller(app, { deadlineMs: 1000 })
  const jobs = [...eventJobs(app, noteTelling), ...webhookJobs(app, eventKinds, caller)]
  const { signal } = new AbortController()
  for (let round = 0; round < ROUNDS_MAX && (round < STEPS_S.length || isAnyLeft()); round++) {
    const last = STEPS_S.length - 1
    const seconds = STEPS_S[round] ?? (STEPS_S[last] as number) + (round - last) * LATER_STEP_S
    app.clock = () => new Date(from + seconds * 1000)
    for (const job of jobs) while (await job.run(signal)) continue
  }
  for (const job of jobs) await job.end?.()
}

function faultsOf(
  written: ReadonlyMap<string, Written>,
  companies: readonly Company[],
  receivers: Receivers,
  count: number,
  middles: Middles | null,
): string[] {
  const faults: string[] = []
  if (written.size !== count) faults.push(`${written.size} events were written, and not ${count}`)
  const lost = [...written].filter(([id, { company }]) => !receivers.toldOf(company.live).taken.has(id))
  if (lost.length > 0) faults.push(`${lost.length} events were never taken`)
  const inversions = companies.reduce((sum, { live }) => sum + receivers.toldOf(live).inversions, 0)
  if (inversions > 0) faults.push(`${inversions} events came behind a later one of their object`)
  if (middles && middles.beside > middles.alone * LATER_TIMES + LATER_MS)
    faults.push(`beside a dead endpoint an event took ${middles.beside} ms, elsewhere ${middles.alone} ms`)
  const dead = companies.flatMap((one) => (one.dead === null ? [] : [receivers.toldOf(one.dead)]))
  if (!dead.some(({ firstAt }) => firstAt.size > 0)) faults.push('the dead endpoints were never called')
  return faults
}

/** True when most events of either group have arrived, because the medians are compared. */
function isMostTold(written: ReadonlyMap<string, Written>, receivers: Receivers): boolean {
  return [true, false].every((isBeside) => {
    const all = [...written].filter(([, { company }]) => (company.dead !== null) === isBeside)
    return all.filter(([id, { company }]) => receivers.toldOf(company.live).firstAt.has(id)).length > all.length / 2
  })
}

interface Middles {
  beside: number
  alone: number
}

/** Median time from writing to the first call, in ms. */
function middlesOf(written: ReadonlyMap<string, Written>, receivers: Receivers): Middles {
  const middleOf = (isBeside: boolean) => {
    const times = [...written].flatMap(([id, { company, at }]) => {
      const firstAt = receivers.toldOf(company.live).firstAt.get(id)
      return firstAt !== undefined && (company.dead !== null) === isBeside ? [firstAt - at] : []
    })
    return Math.round(times.toSorted((one, other) => one - other)[times.length >> 1] as number)
  }
  return { beside: middleOf(true), alone: middleOf(false) }
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)
