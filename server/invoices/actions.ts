// Invoices: issued with the payment that they are about, in its transaction; numbered without a gap; never changed afterwards.

import * as audit from '#audit/actions.ts'
import { changes } from '#audit/rules.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PaymentMethod } from '#wallet/rules.ts'
import type { Scope } from '#kit/hooks.ts'
import { absent, invalid } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { seconds } from '#kit/wire.ts'
import * as organizations from '#organizations/actions.ts'
import { issueDocument } from './documents.ts'
import * as queries from './queries.ts'
import type { InvoiceRow } from './queries.ts'
import { placeOfSupply, type Tax } from './rules.ts'
import { gstinFault, stateOfGstin } from '#kit/gstin.ts'
import type { BillingProfile, BillingProfileChange, InvoiceQuery, Party } from './schema.ts'
import { showInvoice, showProfile } from './show.ts'
import { stateNames } from '#kit/indian-states.ts'

export type Supplier = Settings['supplier']

export interface Bill {
  kind: 'recharge' | 'subscription'
  /** Paid with test money of the sandbox gateway. */
  isTestMoney: boolean
  supplier: Supplier
  placeOfSupply: string
  lines: { description: string; quantity: number; unitPrice: Micros }[]
  /** As they were quoted and paid. */
  taxes: Tax[]
  /** What a subscription pays for; `to` is not included. */
  period?: { from: Date; to: Date }
  transactionId: Uuid | null
  rechargeId: Uuid | null
  paymentMethod: PaymentMethod | null
  paymentReference: string | null
}

/** Issues a paid invoice, and the event that tells of it. Whoever holds a wallet locks it before: the series is held until the end. */
export async function issue(tx: Tx, scope: Scope, bill: Bill): Promise<{ id: Uuid; issued: NewEvent }> {
  return issueDocument(tx, scope, {
    kind: bill.kind,
    isTestMoney: bill.isTestMoney,
    supplier: supplierParty(bill.supplier),
    customer: customerOf(await profile(tx, scope.organizationId)),
    placeOfSupply: bill.placeOfSupply,
    lines: bill.lines.map((line) => ({ ...line, sac: bill.supplier.sac })),
    taxes: bill.taxes,
    paymentMethod: bill.paymentMethod,
    paymentReference: bill.paymentReference,
    original_invoice: null,
    reason: null,
    period: bill.period ? { from: seconds(bill.period.from), to: seconds(bill.period.to) } : null,
    notes: [],
    rechargeId: bill.rechargeId,
    transactionId: bill.transactionId,
    originalId: null,
    usageMonth: null,
  })
}

export function supplierParty({ name, gstin, stateCode, address, email }: Supplier): Party {
  const address_lines = address
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
  return {
    name,
    gstin,
    address_lines,
    state_code: stateCode,
    state: stateNames[stateCode] ?? null,
    email: email || null,
  }
}

export function customerOf({ legal_name, gstin, address_lines, state_code, email }: BillingProfile): Party {
  const state = state_code === null ? null : (stateNames[state_code] ?? null)
  return { name: legal_name, gstin, address_lines, state_code, state, email }
}

/** The state whose tax is due on what this organization buys. */
export async function placeOfSupplyTo(tx: Tx, organizationId: Uuid, supplier: Supplier): Promise<string> {
  const row = await tx.row<queries.ProfileRow>(queries.profile(organizationId))
  return placeOfSupply(row?.state_code ?? null, supplier.stateCode)
}

export async function list(tx: Tx, { organizationId }: Actor, query: InvoiceQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<InvoiceRow>(queries.list(organizationId, query)), showInvoice)
}

export async function find(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<InvoiceRow> {
  const row = await tx.row<InvoiceRow>(queries.byId(organizationId, id))
  if (!row) throw absent('invoice')
  return row
}

export async function profile(tx: Tx, organizationId: Uuid): Promise<BillingProfile> {
  const row = await tx.row<queries.ProfileRow>(queries.profile(organizationId))
  // The name is needed only where the profile has none.
  return showProfile(row, row ? '' : (await organizations.find(tx, organizationId)).name)
}

/** Changes what is given and leaves the rest. Invoices that are issued already keep what they say. */
export async function changeProfile(tx: Tx, actor: Actor, change: BillingProfileChange): Promise<BillingProfile> {
  const before = await profile(tx, actor.organizationId)
  const { legal_name, gstin: written, address_lines, state_code: stated, email, phone } = { ...before, ...change }
  const gstin = written?.toUpperCase() ?? null
  // Whoever gives a GSTIN has said the state with it.
  const state_code = change.gstin && change.state_code === undefined ? stateOfGstin(change.gstin) : stated
  if (state_code === null) throw invalid('state_code', 'is required: the two digits of the GST code, such as 29')
  const fault = gstin === null ? null : gstinFault(gstin, state_code)
  if (fault && change.gstin === undefined) throw invalid('state_code', `does not fit the GSTIN, which ${fault}`)
  if (fault) throw invalid('gstin', fault)
  const saved = await tx.row<queries.ProfileRow>(
    queries.saveProfile(actor.organizationId, { legal_name, gstin, address_lines, state_code, email, phone }, actor.at),
  )
  const after = showProfile(saved, legal_name)
  const { updated_at: _, ...now } = after
  const changed = changes(before, now)
  if (changed) {
    // Addresses of people and offices are named and not repeated: an entry cannot be taken back.
    const details = { changed: Object.keys(changed.after), legal_name, gstin, state_code }
    audit.record(tx, actor, actor, { action: 'billing_profile.updated', object: null, details })
  }
  return after
}
