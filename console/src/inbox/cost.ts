import type { Message } from '@samvad/sdk'
import { amountOf, micros } from '../design/rupees.ts'

/** The exact current cost of sent messages. */
export function costOf(messages: readonly Message[]): { count: number; total: string } {
  const prices = messages.flatMap(({ price }) => (price === null ? [] : [micros(price)]))
  return { count: prices.length, total: amountOf(prices.reduce((sum, price) => sum + price, 0n)) }
}
