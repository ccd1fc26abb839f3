// Events of invoices.

import { declareEvents } from '#events/declaration.ts'
import type { InvoiceRow } from './queries.ts'
import { Invoice } from './schema.ts'
import { showInvoice } from './show.ts'

/** spec 14.3: invoice generated. */
export const invoiceEvents = declareEvents(
  { object: 'inv', readers: { permission: 'invoices.download' } },
  {
    'invoice.generated': {
      description: 'An invoice, a usage statement or a credit note was issued.',
      payload: Invoice,
    },
  },
)

export const invoiceGenerated = (row: InvoiceRow) => invoiceEvents.event('invoice.generated', row.id, showInvoice(row))
