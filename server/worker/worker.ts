// Runs the jobs: each in its own loop, woken by new work or a timer. A failing job is logged and retried.

import { EventEmitter, once } from 'node:events'
import type { App } from '#kit/app.ts'
import { STOP_WORK_MS, startCounting, withinDeadline } from '#kit/deadlines.ts'
import { noteJobFailure } from '#kit/job-failures.ts'
import { fromZero, jobFailures, jobLastSuccess, jobLeasesLost, jobRuns, jobsPutOff } from '#kit/metrics.ts'
import type { WorkKind } from '#kit/work.ts'
import { type Job, RUN_DEADLINE_MS } from './job.ts'

const FAILURE_PAUSE_MS = 1000

/** Wakes jobs of this process; other processes poll within a job's `everyMs`. */
export class Alarm {
  // Every job waits on it.
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #pending = new Set<WorkKind>()

  ring(kind: WorkKind): void {
    if (!this.#emitter.emit(kind)) this.#pending.add(kind)
  }

  /** Resolves when the kind was announced since the last wait, or after `timeoutMs`. */
  async wait(kind: WorkKind | undefined, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (kind !== undefined && this.#pending.delete(kind)) return
    const timeout = AbortSignal.timeout(timeoutMs)
    await once(this.#emitter, kind ?? 'never', { signal: AbortSignal.any([signal, timeout]) }).catch(() => {})
  }
}

export interface Worker {
  /** Accepts no new work and waits at most `timeoutMs` for running work. */
  stop(timeoutMs: number): Promise<void>
}

export function startWorker(app: App, alarm: Alarm, jobs: Job[]): Worker {
  const stopping = new AbortController()
  const loops = jobs.map((job) => loop(app, alarm, job, stopping.signal))
  return {
    async stop(timeoutMs) {
      stopping.abort()
      const timeout = new AbortController()
      await Promise.race([Promise.all(loops), pause(timeoutMs, timeout.signal)])
      timeout.abort()
    },
  }
}

async function loop(app: App, alarm: Alarm, job: Job, signal: AbortSignal): Promise<void> {
  fromZero(jobFailures, 'job', [job.name])
  fromZero(jobsPutOff, 'job', [job.name])
  fromZero(jobLeasesLost, 'job', [job.name])
  startCounting({ of: 'work', name: job.name })
  while (!signal.aborted) {
    jobRuns.inc({ job: job.name })
    try {
      const isMoreDue = await runOnce(job, signal)
      jobLastSuccess.set({ job: job.name }, app.clock().getTime() / 1000)
      if (isMoreDue) continue
    } catch (error) {
      noteJobFailure(app.log, error, { job: job.name })
      await pause(FAILURE_PAUSE_MS, signal)
    }
    await alarm.wait(job.on, job.everyMs, signal)
  }
  await job.end?.()
}

/** A hanging run is abandoned: the next run starts, because jobs may run concurrently with themselves. */
function runOnce(job: Job, signal: AbortSignal): Promise<boolean> {
  const { name, deadlineMs: ms = RUN_DEADLINE_MS } = job
  if (ms === null) return job.run(signal)
  return withinDeadline({ of: 'work', name, ms, stopMs: STOP_WORK_MS, signal }, (aborted) => job.run(aborted))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
