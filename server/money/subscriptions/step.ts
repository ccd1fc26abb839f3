// One step of a subscription in one transaction with the wallet locked: does what is due, and opens the next payment.
// Everything it opens is stored before any external request.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import type { Supplier } from '#money/invoices/actions.ts'
import { type About, apply } from './apply.ts'
import { currentOf, kindOf, type Means, meansOf, openPayment, type Wanted } from './open.ts'
import { decide, openDue, renewalOf } from './rules.ts'
import type { EventName } from './states.ts'
import { likelyMeans, lock, type State, save, situationOf } from './store.ts'

export interface Terms {
  gateways: Gateways
  supplier: Supplier
}

/** Guards against a cycle in the state table: no situation has more due events. */
const STEPS_MAX = 20
const HOUR_MS = 3600_000

/**
 * Applies all due events. Returns when to try again if a payment could not be opened, because no gateway accepts it;
 * otherwise null.
 */
export async function takeSteps(tx: Tx, scope: Scope, terms: Terms): Promise<Date | null> {
  const state = await lock(tx, scope.organizationId)
  if (!state) return null
  const gateway = currentOf(terms.gateways)
  const about: About = { supplier: terms.supplier, gateway }
  await endTestMode(tx, scope, state, terms, about)
  let again: Date | null = null
  for (let count = 0; ; count++) {
    if (count > STEPS_MAX) throw new Error('a subscription does not come to rest')
    const means = gateway && (await meansOf(tx, scope, state, { gateway, supplier: terms.supplier }))
    const situation = situationOf(state, means ? kindOf(means) : likelyMeans(state, scope.at))
    const event = decide(situation, scope.at)
    if (event === null) break
    const attempt = await opened(tx, scope, state, event, means)
    if (attempt === 'refused') {
      again = new Date(scope.at.getTime() + HOUR_MS)
      break
    }
    await apply(tx, scope, state, event, attempt === null ? about : { ...about, attempt })
  }
  await save(tx, scope, state)
  return again
}

/** The payment that the event opens; null when it opens none. */
async function opened(tx: Tx, scope: Scope, state: State, event: EventName, means: Means | null) {
  if (event !== 'renewal_due' && event !== 'retry_due') return null
  if (!means) return 'refused'
  const situation = situationOf(state, kindOf(means))
  const planned = event === 'retry_due' ? situation.grace?.nextDebitAt : situation.period?.to
  if (!planned) throw new Error(`subscription: ${event} says no time`)
  const dueAt = openDue(planned, scope.at)
  // In a grace period the anchor day stays, whenever the payment is made.
  const { period } = renewalOf(situation, situation.grace?.startedAt ?? dueAt)
  const wanted: Wanted = {
    purpose: event === 'retry_due' ? 'retry' : 'renewal',
    kind: kindOf(means),
    period,
    dueAt,
    isAsked: false,
  }
  try {
    return await openPayment(tx, scope, { userId: state.row.subscribed_by, means, wanted })
  } catch (error) {
    // The billing profile lacks data that the gateway requires. Nothing was written before the refusal.
    if (error instanceof Refusal && error.code === 'invalid_content') return 'refused'
    throw error
  }
}

/** spec 16.5: a subscription paid with test money ends with the sandbox gateway. */
async function endTestMode(tx: Tx, scope: Scope, state: State, { gateways }: Terms, about: About): Promise<void> {
  const { row } = state
  if (gateways.retired.length > 0 && row.is_test_mode && row.status !== 'free')
    await apply(tx, scope, state, 'gateway_gone', about)
}
