// Group commit: what arrives for one key while that key's previous transaction runs goes through together in the next one.
// No timer: when nothing is in flight a job goes at once, so an idle server answers as fast as without it.

import { Refusal } from './refusals.ts'

export interface GroupCommitLimits {
  /** The most weight (rows, say) that one flush takes; a single heavier job goes alone. */
  flushWeightMax: number
  /** The most jobs that may wait for one key; more are told to try again. */
  waitingMax: number
}

interface Waiting<Job, Outcome> {
  job: Job
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

export class GroupCommit<Job, Outcome> {
  readonly #queues = new Map<string, Waiting<Job, Outcome>[]>()
  readonly #flush: (key: string, jobs: Job[]) => Promise<Outcome[]>
  readonly #weigh: (job: Job) => number
  readonly #limits: GroupCommitLimits

  /** `flush` gets the jobs in the order of arrival and returns one outcome for each; when it throws, none of them happened. */
  constructor(
    flush: (key: string, jobs: Job[]) => Promise<Outcome[]>,
    weigh: (job: Job) => number,
    limits: GroupCommitLimits,
  ) {
    this.#flush = flush
    this.#weigh = weigh
    this.#limits = limits
  }

  submit(key: string, job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key)
      if (queue === undefined) {
        const fresh = [{ job, resolve, reject }]
        this.#queues.set(key, fresh)
        void this.#drain(key, fresh)
      } else if (queue.length >= this.#limits.waitingMax) {
        reject(
          new Refusal(
            'temporarily_unavailable',
            'Too many requests of this organization are waiting; try again in a second.',
          ),
        )
      } else {
        queue.push({ job, resolve, reject })
      }
    })
  }

  /** Runs until the key's queue is empty; the queue's presence in the map says that somebody drains it. */
  async #drain(key: string, queue: Waiting<Job, Outcome>[]): Promise<void> {
    // Requests that the event loop has already read join the first flush instead of waiting for it.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const taken = this.#take(queue)
      try {
        const outcomes = await this.#flush(
          key,
          taken.map(({ job }) => job),
        )
        taken.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome))
      } catch (error) {
        for (const { reject } of taken) reject(error)
      }
    }
    this.#queues.delete(key)
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
