// The operator's waiting list: inbound events that failed, and messages in quarantine. Operators read it, retry an
// event, assign a quarantined message to an organization, or discard. Each access to content and each decision is
// recorded in the audit log of the organization concerned. spec 5.50 to 5.53.

import { checkCursor, checkPage, envelope, PAGE_DEFAULT, type Page } from '#edge/paging.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import * as failed from '#messaging/channels/arrivals/failed.ts'
import { readOutline } from '#messaging/channels/arrivals/outlines.ts'
import { priority } from '#money/subscriptions/priority.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as quarantine from '../shared/quarantine.ts'
import { readWaitingId, showWaitingId, type WaitingId, type WaitingQuery } from './schema.ts'
import { type Outlined, showListed, showWhole, type WaitingRow } from './show.ts'

export const NOUN = 'waiting item'
/** Bytes read per item of a page; the rest is shown only with the single item. */
const LISTED_BYTES_MAX = 128 * 1024
/** Bytes read of a single item: a larger mail is shown without its last attachments, larger JSON unparsed. */
const SHOWN_BYTES_MAX = 4 * 1024 * 1024

export function createReading(app: App) {
  const { database, clock } = app

  /** One after the other, as parsing a page of large mails would block other requests. */
  async function outlined(rows: readonly WaitingRow[]): Promise<Outlined[]> {
    const { reads } = database
    const names = await organizations.namesOf(reads, owners(rows))
    const first = await priority.among(reads, owners(rows))
    const all: Outlined[] = []
    for (const row of rows) {
      const organizationId = ownerOf(row)
      const outline = await readOutline(reads, { organizationId, source: row.source, body: row.body })
      const whose = { organizationName: names.get(organizationId) ?? null, isPriority: first.has(organizationId) }
      all.push({ row, ...whose, outline })
    }
    return all
  }

  /** In the audit log of each organization whose content was read; for unassigned messages in the installation's. */
  async function recordReading(doer: audit.Doer, action: 'quarantine.listed' | 'quarantine.read', rows: WaitingRow[]) {
    const at = clock()
    await database.transaction(async (tx) => {
      for (const organizationId of owners(rows)) {
        const own = rows.filter((row) => ownerOf(row) === organizationId).map(showWaitingId)
        const [only] = own
        const isOne = action === 'quarantine.read'
        const about = isOne ? { object: only ?? null } : { object: null, details: { ids: own } }
        audit.record(tx, { organizationId, at }, doer, { action, ...about })
      }
    })
  }

  return {
    async list(doer: audit.Doer, query: WaitingQuery) {
      const page = pageOf(query)
      const rows = await rowsOf(database.reads, page, query)
      await checkCursor(page, async () => exists(database.reads, query))
      const shown = rows.slice(0, page.limit ?? PAGE_DEFAULT)
      if (shown.length > 0) await recordReading(doer, 'quarantine.listed', shown)
      return envelope(page, await outlined(shown), showListed, rows.length)
    },

    async find(doer: audit.Doer, { kind, id }: WaitingId) {
      const { reads } = database
      const row =
        kind === 'arrival'
          ? await failed.findFailed(reads, id, SHOWN_BYTES_MAX)
          : await quarantine.findQuarantined(reads, id, SHOWN_BYTES_MAX)
      if (!row) throw absent(NOUN)
      const whole = { kind, ...row } as WaitingRow
      await recordReading(doer, 'quarantine.read', [whole])
      const [one] = await outlined([whole])
      return showWhole(one as Outlined)
    },
  }
}

/**
 * Processed as if it had just been received. A message in quarantine has no organization, so there is nothing to retry.
 */
export async function release(tx: Tx, at: Date, doer: audit.Doer, { kind, id }: WaitingId): Promise<void> {
  if (kind === 'quarantined') {
    await quarantine.lockQuarantined(tx, id)
    throw refusal('conflict', 'quarantined_not_owned')
  }
  const row = await failed.lockFailed(tx, id)
  if (!row) throw absent(NOUN)
  await releaseAll(tx, at, doer, row.org_id, [id])
}

/** Releases those with these ids, or all of the organization. */
export async function releaseAll(
  tx: Tx,
  at: Date,
  doer: audit.Doer,
  organizationId: Uuid,
  ids: readonly Uuid[] | null,
): Promise<number> {
  const tried = await failed.tryFailedAgain(tx, { organizationId, at }, ids)
  if (tried.length === 0) return 0
  const [only, ...others] = tried.map((id) => publicId('arr', id))
  const about = others.length === 0 ? { object: only ?? null } : { object: null, details: { count: tried.length } }
  audit.record(tx, { organizationId, at }, doer, { action: 'quarantine.released', ...about })
  return tried.length
}

/** Deletes its content. The audit entry records what it was, without the sender. */
export async function discard(
  tx: Tx,
  at: Date,
  doer: audit.Doer,
  { kind, id }: WaitingId,
  reason: string | null,
): Promise<void> {
  if (kind === 'quarantined') {
    const row = await quarantine.lockQuarantined(tx, id)
    if (row.assigned_to !== null) throw refusal('conflict', 'quarantined_assigned')
    await quarantine.removeQuarantined(tx, id)
    const { channel, source, received_at } = row
    recordDiscarding(tx, at, doer, FOR_ALL, { kind, id, channel, source, size: row.body.length, received_at }, reason)
    return
  }
  const row = await failed.lockFailed(tx, id)
  if (!row) throw absent(NOUN)
  await failed.discardFailed(tx, row.org_id, [id])
  recordDiscarding(tx, at, doer, row.org_id, { kind, ...row }, reason)
}

interface Discarded extends WaitingId {
  channel: string
  source: string
  size: number
  received_at: Date
}

function recordDiscarding(
  tx: Tx,
  at: Date,
  doer: audit.Doer,
  organizationId: Uuid,
  { kind, id, channel, source, size, received_at }: Discarded,
  reason: string | null,
): void {
  const details = {
    kind,
    channel,
    source,
    size,
    received_at: seconds(received_at),
    ...(reason === null ? {} : { reason }),
  }
  audit.record(tx, { organizationId, at }, doer, {
    action: 'quarantine.discarded',
    object: showWaitingId({ kind, id }),
    details,
  })
}

export function createAssigning(app: App, assign: ReturnType<typeof quarantine.createAssign>) {
  return async (doer: audit.Doer, { kind, id }: WaitingId, organizationId: Uuid): Promise<void> => {
    if (kind === 'quarantined') return assign(doer, id, organizationId)
    if (!(await failed.findFailed(app.database.reads, id, 0))) throw absent(NOUN)
    throw refusal('conflict', 'inbound_owned')
  }
}

// --- Rows of both kinds, in the order of their ids ------------------------------------------------------------------

const ownerOf = (row: WaitingRow): Uuid => (row.kind === 'arrival' ? row.org_id : FOR_ALL)

/** Sorted by id, the installation last: the lock order of the audit log's chains. */
function owners(rows: readonly WaitingRow[]): Uuid[] {
  const all = [...new Set(rows.map(ownerOf))].toSorted()
  return [...all.filter((one) => one !== FOR_ALL), ...all.filter((one) => one === FOR_ALL)]
}

/** Ids of both kinds are ordered by time, so one cursor is valid for both. */
function pageOf({ limit, starting_after: after, ending_before: before }: WaitingQuery): Page {
  const page = {
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { starting_after: readWaitingId(after)?.id ?? FOR_ALL }),
    ...(before === undefined ? {} : { ending_before: readWaitingId(before)?.id ?? FOR_ALL }),
  }
  checkPage(page)
  return page
}

const has = (query: WaitingQuery, kind: WaitingRow['kind']): boolean =>
  (query.kind ?? kind) === kind && (kind === 'arrival' || query.organization_id === undefined)

async function rowsOf(reads: Tx, page: Page, query: WaitingQuery): Promise<WaitingRow[]> {
  const [arrivals, quarantined] = await Promise.all([
    has(query, 'arrival') ? failed.listFailed(reads, page, query.organization_id ?? null, LISTED_BYTES_MAX) : [],
    has(query, 'quarantined') ? quarantine.listQuarantined(reads, page, LISTED_BYTES_MAX) : [],
  ])
  const all: WaitingRow[] = [
    ...arrivals.map((row) => ({ kind: 'arrival' as const, ...row })),
    ...quarantined.map((row) => ({ kind: 'quarantined' as const, ...row })),
  ]
  const sign = page.ending_before === undefined ? -1 : 1
  all.sort((one, other) => (one.id < other.id ? -sign : sign))
  return all.slice(0, (page.limit ?? PAGE_DEFAULT) + 1)
}

async function exists(reads: Tx, query: WaitingQuery): Promise<boolean> {
  const cursor = readWaitingId(query.starting_after ?? query.ending_before ?? '')
  if (cursor === null || !has(query, cursor.kind)) return false
  if (cursor.kind === 'quarantined') return (await quarantine.findQuarantined(reads, cursor.id, 0)) !== undefined
  const row = await failed.findFailed(reads, cursor.id, 0)
  return row !== undefined && (query.organization_id === undefined || row.org_id === query.organization_id)
}
