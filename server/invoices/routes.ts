// Invoices and who they are made out to: service.md §4.6, decisions §5.

import { preferred } from '#edge/accept.ts'
import { ok, type Route, read, write } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as invoices from './actions.ts'
import { BillingProfile, BillingProfileChange, Invoice, InvoiceQuery } from './schema.ts'
import { showInvoice } from './show.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'inv', noun: 'invoice' } } as const

export const invoiceRoutes = (): Route[] => [
  read({
    method: 'GET',
    path: '/api/v1/billing/invoices',
    permission: 'invoices.download',
    tag,
    summary: 'List invoices',
    query: InvoiceQuery,
    responses: { 200: Out.list(Invoice) },
    handle: async (tx, actor, { query }) => ok(await invoices.list(tx, actor, query)),
  }),
  read({
    method: 'GET',
    path: '/api/v1/billing/invoices/:id',
    ids,
    permission: 'invoices.download',
    tag,
    summary: 'Download an invoice',
    description: 'A PDF; with `Accept: application/json` the same as data.',
    responses: { 200: Invoice },
    alsoProduces: 'application/pdf',
    async handle(tx, actor, { ids, accept }) {
      const invoice = showInvoice(await invoices.find(tx, actor, ids.id as string))
      if (preferred(accept, ['application/pdf', 'application/json']) === 'application/json') return ok(invoice)
      const filename = `${invoice.number.replaceAll('/', '-')}.pdf`
      // Loaded with the first invoice: what draws it takes more memory than all the rest of the API.
      const { renderInvoice } = await import('./pdf.ts')
      return { status: 200, raw: { contentType: 'application/pdf', content: await renderInvoice(invoice), filename } }
    },
  }),
  read({
    method: 'GET',
    path: '/api/v1/billing/profile',
    permission: 'billing.manage',
    tag,
    summary: 'Retrieve the billing profile',
    description: 'Who invoices are made out to. Until one is set, the name of the organization.',
    responses: { 200: BillingProfile },
    handle: async (tx, actor) => ok(await invoices.profile(tx, actor.organizationId)),
  }),
  write({
    method: 'PUT',
    path: '/api/v1/billing/profile',
    permission: 'billing.manage',
    tag,
    summary: 'Change the billing profile',
    description:
      "Changes what is given and leaves the rest, for the invoices to come: CGST and SGST are due when `state_code` is the supplier's, else IGST. A GSTIN is checked, and must belong to the state.",
    body: BillingProfileChange,
    responses: { 200: BillingProfile },
    handle: async (tx, actor, { body }) => ok(await invoices.changeProfile(tx, actor, body)),
  }),
]
