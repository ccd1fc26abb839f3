// Output that several commands share for waiting items.

import type { App } from '#kit/app.ts'
import { createReading } from '#messaging/inbound/waiting/actions.ts'
import {
  type Quarantined,
  type QuarantinedWhole,
  readWaitingId,
  type WaitingId,
  type WaitingQuery,
} from '#messaging/inbound/waiting/schema.ts'
import { UsageError } from './command.ts'
import { everyPage } from './pages.ts'

/** Each read is recorded in the audit log, so a long list is not printed completely by default. */
const LISTED_MAX = 1000
const TEXT_SHOWN = 80

export const LIMIT = {
  type: 'string',
  value: 'NUMBER',
  meaning: `maximum number of rows; default: ${LISTED_MAX}`,
} as const

export async function listWaiting(
  app: App,
  query: Pick<WaitingQuery, 'kind' | 'organization_id'>,
  limit: string | undefined,
) {
  const most = limit === undefined ? LISTED_MAX : Number(limit)
  if (!Number.isSafeInteger(most) || most < 1) throw new UsageError('--limit must be a number from 1')
  const { list } = createReading(app)
  const data: Quarantined[] = await everyPage(null, (page) => list('command_line', { ...query, ...page }), most)
  return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
}

export function waitingIdOf(text: string): WaitingId {
  const id = readWaitingId(text)
  if (!id) throw new Error(`${text} is not the ID of a waiting item. Run samvad arrival list to list them.`)
  return id
}

const when = (at: number): string => new Date(at * 1000).toISOString().replace('.000', '')
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function line(item: Quarantined): string {
  const { id, organization_id, channel, source, from, subject, text, error, size, received_at } = item
  const said = oneLine([subject, text].filter((one) => one !== null).join(' · ')).slice(0, TEXT_SHOWN)
  const about = [id, organization_id ?? '-', when(received_at), channel, source, `${size} bytes`, from ?? '-', said]
  return [...about, error ?? ''].join('  ').trimEnd()
}

export function linesOf(item: QuarantinedWhole): string[] {
  const facts: [string, string | number | null][] = [
    ['id', item.id],
    ['organization', item.organization_id],
    ['channel', item.channel],
    ['account', item.account],
    ['source', item.source],
    ['handed in by', item.handed_in_by],
    ['from', item.from],
    ['to', item.to],
    ['received', when(item.received_at)],
    ['waiting since', when(item.waiting_since)],
    ['why', item.error],
    ['attempts', item.attempts],
    ['size', `${item.size} bytes`],
    ['subject', item.subject],
  ]
  const told = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}  ${value}`]))
  return [...told, '', ...(item.is_readable ? (item.text ?? '') : item.raw).split('\n')]
}
