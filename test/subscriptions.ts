// Subscriptions over the API, with the clock and the workers controlled by the test.

import type { Database } from '#kit/database/database.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import { rechargeJobs } from '#money/recharges/jobs.ts'
import { refundJobs } from '#money/refunds/jobs.ts'
import { subscriptionJobs } from '#money/subscriptions/jobs.ts'
import type { Assembled } from '../server/program/app.ts'
import type { Answer, Company, TestSamvad } from './harness.ts'
import { SUBSCRIPTION } from './premium.ts'

/** The jobs of subscriptions and of their payments. */
export const jobsOn = (app: Assembled) =>
  [...subscriptionJobs(app), ...rechargeJobs(app), ...refundJobs(app), ...gatewayJobs(app)].filter(({ name }) =>
    ['subscription', 'settle_recharge', 'refund', 'sandbox_webhook'].includes(name),
  )

export async function runJobs(app: Assembled, rounds = 2): Promise<void> {
  const jobs = jobsOn(app)
  for (let round = 0; round < rounds; round++)
    for (const job of jobs) while (await job.run(new AbortController().signal));
}

export class Killed extends Error {}

/** A process that may die at each transaction of a job, before its commit or after it. */
export function mortal(app: Assembled, dies: () => boolean): Assembled {
  const { database } = app
  const transaction: Database['transaction'] = async (work, options) => {
    if (dies()) throw new Killed('killed before a commit')
    const result = await database.transaction(work, options)
    if (dies()) throw new Killed('killed after a commit')
    return result
  }
  const dying: Database = Object.create(database, { transaction: { value: transaction } })
  return Object.create(app, { database: { value: dying } })
}

export const resume = (samvad: TestSamvad, { token }: Company): Promise<Answer> =>
  samvad.request('POST', `${SUBSCRIPTION}/resume`, { token })

export const payNow = (samvad: TestSamvad, { token }: Company): Promise<Answer> =>
  samvad.request('POST', `${SUBSCRIPTION}/pay`, { token })

export interface StoredPayment {
  id: string
  purpose: string
  kind: 'debit' | 'link'
  outcome: string | null
  period_from: Date | null
  period_to: Date | null
  begun_at: Date
  due_at: Date
  total: bigint
  order_id: string | null
  status: string
  captures: number
  refunded: bigint
  invoices: number
}

/** The payments of a company's subscription, oldest first, with their state in the payments domain. */
export function storedPayments(
  samvad: Pick<TestSamvad, 'rows'>,
  { organizationId }: Pick<Company, 'organizationId'>,
): Promise<StoredPayment[]> {
  return samvad.rows<StoredPayment>(
    `select s.payment_id as id, s.purpose, s.kind, s.outcome, s.period_from, s.period_to, s.begun_at, s.due_at,
            r.total_micros as total, r.gateway_order_id as order_id, r.status,
            (select count(*)::int from gateway_payments g
              where g.org_id = s.org_id and g.recharge_id = s.payment_id) as captures,
            (select coalesce(sum(f.amount_micros + f.tax_micros), 0)::int8 from refunds f
              where f.org_id = s.org_id and f.purpose = 'subscription' and f.recharge_id = s.payment_id
                and f.status = 'completed') as refunded,
            (select count(*)::int from invoices i
              where i.org_id = s.org_id and i.kind = 'subscription' and i.recharge_id = s.payment_id) as invoices
       from subscription_payments s
       join recharges r on r.org_id = s.org_id and r.id = s.payment_id
      where s.org_id = $1 order by s.payment_id`,
    [organizationId],
  )
}
