// Refunds: a customer requests one, an operator decides, and the gateway executes it.

import assert from 'node:assert/strict'
import { parseTypeId } from '#kit/ids.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import type { Gateway, GatewayRefundEvent } from '#money/gateways/providers/gateway.ts'
import { createSandbox } from '#money/gateways/providers/sandbox.ts'
import { refundJobs } from '#money/refunds/jobs.ts'
import { submitOrSync } from '#money/refunds/payout.ts'
import type { RefundRow } from '#money/refunds/queries.ts'
import * as queries from '#money/refunds/queries.ts'
import { settleEvent } from '#money/refunds/settle.ts'
import { type Answer, type Company, type Member, publicId, type TestSamvad } from './harness.ts'
import { openRecharge, payAtCheckout } from './payments.ts'

export const REFUNDS = '/api/v1/billing/refunds'

/** An operator of the installation, from another organization than those that they decide for. */
export async function newOperator(samvad: TestSamvad): Promise<Member> {
  const operator = await samvad.newCompany('Samvad Operations')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  return operator
}

/** A recharge paid at the sandbox gateway. */
export async function paidRecharge(samvad: TestSamvad, amount: string, company: Company = samvad.company) {
  const recharge = await openRecharge(samvad, amount, {}, company)
  await payAtCheckout(recharge.checkout_url, 'success')
  const [row] = await samvad.rows('select transaction_id from gateway_payments where recharge_id = $1', [
    parseTypeId('rech', recharge.id),
  ])
  assert.ok(row, 'the recharge was not paid')
  return { ...recharge, transaction_id: publicId('txn', row.transaction_id) }
}

export function askForRefund(samvad: TestSamvad, json: object, company: Company = samvad.company): Promise<Answer> {
  return samvad.request('POST', REFUNDS, { token: company.token, json: { reason: 'duplicate_charge', ...json } })
}

/** An accepted refund request. */
export async function requestedRefund(samvad: TestSamvad, json: object, company: Company = samvad.company) {
  const answer = await askForRefund(samvad, json, company)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export function decideOn(
  samvad: TestSamvad,
  operator: Member,
  refund: { id: string },
  decision: 'approve' | 'reject',
  json: object = {},
  company: Company = samvad.company,
): Promise<Answer> {
  const path = `/v1/organizations/${publicId('org', company.organizationId)}/refunds/${refund.id}/${decision}`
  return samvad.request('POST', path, { token: operator.token, json })
}

export async function approvedRefund(samvad: TestSamvad, operator: Member, json: object, company = samvad.company) {
  const refund = await requestedRefund(samvad, json, company)
  const answer = await decideOn(samvad, operator, refund, 'approve', {}, company)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export async function refundNow(samvad: TestSamvad, { id }: { id: string }, company: Company = samvad.company) {
  const answer = await samvad.request('GET', `${REFUNDS}/${id}`, { token: company.token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Runs the due jobs of a kind, as a worker does. */
export async function runJob(samvad: TestSamvad, name: 'refund' | 'sandbox_webhook'): Promise<void> {
  const job = [...gatewayJobs(samvad.app), ...refundJobs(samvad.app)].find((one) => one.name === name)
  assert.ok(job)
  while (await job.run(new AbortController().signal));
}

/** The sandbox gateway with some functions replaced. */
export function gatewayThat(samvad: TestSamvad, manners: (sandbox: Gateway) => Partial<Gateway>): Gateway {
  const sandbox = createSandbox(samvad.app)
  return { ...sandbox, ...manners(sandbox) }
}

async function rowOf(samvad: TestSamvad, { id }: { id: string }, company: Company): Promise<RefundRow> {
  const statement = queries.byId(company.organizationId, parseTypeId('rfnd', id) as string)
  return (await samvad.app.database.reads.row<RefundRow>(statement)) as RefundRow
}

/** Queries a gateway about the refund, as the job does. */
export async function askGateway(
  samvad: TestSamvad,
  gateway: Gateway,
  refund: { id: string },
  company: Company = samvad.company,
): Promise<void> {
  await submitOrSync(samvad.app, gateway, company.organizationId, await rowOf(samvad, refund, company))
}

/** An event of the gateway about the refund. */
export async function eventOn(
  samvad: TestSamvad,
  refund: { id: string },
  status: GatewayRefundEvent['status'],
  company: Company = samvad.company,
): Promise<GatewayRefundEvent> {
  const { payment_id, amount_micros, tax_micros, id } = await rowOf(samvad, refund, company)
  return {
    object: 'refund',
    refundId: `gateway-${id}`,
    paymentId: payment_id as string,
    receipt: refund.id,
    amount: amount_micros + tax_micros,
    status,
    reference: status === 'processed' ? 'ARN1' : null,
  }
}

export const settleAs = (
  samvad: TestSamvad,
  event: GatewayRefundEvent,
  source: 'fetched' | 'webhook' = 'fetched',
  company: Company = samvad.company,
) => settleEvent(samvad.app, company.organizationId, 'sandbox', event, source)
