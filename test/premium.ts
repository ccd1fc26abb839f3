// An organization with the premium plan, subscribed and paid at the sandbox gateway as a customer does.

import assert from 'node:assert/strict'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { refundJobs } from '#money/refunds/jobs.ts'
import { apply } from '#money/subscriptions/apply.ts'
import { subscriptionJobs } from '#money/subscriptions/jobs.ts'
import { lock, save } from '#money/subscriptions/store.ts'
import { type Answer, type Company, request, type TestSamvad } from './harness.ts'
import { payAtCheckout } from './payments.ts'

export const SUBSCRIPTION = '/api/v1/billing/subscription'

export async function subscriptionOf(samvad: TestSamvad, { token }: Company = samvad.company) {
  const answer = await samvad.request('GET', SUBSCRIPTION, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const subscribe = (samvad: TestSamvad, { token }: Company = samvad.company): Promise<Answer> =>
  samvad.request('PUT', SUBSCRIPTION, { token, json: { plan: 'premium' } })

export const cancel = (samvad: TestSamvad, { token }: Company = samvad.company): Promise<Answer> =>
  samvad.request('DELETE', SUBSCRIPTION, { token })

export async function paymentsOf(samvad: TestSamvad, { token }: Company = samvad.company) {
  const answer = await samvad.request('GET', `${SUBSCRIPTION}/payments?limit=100`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Subscribes and pays the first month; returns the sandbox gateway's page of the mandate. */
export async function givePremium(samvad: TestSamvad, company: Company = samvad.company): Promise<string> {
  const answer = await subscribe(samvad, company)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'pending', answer.text)
  const paid = await payAtCheckout(answer.body.authorization_url, 'success', 'credit_card')
  assert.equal(paid.status, 200, paid.text)
  assert.equal((await subscriptionOf(samvad, company)).status, 'active')
  const { pathname } = new URL(answer.body.authorization_url)
  return pathname.replace('/checkout/', '/mandates/').replace('order_', 'mand_')
}

/** Sets the outcome of the next debits, or of the mandate. */
export async function choose(samvad: TestSamvad, mandatePage: string, choice: Record<string, string>): Promise<void> {
  const answer = await request(samvad.url, 'POST', mandatePage, { form: choice })
  assert.equal(answer.status, 303, answer.text)
}

/** Ends premium at once: as when the gateway that charged it is removed. */
export async function endPremium(samvad: TestSamvad, { organizationId }: Company = samvad.company): Promise<void> {
  const scope = { organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction(async (tx) => {
    const state = await lock(tx, organizationId)
    assert.ok(state)
    await apply(tx, scope, state, 'gateway_gone', { supplier: samvad.app.settings.supplier, gateway: null })
    await save(tx, scope, state)
  }, organizationId)
}

/** Runs everything that is due by the clock, including work that becomes due meanwhile. */
export async function settleDown(samvad: TestSamvad): Promise<void> {
  const { app } = samvad
  const jobs = [...subscriptionJobs(app), ...gatewayJobs(app), ...rechargeJobs(app), ...refundJobs(app)]
  for (let round = 0; round < 3; round++) for (const job of jobs) while (await job.run(new AbortController().signal));
}
