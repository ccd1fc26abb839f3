// A company whose wallet recharges automatically at the sandbox gateway, on a clock that the test controls.

import assert from 'node:assert/strict'
import { autoRechargeJobs } from '#money/auto-recharge/jobs.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { readyToSend, type Sending } from './company.ts'
import { type Answer, type Company, request, type TestSamvad } from './harness.ts'
import { payAtCheckout } from './payments.ts'
import { eventually } from './program.ts'

export const AUTO_RECHARGE = '/api/v1/billing/auto_recharge'
/** 15 emails at ₹0.15 each per batch. */
export const BATCH = 15

export interface Recharging extends Sending {
  /** The sandbox gateway's page of the mandate. */
  mandatePage: string
}

export async function autoRechargeOf(samvad: TestSamvad, { token }: Company = samvad.company) {
  const answer = await samvad.request('GET', AUTO_RECHARGE, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export function set(samvad: TestSamvad, change: object, { token }: Company = samvad.company): Promise<Answer> {
  return samvad.request('PUT', AUTO_RECHARGE, { token, json: change })
}

/**
 * Recharge ₹200.00 when the balance falls below ₹199.00, with the mandate given: one batch of emails falls below it.
 */
export const usual = { enabled: true, threshold: '199.00', amount: '200.00' }

/** Creates a company, enables auto-recharge and pays the first recharge, which gives the mandate. */
export async function recharging(samvad: TestSamvad, name: string, change: object = usual): Promise<Recharging> {
  const company = await samvad.newCompany(name)
  const sending = await readyToSend(samvad, company, 0n)
  // A busy database answers 503.
  const answer = await eventually('auto-recharge is set', async () => {
    const tried = await set(samvad, change, company)
    return tried.status !== 503 && tried
  })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'authorization_required', answer.text)
  const paid = await payAtCheckout(answer.body.authorization_url, 'success', 'credit_card')
  assert.equal(paid.status, 200)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.mandate?.status, 'active')
  const { pathname } = new URL(answer.body.authorization_url)
  return { ...sending, mandatePage: pathname.replace('/checkout/', '/mandates/').replace('order_', 'mand_') }
}

/** Sets the outcome of the next debits. */
export async function choose(
  samvad: TestSamvad,
  { mandatePage }: Recharging,
  choice: Record<string, string>,
): Promise<void> {
  const answer = await request(samvad.url, 'POST', mandatePage, { form: choice })
  assert.equal(answer.status, 303, answer.text)
}

/** Sends `count` emails in one request. */
export async function spend(samvad: TestSamvad, { company, conversationId }: Sending, count = BATCH): Promise<Answer> {
  const message = { conversation_id: conversationId, channel: 'email', subject: 'Offer', text: 'Cotton at old prices' }
  return samvad.request('POST', '/v1/messages/batch', {
    token: company.token,
    json: { messages: Array.from({ length: count }, () => message) },
  })
}

export async function runJob(samvad: TestSamvad, name: string): Promise<void> {
  const { app } = samvad
  const job = [...gatewayJobs(app), ...rechargeJobs(app), ...autoRechargeJobs(app)].find((one) => one.name === name)
  assert.ok(job)
  while (await job.run(new AbortController().signal));
}

const KINDS = ['auto_recharge', 'sandbox_webhook', 'settle_recharge']

/** Runs everything that is due by the clock, including work that becomes due meanwhile. */
export async function settleDown(samvad: TestSamvad): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const due = await samvad.rows<{ kind: string }>(
      'select distinct kind from due_work where kind = any($1) and due_at <= $2 order by kind',
      [KINDS, samvad.app.clock()],
    )
    if (due.length === 0) return
    // Finished work of one kind can make another kind due.
    const from = KINDS.indexOf(due[0]?.kind as string)
    for (const name of KINDS.slice(from)) await runJob(samvad, name)
  }
}

/** The types of a company's events about these nouns, in the order in which they happened. */
export async function told(samvad: TestSamvad, { organizationId }: Company, ...nouns: string[]): Promise<string[]> {
  const rows = await samvad.rows<{ type: string }>(
    `select type from events where org_id = $1 and split_part(type, '.', 1) = any($2) order by id`,
    [organizationId, nouns],
  )
  return rows.map(({ type }) => type)
}

export async function rechargesOf(samvad: TestSamvad, { organizationId }: Company) {
  return samvad.rows<{ id: string; status: string; origin: string; created_at: Date }>(
    `select id, status, origin, created_at from recharges where org_id = $1 order by id`,
    [organizationId],
  )
}
