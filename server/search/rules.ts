// Interpretations of a query besides words: an amount, an invoice number, a transaction id. Pure.

import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { type Micros, parseMicros } from '#kit/money.ts'
import { fold, tokensOf } from '#messaging/search/words.ts'
import type { Permission } from '#people/access/rules.ts'

export const searchTypes = [
  'contacts',
  'groups',
  'conversations',
  'messages',
  'templates',
  'lists',
  'segments',
  'campaigns',
  'forms',
  'submissions',
  'invoices',
  'transactions',
  'members',
  'webhook_endpoints',
] as const
export type SearchType = (typeof searchTypes)[number]

/** The permission of the list that shows the same objects. */
export const permissionOf: Readonly<Record<SearchType, Permission>> = {
  contacts: 'contacts.view',
  groups: 'contacts.view',
  conversations: 'conversations.view',
  messages: 'messages.view',
  templates: 'templates.view',
  lists: 'contacts.view',
  segments: 'contacts.view',
  campaigns: 'campaigns.view',
  forms: 'forms.view',
  submissions: 'submissions.view',
  invoices: 'invoices.download',
  transactions: 'balance.view',
  members: 'users.view',
  webhook_endpoints: 'webhooks.manage',
}

export interface Sought {
  /** `like` patterns: a name matches when it contains all of them. */
  patterns: string[]
  /** Null when the query is not an amount. */
  amount: Micros | null
  /** The start of an invoice number; null when the query cannot be one. */
  numberStart: string | null
  /** The end of an invoice number, with its number in the series; null when the query cannot be one. */
  numberEnd: { end: string; seriesNumber: bigint } | null
  transactionId: Uuid | null
}

/** Maximum length of an invoice number, such as `INV/26-27/000001`. */
const NUMBER_MAX = 16
const NUMBER_START = /^[A-Z]{3}[0-9/-]*$/
const NUMBER_END = /^[A-Z]{0,3}[0-9/-]*?([0-9]{1,9})$/

export function soughtIn(query: string): Sought {
  const text = fold(query.trim())
  const number = text.toUpperCase().replace(/\s/g, '').slice(0, NUMBER_MAX)
  const series = NUMBER_END.exec(number)?.[1]
  return {
    patterns: tokensOf(query).map(({ word }) => `%${word}%`),
    amount: amountIn(text),
    numberStart: NUMBER_START.test(number) ? `${number}%` : null,
    numberEnd: series === undefined ? null : { end: `%${number}`, seriesNumber: BigInt(series) },
    transactionId: parseTypeId('txn', query.trim()),
  }
}

/** `1180`, `₹1,180.00` and `-1180` are the same amount. */
const amountIn = (text: string): Micros | null =>
  parseMicros(text.replace(/^-?\s*(?:₹|rs\.?|inr)?\s*-?/, '').replaceAll(',', ''))
