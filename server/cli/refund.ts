// samvad refund list, refund approve, refund reject

import type { Tx } from '#kit/database/database.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import * as refunds from '#money/refunds/actions.ts'
import { approve, reject } from '#money/refunds/decide.ts'
import { type RefundStatus, refundStatuses } from '#money/refunds/rules.ts'
import type { showQueued } from '#money/refunds/show.ts'
import { priority } from '#money/subscriptions/priority.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

type Queued = ReturnType<typeof showQueued>

const which = {
  refund: { type: 'string', required: true, value: 'ID', meaning: 'refund ID; see samvad refund list' },
  organization: { type: 'string', value: 'ID', meaning: 'organization; optional' },
} as const

export const refundList = command({
  noun: 'refund',
  verb: 'list',
  summary: 'list the refunds of all organizations, newest first',
  options: {
    status: { type: 'string', value: 'STATUS', meaning: `one of ${refundStatuses.join(', ')}; default: all` },
  },
  async run({ app, options }) {
    const filter = options.status === undefined ? {} : { status: statusNamed(options.status) }
    const data = await everyPage('rfnd', (page) => refunds.queue(app.database.reads, { ...page, ...filter }, priority))
    return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
  },
})

export const refundApprove = command({
  noun: 'refund',
  verb: 'approve',
  summary: 'approve a refund request; to the wallet it is paid at once, to the payment source by the payment gateway',
  options: { ...which, note: { type: 'string', value: 'TEXT', meaning: 'reason; the customer sees it', isNote: true } },
  async run({ app, options }) {
    const id = refundNamed(options.refund)
    const gateways = await createGateways(app)()
    const { bankHolidays } = app.settings
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: await whose(tx, id, options.organization), at: app.clock() }
      const circumstances = { gateways, bankHolidays }
      return refunds.showDecided(
        tx,
        await approve(tx, scope, 'command_line', id, options.note ?? null, circumstances),
        priority,
      )
    })
    return { data, lines: [line(data)] }
  },
})

export const refundReject = command({
  noun: 'refund',
  verb: 'reject',
  summary: 'reject a refund request',
  options: {
    ...which,
    note: { type: 'string', required: true, value: 'TEXT', meaning: 'reason; the customer sees it', isNote: true },
  },
  async run({ app, options }) {
    const id = refundNamed(options.refund)
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: await whose(tx, id, options.organization), at: app.clock() }
      return refunds.showDecided(tx, await reject(tx, scope, 'command_line', id, options.note), priority)
    })
    return { data, lines: [line(data)] }
  },
})

function statusNamed(text: string): RefundStatus {
  const status = refundStatuses.find((one) => one === text)
  if (!status) throw new UsageError(`--status ${text}: must be one of ${refundStatuses.join(', ')}`)
  return status
}

/** The refund determines its organization; a given organization must match. */
function whose(tx: Tx, id: Uuid, organization: string | undefined): Promise<Uuid> {
  return organization === undefined ? refunds.organizationOf(tx, id) : organizationNamed(tx, organization)
}

function refundNamed(text: string): Uuid {
  const id = parseTypeId('rfnd', text)
  if (!id) throw new Error(`${text} is not the ID of a refund. Run samvad refund list to list them.`)
  return id
}

function line({
  id,
  organization_id,
  status,
  amount,
  total,
  currency,
  destination,
  reason,
  expected_by,
}: Queued): string {
  const when = expected_by === null ? '' : `  by ${expected_by}`
  return `${id}  ${organization_id}  ${status}  ${amount} (${total} with tax) ${currency} to the ${destination}  ${reason}${when}`
}
