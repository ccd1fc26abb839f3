// Group commit: what arrives for one key while that key's previous transaction runs goes through together in the next one.
// No timer: when nothing is in flight a job goes at once, so an idle server answers as fast as without it.

import { Refusal } from './refusals.ts'

export interface GroupCommitLimits {
  /** The most weight (rows, say) that one flush takes; a single heavier job goes alone. */
  flushWeightMax: number
  /** The most jobs that may wait for one key; more are told to try again. */
  waitingMax: number
  /**
   * Flushes of one key at the same time, 1 unless said: with 2, the second already waits at the lock that the first holds, so
   * the database need not wait for this process between them.
   */
  flushesMax?: number
}

interface Queue<Job, Outcome> {
  waiting: Waiting<Job, Outcome>[]
  flushes: number
}

interface Waiting<Job, Outcome> {
  job: Job
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Gets the jobs in the order of arrival and returns one outcome for each. `answer` tells one that is certain before the others
 * are; when the flush throws, none of those that were not told happened.
 */
export type Flush<Job, Outcome> = (
  key: string,
  jobs: Job[],
  answer: (index: number, outcome: Outcome) => void,
) => Promise<Outcome[]>

export class GroupCommit<Job, Outcome> {
  readonly #queues = new Map<string, Queue<Job, Outcome>>()
  readonly #flush: Flush<Job, Outcome>
  readonly #weigh: (job: Job) => number
  readonly #limits: GroupCommitLimits

  constructor(flush: Flush<Job, Outcome>, weigh: (job: Job) => number, limits: GroupCommitLimits) {
    this.#flush = flush
    this.#weigh = weigh
    this.#limits = limits
  }

  submit(key: string, job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      let queue = this.#queues.get(key)
      if (!queue) {
        queue = { waiting: [], flushes: 0 }
        this.#queues.set(key, queue)
      }
      if (queue.waiting.length >= this.#limits.waitingMax) {
        reject(
          new Refusal(
            'temporarily_unavailable',
            'Too many requests of this organization are waiting; try again in a second.',
          ),
        )
        return
      }
      queue.waiting.push({ job, resolve, reject })
      if (queue.flushes < (this.#limits.flushesMax ?? 1)) void this.#drain(key, queue)
    })
  }

  /** Runs until the queue is empty. */
  async #drain(key: string, queue: Queue<Job, Outcome>): Promise<void> {
    queue.flushes++
    // Requests that the event loop has already read join the first flush instead of waiting for it.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.waiting.length > 0) {
      const taken = this.#take(queue.waiting)
      try {
        const outcomes = await this.#flush(
          key,
          taken.map(({ job }) => job),
          (index, outcome) => taken[index]?.resolve(outcome),
        )
        taken.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome))
      } catch (error) {
        // Without effect on those that were told.
        for (const { reject } of taken) reject(error)
      }
    }
    queue.flushes--
    if (queue.flushes === 0) this.#queues.delete(key)
  }

  #take(queue: Waiting<Job, Outcome>[]): Waiting<Job, Outcome>[] {
    let weight = 0
    let count = 0
    for (const { job } of queue) {
      weight += this.#weigh(job)
      if (count > 0 && weight > this.#limits.flushWeightMax) break
      count++
    }
    return queue.splice(0, count)
  }
}
