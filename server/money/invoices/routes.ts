// Invoices and the billing profile: spec 12.

import { preferred } from '#edge/accept.ts'
import { created, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as invoices from './actions.ts'
import * as examples from './examples.ts'
import { BillingProfile, BillingProfileChange, Invoice, InvoiceQuery, UsageRequest } from './schema.ts'
import { showInvoice } from './show.ts'
import * as usage from './usage.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'inv', noun: 'invoice' } } as const

export const invoiceRoutes = ({ settings: { supplier } }: App): Route[] => [
  read({
    operationId: 'listInvoices',
    method: 'GET',
    path: '/api/v1/billing/invoices',
    permission: 'invoices.download',
    tag,
    summary: 'List invoices',
    description:
      'Invoices for recharges and subscriptions, usage statements and credit notes, newest first. The period includes `from` and excludes `to`.',
    query: InvoiceQuery,
    responses: { 200: Out.list(Invoice) },
    example: { response: { has_more: false, data: [examples.usageStatement] } },
    handle: async (tx, actor, { query }) => ok(await invoices.list(tx, actor, query)),
  }),
  write({
    operationId: 'issueUsageStatement',
    method: 'POST',
    path: '/api/v1/billing/invoices',
    permission: 'invoices.download',
    tag,
    summary: 'Create a monthly usage statement',
    description:
      'Issues the usage statement of a calendar month in India, numbered like an invoice. There is one statement per month: a repeated request returns the existing one with status 200. A statement is available 5 minutes after the month ends. Its taxes were already charged with the recharges that paid for the usage, so nothing is due.',
    body: UsageRequest,
    responses: { 200: Invoice, 201: Invoice },
    example: { request: { kind: 'usage', month: '2025-12' }, response: examples.usageStatement },
    async handle(tx, actor, { body }) {
      const { row, isNew } = await usage.statementOf(tx, actor, body.month, supplier)
      const invoice = showInvoice(row)
      return isNew ? created(`/api/v1/billing/invoices/${invoice.id}`, invoice) : ok(invoice)
    },
  }),
  read({
    operationId: 'retrieveInvoice',
    method: 'GET',
    path: '/api/v1/billing/invoices/:id',
    ids,
    permission: 'invoices.download',
    tag,
    summary: 'Download an invoice',
    description:
      'Returns a PDF, or the same document as JSON with `Accept: application/json`. Invoices for test money of the sandbox gateway have a separate number series and are not tax documents.',
    responses: { 200: Invoice },
    example: { response: examples.usageStatement },
    alsoProduces: 'application/pdf',
    async handle(tx, actor, { ids, accept }) {
      const invoice = showInvoice(await invoices.find(tx, actor, ids.id as string))
      if (preferred(accept, ['application/pdf', 'application/json']) === 'application/json') return ok(invoice)
      const filename = `${invoice.number.replaceAll('/', '-')}.pdf`
      // Loaded with the first invoice, because the renderer takes more memory than the rest of the API.
      const { renderInvoice } = await import('./pdf/render.ts')
      return { status: 200, raw: { contentType: 'application/pdf', content: await renderInvoice(invoice), filename } }
    },
  }),
  read({
    operationId: 'retrieveBillingProfile',
    method: 'GET',
    path: '/api/v1/billing/profile',
    permission: 'billing.manage',
    tag,
    summary: 'Retrieve the billing profile',
    description: 'The business details on invoices. Until a legal name is set, it is the name of the organization.',
    responses: { 200: BillingProfile },
    handle: async (tx, actor) => ok(await invoices.profile(tx, actor.organizationId)),
  }),
  write({
    operationId: 'updateBillingProfile',
    method: 'PUT',
    path: '/api/v1/billing/profile',
    permission: 'billing.manage',
    tag,
    summary: 'Update the billing profile',
    description:
      "Only the fields in the request change, and only for future invoices. CGST and SGST apply if `state_code` is the supplier's state, otherwise IGST. A GSTIN must be valid and belong to `state_code`.",
    body: BillingProfileChange,
    responses: { 200: BillingProfile },
    example: {
      request: { legal_name: 'Asha Textiles', gstin: '29AAGCB7383J1Z4', state_code: '29', phone: '+919876543210' },
    },
    handle: async (tx, actor, { body }) => ok(await invoices.changeProfile(tx, actor, body)),
  }),
]
