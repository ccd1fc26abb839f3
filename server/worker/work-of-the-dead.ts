// Makes a dead worker's leased work due at once for the living ones, instead of at the end of its leases.

import type { App } from '#kit/app.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { takeFromHand, type WorkInHand, workInHandOf } from '#kit/work-recovery.ts'
import type { Job } from './job.ts'
import type { Presence } from './presence.ts'

const LOOK_EVERY_MS = 2000
const TAKEN_AT_ONCE = 4

export function workOfTheDead({ database, clock, log, wake }: App, presence: Presence): Job {
  return {
    name: 'work of dead workers',
    everyMs: LOOK_EVERY_MS,
    async run() {
      const dead = await presence.dead(clock())
      if (dead.length === 0) return false
      const inHand = await database.reads.rows<WorkInHand>(workInHandOf(dead))
      // One at a time, to avoid deadlocks with transactions that add work for several.
      await someAtOnce(inHand, TAKEN_AT_ONCE, async (one) => {
        await database.transaction((tx) => tx.run(takeFromHand(one, clock())), one.org_id)
      })
      for (const kind of new Set(inHand.map(({ kind }) => kind))) wake(kind)
      for (const workerId of dead) await presence.forget(workerId)
      if (inHand.length > 0) log.warn({ organizations: inHand.length }, 'reclaimed leases of dead workers')
      return false
    },
  }
}
