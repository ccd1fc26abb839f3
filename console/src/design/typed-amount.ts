// What somebody has typed for an amount, as it is checked while they type.

import { typedAmount } from './rupees.ts'

const PAISE = /^\d+(\.\d{1,2})?$/

/** As the API takes it; null while it is none. In whole paise: what banks know. */
export function typedPaise(text: string): string | null {
  const amount = typedAmount(text)
  return amount !== null && PAISE.test(amount) ? amount : null
}

/** Of an answer, as one would type it: "1500.00" is "1500". */
export const asTyped = (amount: string | null): string => (amount ?? '').replace(/\.0+$/, '')
