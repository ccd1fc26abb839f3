// Error of a delivery or reaction in the API's representation.

import { ShownDetails, shownDetails } from '#kit/stored-details.ts'
import { Type } from '#kit/wire.ts'
import type { DeliveryRow } from './queries.ts'

export const DeliveryError = Type.Object(
  {
    code: Type.String({ description: 'Error code, such as `recipient_unreachable`. New codes may be added.' }),
    detail: Type.String({ description: 'What happened, in English or in the words of the provider.' }),
    details: ShownDetails,
  },
  { $id: 'DeliveryError' },
)

type ErrorColumns = Pick<DeliveryRow, 'error_code' | 'error_detail' | 'error_details'>

export function showError({ error_code: code, error_detail, error_details }: ErrorColumns) {
  if (code === null) return null
  const { text, details } = shownDetails(error_detail, error_details)
  return { code, detail: text ?? '', details }
}
