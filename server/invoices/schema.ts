// Invoices and the billing profile as the API takes and shows them: service.md §2, decisions §5 and §8.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { stateNames } from './states.ts'

const NAME_MAX = 150
const ADDRESS_LINES_MAX = 5
const ADDRESS_LINE_MAX = 100
const EMAIL_MAX = 254
const PHONE = '^\\+[1-9][0-9]{6,14}$'

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
  kind: oneOf(['recharge']),
  issued_at: Out.time(),
  supplier: Party,
  customer: Party,
  place_of_supply: Type.String({ description: 'GST code of the state that decides the kind of tax.' }),
  reverse_charge: Type.Boolean(),
  lines: Type.Array(
    Type.Object({
      description: Type.String(),
      sac: Type.String(),
      quantity: Type.Integer(),
      unit_price: Out.amount(),
      amount: Out.amount(),
    }),
  ),
  taxable_amount: Out.amount(),
  taxes: Type.Array(
    Type.Object({
      name: oneOf(['CGST', 'SGST', 'UTGST', 'IGST']),
      rate: Type.String({ description: 'Percent.', examples: ['9'] }),
      amount: Out.amount(),
    }),
  ),
  total: Out.amount(),
  amount_in_words: Type.String(),
  currency: Type.String(),
  payment_method: Out.nullable(Type.String()),
  payment_reference: Out.nullable(Type.String({ description: "The gateway's name of the payment." })),
}
const InvoiceDocument = Type.Object(documentFields)
export type InvoiceDocument = Static<typeof InvoiceDocument>

export const Invoice = Type.Object(
  { id: Out.id('inv'), ...documentFields, status: oneOf(['paid']) },
  { $id: 'Invoice' },
)
export type Invoice = Static<typeof Invoice>

export const InvoiceQuery = In.object(pageQuery('inv'))
export type InvoiceQuery = Static<typeof InvoiceQuery>

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
  legal_name: Type.Optional(In.text(NAME_MAX)),
  gstin: Type.Optional(In.nullable(In.text(15))),
  address_lines: Type.Optional(Type.Array(In.text(ADDRESS_LINE_MAX), { maxItems: ADDRESS_LINES_MAX })),
  state_code: Type.Optional(oneOf(Object.keys(stateNames).sort())),
  email: Type.Optional(In.nullable(Type.String({ format: 'email', maxLength: EMAIL_MAX }))),
  phone: Type.Optional(In.nullable(Type.String({ pattern: PHONE, description: 'E.164, such as +919812345678.' }))),
})
export type BillingProfileChange = Static<typeof BillingProfileChange>
