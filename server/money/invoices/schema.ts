// API schemas of invoices and the billing profile: spec 12.8.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { stateNames } from '#kit/india/states.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { paymentMethods } from '#money/wallet/rules.ts'

const NAME_MAX = 150
/** GSTINs may be pasted with spaces and hyphens. */
const WRITTEN_GSTIN_MAX = 40
const WRITTEN_PHONE_MAX = 40
const ADDRESS_LINES_MAX = 5
const ADDRESS_LINE_MAX = 100

export const invoiceKinds = ['recharge', 'subscription', 'usage', 'credit_note'] as const
export const invoiceStatuses = ['paid', 'partially_credited', 'credited', 'issued'] as const

const Party = Type.Object(
  {
    name: Type.String(),
    gstin: Out.nullable(Type.String()),
    address_lines: Type.Array(Type.String()),
    state_code: Out.nullable(Type.String({ description: 'Two-digit GST state code.' })),
    state: Out.nullable(Type.String()),
    email: Out.nullable(Type.String()),
  },
  { $id: 'InvoiceParty' },
)
export type Party = Static<typeof Party>

/** The permanent content of an issued invoice, stored as it is shown. */
const documentFields = {
  number: Type.String({
    description: 'Number of the document, consecutive within its series and financial year.',
    examples: ['INV/26-27/000001'],
  }),
  kind: oneOf(invoiceKinds, 'InvoiceKind'),
  sandbox: Type.Boolean({
    description:
      'Whether the document is about test money of the sandbox gateway. Such a document is not a tax document.',
  }),
  issued_at: Out.time(),
  supplier: Party,
  customer: Party,
  place_of_supply: Type.String({
    description: 'Two-digit GST state code of the place of supply, which decides which taxes apply.',
  }),
  reverse_charge: Type.Boolean({ description: 'Whether the customer owes the tax under reverse charge.' }),
  lines: Type.Array(
    Type.Object({
      description: Type.String(),
      sac: Type.String({ description: 'Services Accounting Code (SAC) of the service.' }),
      quantity: Type.Integer({ description: 'Number of units; negative for units that were reversed.' }),
      unit_price: Out.amount('Price per unit in rupees, without tax.'),
      amount: Out.amount('Amount of the line in rupees, without tax.'),
    }),
  ),
  taxable_amount: Out.amount('Sum of the lines in rupees, without tax.'),
  taxes: Type.Array(
    Type.Object({
      name: oneOf(['CGST', 'SGST', 'UTGST', 'IGST'], 'TaxName'),
      rate: Type.String({ description: 'Tax rate in percent.', examples: ['9'] }),
      amount: Out.amount(),
    }),
  ),
  total: Out.amount('Total in rupees, including tax.'),
  amount_due: Type.String({
    ...Out.amount(),
    description: 'Amount left to pay, in rupees. Always zero, because everything is prepaid.',
  }),
  amount_in_words: Type.String({ description: '`total` in words, in English.' }),
  currency: Type.String(),
  payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
  payment_reference: Out.nullable(Type.String({ description: "The gateway's ID of the payment." })),
  original_invoice: Out.nullable(
    Type.Object(
      { id: Out.id('inv'), number: Type.String(), issued_at: Out.time() },
      { description: 'The invoice that this credit note corrects. Null if the document is not a credit note.' },
    ),
  ),
  reason: Out.nullable(
    Type.String({ description: 'Why the credit note was issued. Null if the document is not a credit note.' }),
  ),
  period: Out.nullable(
    Type.Object(
      { from: Out.time(), to: Out.time() },
      { description: 'Period of a usage statement or subscription, excluding `to`. Null for other documents.' },
    ),
  ),
  notes: Type.Array(Type.String(), { description: 'Additional notes on the document.' }),
}
const InvoiceDocument = Type.Object(documentFields)
export type InvoiceDocument = Static<typeof InvoiceDocument>

export const Invoice = Type.Object(
  {
    id: Out.id('inv'),
    ...documentFields,
    status: oneOf(invoiceStatuses, 'InvoiceStatus'),
    amount_credited: Type.String({
      ...Out.amount(),
      description: 'Part of `total` that credit notes have credited, in rupees.',
    }),
  },
  {
    $id: 'Invoice',
    description:
      'An invoice, a usage statement or a credit note. An issued document never changes, except that credit notes update `status` and `amount_credited` of the invoice they correct. Documents are not registered for e-invoicing and have no IRN.',
  },
)
export type Invoice = Static<typeof Invoice>

export const InvoiceQuery = In.object({
  ...pageQuery('inv'),
  kind: Type.Optional(oneOf(invoiceKinds, 'InvoiceKind')),
  status: Type.Optional(oneOf(invoiceStatuses, 'InvoiceStatus')),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
})
export type InvoiceQuery = Static<typeof InvoiceQuery>

export const UsageRequest = In.object({
  kind: oneOf(['usage']),
  month: Type.String({
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    description: 'A past calendar month in India (Asia/Kolkata), as YYYY-MM.',
    examples: ['2026-10'],
  }),
})
export type UsageRequest = Static<typeof UsageRequest>

export const BillingProfile = Type.Object(
  {
    legal_name: Type.String(),
    gstin: Out.nullable(Type.String()),
    address_lines: Type.Array(Type.String()),
    state_code: Out.nullable(Type.String()),
    email: Out.nullable(Type.String()),
    phone: Out.nullable(Type.String({ description: 'Phone number in E.164 format. Payment gateways require it.' })),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'BillingProfile' },
)
export type BillingProfile = Static<typeof BillingProfile>

export const BillingProfileChange = In.object({
  legal_name: Type.Optional(In.line(NAME_MAX)),
  gstin: Type.Optional(
    In.nullable(
      Type.Unsafe<string>({
        ...In.line(WRITTEN_GSTIN_MAX),
        description:
          'GSTIN, in upper or lower case, with or without spaces and hyphens. It also sets `state_code` if that is omitted.',
      }),
    ),
  ),
  address_lines: Type.Optional(Type.Array(In.line(ADDRESS_LINE_MAX), { maxItems: ADDRESS_LINES_MAX })),
  state_code: Type.Optional(oneOf(Object.keys(stateNames).sort(), 'StateCode')),
  email: Type.Optional(In.nullable(In.line(EMAIL_MAX))),
  phone: Type.Optional(
    In.nullable(
      Type.Unsafe<string>({
        ...In.line(WRITTEN_PHONE_MAX),
        description: 'Phone number with country code, such as +91 98123 45678. Stored in E.164 format.',
      }),
    ),
  ),
})
export type BillingProfileChange = Static<typeof BillingProfileChange>
