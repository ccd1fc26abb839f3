// The verdict: compares the gateway's book with the ledger, and acknowledged results with what is stored, and checks
// every invariant of the doctor.

import { checkOneSnapshot, describe } from '#doctor/actions.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Assembled } from '../../server/program/app.ts'
import type { FakeRazorpay } from '../gateways/razorpay.ts'
import { publicId } from '../harness.ts'
import type { Told } from './business.ts'
import { faultsOfDeliveries, faultsOfWhatWasWritten } from './channels-verdict.ts'
import type { Providers } from './providers.ts'

const MICROS_PER_PAISA = 10_000n

/** Violations as sentences; empty when all is well. */
export async function faultsOf(
  app: Assembled,
  gateway: FakeRazorpay,
  providers: Providers,
  told: Told,
): Promise<string[]> {
  const findings = await checkOneSnapshot(app.database)
  return [
    ...(await faultsOfPayments(app, gateway)),
    ...(await faultsOfRefunds(app, gateway)),
    ...(await faultsOfDeliveries(app, providers)),
    ...(await faultsOfWhatWasWritten(app, providers)),
    ...(await faultsOfWhatWasTold(app, told)),
    ...(await whatIsLeftUndone(app)),
    ...findings.flatMap(describe),
  ]
}

async function faultsOfPayments(app: Assembled, gateway: FakeRazorpay): Promise<string[]> {
  const credits = await rows<Credit>(
    app,
    `select p.payment_id, max(r.total_micros) as paid_micros, count(*) as times
       from gateway_payments p
       join transactions t on t.org_id = p.org_id and t.id = p.transaction_id and t.status = 'completed'
         and t.kind = 'recharge'
       join recharges r on r.org_id = t.org_id and r.id = p.recharge_id and r.amount_micros = t.amount_micros
       join invoices i on i.org_id = t.org_id and i.transaction_id = t.id and i.total_micros = r.total_micros
      group by p.payment_id`,
  )
  return faultsOfCredits(
    gateway.log.filter((entry) => entry.kind === 'capture'),
    credits,
  )
}

export interface Credit {
  payment_id: string
  paid_micros: bigint
  times: bigint
}

export function faultsOfCredits(
  captured: readonly { paymentId: string; amount: bigint }[],
  credits: readonly Credit[],
): string[] {
  const credited = new Map(credits.map((row) => [row.payment_id, row]))
  const faults = captured.flatMap(({ paymentId, amount }) => {
    const credit = credited.get(paymentId)
    if (!credit) return [`the captured payment ${paymentId} was not credited with an invoice`]
    if (credit.times !== 1n) return [`the payment ${paymentId} was credited ${credit.times} times`]
    return credit.paid_micros === amount * MICROS_PER_PAISA ? [] : [`the payment ${paymentId} was credited wrongly`]
  })
  const names = new Set(captured.map(({ paymentId }) => paymentId))
  return [...faults, ...[...credited.keys()].filter((id) => !names.has(id)).map((id) => `${id} was never captured`)]
}

async function faultsOfRefunds(app: Assembled, gateway: FakeRazorpay): Promise<string[]> {
  const ours = await rows<AskedRefund>(
    app,
    `select id, status, amount_micros + tax_micros as total_micros from refunds where destination = 'source'`,
  )
  return faultsOfGiven(ours, gateway.log)
}

export interface AskedRefund {
  id: Uuid
  status: string
  total_micros: bigint
}

export function faultsOfGiven(ours: readonly AskedRefund[], log: FakeRazorpay['log']): string[] {
  const processed = new Map<string, bigint[]>()
  const settled = new Map(log.flatMap((one) => (one.kind === 'refund_settled' ? [[one.refundId, one]] : [])))
  for (const entry of log) {
    if (entry.kind !== 'refund' || settled.get(entry.refundId)?.status === 'failed') continue
    const receipt = entry.receipt ?? ''
    processed.set(receipt, [...(processed.get(receipt) ?? []), entry.amount * MICROS_PER_PAISA])
  }
  const faults = ours.flatMap(({ id, status, total_micros }) => {
    const given = processed.get(publicId('rfnd', id)) ?? []
    if (status === 'completed') {
      return given.length === 1 && given[0] === total_micros ? [] : [`the refund ${id} was given ${given.join(', ')}`]
    }
    return given.length === 0 ? [] : [`the refund ${id} is ${status}, and the gateway has given ${given.join(', ')}`]
  })
  const receipts = new Set(ours.map(({ id }) => publicId('rfnd', id)))
  const strange = [...processed.keys()].filter((receipt) => !receipts.has(receipt))
  return [...faults, ...strange.map((receipt) => `the gateway gave back ${receipt}, of which we know nothing`)]
}

async function faultsOfWhatWasTold(app: Assembled, told: Told): Promise<string[]> {
  const ids = async (table: string, prefix: 'rech' | 'rfnd') =>
    new Set((await rows<{ id: Uuid }>(app, `select id from ${table}`)).map(({ id }) => publicId(prefix, id)))
  const decided = await rows<{ id: Uuid }>(app, `select id from refunds where status in ('requested', 'rejected')`)
  const [messages] = await rows<{ count: bigint }>(app, 'select count(*) as count from deliveries')
  return faultsOfTold(told, {
    recharges: await ids('recharges', 'rech'),
    refunds: await ids('refunds', 'rfnd'),
    undecided: new Set(decided.map(({ id }) => publicId('rfnd', id))),
    deliveries: Number(messages?.count),
  })
}

interface Standing {
  recharges: ReadonlySet<string>
  refunds: ReadonlySet<string>
  /** Refunds without a stored approval: requested or rejected. */
  undecided: ReadonlySet<string>
  deliveries: number
}

export function faultsOfTold(
  told: Pick<Told, 'recharges' | 'refunds' | 'approved' | 'messages'>,
  { recharges, refunds, undecided, deliveries }: Standing,
): string[] {
  return [
    ...[...told.recharges].filter((id) => !recharges.has(id)).map((id) => `the recharge ${id} is gone`),
    ...[...told.refunds].filter((id) => !refunds.has(id)).map((id) => `the refund ${id} is gone`),
    ...[...told.approved].filter((id) => undecided.has(id)).map((id) => `the approval of the refund ${id} is gone`),
    ...(deliveries === told.messages
      ? []
      : [`${told.messages} messages were acknowledged, and ${deliveries} deliveries are stored`]),
  ]
}

async function whatIsLeftUndone(app: Assembled): Promise<string[]> {
  const refunds = await rows<{ id: string; status: string }>(
    app,
    `select id, status from refunds where status in ('approved', 'processing')`,
  )
  const queued = await rows<{ count: bigint }>(
    app,
    `select count(*) as count from deliveries
      where status in ('queued', 'sending') and error_code is distinct from 'outcome_unknown'`,
  )
  return [
    ...refunds.map(({ id, status }) => `the refund ${id} is still ${status}`),
    ...(queued[0]?.count === 0n ? [] : [`${queued[0]?.count} deliveries were never tried to the end`]),
  ]
}

/** A day with almost no activity proves nothing. */
const ENOUGH = 3n

/** Each of two companies has one debit under way until its notice is over: a third one may take minutes. */
const ENOUGH_AUTOMATIC = 2n

/** Null is not enough: it could not be counted just now. */
export const isEnough = (counts: Awaited<ReturnType<typeof tally>> | null): boolean =>
  counts !== null &&
  counts.automatic >= ENOUGH_AUTOMATIC &&
  [counts.captures, counts.refunds, counts.invoices, counts.apps, counts.sms, counts.written].every(
    (count) => count >= ENOUGH,
  )

/** Counts of each activity, so that a run without activity does not pass. */
export async function tally(app: Assembled, gateway: FakeRazorpay) {
  const [counts] = await rows<{
    automatic: bigint
    refunds: bigint
    invoices: bigint
    reversals: bigint
    unknown: bigint
    apps: bigint
    sms: bigint
    undelivered: bigint
    written: bigint
  }>(
    app,
    `select (select count(*) from recharges where origin = 'auto') as automatic,
            (select count(*) from refunds where status = 'completed') as refunds,
            (select count(*) from invoices) as invoices,
            (select count(*) from transactions where key like 'reversal:%') as reversals,
            (select count(*) from deliveries where error_code = 'outcome_unknown') as unknown,
            (select count(*) from deliveries where channel = 'app' and status in ('delivered', 'read')) as apps,
            (select count(*) from deliveries where channel = 'sms' and status = 'delivered') as sms,
            (select count(*) from deliveries where status = 'undelivered') as undelivered,
            (select count(*) from messages where direction = 'inbound') as written`,
  )
  if (!counts) throw new Error('there are no counts')
  const captures = BigInt(gateway.log.filter(({ kind }) => kind === 'capture').length)
  return { captures, ...counts }
}

async function rows<Row extends object>(app: Assembled, text: string): Promise<Row[]> {
  return (await app.database.pool.query(text)).rows as Row[]
}
