// The process tree: one parent, which owns PostgreSQL and starts the others; API processes, which share its port; a
// worker. A child that dies is restarted; children whose parent died end by themselves.

import type { SendHandle } from 'node:child_process'
import cluster, { type Worker as Child } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import type { Handle } from '#edge/doors.ts'
import { interval } from '#kit/interval.ts'
import { neverWaits } from '#kit/log-output.ts'
import { registry } from '#kit/metrics.ts'
import type { Outage } from '#kit/outage.ts'
import { processRestarts } from '#kit/process-metrics.ts'
import type { WorkKind } from '#kit/work.ts'
import { createKeptDoors, type Door } from './kept-doors.ts'
import type { FromChild, Measured, ProgramState, Start, ToChild } from './messages.ts'

const RESTART_PAUSE_MS = 500
const CHILD_END_TIMEOUT_MS = 30_000
/** This process may receive a signal to all processes this much later than the others. */
const HEARD_LATE_MS = 250
const ASKING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** A process that does not respond for this long hangs. */
const METRICS_TIMEOUT_MS = interval('PROCESS_ANSWER', 5_000)
/** A worker is idle most of the time; a smaller young generation saves a fifth of its memory. */
const WORKER_FLAGS = ['--max-semi-space-size=4']

/** Types of metrics that only increase. */
const COUNTS = ['counter', 'histogram']

export interface Children {
  /** Resolves when the child serves, or its replacement if it was killed before; for an API with its address. */
  start(start: Start): Promise<string | null>
  wake(kind: WorkKind): void
  metrics(): Promise<string>
  /** Sets the database state that API processes report from now on, including later ones. */
  tellOutage(outage: Outage | null): void
  /** Ends the start: resolves when no API process's /readyz reports "starting" any more. */
  beReady(): Promise<void>
  /**
   * Replaces the children one by one with new processes, which load the current code; an API process ends when its
   * replacement serves. Rejects when a replacement does not start to serve; those not yet replaced then continue.
   */
  replace(): Promise<void>
  stop(): Promise<void>
}

interface Running {
  start: Start
  isReady: boolean
  /** An API process's listening socket; null for workers, and when the parent accepts for all. */
  door: Door | null
  /** Its replacement is being started: it is not restarted itself. */
  isReplaced: boolean
  /** It accepts no more connections. */
  isLeaving: boolean
}

/** Once `signal` is aborted, no child is started, and those that do not serve yet end at once. */
export function createChildren(log: Logger, signal: AbortSignal): Children {
  const asked = new Map<number, (measured: Measured) => void>()
  let questions = 0
  const running = new Map<Child, Running>()
  /** Each child's last metrics; counters of ended children are kept, or each end would look like a reset. */
  const measuredBy = new Map<Child, Measured>()
  let ofEnded: Measured = []
  /** Children that were asked to end: they are not restarted. */
  const ending = new Set<Child>()
  const doors = createKeptDoors()
  let state: ProgramState = { isStarting: true, outage: null }

  signal.addEventListener('abort', () => {
    for (const [child, { isReady }] of running) if (!isReady) child.process.kill('SIGTERM')
  })

  function wake(kind: WorkKind): void {
    for (const [child, { start }] of running) if (start.role === 'worker') tell(child, { wake: kind })
  }

  /** Aggregated over all processes; one that does not respond in time is left out. */
  async function metrics(): Promise<string> {
    const ofChildren = await Promise.all([...running.keys()].map((child) => measure(child).catch(() => [])))
    const all = [await registry.getMetricsAsJSON(), ...ofChildren, ofEnded]
    return AggregatorRegistry.aggregate(all).metrics()
  }

  function measure(child: Child): Promise<Measured> {
    const question = ++questions
    const answer = new Promise<Measured>((resolve) => asked.set(question, resolve))
    tell(child, { measure: question })
    return within(METRICS_TIMEOUT_MS, answer)
      .then((measured) => {
        if (running.has(child)) measuredBy.set(child, measured)
        return measured
      })
      .finally(() => asked.delete(question))
  }

  function tellState(now: ProgramState): void {
    state = now
    for (const child of running.keys()) tell(child, { state })
  }

  async function keepCounts(child: Child): Promise<void> {
    const counts = (measuredBy.get(child) ?? []).filter(({ type }) => COUNTS.includes(String(type)))
    measuredBy.delete(child)
    if (counts.length > 0) ofEnded = await AggregatorRegistry.aggregate([ofEnded, counts]).getMetricsAsJSON()
  }

  function serving(): Child[] {
    const ones = [...running].filter(([, its]) => its.start.role === 'api' && its.isReady && !its.isLeaving)
    return ones.map(([child]) => child)
  }

  /** It serves: nobody accepts in its place any more, and it accepts for those that are missing. */
  function begin(child: Child, { door }: Running): void {
    if (door) {
      doors.take(door)
      for (const other of serving()) tell(other, { standDown: door.id })
    }
    for (const { id, handle } of doors.left()) tell(child, { standIn: id }, handle)
  }

  /** It ends and will be replaced: until then the others accept its connections. */
  function leave(its: Running): void {
    its.isLeaving = true
    if (its.door === null) return
    doors.leave(its.door)
    const others = serving()
    for (const other of others) tell(other, { standIn: its.door.id }, its.door.handle)
    if (others.length > 0 || its.isReady || its.isReplaced) return
    // Neither it nor its replacement serves. Waiting clients get an error instead of waiting forever.
    doors.giveUp(its.door)
    its.door = null
  }

  /** Rejects when it ends again, which starts the next one, and when no further one is to be started. */
  async function startAgain(its: Running): Promise<string | null> {
    await delay(RESTART_PAUSE_MS)
    return start(its.start, its.door)
  }

  /** `isLasting`: it is also restarted when it ends before it is ready. */
  function start(startMessage: Start, door: Door | null = null, isLasting = true): Promise<string | null> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      cluster.setupPrimary({
        execArgv: [...process.execArgv, ...(startMessage.role === 'worker' ? WORKER_FLAGS : [])],
        // Only for process listings, including that of `samvad status`.
        args: [startMessage.role],
      })
      const child = cluster.fork()
      // The child inherits both descriptors. Its start makes them blocking, so that a stalled reader would block this
      // process, and its end may do so again.
      for (const descriptor of [1, 2] as const) neverWaits(descriptor)
      const its: Running = { start: startMessage, isReady: false, door, isReplaced: false, isLeaving: false }
      running.set(child, its)
      // Errors of a breaking pipe are ignored: the child's end is handled anyway.
      child.on('error', () => {})
      tell(child, { start: startMessage, state }, door?.handle)
      child.on('message', (message: FromChild, handle?: Handle) => {
        if ('wake' in message) wake(message.wake)
        else if ('ready' in message) {
          // When it is restarted, it listens on the same address.
          its.start = { ...startMessage, url: message.ready ?? startMessage.url }
          its.isReady = true
          if (handle) its.door = doors.keep(handle)
          if (startMessage.role === 'api') begin(child, its)
          resolve(message.ready)
        } else if ('leaving' in message) {
          // Its end was requested by someone else.
          if (!signal.aborted && !ending.has(child)) leave(its)
        } else if ('measured' in message) asked.get(message.answers)?.(message.measured)
        else if ('askMetrics' in message) {
          const { askMetrics: answers } = message
          void metrics().then((text) => tell(child, { metrics: text, answers }))
        }
      })
      child.once('exit', async (code: number | null, endedBy: NodeJS.Signals | null) => {
        running.delete(child)
        for (const descriptor of [1, 2] as const) neverWaits(descriptor)
        void keepCounts(child)
        const { role } = startMessage
        const isAsked = ending.delete(child)
        const isMissed = !isAsked && (its.isReady || isLasting)
        if (isMissed && !signal.aborted) leave(its)
        if (!isAsked && isAskedByAll(code, endedBy)) await abortedWithin(HEARD_LATE_MS, signal)
        // One that was killed, for example for lack of memory, is not a failed start: the next one is started.
        const isStartedAnew = isMissed && !its.isReady && endedBy !== null
        if (signal.aborted || !isStartedAnew) reject(new Error(`the ${role} process exited before it was ready`))
        if (signal.aborted || !isMissed) return
        processRestarts.inc({ role })
        log.error({ ended_role: role, exit_code: code, signal: endedBy }, 'process exited; restarting it')
        if (isStartedAnew) startAgain(its).then(resolve, reject)
        else if (!its.isReplaced) startAgain(its).catch(() => {})
      })
    })
  }

  function kill(child: Child): void {
    const its = running.get(child)
    if (its === undefined) return
    log.warn({ ended_role: its.start.role }, 'process did not stop in time; killing it')
    child.process.kill('SIGKILL')
  }

  async function end(child: Child, { isReady }: Running): Promise<void> {
    if (!running.has(child)) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (isReady) {
      tell(child, { stop: true })
      // A process that finishes its requests still responds; a hanging one does not and is killed.
      measure(child).catch(() => kill(child))
    } else child.process.kill('SIGTERM')
    await within(CHILD_END_TIMEOUT_MS, ended).catch(() => kill(child))
  }

  async function startInPlaceOf(child: Child, its: Running): Promise<void> {
    its.isReplaced = true
    try {
      await start(its.start, its.door, false)
    } catch (error) {
      its.isReplaced = false
      if (!running.has(child) && !signal.aborted) startAgain(its).catch(() => {})
      throw error
    }
  }

  return {
    start: (startMessage) => start(startMessage),
    wake,
    metrics,
    tellOutage(outage) {
      tellState({ ...state, outage })
    },
    async beReady() {
      tellState({ ...state, isStarting: false })
      // A child responds in the order of the requests.
      await Promise.all([...running.keys()].map((child) => measure(child).catch(() => [])))
    },
    async replace() {
      for (const [child, its] of Array.from(running)) {
        if (signal.aborted) return
        // It ended in the meantime, and its replacement has loaded the new code.
        if (!running.has(child)) continue
        const isApi = its.start.role === 'api'
        if (isApi) await startInPlaceOf(child, its)
        if (running.has(child)) ending.add(child)
        await end(child, its)
        if (!isApi && !signal.aborted) await start(its.start)
      }
    },
    async stop() {
      // Once the last listening process has closed it, nobody can connect any more.
      doors.giveUpAll()
      await Promise.all([...running].map(([child, its]) => end(child, its)))
    },
  }
}

/**
 * True when it ended like a process that was asked to: a terminal signals every process at once, and this one may
 * receive the signal last.
 */
const isAskedByAll = (code: number | null, endedBy: NodeJS.Signals | null): boolean =>
  code === 0 || (endedBy !== null && ASKING.includes(endedBy))

function abortedWithin(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** A listening socket that is sent stays open here too. */
function tell(child: Child, message: ToChild, door?: Handle): void {
  // A child that is ending has no pipe any more, and needs no message.
  if (child.isConnected()) child.send(message, door as unknown as SendHandle, () => {})
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
