// Validates an amount while it is typed.

import { typedAmount } from './rupees.ts'

const PAISE = /^\d+(\.\d{1,2})?$/

/** For the API; null while invalid. In whole paise, as banks require. */
export function typedPaise(text: string): string | null {
  const amount = typedAmount(text)
  return amount !== null && PAISE.test(amount) ? amount : null
}

/** An amount of the API as a user would type it: "1500.00" is "1500". */
export const asTyped = (amount: string | null): string => (amount ?? '').replace(/\.0+$/, '')
