// SQL of invoices, their numbers, and the billing profile that says who is invoiced.

import { type Page, pageById } from '#edge/paging.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { type Statement, sql } from '#kit/sql.ts'
import type { InvoiceDocument } from './schema.ts'

export interface InvoiceRow {
  id: Uuid
  status: 'paid'
  document: InvoiceDocument
}

const columns = sql`id, status, document`

export function list(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${columns} from invoices where org_id = ${organizationId} ${where} ${tail}`
}

export function byId(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from invoices where org_id = ${organizationId} and id = ${id}`
}

export interface SeriesRow {
  last_number: bigint
  last_issued_at: Date
}

/** The next number, and a time of issue that is not before the previous number's. Holds the series until the transaction ends. */
export function takeNumber(series: string, financialYear: number, at: Date): Statement {
  return sql`
    insert into invoice_series as s (series, financial_year, last_number, last_issued_at) values (${series}, ${financialYear}, 1, ${at})
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
  transactionId: Uuid
  document: InvoiceDocument
  taxable: Micros
  tax: Micros
  total: Micros
  issuedAt: Date
}

export function insert(organizationId: Uuid, invoice: NewInvoice): Statement {
  return sql`
    insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, recharge_id, transaction_id,
                          document, taxable_micros, tax_micros, total_micros, issued_at)
    values (${organizationId}, ${invoice.id}, ${invoice.document.kind}, ${invoice.number}, ${invoice.series}, ${invoice.financialYear},
            ${invoice.seriesNumber}, 'paid', ${invoice.rechargeId}, ${invoice.transactionId}, ${JSON.stringify(invoice.document)},
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
    select legal_name, gstin, address_lines, state_code, email, phone, updated_at from billing_profiles where org_id = ${organizationId}`
}

export function saveProfile(organizationId: Uuid, profile: Omit<ProfileRow, 'updated_at'>, at: Date): Statement {
  const { legal_name, gstin, address_lines, state_code, email, phone } = profile
  return sql`
    insert into billing_profiles (org_id, legal_name, gstin, address_lines, state_code, email, phone, updated_at)
    values (${organizationId}, ${legal_name}, ${gstin}, ${address_lines}, ${state_code}, ${email}, ${phone}, ${at})
    on conflict (org_id) do update
       set legal_name = excluded.legal_name, gstin = excluded.gstin, address_lines = excluded.address_lines,
           state_code = excluded.state_code, email = excluded.email, phone = excluded.phone, updated_at = excluded.updated_at
    returning legal_name, gstin, address_lines, state_code, email, phone, updated_at`
}
