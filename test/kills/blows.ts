// The faults injected into a working program, each with a name and a weight.

import type { Chance } from './chance.ts'
import type { SmallDisk } from './disk.ts'
import { backendsOf, childrenOf, continueProcess, kill, pause, postmasterOf } from './processes.ts'

/** Minimum time for which a process is stopped. */
const PAUSE_MIN_MS = 100
/** Longer than the lease of everything that the stopped process had in flight. */
const LONG_PAUSE_MS = 65_000
/** Minimum time for which the disk is full. */
const FULL_MIN_MS = 500
const CLOCK_STEP_MAX_S = 3_600

export interface Scene {
  random: Chance
  dataDirectory: string
  /** Process id of the program's parent. */
  pid(): number
  /** Restarts the program after a blow that killed the parent. */
  startAgain(): Promise<void>
  /** Null where no disk can be mounted. */
  disk: SmallDisk | null
  /** Maximum time for which a process is stopped, or the disk full. */
  longestMs: number
  /** Offsets the clocks of the program's processes by this many seconds. */
  stepClock(seconds: number): Promise<void>
}

export interface Blow {
  name: string
  /** `npm test` injects it once; the others are left to `npm run kills`. */
  isInSuite?: true
  /** It acts on the embedded PostgreSQL or the program's own disk. */
  needsOwnDatabase?: true
  needsDisk?: true
  /** Relative frequency in the draw. */
  weight: number
  /**
   * Resolves with the time by `performance.now()` at which the program was undisturbed again; null when nothing was
   * injected, because a process had already ended.
   */
  strike(scene: Scene): Promise<number | null>
}

export const blows: readonly Blow[] = [
  {
    name: 'an API process or the worker killed',
    isInSuite: true,
    weight: 40,
    async strike({ pid, random }) {
      const children = await childrenOf(pid())
      return children.length > 0 && kill(random.pick(children)) ? performance.now() : null
    },
  },
  { name: 'the parent killed', weight: 3, strike: (scene) => killTree(scene, 'parent') },
  { name: 'the whole program killed', weight: 4, strike: (scene) => killTree(scene, 'program') },
  {
    name: 'the whole program and PostgreSQL killed',
    isInSuite: true,
    needsOwnDatabase: true,
    weight: 3,
    strike: (scene) => killTree(scene, 'all'),
  },
  {
    name: 'a backend of PostgreSQL killed',
    isInSuite: true,
    needsOwnDatabase: true,
    weight: 8,
    async strike({ dataDirectory, random }) {
      const backends = await backendsOf(dataDirectory)
      return backends.length > 0 && kill(random.pick(backends)) ? performance.now() : null
    },
  },
  {
    name: 'the postmaster killed',
    needsOwnDatabase: true,
    weight: 4,
    async strike({ dataDirectory }) {
      const postmaster = await postmasterOf(dataDirectory)
      return postmaster !== null && kill(postmaster) ? performance.now() : null
    },
  },
  {
    name: 'an API process or the worker stopped for a while',
    weight: 10,
    async strike(scene) {
      const children = await childrenOf(scene.pid())
      return children.length === 0 ? null : stopForAWhile(scene.random.pick(children), pauseOf(scene))
    },
  },
  {
    name: 'the postmaster and its backends stopped for a while',
    needsOwnDatabase: true,
    weight: 3,
    async strike(scene) {
      const postmaster = await postmasterOf(scene.dataDirectory)
      if (postmaster === null) return null
      const stopped = [postmaster, ...(await backendsOf(scene.dataDirectory))].filter(pause)
      await delay(pauseOf(scene))
      for (const pid of stopped) continueProcess(pid)
      return performance.now()
    },
  },
  {
    name: 'a process stopped for longer than its leases',
    weight: 0.3,
    async strike({ pid, random }) {
      const children = await childrenOf(pid())
      return children.length === 0 ? null : stopForAWhile(random.pick(children), LONG_PAUSE_MS)
    },
  },
  {
    name: 'the disk full for a while',
    isInSuite: true,
    needsOwnDatabase: true,
    needsDisk: true,
    weight: 4,
    async strike({ disk, random, longestMs }) {
      if (disk === null) return null
      await disk.fill()
      await delay(FULL_MIN_MS + random.integer(longestMs - FULL_MIN_MS))
      await disk.makeRoom()
      return performance.now()
    },
  },
  {
    name: 'the clock stepped',
    isInSuite: true,
    weight: 4,
    async strike({ random, stepClock }) {
      await stepClock(random.integer(2 * CLOCK_STEP_MAX_S) - CLOCK_STEP_MAX_S)
      return performance.now()
    },
  },
]

async function killTree(scene: Scene, what: 'parent' | 'program' | 'all'): Promise<number> {
  const children = await childrenOf(scene.pid())
  const postmaster = await postmasterOf(scene.dataDirectory)
  kill(scene.pid())
  if (what !== 'parent') for (const child of children) kill(child)
  if (what === 'all' && postmaster !== null) kill(postmaster)
  const killedAt = performance.now()
  await scene.startAgain()
  return killedAt
}

async function stopForAWhile(pid: number, ms: number): Promise<number | null> {
  if (!pause(pid)) return null
  await delay(ms)
  continueProcess(pid)
  return performance.now()
}

const pauseOf = ({ random, longestMs }: Scene) => PAUSE_MIN_MS + random.integer(longestMs - PAUSE_MIN_MS)
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Draws a blow by weight. */
export function drawBlow(random: Chance, from: readonly Blow[]): Blow {
  const TICKETS_A_WEIGHT = 10
  const tickets = from.flatMap((blow) => Array<Blow>(Math.round(blow.weight * TICKETS_A_WEIGHT)).fill(blow))
  return random.pick(tickets)
}
