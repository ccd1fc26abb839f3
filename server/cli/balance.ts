// samvad balance, transaction list

import { publicId, readTime, type TimeKind } from '#kit/wire.ts'
import { createChannelAvailability } from '#messaging/channels/accounts/access.ts'
import * as wallet from '#money/wallet/reading.ts'
import {
  type TransactionKind,
  type TransactionStatus,
  transactionKinds,
  transactionStatuses,
} from '#money/wallet/rules.ts'
import type { TransactionQuery } from '#money/wallet/schema.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

const TRANSACTIONS_DEFAULT = 100
/** All of them are in memory at once; the API exports any number as CSV. */
const TRANSACTIONS_MAX = 100_000

const organization = {
  type: 'string',
  value: 'ID',
  meaning: 'organization; optional if there is only one',
} as const

export const balanceCommand = command({
  noun: 'balance',
  verb: null,
  summary: 'show the balance of an organization',
  options: { organization },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationId = await organizationNamed(reads, options.organization)
    const balanceOf = wallet.createBalance(app, createChannelAvailability(app))
    const shown = await balanceOf(reads, { organizationId, at: app.clock() })
    const { balance, available_credits: available, currency, low_balance_warning: low, sending_paused } = shown
    const notes = [
      available === balance ? '' : `${available} available`,
      low === null ? '' : `low (${low}%)`,
      sending_paused ? 'sending paused' : '',
    ].filter((note) => note !== '')
    const data = { organization_id: publicId('org', organizationId), ...shown }
    return { data, lines: [[`${balance} ${currency}`, ...notes].join('; ')] }
  },
})

export const transactionList = command({
  noun: 'transaction',
  verb: 'list',
  summary: 'list the transactions of an organization, newest first',
  options: {
    organization,
    kind: { type: 'string', value: 'KIND', meaning: `one of ${transactionKinds.join(', ')}; default: all` },
    status: { type: 'string', value: 'STATUS', meaning: `one of ${transactionStatuses.join(', ')}; default: all` },
    from: { type: 'string', value: 'TIME', meaning: 'from this time: Unix seconds, ISO 8601 or a date in India' },
    to: { type: 'string', value: 'TIME', meaning: 'before this time; a date includes the whole day' },
    limit: { type: 'string', value: 'N', meaning: `maximum number of rows; default: ${TRANSACTIONS_DEFAULT}` },
  },
  async run({ app, options }) {
    const { reads } = app.database
    const filter: TransactionQuery = {}
    if (options.kind !== undefined) filter.kind = oneOf('kind', options.kind, transactionKinds) as TransactionKind
    if (options.status !== undefined)
      filter.status = oneOf('status', options.status, transactionStatuses) as TransactionStatus
    if (options.from !== undefined) filter.from = timeOf('from', options.from)
    if (options.to !== undefined) filter.to = timeOf('to', options.to, 'period_end')
    const organizationId = await organizationNamed(reads, options.organization)
    const scope = { organizationId, at: app.clock() }
    const limit = limitOf(options.limit)
    const data = await everyPage('txn', (page) => wallet.transactions(reads, scope, { ...filter, ...page }), limit)
    return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
  },
})

type Shown = Awaited<ReturnType<typeof wallet.transactions>>['data'][number]

function line({ id, created_at, kind, status, amount, currency, balance_after, description }: Shown): string {
  const when = new Date(created_at * 1000).toISOString().replace('.000', '')
  return [id, when, kind, status, `${amount} ${currency}`, balance_after ?? '-', description].join('  ')
}

function oneOf(option: string, text: string, words: readonly string[]): string {
  if (!words.includes(text)) throw new UsageError(`--${option} ${text}: must be one of ${words.join(', ')}`)
  return text
}

function timeOf(option: string, text: string, kind: TimeKind = 'instant'): Date {
  const reading = readTime(/^\d+$/.test(text) ? Number(text) : text, kind)
  if ('message' in reading) throw new UsageError(`--${option} ${text}: ${reading.message}`)
  return reading.value
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return TRANSACTIONS_DEFAULT
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > TRANSACTIONS_MAX)
    throw new UsageError(`--limit ${text}: must be a number from 1 to ${TRANSACTIONS_MAX}`)
  return limit
}
