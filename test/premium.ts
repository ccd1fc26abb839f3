// An organization with the premium plan, for tests of what it brings.

import type { Company, TestSamvad } from './harness.ts'

const MONTH_MS = 30 * 24 * 3600_000

/** Active from the beginning of this day, as if it had been paid for at the sandbox gateway. */
export async function givePremium(samvad: TestSamvad, company: Company = samvad.company): Promise<void> {
  const at = samvad.app.clock()
  await samvad.rows(
    `insert into subscriptions (org_id, status, anchor_day, period_from, period_to, is_test_mode, subscribed_by,
                                updated_at)
     select $1, 'active', 1, $2, $3, true, (select user_id from memberships where org_id = $1 limit 1), $2
     on conflict (org_id) do update set status = 'active', period_from = excluded.period_from,
       period_to = excluded.period_to, grace_started_at = null, next_debit_at = null, retries_used = 0, failed_attempts = 0`,
    [company.organizationId, at, new Date(at.getTime() + MONTH_MS)],
  )
}

/** Free from now on. */
export async function endPremium(samvad: TestSamvad, company: Company = samvad.company): Promise<void> {
  await samvad.rows(
    `update subscriptions set status = 'free', open_payment_id = null, grace_started_at = null, next_debit_at = null, retries_used = 0, failed_attempts = 0 where org_id = $1`,
    [company.organizationId],
  )
}
