// What invoices tell.

import type { NewEvent } from '#kit/events.ts'
import type { InvoiceRow } from './queries.ts'
import { showInvoice } from './show.ts'

/** service.md §6: invoice generated. */
export const invoiceGenerated = (row: InvoiceRow): NewEvent => ({
  type: 'invoice.generated',
  objectId: row.id,
  payload: showInvoice(row),
})
