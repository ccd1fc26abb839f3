// The process tree: one parent, which owns PostgreSQL and starts the others; API processes, which share its port; a worker.
// A child that dies is started again; children whose parent died end by themselves.

import cluster, { type Worker as Child } from 'node:cluster'
import { setPriority } from 'node:os'
import type pg from 'pg'
import { AggregatorRegistry } from 'prom-client'
import type { Logger } from 'pino'
import { neverWaits } from '#kit/log-output.ts'
import { registry } from '#kit/metrics.ts'
import type { WorkKind } from '#kit/work.ts'

const RESTART_PAUSE_MS = 500
const CHILD_END_TIMEOUT_MS = 30_000
/** A process that does not answer for so long hangs. */
const METRICS_TIMEOUT_MS = 5_000
/** Workers give way to the API where both want the same core: an answer is awaited, a delivery is not. */
const WORKER_NICENESS = 10
/** A worker waits most of the time; a smaller young generation saves a fifth of its memory. */
const WORKER_FLAGS = ['--max-semi-space-size=4']

export type ChildRole = 'api' | 'worker'

/** What a child needs to begin. It travels over the pipe between the processes, so that no password stands in an environment. */
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

export interface Children {
  /** Resolves when the child serves; for an API with the address where it listens. */
  start(start: Start): Promise<string | null>
  wake(kind: WorkKind): void
  metrics(): Promise<string>
  stop(): Promise<void>
}

export function createChildren(log: Logger): Children {
  const asked = new Map<number, (measured: Measured) => void>()
  let questions = 0
  const running = new Map<Child, ChildRole>()
  let stopping = false

  function wake(kind: WorkKind): void {
    for (const [child, role] of running) if (role === 'worker') tell(child, { wake: kind })
  }

  /** Of all processes together; one that does not answer in time is left out. */
  async function metrics(): Promise<string> {
    const ofChildren = await Promise.all([...running.keys()].map((child) => measure(child).catch(() => [])))
    const all = [await registry.getMetricsAsJSON(), ...ofChildren]
    return AggregatorRegistry.aggregate(all).metrics()
  }

  function measure(child: Child): Promise<Measured> {
    const question = ++questions
    const answer = new Promise<Measured>((resolve) => asked.set(question, resolve))
    tell(child, { measure: question })
    return within(METRICS_TIMEOUT_MS, answer).finally(() => asked.delete(question))
  }

  function start(startMessage: Start): Promise<string | null> {
    return new Promise((resolve, reject) => {
      cluster.setupPrimary({ execArgv: [...process.execArgv, ...(startMessage.role === 'worker' ? WORKER_FLAGS : [])] })
      const child = cluster.fork()
      // It inherits both, and starting it made them such that a reader who stands still would hold this process up.
      for (const descriptor of [1, 2] as const) neverWaits(descriptor)
      running.set(child, startMessage.role)
      tell(child, { start: startMessage })
      child.on('message', (message: FromChild) => {
        if ('wake' in message) wake(message.wake)
        else if ('ready' in message) {
          // Started again, it listens where it did.
          startMessage = { ...startMessage, url: message.ready ?? startMessage.url }
          resolve(message.ready)
        } else if ('measured' in message) asked.get(message.answers)?.(message.measured)
        else if ('askMetrics' in message) {
          const { askMetrics: answers } = message
          void metrics().then((text) => tell(child, { metrics: text, answers }))
        }
      })
      child.once('exit', (code, signal) => {
        running.delete(child)
        reject(new Error(`the ${startMessage.role} process ended before it was ready`))
        if (stopping) return
        log.error({ ended_role: startMessage.role, exit_code: code, signal }, 'a process ended; starting it again')
        setTimeout(() => void start(startMessage).catch(() => {}), RESTART_PAUSE_MS)
      })
    })
  }

  function kill(child: Child): void {
    const role = running.get(child)
    if (role === undefined) return
    log.warn({ ended_role: role }, 'a process did not answer when it was to end; it is killed')
    child.process.kill('SIGKILL')
  }

  return {
    start,
    wake,
    metrics,
    async stop() {
      stopping = true
      await Promise.all(
        [...running.keys()].map(async (child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          tell(child, { stop: true })
          // One that finishes what is in flight still answers; one that hangs does not, and nobody waits for it.
          measure(child).catch(() => kill(child))
          await within(CHILD_END_TIMEOUT_MS, ended).catch(() => kill(child))
        }),
      )
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
}

/** In a child: waits for what the parent wants of it. */
export async function connectToParent(): Promise<Parent> {
  outliveParent()
  const asked = new Map<number, (text: string) => void>()
  let questions = 0
  let wakeUp = (_kind: WorkKind) => {}
  let stop = () => process.exit(0)

  const start = await new Promise<Start>((resolve) => {
    process.on('message', (message: ToChild) => {
      if ('start' in message) resolve(message.start)
      else if ('wake' in message) wakeUp(message.wake)
      else if ('stop' in message) stop()
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
      stop = react as () => never
    },
  }
}

/**
 * A parent that was just killed leaves a pipe into which Node itself still writes, to ask for a port say: that this fails is no reason
 * to fall. And left alone, Node ends a child at once when the pipe closes, whatever is in flight.
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
