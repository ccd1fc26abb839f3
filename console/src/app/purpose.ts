// The purpose of a transaction from its data. A credit shows the operator's text.

import { capitalised, channelNamesIn } from '#channels/words.ts'
import { rupees } from '../design/rupees.ts'
import { words } from './purpose-words.ts'

const MICROS = 1_000_000n

interface Transaction {
  purpose: string
  description: string
  channel: string | null
  message_count: number | null
  amount: string
}

export function purposeOf(transaction: Transaction, language: 'en' | 'hi'): string {
  const { purpose, description, channel, message_count, amount } = transaction
  const texts = words[language].purposes
  if (!Object.hasOwn(texts, purpose)) return description
  const count = message_count ?? 1
  const names: Readonly<Record<string, string>> = channelNamesIn(language)
  return texts[purpose as keyof typeof texts]({
    count,
    channel: channel === null ? '' : capitalised(names[channel] ?? channel),
    price: rupees(priceOf(amount, count)),
  })
}

/** The exact price of one message: a deduction is that price times the number of messages. */
function priceOf(amount: string, count: number): string {
  const [, whole = '0', fraction = ''] = /^-?([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(amount) ?? []
  const micros = (BigInt(whole) * MICROS + BigInt(fraction.padEnd(6, '0'))) / BigInt(Math.max(count, 1))
  return `${micros / MICROS}.${String(micros % MICROS).padStart(6, '0')}`
}
