// Notifies operators of organizations that became eligible for enterprise pricing: spec 8.43. Each event is written
// under a lock of the operator's organization, and marked as sent in a later transaction: if the worker is killed in
// between, the next run finds the event and writes no second one.

import { emit } from '#events/actions.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { type OperatorHomeRow, operatorsWithHomes } from '#people/members/queries.ts'
import * as organizations from '#people/organizations/actions.ts'
import { markTold, type UntoldRow, untoldEligibilities } from '#people/organizations/queries.ts'
import type { Job } from '#worker/job.ts'
import { enterprisePricingReached } from './events.ts'
import { toldOf } from './queries.ts'
import { homesOf } from './rules.ts'

const EVERY_MS = 60_000
const AT_ONCE = 100
const HOMES_MAX = 1000

export function operatorJobs({ database, clock }: App): Job[] {
  const tellIn = (home: Uuid, one: UntoldRow) =>
    database.transaction(async (tx) => {
      await organizations.lock(tx, home)
      if (await tx.row(toldOf(home, one))) return
      await emit(tx, home, clock(), [enterprisePricingReached(one)])
    }, home)

  return [
    {
      name: 'enterprise eligibility',
      everyMs: EVERY_MS,
      async run(signal) {
        const untold = await database.reads.rows<UntoldRow>(untoldEligibilities(AT_ONCE))
        if (untold.length === 0) return false
        const homes = homesOf(await database.reads.rows<OperatorHomeRow>(operatorsWithHomes(HOMES_MAX)))
        // Without an operator, the notification waits until there is one.
        if (homes.length === 0) return false
        for (const one of untold) {
          if (signal.aborted) return false
          for (const home of homes) await tellIn(home, one)
          await database.transaction((tx) => tx.run(markTold(one.org_id, one.channel, one.month, clock())), one.org_id)
        }
        return untold.length === AT_ONCE
      },
    },
  ]
}
