// The process tree: one parent, which owns PostgreSQL and starts the others; API processes, which share its port; a
// worker. A child that dies is started again; children whose parent died end by themselves.

import cluster, { type Worker as Child } from 'node:cluster'
import { setPriority } from 'node:os'
import type pg from 'pg'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { neverWaits } from '#kit/log-output.ts'
import { registry } from '#kit/metrics.ts'
import type { Outage } from '#kit/outage.ts'
import { processRestarts } from '#kit/process-metrics.ts'
import type { WorkKind } from '#kit/work.ts'

const RESTART_PAUSE_MS = 500
const CHILD_END_TIMEOUT_MS = 30_000
/** A process that does not answer for so long hangs. */
const METRICS_TIMEOUT_MS = 5_000
/** Workers give way to the API where both want the same core: an answer is awaited, a delivery is not. */
const WORKER_NICENESS = 10
/** A worker waits most of the time; a smaller young generation saves a fifth of its memory. */
const WORKER_FLAGS = ['--max-semi-space-size=4']

/** Of metrics those that only grow. */
const COUNTS = ['counter', 'histogram']

export type ChildRole = 'api' | 'worker'

/**
 * What a child needs to begin. It travels over the pipe between the processes, so that no password stands in an
 * environment.
 */
export interface Start {
  role: ChildRole
  connection: pg.PoolConfig
  /** Where the API listens, once it is known. */
  url: string | null
}

type Measured = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>
type FromChild =
  | { wake: WorkKind }
  | { ready: string | null }
  | { measured: Measured; answers: number }
  | { askMetrics: number }
type ToChild =
  | { start: Start }
  | { wake: WorkKind }
  | { stop: true }
  | { measure: number }
  | { metrics: string; answers: number }
  | { outage: Outage | null }

export interface Children {
  /** Resolves when the child serves; for an API with the address where it listens. */
  start(start: Start): Promise<string | null>
  wake(kind: WorkKind): void
  metrics(): Promise<string>
  /** What those that answer are to say of the database from now on, those too that start later. */
  tellOutage(outage: Outage | null): void
  /**
   * One after the other is replaced by a new one, which reads the code anew; an API ends when the one in its place
   * serves. Rejects when a new one does not begin to serve; those not yet replaced then go on.
   */
  replace(): Promise<void>
  stop(): Promise<void>
}

interface Running {
  start: Start
  isReady: boolean
}

/** Once `signal` is aborted none is started any more, and those that do not serve yet end at once. */
export function createChildren(log: Logger, signal: AbortSignal): Children {
  const asked = new Map<number, (measured: Measured) => void>()
  let questions = 0
  const running = new Map<Child, Running>()
  /** What each child last measured; of those that ended the counts stay, or each end would look like a new count. */
  const measuredBy = new Map<Child, Measured>()
  let ofEnded: Measured = []
  /** Their end is asked for: they are not started again. */
  const ending = new Set<Child>()
  let outage: Outage | null = null

  signal.addEventListener('abort', () => {
    for (const [child, { isReady }] of running) if (!isReady) child.process.kill('SIGTERM')
  })

  function wake(kind: WorkKind): void {
    for (const [child, { start }] of running) if (start.role === 'worker') tell(child, { wake: kind })
  }

  /** Of all processes together; one that does not answer in time is left out. */
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

  async function keepCounts(child: Child): Promise<void> {
    const counts = (measuredBy.get(child) ?? []).filter(({ type }) => COUNTS.includes(String(type)))
    measuredBy.delete(child)
    if (counts.length > 0) ofEnded = await AggregatorRegistry.aggregate([ofEnded, counts]).getMetricsAsJSON()
  }

  /** `isLasting`: it is started again also when it ends before it is ready. */
  function start(startMessage: Start, isLasting = true): Promise<string | null> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      cluster.setupPrimary({
        execArgv: [...process.execArgv, ...(startMessage.role === 'worker' ? WORKER_FLAGS : [])],
        // Nothing reads it but who looks at the processes of the machine, `samvad status` among them.
        args: [startMessage.role],
      })
      const child = cluster.fork()
      // It inherits both, and starting it made them such that a reader who stands still would hold this process up.
      for (const descriptor of [1, 2] as const) neverWaits(descriptor)
      const its: Running = { start: startMessage, isReady: false }
      running.set(child, its)
      // Of a pipe that breaks just now: its end says all that there is to know.
      child.on('error', () => {})
      tell(child, { start: startMessage })
      child.on('message', (message: FromChild) => {
        if ('wake' in message) wake(message.wake)
        else if ('ready' in message) {
          // Started again, it listens where it did.
          its.start = { ...startMessage, url: message.ready ?? startMessage.url }
          its.isReady = true
          tell(child, { outage })
          resolve(message.ready)
        } else if ('measured' in message) asked.get(message.answers)?.(message.measured)
        else if ('askMetrics' in message) {
          const { askMetrics: answers } = message
          void metrics().then((text) => tell(child, { metrics: text, answers }))
        }
      })
      child.once('exit', (code, endedBy) => {
        running.delete(child)
        void keepCounts(child)
        const { role } = startMessage
        reject(new Error(`the ${role} process ended before it was ready`))
        if (signal.aborted || ending.delete(child) || !(its.isReady || isLasting)) return
        processRestarts.inc({ role })
        log.error({ ended_role: role, exit_code: code, signal: endedBy }, 'a process ended; starting it again')
        // Rejected when it ends once more, which begins the next, and when there is to be none any more.
        setTimeout(() => void start(its.start).catch(() => {}), RESTART_PAUSE_MS)
      })
    })
  }

  function kill(child: Child): void {
    const its = running.get(child)
    if (its === undefined) return
    log.warn({ ended_role: its.start.role }, 'a process did not answer when it was to end; it is killed')
    child.process.kill('SIGKILL')
  }

  async function end(child: Child, { isReady }: Running): Promise<void> {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (isReady) {
      tell(child, { stop: true })
      // One that finishes what is in flight still answers; one that hangs does not, and nobody waits for it.
      measure(child).catch(() => kill(child))
    } else child.process.kill('SIGTERM')
    await within(CHILD_END_TIMEOUT_MS, ended).catch(() => kill(child))
  }

  return {
    start: (startMessage) => start(startMessage),
    wake,
    metrics,
    tellOutage(now) {
      outage = now
      for (const child of running.keys()) tell(child, { outage })
    },
    async replace() {
      for (const [child, its] of Array.from(running)) {
        if (signal.aborted) return
        const isApi = its.start.role === 'api'
        if (isApi) await start(its.start, false)
        ending.add(child)
        await end(child, its)
        if (!isApi && !signal.aborted) await start(its.start)
      }
    },
    async stop() {
      await Promise.all([...running].map(([child, its]) => end(child, its)))
    },
  }
}

function tell(child: Child, message: ToChild): void {
  // A child that is just ending has no pipe any more; it needs no message either.
  if (child.isConnected()) child.send(message, () => {})
}

/** To the parent. One that has just died hears nothing, and is no reason to fall over what is in flight. */
function report(message: FromChild): void {
  process.send?.(message, undefined, undefined, () => {})
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export interface Parent {
  start: Start
  ready(url: string | null): void
  wake(kind: WorkKind): void
  metrics(): Promise<string>
  onWake(react: (kind: WorkKind) => void): void
  onStop(react: () => void): void
  onOutage(react: (outage: Outage | null) => void): void
}

/** In a child: waits for what the parent wants of it. */
export async function connectToParent(): Promise<Parent> {
  outliveParent()
  const asked = new Map<number, (text: string) => void>()
  let questions = 0
  let wakeUp = (_kind: WorkKind) => {}
  let hear = (_outage: Outage | null) => {}
  let stop = (): void => process.exit(0)

  const start = await new Promise<Start>((resolve) => {
    process.on('message', (message: ToChild) => {
      if ('start' in message) resolve(message.start)
      else if ('wake' in message) wakeUp(message.wake)
      else if ('stop' in message) stop()
      else if ('outage' in message) hear(message.outage)
      else if ('measure' in message) {
        const { measure: answers } = message
        void registry.getMetricsAsJSON().then((measured) => report({ measured, answers }))
      } else if ('answers' in message) {
        asked.get(message.answers)?.(message.metrics)
        asked.delete(message.answers)
      }
    })
  })
  // The parent is gone, by kill -9 perhaps: what is in flight is finished, nothing new is taken.
  process.once('disconnect', () => stop())
  if (start.role === 'worker') lowerPriority()
  return {
    start,
    ready: (url) => report({ ready: url }),
    wake: (kind) => report({ wake: kind }),
    metrics: () =>
      new Promise((resolve) => {
        const question = ++questions
        asked.set(question, resolve)
        report({ askMetrics: question })
      }),
    onWake(react) {
      wakeUp = react
    },
    onStop(react) {
      stop = react
    },
    onOutage(react) {
      hear = react
    },
  }
}

/**
 * A parent that was just killed leaves a pipe into which Node itself still writes, to ask for a port say: that this
 * fails is no reason to fall. And left alone, Node ends a child at once when the pipe closes, whatever is in flight.
 */
function outliveParent(): void {
  const self = cluster.worker
  self?.on('error', () => {})
  self?.once('disconnect', () => {
    self.exitedAfterDisconnect = true
  })
}

function lowerPriority(): void {
  try {
    setPriority(WORKER_NICENESS)
  } catch {
    // Some containers forbid it; then the two share the core evenly.
  }
}
