// A campaign's recipients, as pages and as one CSV file that is read a page at a time. spec 15.32.

import { Readable } from 'node:stream'
import { checkCursor, checkPage, envelope, PAGE_DEFAULT } from '#edge/paging.ts'
import type { Actor, App } from '#kit/app.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields } from '#kit/refusals.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { find } from '../actions.ts'
import type { CampaignRow } from '../queries.ts'
import * as queries from './recipient-queries.ts'
import type { CampaignRecipient, CampaignRecipientQuery } from './schema.ts'

const FILE_PAGE = 2000
const columns = ['number', 'contact_id', 'display_name', 'address', 'list_id', 'status', 'reason', 'delivery_id']

export async function list(tx: Tx, actor: Actor, id: Uuid, query: CampaignRecipientQuery) {
  const { limit = PAGE_DEFAULT, starting_after: after, ending_before: before } = query
  mustBeOfSkipped(query)
  const page = {
    limit,
    ...(after === undefined ? {} : { starting_after: String(after) }),
    ...(before === undefined ? {} : { ending_before: String(before) }),
  }
  checkPage(page)
  const { organizationId } = actor
  const row = await find(tx, actor, id)
  await checkCursor(
    page,
    async (number) => (await tx.row(queries.recipientExists(organizationId, id, Number(number)))) !== undefined,
  )
  const asked = {
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
  const rows = await tx.rows<queries.RecipientRow>(pageOf(organizationId, row, query, asked))
  return envelope(page, rows, (one) => show(one, actor.permissions.has('contacts.view')))
}

export async function asCsv(app: Pick<App, 'database'>, tx: Tx, actor: Actor, id: Uuid, query: CampaignRecipientQuery) {
  mustBeOfSkipped(query)
  const row = await find(tx, actor, id)
  const seesContacts = actor.permissions.has('contacts.view')
  async function* pages(): AsyncGenerator<string> {
    yield csvRecord(columns)
    for (let after = 0; ; ) {
      const next = pageOf(actor.organizationId, row, query, { after, limit: FILE_PAGE })
      const rows: queries.RecipientRow[] = await app.database.reads.rows<queries.RecipientRow>(next)
      if (rows.length > 0) yield rows.map((one) => recordOf(show(one, seesContacts))).join('')
      const last = rows.at(-1)
      if (last === undefined || rows.length < FILE_PAGE) return
      after = last.number
    }
  }
  return Readable.from(pages())
}

function pageOf(
  organizationId: Uuid,
  row: CampaignRow,
  { status, reason, list_id: listId }: CampaignRecipientQuery,
  page: queries.RecipientPage,
): Statement {
  if (status === 'waiting') return queries.waitingRecipients(organizationId, row, listId, page)
  return queries.recipients(organizationId, row, { status, reason, listId }, page)
}

/** Only skipped recipients have a reason. */
function mustBeOfSkipped({ status, reason }: CampaignRecipientQuery): void {
  if (reason === undefined || status === undefined || status === 'skipped') return
  throw invalidFields('invalid_query', [{ field: 'reason', ...validationError('only_for', { value: 'skipped' }) }])
}

function show(row: queries.RecipientRow, seesContacts: boolean): Static<typeof CampaignRecipient> {
  return {
    number: row.number,
    contact_id: seesContacts ? publicId('contact', row.contact_id) : null,
    display_name: seesContacts ? row.display_name : null,
    address: seesContacts ? row.address : null,
    list_id: publicId('list', row.list_id),
    status: row.status,
    reason: row.reason,
    delivery_id: publicId('dlv', row.delivery_id),
  }
}

const recordOf = (one: Static<typeof CampaignRecipient>): string =>
  csvRecord([
    one.number,
    one.contact_id,
    one.display_name,
    one.address,
    one.list_id,
    one.status,
    one.reason,
    one.delivery_id,
  ])
