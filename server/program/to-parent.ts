// The child's end of the pipe to its parent.

import type { SendHandle } from 'node:child_process'
import cluster from 'node:cluster'
import { setPriority } from 'node:os'
import type { Handle } from '#edge/doors.ts'
import { registry } from '#kit/metrics.ts'
import type { WorkKind } from '#kit/work.ts'
import type { FromChild, ProgramState, Start, ToChild } from './messages.ts'

/** Workers yield to the API on a shared core: a caller waits for a response, but not for a delivery. */
const WORKER_NICENESS = 10

export interface Parent {
  start: Start
  /** The listening socket of the process that this one replaces. */
  door: Handle | null
  /** Sends a newly created listening socket along, so that it outlives this process. */
  ready(url: string | null, made?: Handle | null): void
  leaving(): void
  wake(kind: WorkKind): void
  metrics(): Promise<string>
  onWake(react: (kind: WorkKind) => void): void
  onStop(react: () => void): void
  /** Calls `react` at once, and again after each change. */
  onState(react: (state: ProgramState) => void): void
  /** Null: the socket has a process again. */
  onStandIn(react: (id: number, door: Handle | null) => void): void
}

/** In a child: waits for the parent's instructions. */
export async function connectToParent(): Promise<Parent> {
  outliveParent()
  const asked = new Map<number, (text: string) => void>()
  let questions = 0
  let wakeUp = (_kind: WorkKind) => {}
  let state: ProgramState = { isStarting: true, outage: null }
  let applyState = (_state: ProgramState) => {}
  let standIn = (_id: number, door: Handle | null) => door?.close()
  let stop = (): void => process.exit(0)

  const { start, door } = await new Promise<{ start: Start; door: Handle | null }>((resolve) => {
    process.on('message', (message: ToChild, handle?: Handle) => {
      if ('state' in message) {
        state = message.state
        applyState(state)
      }
      if ('start' in message) resolve({ start: message.start, door: handle ?? null })
      else if ('standIn' in message) standIn(message.standIn, handle ?? null)
      else if ('standDown' in message) standIn(message.standDown, null)
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
  // The parent has died, for example by kill -9: in-flight work is finished, nothing new is started.
  process.once('disconnect', () => stop())
  if (start.role === 'worker') lowerPriority()
  return {
    start,
    door,
    ready: (url, made) => report({ ready: url }, made),
    leaving: () => report({ leaving: true }),
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
    onState(react) {
      applyState = react
      react(state)
    },
    onStandIn(react) {
      standIn = react
    },
  }
}

/**
 * After a parent's death Node itself may still write to the pipe, for example to request a port; the failure must not
 * end this process. By default Node ends a child as soon as the pipe closes, whatever is in flight.
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
    // Some containers forbid it; then both share the core evenly.
  }
}

/** To the parent. A dead parent receives nothing, which must not affect work in flight. */
function report(message: FromChild, door?: Handle | null): void {
  process.send?.(message, (door ?? undefined) as SendHandle | undefined, undefined, () => {})
}
