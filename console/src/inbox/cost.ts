import type { Message } from '@samvad/sdk'
import { amountOf, micros } from '../design/rupees.ts'

/** What the messages that went out cost by now, exactly. */
export function costOf(messages: readonly Message[]): { count: number; total: string } {
  const prices = messages.flatMap(({ price }) => (price === null ? [] : [micros(price)]))
  return { count: prices.length, total: amountOf(prices.reduce((sum, price) => sum + price, 0n)) }
}
