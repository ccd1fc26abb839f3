// Invoices: issued with the payment that they are about, in its transaction; numbered without a gap; never changed afterwards.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { financialYear } from '#kit/calendar.ts'
import type { Tx } from '#kit/database.ts'
import type { NewEvent } from '#kit/events.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import type { Scope } from '#kit/reactions.ts'
import { absent, invalid } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { seconds } from '#kit/wire.ts'
import * as organizations from '#organizations/actions.ts'
import { invoiceGenerated } from './events.ts'
import * as queries from './queries.ts'
import type { InvoiceRow } from './queries.ts'
import { gstinFault, invoiceNumber, placeOfSupply, sumOf, type Tax } from './rules.ts'
import type { BillingProfile, BillingProfileChange, InvoiceDocument, InvoiceQuery, Party } from './schema.ts'
import { showInvoice, showProfile } from './show.ts'
import { stateNames } from './states.ts'
import { inWords } from './words.ts'

export type Supplier = Settings['supplier']

const SERIES = 'INV'

export interface Bill {
  kind: InvoiceDocument['kind']
  supplier: Supplier
  placeOfSupply: string
  lines: { description: string; quantity: number; unitPrice: Micros }[]
  /** As they were quoted and paid. */
  taxes: Tax[]
  transactionId: Uuid
  rechargeId: Uuid | null
  paymentMethod: string | null
  paymentReference: string | null
}

/** Issues a paid invoice, and the event that tells of it. Whoever holds a wallet locks it before: the series is held until the end. */
export async function issue(tx: Tx, scope: Scope, bill: Bill): Promise<{ id: Uuid; issued: NewEvent }> {
  const { organizationId, at } = scope
  // The date that the payment was taken at decides the year, whenever the lock on the series comes.
  const year = financialYear(at)
  const customer = customerOf(await profile(tx, organizationId))
  const taken = await tx.row<queries.SeriesRow>(queries.takeNumber(SERIES, year, at))
  if (!taken) throw new Error('the invoice series gave no number')

  const lines = bill.lines.map((line) => ({ ...line, amount: line.unitPrice * BigInt(line.quantity) }))
  const taxable = sumOf(lines)
  const tax = sumOf(bill.taxes)
  const total = taxable + tax
  const number = invoiceNumber(SERIES, year, taken.last_number)
  const document: InvoiceDocument = {
    number,
    kind: bill.kind,
    issued_at: seconds(taken.last_issued_at),
    supplier: supplierParty(bill.supplier),
    customer,
    place_of_supply: bill.placeOfSupply,
    reverse_charge: false,
    lines: lines.map(({ description, quantity, unitPrice, amount }) => ({
      description,
      sac: bill.supplier.sac,
      quantity,
      unit_price: formatMicros(unitPrice),
      amount: formatMicros(amount),
    })),
    taxable_amount: formatMicros(taxable),
    taxes: bill.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: formatMicros(amount) })),
    total: formatMicros(total),
    amount_in_words: inWords(total),
    currency: 'INR',
    payment_method: bill.paymentMethod,
    payment_reference: bill.paymentReference,
  }
  const invoice: queries.NewInvoice = {
    id: newUuid(at.getTime()),
    number,
    series: SERIES,
    financialYear: year,
    seriesNumber: taken.last_number,
    rechargeId: bill.rechargeId,
    transactionId: bill.transactionId,
    document,
    taxable,
    tax,
    total,
    issuedAt: taken.last_issued_at,
  }
  await tx.run(queries.insert(organizationId, invoice))
  await tx.run(queries.insertNumber(organizationId, invoice))
  return { id: invoice.id, issued: invoiceGenerated({ id: invoice.id, status: 'paid', document }) }
}

function supplierParty({ name, gstin, stateCode, address, email }: Supplier): Party {
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

function customerOf({ legal_name, gstin, address_lines, state_code, email }: BillingProfile): Party {
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
  const { legal_name, gstin, address_lines, state_code, email, phone } = {
    ...(await profile(tx, actor.organizationId)),
    ...change,
  }
  if (state_code === null) throw invalid('state_code', 'is required: the two digits of the GST code, such as 29')
  const fault = gstin === null ? null : gstinFault(gstin, state_code)
  if (fault) throw invalid(change.gstin === undefined ? 'state_code' : 'gstin', fault)
  const saved = await tx.row<queries.ProfileRow>(
    queries.saveProfile(actor.organizationId, { legal_name, gstin, address_lines, state_code, email, phone }, actor.at),
  )
  return showProfile(saved, legal_name)
}
