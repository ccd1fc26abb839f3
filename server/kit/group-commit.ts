// Group commit: jobs that arrive during earlier flushes share the next one, whoever submitted them. There is no timer:
// with nothing in flight a job starts at once, so an idle server is as fast as without batching. Owners take turns, one
// job each, so that one owner's backlog never delays another's.

import { refusal } from './refusals.ts'

export interface GroupCommitLimits {
  /** Maximum total weight (such as rows) of a flush; a single heavier job is flushed alone. */
  flushWeightMax: number
  /** Maximum number of waiting jobs per owner; further ones are refused with "try again". */
  waitingMax: number
  /**
   * Number of concurrent flushes per key, default 1: PostgreSQL processes one while the next is on its way, so that the
   * database does not wait for this process in between. Evaluated before each flush.
   */
  flushesMax?: () => number
  /**
   * Pause of a key after a flush that took this long, so that less urgent work leaves capacity to others. Default:
   * none.
   */
  restMs?: (tookMs: number) => number
}

interface Waiting<Job, Result> {
  job: Job
  resolve: (outcome: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

interface Queue<Job, Result> {
  /** Waiting jobs by owner, in turn order, which a Map preserves. */
  circle: Map<string, Waiting<Job, Result>[]>
  flushes: number
}

/**
 * Processes the jobs, an owner's in arrival order, and returns one result per job. A result that is a promise is still
 * being processed elsewhere: the next flush does not wait for it. When the flush throws, none of its jobs was done.
 */
export type Flush<Job, Result> = (key: string, jobs: Job[]) => Promise<(Result | Promise<Result>)[]>

export class GroupCommit<Job, Result> {
  readonly #queues = new Map<string, Queue<Job, Result>>()
  readonly #flush: Flush<Job, Result>
  readonly #weigh: (job: Job) => number
  readonly #limits: GroupCommitLimits

  constructor(flush: Flush<Job, Result>, weigh: (job: Job) => number, limits: GroupCommitLimits) {
    this.#flush = flush
    this.#weigh = weigh
    this.#limits = limits
  }

  /** Jobs with the same key share flushes; owners of a key take turns. */
  submit(key: string, owner: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      let queue = this.#queues.get(key)
      if (!queue) {
        queue = { circle: new Map(), flushes: 0 }
        this.#queues.set(key, queue)
      }
      const own = queue.circle.get(owner)
      if (own && own.length >= this.#limits.waitingMax) {
        reject(refusal('temporarily_unavailable', 'too_many_waiting'))
        return
      }
      if (own) own.push({ job, resolve, reject })
      else queue.circle.set(owner, [{ job, resolve, reject }])
      if (queue.flushes < this.#flushesMax()) void this.#drain(key, queue)
    })
  }

  #flushesMax(): number {
    return this.#limits.flushesMax?.() ?? 1
  }

  /** Runs until the queue is empty, or until fewer flushes are allowed at the same time. */
  async #drain(key: string, queue: Queue<Job, Result>): Promise<void> {
    queue.flushes++
    // Requests that the event loop has already read join the first flush instead of waiting for it.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.circle.size > 0 && queue.flushes <= this.#flushesMax()) {
      const taken = this.#take(queue.circle)
      const begunAtMs = performance.now()
      try {
        const results = await this.#flush(
          key,
          taken.map(({ job }) => job),
        )
        taken.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
      const restMs = this.#limits.restMs?.(performance.now() - begunAtMs) ?? 0
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    queue.flushes--
    if (queue.flushes === 0) this.#queues.delete(key)
  }

  #take(circle: Queue<Job, Result>['circle']): Waiting<Job, Result>[] {
    const taken: Waiting<Job, Result>[] = []
    let weight = 0
    // An owner goes to the end after its turn; one whose next job does not fit keeps its position for the next flush.
    for (const [owner, jobs] of circle) {
      const [next] = jobs as [Waiting<Job, Result>]
      weight += this.#weigh(next.job)
      if (taken.length > 0 && weight > this.#limits.flushWeightMax) break
      taken.push(next)
      circle.delete(owner)
      jobs.shift()
      if (jobs.length > 0) circle.set(owner, jobs)
    }
    return taken
  }
}
