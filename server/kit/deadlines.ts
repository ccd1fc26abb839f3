// Deadlines of requests, outgoing calls and background work: the one place that enforces, counts and logs them. A
// deadline first aborts the work's signal. Work that does not end then is abandoned: its caller continues without it,
// so that a hanging operation never keeps a slot, lease or lock. spec 19.36.

import { pastDeadlines, workAbandoned } from './metrics.ts'

/** Every kind of outgoing call. test/faults/outgoing-calls.test.ts makes each of them call a misbehaving peer. */
export const callNames = [
  'webhook',
  'push',
  'picture',
  'whatsapp',
  'whatsapp_media',
  'sms_gateway',
  'smpp',
  'smtp',
  'payment_gateway',
  's3',
  'trace_collector',
  'amazon_sns',
  'dns',
  'sandbox_gateway',
  'sandbox_whatsapp',
  'sandbox_mail',
  'program',
  'certificate',
] as const
export type CallName = (typeof callNames)[number]

/** The phases of a request: until its response starts, during an upload, and while a response is sent. */
export const requestNames = ['answer', 'upload', 'download'] as const
export type RequestName = (typeof requestNames)[number]

export type Limited =
  | { of: 'call'; name: CallName }
  | { of: 'request'; name: RequestName }
  /** `name`: the job's name. */
  | { of: 'work'; name: string }

export const MINUTE_MS = 60_000
/** Background work that has not stopped this long after its abort hangs. */
export const STOP_WORK_MS = 2 * MINUTE_MS

export class DeadlinePassed extends Error {
  constructor({ of, name }: Limited, ms: number) {
    super(`the ${of} ${name} exceeded its deadline of ${ms / 1000} s`)
  }
}

/** Calls `pass` after this many milliseconds, unless the returned function is called first. */
export type Timer = (ms: number, pass: () => void, limited: Limited) => () => void

const machineTimer: Timer = (ms, pass) => {
  const timer = setTimeout(pass, ms)
  return () => clearTimeout(timer)
}
let startTimer = machineTimer

/** For tests, which decide when a deadline passes. The returned function restores the previous timer. */
export function useTimer(timer: Timer): () => void {
  startTimer = timer
  return () => {
    startTimer = machineTimer
  }
}

for (const [of, names] of [
  ['call', callNames],
  ['request', requestNames],
] as const)
  for (const name of names) startCounting({ of, name } as Limited)

/** Initializes the counters to zero: one that starts with 1 raises no alert. */
export function startCounting({ of, name }: Limited): void {
  for (const counter of [pastDeadlines, workAbandoned]) counter.inc({ of, name }, 0)
}

export const countPassed = ({ of, name }: Limited): void => pastDeadlines.inc({ of, name })
export const countAbandoned = ({ of, name }: Limited): void => workAbandoned.inc({ of, name })

/** Counts, and calls `passed`, unless the returned function is called within `ms`. */
export function startDeadline(limited: Limited, ms: number, passed: (error: DeadlinePassed) => void): () => void {
  return startTimer(
    ms,
    () => {
      countPassed(limited)
      passed(new DeadlinePassed(limited, ms))
    },
    limited,
  )
}

/** Time for aborted work to end by itself, so that its caller learns its result. */
export const STOP_MS = 1_000

export type Deadline = Limited & {
  ms: number
  /** How long the work may take to end after its abort. 0 for work that holds nothing and may be abandoned. */
  stopMs?: number
  /** Aborts the work too. */
  signal?: AbortSignal | undefined
}

/**
 * Resolves like `work`. After `ms` its signal is aborted with DeadlinePassed; work that has not ended `stopMs` after
 * any abort is abandoned, and the signal's reason is thrown.
 */
export async function withinDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { of, name, ms, stopMs = STOP_MS, signal } = deadline
  const limited = { of, name } as Limited
  const aborting = new AbortController()
  const abandoned = Promise.withResolvers<never>()
  let endStopping = () => {}
  const abort = (reason: unknown) => {
    if (aborting.signal.aborted) return
    const abandon = () => {
      if (stopMs > 0) countAbandoned(limited)
      abandoned.reject(reason)
    }
    endStopping = startTimer(stopMs, abandon, limited)
    aborting.abort(reason)
  }
  const endDeadline = startDeadline(limited, ms, abort)
  const onSignal = () => abort(signal?.reason)
  signal?.addEventListener('abort', onSignal, { once: true })
  if (signal?.aborted) onSignal()
  try {
    return await Promise.race([work(aborting.signal), abandoned.promise])
  } finally {
    signal?.removeEventListener('abort', onSignal)
    endDeadline()
    endStopping()
  }
}
