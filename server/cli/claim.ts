// samvad claim list

import type { Static } from '#kit/wire.ts'
import * as claims from '#money/claims/actions.ts'
import { type ClaimStatus, claimStatuses } from '#money/claims/rules.ts'
import type { QueuedPaymentClaim } from '#money/claims/schema.ts'
import { priority } from '#money/subscriptions/priority.ts'
import { command, UsageError } from './command.ts'
import { everyPage } from './pages.ts'

export const claimList = command({
  noun: 'claim',
  verb: 'list',
  summary: 'list payment disputes and refunds started at a payment gateway, of all organizations, newest first',
  options: {
    status: { type: 'string', value: 'STATUS', meaning: `one of ${claimStatuses.join(', ')}; default: all` },
  },
  async run({ app, options }) {
    const filter = options.status === undefined ? {} : { status: statusNamed(options.status) }
    const data = await everyPage('claim', (page) => claims.queue(app.database.reads, { ...page, ...filter }, priority))
    return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
  },
})

function statusNamed(text: string): ClaimStatus {
  const status = claimStatuses.find((one) => one === text)
  if (!status) throw new UsageError(`--status ${text}: must be one of ${claimStatuses.join(', ')}`)
  return status
}

function line(claim: Static<typeof QueuedPaymentClaim>): string {
  const { id, organization_id, kind, status, gateway, reference, payment_reference, recharge_id, total } = claim
  const taken = claim.is_paid_out ? `  taken back ${claim.taken}, missing ${claim.shortfall}` : ''
  const where = `${total} at ${gateway}  ${reference} of ${payment_reference}`
  return `${id}  ${organization_id}  ${kind} ${status}  ${where}  ${recharge_id}${taken}`
}
