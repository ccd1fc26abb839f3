// SQL of invoices, their number series, and billing profiles.

import { type Page, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { statusOf } from './rules.ts'
import type { InvoiceDocument, InvoiceQuery, invoiceStatuses } from './schema.ts'

export interface InvoiceRow {
  id: Uuid
  document: InvoiceDocument
  total_micros: Micros
  /** The total of the document's credit notes. */
  credited_micros: Micros
}

const columns = sql`id, document, total_micros, credited_micros`

const withCredited = sql`
  invoices i cross join lateral (
    select coalesce(sum(c.total_micros), 0)::int8 as credited_micros
      from invoices c where c.org_id = i.org_id and c.original_id = i.id) credited`

/** Same as `statusOf` in rules.ts. */
const having: Record<(typeof invoiceStatuses)[number], Statement> = {
  issued: sql`and kind = 'credit_note'`,
  paid: sql`and kind <> 'credit_note' and credited_micros = 0`,
  partially_credited: sql`and kind <> 'credit_note' and credited_micros > 0 and credited_micros < total_micros`,
  credited: sql`and kind <> 'credit_note' and credited_micros > 0 and credited_micros >= total_micros`,
}

export function list(organizationId: Uuid, query: InvoiceQuery): Statement {
  const { kind, status, from, to } = query
  const { where, tail } = pageById(query as Page)
  return sql`
    select ${columns} from ${withCredited}
     where org_id = ${organizationId}
       ${kind === undefined ? nothing : sql`and kind = ${kind}`}
       ${status === undefined ? nothing : having[status]}
       ${from === undefined ? nothing : sql`and issued_at >= ${from}`}
       ${to === undefined ? nothing : sql`and issued_at < ${to}`}
       ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from ${withCredited} where org_id = ${organizationId} and id = ${id}`
}

export function ofUsage(organizationId: Uuid, month: string): Statement {
  return sql`select ${columns} from ${withCredited} where org_id = ${organizationId} and usage_month = ${month}`
}

/** Serializes per organization and month: the second caller sees what the first has issued. */
export function takeTurn(organizationId: Uuid, month: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`usage:${organizationId}:${month}`}, 0))`
}

/** A recharge's invoice, locked so that its credit notes are counted one after another. */
export function lockOfTransaction(organizationId: Uuid, transactionId: Uuid): Statement {
  return sql`
    select id, document from invoices
     where org_id = ${organizationId} and transaction_id = ${transactionId} and kind <> 'credit_note' for update`
}

export function lockById(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id, document from invoices where org_id = ${organizationId} and id = ${id} for update`
}

/** The invoice of the captured payment with this gateway id. */
export function ofSubscription(organizationId: Uuid, rechargeId: Uuid, paymentReference: string): Statement {
  return sql`
    select id from invoices
     where org_id = ${organizationId} and recharge_id = ${rechargeId} and kind = 'subscription'
       and document ->> 'payment_reference' = ${paymentReference}`
}

export function creditNotesOf(organizationId: Uuid, originalId: Uuid): Statement {
  return sql`select document from invoices where org_id = ${organizationId} and original_id = ${originalId}`
}

export interface SeriesRow {
  last_number: bigint
  last_issued_at: Date
}

/**
 * Returns the next number, and an issue time not before that of the previous number. Locks the series until the
 * transaction ends.
 */
export function takeNumber(series: string, financialYear: number, at: Date): Statement {
  return sql`
    insert into invoice_series as s (series, financial_year, last_number, last_issued_at)
    values (${series}, ${financialYear}, 1, ${at})
    on conflict (series, financial_year) do update
       set last_number = s.last_number + 1, last_issued_at = greatest(s.last_issued_at, excluded.last_issued_at)
    returning last_number, last_issued_at`
}

export interface NewInvoice {
  id: Uuid
  number: string
  series: string
  financialYear: number
  seriesNumber: bigint
  rechargeId: Uuid | null
  transactionId: Uuid | null
  originalId: Uuid | null
  /** The first day of the statement's month. */
  usageMonth: string | null
  document: InvoiceDocument
  taxable: Micros
  tax: Micros
  total: Micros
  issuedAt: Date
}

export function insert(organizationId: Uuid, invoice: NewInvoice): Statement {
  return sql`
    insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, recharge_id,
                          transaction_id,
                          original_id, usage_month, document, taxable_micros, tax_micros, total_micros, issued_at)
    values (${organizationId}, ${invoice.id}, ${invoice.document.kind}, ${invoice.number}, ${invoice.series},
            ${invoice.financialYear},
            ${invoice.seriesNumber}, ${statusOf(invoice.document.kind, invoice.total, 0n)}, ${invoice.rechargeId},
            ${invoice.transactionId}, ${invoice.originalId}, ${invoice.usageMonth}, ${JSON.stringify(invoice.document)},
            ${invoice.taxable}, ${invoice.tax}, ${invoice.total}, ${invoice.issuedAt})`
}

export function insertNumber(organizationId: Uuid, invoice: NewInvoice): Statement {
  return sql`
    insert into invoice_numbers (number, series, financial_year, series_number, org_id, invoice_id, issued_at)
    values (${invoice.number}, ${invoice.series}, ${invoice.financialYear}, ${invoice.seriesNumber}, ${organizationId},
            ${invoice.id}, ${invoice.issuedAt})`
}

export interface ProfileRow {
  legal_name: string
  gstin: string | null
  address_lines: string[]
  state_code: string
  email: string | null
  phone: string | null
  updated_at: Date
}

export function profile(organizationId: Uuid): Statement {
  return sql`
    select legal_name, gstin, address_lines, state_code, email, phone, updated_at from billing_profiles
     where org_id = ${organizationId}`
}

export function saveProfile(organizationId: Uuid, profile: Omit<ProfileRow, 'updated_at'>, at: Date): Statement {
  const { legal_name, gstin, address_lines, state_code, email, phone } = profile
  return sql`
    insert into billing_profiles (org_id, legal_name, gstin, address_lines, state_code, email, phone, updated_at)
    values (${organizationId}, ${legal_name}, ${gstin}, ${address_lines}, ${state_code}, ${email}, ${phone}, ${at})
    on conflict (org_id) do update
       set legal_name = excluded.legal_name, gstin = excluded.gstin, address_lines = excluded.address_lines,
           state_code = excluded.state_code, email = excluded.email, phone = excluded.phone,
           updated_at = excluded.updated_at
    returning legal_name, gstin, address_lines, state_code, email, phone, updated_at`
}
