// Invoices: issued in the transaction of their payment, numbered without gaps, never changed afterwards.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { NewEvent } from '#events/declaration.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { readEmailAddress } from '#kit/email-address.ts'
import type { Uuid } from '#kit/ids.ts'
import { gstinError, stateOfGstin } from '#kit/india/gstin.ts'
import { stateNames } from '#kit/india/states.ts'
import type { ValidationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import type { Micros } from '#kit/money.ts'
import { absent, invalid, Refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { ungrouped } from '#kit/text.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { PaymentMethod } from '#money/wallet/rules.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import { issueDocument } from './documents.ts'
import { drawingError } from './pdf/drawable.ts'
import type { InvoiceRow } from './queries.ts'
import * as queries from './queries.ts'
import { placeOfSupply, type Tax } from './rules.ts'
import type { BillingProfile, BillingProfileChange, InvoiceQuery, Party } from './schema.ts'
import { showInvoice, showProfile } from './show.ts'

export type Supplier = Settings['supplier']

export interface InvoiceDraft {
  kind: 'recharge' | 'subscription'
  /** Paid with test money of the sandbox gateway. */
  isTestMode: boolean
  supplier: Supplier
  placeOfSupply: string
  lines: { description: string; quantity: number; unitPrice: Micros }[]
  /** The taxes as quoted and paid. */
  taxes: Tax[]
  /** The subscription period paid for; `to` is exclusive. */
  period?: { from: Date; to: Date }
  transactionId: Uuid | null
  rechargeId: Uuid | null
  paymentMethod: PaymentMethod | null
  paymentReference: string | null
}

/**
 * Issues a paid invoice and returns its event. Lock the wallet first: the number series stays locked until the
 * transaction ends.
 */
export async function issue(tx: Tx, scope: Scope, draft: InvoiceDraft): Promise<{ id: Uuid; issued: NewEvent }> {
  return issueDocument(tx, scope, {
    kind: draft.kind,
    isTestMode: draft.isTestMode,
    supplier: supplierParty(draft.supplier),
    customer: await customerOf(tx, scope.organizationId),
    placeOfSupply: draft.placeOfSupply,
    lines: draft.lines.map((line) => ({ ...line, sac: draft.supplier.sac })),
    taxes: draft.taxes,
    paymentMethod: draft.paymentMethod,
    paymentReference: draft.paymentReference,
    original_invoice: null,
    reason: null,
    period: draft.period ? { from: seconds(draft.period.from), to: seconds(draft.period.to) } : null,
    notes: [],
    rechargeId: draft.rechargeId,
    transactionId: draft.transactionId,
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

/**
 * The customer of a document. Text that the fonts cannot show is refused before payment. If there is some anyway (from
 * an earlier version, or a name changed since), the document shows the organization's id instead of the name, and omits
 * such address lines: spec 12.16.
 */
export async function customerOf(tx: Tx, organizationId: Uuid): Promise<Party> {
  const { legal_name, gstin, address_lines: lines, state_code, email } = await profile(tx, organizationId)
  const name = (await drawingError(legal_name)) === null ? legal_name : publicId('org', organizationId)
  const errors = await Promise.all(lines.map(drawingError))
  const address_lines = lines.filter((_, index) => errors[index] === null)
  const state = state_code === null ? null : (stateNames[state_code] ?? null)
  return { name, gstin, address_lines, state_code, state, email }
}

/** The state whose tax applies to this organization's purchases. */
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
  // The organization's name is needed only without a profile.
  return showProfile(row, row ? '' : (await organizations.find(tx, organizationId)).name)
}

/** Checked before payment, so that the invoice can show the customer's name: spec 12.16. Throws otherwise. */
export async function mustHaveDrawnName(tx: Tx, organizationId: Uuid): Promise<void> {
  const error = await drawingError((await profile(tx, organizationId)).legal_name)
  if (error === null) return
  throw new Refusal('invalid_content', reasonOf('legal_name_not_printable'), [{ field: 'legal_name', ...error }])
}

async function mustBeDrawn(field: string, text: string): Promise<void> {
  const error = await drawingError(text)
  if (error !== null) throw invalid(field, error)
}

/** The contact address for questions about invoices: spec 6.3. */
function emailOf(text: string): string {
  const reading = readEmailAddress(text)
  if ('message' in reading) throw invalid('email', reading as ValidationError)
  return reading.value
}

const PHONE = /^\+[1-9][0-9]{6,14}$/

/** Required by payment gateways. */
function phoneOf(text: string): string {
  const phone = ungrouped(text)
  if (!PHONE.test(phone)) throw invalid('phone', 'phone_without_country')
  return phone
}

/** Updates the given fields only. Issued invoices do not change. */
export async function changeProfile(tx: Tx, actor: Actor, change: BillingProfileChange): Promise<BillingProfile> {
  const before = await profile(tx, actor.organizationId)
  const { legal_name, gstin: written, address_lines, state_code: stated } = { ...before, ...change }
  const email = change.email ? emailOf(change.email) : change.email === null ? null : before.email
  const phone = change.phone ? phoneOf(change.phone) : change.phone === null ? null : before.phone
  const gstin = written == null ? null : ungrouped(written).toUpperCase()
  // Without a state, it follows from the GSTIN.
  const state_code = change.gstin && change.state_code === undefined ? stateOfGstin(ungrouped(change.gstin)) : stated
  if (state_code === null) throw invalid('state_code', 'required')
  const error = gstin === null ? null : gstinError(gstin, state_code)
  if (error && gstin !== null && change.gstin === undefined)
    throw invalid('state_code', 'state_not_of_gstin', { gstin_state: stateOfGstin(gstin) })
  if (error) throw invalid('gstin', error)
  if (change.legal_name !== undefined) await mustBeDrawn('legal_name', change.legal_name)
  for (const [index, line] of (change.address_lines ?? []).entries()) await mustBeDrawn(`address_lines[${index}]`, line)
  const given = { legal_name, gstin, address_lines, state_code, email, phone }
  if (before.updated_at !== null && changes(before, given) === null) return before
  const saved = await tx.row<queries.ProfileRow>(queries.saveProfile(actor.organizationId, given, actor.at))
  const after = showProfile(saved, legal_name)
  const { updated_at: _, ...now } = after
  const changed = changes(before, now)
  if (changed) {
    // Lists changed fields by name only, because audit entries cannot be erased: addresses of people and offices are
    // not repeated.
    const details = { changed: Object.keys(changed.after), legal_name, gstin, state_code }
    audit.record(tx, actor, actor, { action: 'billing_profile.updated', object: null, details })
  }
  return after
}
