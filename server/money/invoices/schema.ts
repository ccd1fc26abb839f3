// Invoices and the billing profile as the API takes and shows them: spec 12.8.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { stateNames } from '#kit/india/states.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { paymentMethods } from '#money/wallet/rules.ts'

const NAME_MAX = 150
/** As people paste them, with spaces and hyphens. */
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
    state_code: Out.nullable(Type.String({ description: 'GST code of the state.' })),
    state: Out.nullable(Type.String()),
    email: Out.nullable(Type.String()),
  },
  { $id: 'InvoiceParty' },
)
export type Party = Static<typeof Party>

/** What an issued invoice says, for ever. It is kept as it is shown. */
const documentFields = {
  number: Type.String({ examples: ['INV/26-27/000001'] }),
  kind: oneOf(invoiceKinds, 'InvoiceKind'),
  sandbox: Type.Boolean({ description: 'About test money of the sandbox gateway: not a tax document.' }),
  issued_at: Out.time(),
  supplier: Party,
  customer: Party,
  place_of_supply: Type.String({ description: 'GST code of the state that decides the kind of tax.' }),
  reverse_charge: Type.Boolean(),
  lines: Type.Array(
    Type.Object({
      description: Type.String(),
      sac: Type.String(),
      quantity: Type.Integer({ description: 'Negative for what was taken back.' }),
      unit_price: Out.amount(),
      amount: Out.amount(),
    }),
  ),
  taxable_amount: Out.amount(),
  taxes: Type.Array(
    Type.Object({
      name: oneOf(['CGST', 'SGST', 'UTGST', 'IGST'], 'TaxName'),
      rate: Type.String({ description: 'Percent.', examples: ['9'] }),
      amount: Out.amount(),
    }),
  ),
  total: Out.amount(),
  amount_due: Type.String({
    ...Out.amount(),
    description: 'What is left to pay: nothing, because everything is prepaid.',
  }),
  amount_in_words: Type.String(),
  currency: Type.String(),
  payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
  payment_reference: Out.nullable(Type.String({ description: "The gateway's name of the payment." })),
  original_invoice: Out.nullable(
    Type.Object(
      { id: Out.id('inv'), number: Type.String(), issued_at: Out.time() },
      { description: 'The invoice that a credit note corrects.' },
    ),
  ),
  reason: Out.nullable(Type.String({ description: 'Why a credit note was issued.' })),
  period: Out.nullable(
    Type.Object(
      { from: Out.time(), to: Out.time() },
      { description: 'What a usage statement or a subscription is about; `to` is not included.' },
    ),
  ),
  notes: Type.Array(Type.String(), { description: 'What the document says besides, in sentences.' }),
}
const InvoiceDocument = Type.Object(documentFields)
export type InvoiceDocument = Static<typeof InvoiceDocument>

export const Invoice = Type.Object(
  {
    id: Out.id('inv'),
    ...documentFields,
    status: oneOf(invoiceStatuses, 'InvoiceStatus'),
    amount_credited: Type.String({ ...Out.amount(), description: 'What credit notes have given back of the total.' }),
  },
  {
    $id: 'Invoice',
    description:
      'An invoice, a usage statement or a credit note. Issued ones never change; `status` and `amount_credited` follow from the credit notes. It is not registered with an invoice registration portal (e-invoicing): it has no IRN.',
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
    description: 'A month of Asia/Kolkata that is over, as YYYY-MM.',
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
    phone: Out.nullable(Type.String({ description: 'E.164; payment gateways ask for it.' })),
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
        description: 'In capital or small letters, with or without spaces and hyphens; says the state too.',
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
        description: 'With its country code: +91 98123 45678. Kept as E.164.',
      }),
    ),
  ),
})
export type BillingProfileChange = Static<typeof BillingProfileChange>
