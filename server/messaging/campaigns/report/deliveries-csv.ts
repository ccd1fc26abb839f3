// The deliveries of a campaign as one CSV file, read a page at a time while it is downloaded.

import { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { formatMicros } from '#kit/money.ts'
import { invalidFields } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import type { CampaignDeliveryQuery } from '../schema.ts'
import * as queries from './queries.ts'

const PAGE = 2000
const columns = [
  'id',
  'contact_id',
  'address',
  'list_id',
  'status',
  'reason',
  'price',
  'units',
  'created_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'opened_at',
  'clicked_at',
  'unsubscribed_at',
  'complained_at',
]

/** 400 for a paging parameter on a complete file. */
export function mustBeWhole(query: { limit?: unknown; starting_after?: unknown; ending_before?: unknown }): void {
  const field = (['limit', 'starting_after', 'ending_before'] as const).find((name) => query[name] !== undefined)
  if (field !== undefined) throw invalidFields('invalid_query', [{ field, ...validationError('csv_has_no_pages') }])
}

/** Reactions have their own index: combined with another filter, a page could read any number of rows. */
export function mustBeOneFilter(query: CampaignDeliveryQuery): void {
  if (query.reaction === undefined) return
  const field = (['status', 'list_id', 'reason'] as const).find((name) => query[name] !== undefined)
  if (field === undefined) return
  throw invalidFields('invalid_query', [{ field, ...validationError('not_allowed_with', { other: 'reaction' }) }])
}

export function deliveriesAsCsv(
  { database }: Pick<App, 'database'>,
  actor: Actor,
  id: Uuid,
  query: CampaignDeliveryQuery,
): Readable {
  const { organizationId } = actor
  const seesContacts = actor.permissions.has('contacts.view')
  async function* pages(): AsyncGenerator<string> {
    yield csvRecord(columns)
    for (let before: number | null = null; ; ) {
      const next = queries.deliveriesForCsv(organizationId, id, query, { before, limit: PAGE })
      const rows: queries.CsvRow[] = await database.reads.rows<queries.CsvRow>(next)
      if (rows.length > 0) yield rows.map((row) => recordOf(row, seesContacts)).join('')
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) return
      before = last.recipient_number
    }
  }
  return Readable.from(pages())
}

function recordOf(row: queries.CsvRow, seesContacts: boolean): string {
  const time = (at: Date | null) => at?.toISOString() ?? null
  return csvRecord([
    publicId('dlv', row.id),
    seesContacts ? publicId('contact', row.contact_id) : null,
    seesContacts ? row.address : null,
    publicId('list', row.list_id),
    row.status,
    row.error_code,
    formatMicros(row.price_micros),
    row.units,
    time(row.created_at),
    time(row.sent_at),
    time(row.delivered_at),
    time(row.read_at),
    time(row.opened_at),
    time(row.clicked_at),
    time(row.unsubscribed_at),
    time(row.complained_at),
  ])
}
