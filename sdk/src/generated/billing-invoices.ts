// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { InvoiceId, PaymentMethod, PeriodEnd, Time } from './shared.ts'

/**
 * An invoice, a usage statement or a credit note. Issued ones never change; `status` and `amount_credited` follow from
 * the credit notes. It is not registered with an invoice registration portal (e-invoicing): it has no IRN.
 */
export interface Invoice {
  id: InvoiceId
  number: string
  kind: InvoiceKind
  /** About test money of the sandbox gateway: not a tax document. */
  sandbox: boolean
  /** Unix seconds. */
  issued_at: number
  supplier: InvoiceParty
  customer: InvoiceParty
  /** GST code of the state that decides the kind of tax. */
  place_of_supply: string
  reverse_charge: boolean
  lines: {
    description: string
    sac: string
    /** Negative for what was taken back. */
    quantity: number
    /** Rupees, two to six decimals. */
    unit_price: string
    /** Rupees, two to six decimals. */
    amount: string
  }[]
  /** Rupees, two to six decimals. */
  taxable_amount: string
  taxes: {
    name: TaxName
    /** Percent. */
    rate: string
    /** Rupees, two to six decimals. */
    amount: string
  }[]
  /** Rupees, two to six decimals. */
  total: string
  /** What is left to pay: nothing, because everything is prepaid. */
  amount_due: string
  amount_in_words: string
  currency: string
  payment_method: PaymentMethod | null
  /** The gateway's name of the payment. */
  payment_reference: string | null
  /** The invoice that a credit note corrects. */
  original_invoice: {
    id: InvoiceId
    number: string
    /** Unix seconds. */
    issued_at: number
  } | null
  /** Why a credit note was issued. */
  reason: string | null
  /** What a usage statement or a subscription is about; `to` is not included. */
  period: {
    /** Unix seconds. */
    from: number
    /** Unix seconds. */
    to: number
  } | null
  /** What the document says besides, in sentences. */
  notes: string[]
  status: InvoiceStatus
  /** What credit notes have given back of the total. */
  amount_credited: string
}

export type InvoiceKind = 'recharge' | 'subscription' | 'usage' | 'credit_note' | (string & {})

export interface InvoicePage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Invoice[]
}

export interface InvoiceParty {
  name: string
  gstin: string | null
  address_lines: string[]
  /** GST code of the state. */
  state_code: string | null
  state: string | null
  email: string | null
}

export type InvoiceStatus = 'paid' | 'partially_credited' | 'credited' | 'issued' | (string & {})

export interface IssueUsageStatementRequest {
  kind: 'usage' | (string & {})
  /** A month of Asia/Kolkata that is over, as YYYY-MM. */
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
   * Invoices of recharges and subscriptions, usage statements and credit notes, newest first. `from` is included, `to`
   * is not.
   *
   * Permission: `invoices.download`.
   *
   * `GET /api/v1/billing/invoices`
   */
  list(options?: ListInvoicesQuery & CallOptions): List<Invoice> {
    return this.#transport.list('/api/v1/billing/invoices', options)
  }

  /**
   * Get a month's usage statement.
   *
   * Issues the statement of a month's usage, numbered like an invoice: one for each month; asked for again, the same
   * with 200. A month can be asked for 5 minutes after it is over in India. Its taxes are those that were charged with
   * the recharges which paid for the usage, so nothing is left to pay.
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
   * A PDF; with `Accept: application/json` the same as data. Test money of the sandbox gateway is invoiced in a series
   * of its own, and no tax document.
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
   * A PDF; with `Accept: application/json` the same as data. Test money of the sandbox gateway is invoiced in a series
   * of its own, and no tax document.
   *
   * Permission: `invoices.download`.
   *
   * `GET /api/v1/billing/invoices/{id}`
   */
  retrievePdf(id: InvoiceId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('application/pdf', at`/api/v1/billing/invoices/${id}`, options)
  }
}
