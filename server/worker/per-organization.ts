// A job over organizations whose work of a kind is due: taken with a lease, done one after the other, given back.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { returnWork, takeWork, type WorkKind } from '#kit/work.ts'
import type { Job } from './job.ts'

const ORGANIZATIONS_AT_ONCE = 10
const LOOK_EVERY_MS = 5000

/** `work` does what is due of the organization and answers when there is more, or null. */
export function perOrganization(app: App, kind: WorkKind, work: (organizationId: Uuid) => Promise<Date | null>): Job {
  return {
    name: kind,
    on: kind,
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      const { database } = app
      const taken = await database.transaction((tx) => takeWork(tx, kind, app.clock(), ORGANIZATIONS_AT_ONCE))
      for (const one of taken) {
        // What is left keeps its lease and is taken by another worker when that ends.
        if (signal.aborted) return false
        const next = await work(one.org_id)
        await database.transaction((tx) => returnWork(tx, kind, one, next))
      }
      return taken.length === ORGANIZATIONS_AT_ONCE
    },
  }
}
