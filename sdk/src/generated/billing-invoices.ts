// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceId, PaymentMethod, PeriodEnd, Time } from './shared.ts'

/**
 * An invoice, a usage statement or a credit note. An issued document never changes, except that credit notes update
 * `status` and `amount_credited` of the invoice they correct. Documents are not registered for e-invoicing and have no
 * IRN.
 */
export interface Invoice {
  id: InvoiceId
  /** Number of the document, consecutive within its series and financial year. */
  number: string
  kind: InvoiceKind
  /** Whether the document is about test money of the sandbox gateway. Such a document is not a tax document. */
  sandbox: boolean
  /** Time in Unix seconds. */
  issued_at: number
  supplier: InvoiceParty
  customer: InvoiceParty
  /** Two-digit GST state code of the place of supply, which decides which taxes apply. */
  place_of_supply: string
  /** Whether the customer owes the tax under reverse charge. */
  reverse_charge: boolean
  lines: {
    description: string
    /** Services Accounting Code (SAC) of the service. */
    sac: string
    /** Number of units; negative for units that were reversed. */
    quantity: number
    /** Price per unit in rupees, without tax. */
    unit_price: string
    /** Amount of the line in rupees, without tax. */
    amount: string
  }[]
  /** Sum of the lines in rupees, without tax. */
  taxable_amount: string
  taxes: {
    name: TaxName
    /** Tax rate in percent. */
    rate: string
    /** Amount in rupees, as a decimal string with two to six decimal places. */
    amount: string
  }[]
  /** Total in rupees, including tax. */
  total: string
  /** Amount left to pay, in rupees. Always zero, because everything is prepaid. */
  amount_due: string
  /** `total` in words, in English. */
  amount_in_words: string
  currency: string
  payment_method: PaymentMethod | null
  /** The gateway's ID of the payment. */
  payment_reference: string | null
  /** The invoice that this credit note corrects. Null if the document is not a credit note. */
  original_invoice: {
    id: InvoiceId
    number: string
    /** Time in Unix seconds. */
    issued_at: number
  } | null
  /** Why the credit note was issued. Null if the document is not a credit note. */
  reason: string | null
  /** Period of a usage statement or subscription, excluding `to`. Null for other documents. */
  period: {
    /** Time in Unix seconds. */
    from: number
    /** Time in Unix seconds. */
    to: number
  } | null
  /** Additional notes on the document. */
  notes: string[]
  status: InvoiceStatus
  /** Part of `total` that credit notes have credited, in rupees. */
  amount_credited: string
}

export type InvoiceKind = 'recharge' | 'subscription' | 'usage' | 'credit_note' | (string & {})

export interface InvoicePage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Invoice[]
}

export interface InvoiceParty {
  name: string
  gstin: string | null
  address_lines: string[]
  /** Two-digit GST state code. */
  state_code: string | null
  state: string | null
  email: string | null
}

export type InvoiceStatus = 'paid' | 'partially_credited' | 'credited' | 'issued' | (string & {})

export interface IssueUsageStatementRequest {
  kind: 'usage' | (string & {})
  /** A past calendar month in India (Asia/Kolkata), as YYYY-MM. */
  month: string
}

export type TaxName = 'CGST' | 'SGST' | 'UTGST' | 'IGST' | (string & {})

export interface ListInvoicesQuery extends PageQuery {
  kind?: InvoiceKind | undefined
  status?: InvoiceStatus | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
}

/** `samvad.billing.invoices` */
export class BillingInvoicesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List invoices.
   *
   * Invoices for recharges and subscriptions, usage statements and credit notes, newest first. The period includes
   * `from` and excludes `to`.
   *
   * Permission: `invoices.download`.
   *
   * `GET /api/v1/billing/invoices`
   */
  list(options?: ListInvoicesQuery & CallOptions): List<Invoice> {
    return this.#transport.list('/api/v1/billing/invoices', options)
  }

  /**
   * Create a monthly usage statement.
   *
   * Issues the usage statement of a calendar month in India, numbered like an invoice. There is one statement per
   * month: a repeated request returns the existing one with status 200. A statement is available 5 minutes after the
   * month ends. Its taxes were already charged with the recharges that paid for the usage, so nothing is due.
   *
   * Permission: `invoices.download`.
   *
   * `POST /api/v1/billing/invoices`
   */
  issue(body: IssueUsageStatementRequest, options?: CallOptions): Answer<Invoice> {
    return this.#transport.post('/api/v1/billing/invoices', body, options)
  }

  /**
   * Download an invoice.
   *
   * Returns a PDF, or the same document as JSON with `Accept: application/json`. Invoices for test money of the sandbox
   * gateway have a separate number series and are not tax documents.
   *
   * Permission: `invoices.download`.
   *
   * `GET /api/v1/billing/invoices/{id}`
   */
  retrieve(id: InvoiceId, options?: CallOptions): Answer<Invoice> {
    return this.#transport.get(at`/api/v1/billing/invoices/${id}`, options)
  }

  /**
   * Download an invoice as `application/pdf`.
   *
   * Returns a PDF, or the same document as JSON with `Accept: application/json`. Invoices for test money of the sandbox
   * gateway have a separate number series and are not tax documents.
   *
   * Permission: `invoices.download`.
   *
   * `GET /api/v1/billing/invoices/{id}`
   */
  retrievePdf(id: InvoiceId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/pdf', at`/api/v1/billing/invoices/${id}`, options)
  }
}
