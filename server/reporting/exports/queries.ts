// SQL of the rows of exports. Their content is read in transaction-queries, log-queries and statement/queries.

import { type Page, pageById } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { mayHaveExported } from '#messaging/contacts/export-queries.ts'
import type { ContactExportFilter } from '#messaging/contacts/schema.ts'
import type { ExportError, ExportFormat, ExportKind, ExportStatus } from './rules.ts'

export interface ExportRow {
  id: Uuid
  kind: ExportKind
  format: ExportFormat
  status: ExportStatus
  from_at: Date
  to_at: Date
  user_id: Uuid
  wallet_version: bigint
  balance_micros: Micros
  /** For contacts: the filter of the request. */
  filter: ContactExportFilter
  file_id: Uuid | null
  tries: number
  progress: number
  row_count: number | null
  /** Bytes. */
  size: number | null
  sha256: string | null
  error_code: ExportError | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date
}

const columns = sql`id, kind, format, status, from_at, to_at, user_id, wallet_version, balance_micros, filter, file_id,
  tries, progress, row_count::float8 as row_count, size::float8 as size, encode(sha256, 'hex') as sha256, error_code,
  created_at, ended_at, expires_at`

/** Serializes requests within an organization, because the limit is checked by counting. */
export function takeTurn(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`export:${organizationId}`}, 0))`
}

/**
 * Advisory lock: exclusive at the start of an export, before its row shows that it is running, and shared by deletions
 * of contacts until they end. A deletion therefore sees every export that may have read its contacts, and later exports
 * do not read them.
 */
export function takeBeginning(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`export begins:${organizationId}`}, 0))`
}

export function shareBeginning(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock_shared(hashtextextended(${`export begins:${organizationId}`}, 0))`
}

export interface CountRow {
  unfinished: bigint
  kept: bigint
}

export function counts(organizationId: Uuid): Statement {
  return sql`
    select count(*) filter (where status in ('queued', 'running')) as unfinished, count(*) as kept
      from exports where org_id = ${organizationId}`
}

export interface Position {
  version: bigint
  balance_micros: Micros
}

/** The current wallet version. Versions have no gaps, so all bookings up to it can be read. */
export function position(organizationId: Uuid): Statement {
  return sql`select version, balance_micros from wallets where org_id = ${organizationId}`
}

export interface AskedExport {
  id: Uuid
  kind: ExportKind
  format: ExportFormat
  from: Date
  to: Date
  userId: Uuid
  position: Position
  filter: ContactExportFilter
  expiresAt: Date
}

export function insert({ organizationId, at }: Scope, asked: AskedExport): Statement {
  const { version, balance_micros } = asked.position
  return sql`
    insert into exports (org_id, id, kind, format, status, from_at, to_at, user_id, wallet_version, balance_micros,
                         filter, created_at, expires_at)
    values (${organizationId}, ${asked.id}, ${asked.kind}, ${asked.format}, 'queued', ${asked.from}, ${asked.to},
            ${asked.userId}, ${version}, ${balance_micros}, ${JSON.stringify(asked.filter)}::jsonb, ${at},
            ${asked.expiresAt})
    returning ${columns}`
}

export function one(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from exports where org_id = ${organizationId} and id = ${id}`
}

export function locked(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from exports where org_id = ${organizationId} and id = ${id} for update`
}

export interface Asked {
  kind?: ExportKind | undefined
  status?: ExportStatus | undefined
}

export function list(organizationId: Uuid, page: Page & Asked, kinds: readonly ExportKind[]): Statement {
  const { where, tail } = pageById(page)
  const ofKind = page.kind === undefined ? nothing : sql`and kind = ${page.kind}`
  const ofStatus = page.status === undefined ? nothing : sql`and status = ${page.status}`
  return sql`
    select ${columns} from exports
     where org_id = ${organizationId} and kind = any(${kinds}::text[]) ${ofKind} ${ofStatus} ${where} ${tail}`
}

/** Returns no row when the export had already ended. */
export function cancel({ organizationId, at }: Scope, id: Uuid, expiresAt: Date): Statement {
  return sql`
    update exports set status = 'cancelled', ended_at = ${at}, expires_at = ${expiresAt}, file_id = null
     where org_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning ${columns}`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from exports where org_id = ${organizationId} and id = ${id}`
}

// --- Making them ----------------------------------------------------------------------------------------------------

/** The oldest unfinished export, including one whose worker has died. */
export function nextUnfinished(organizationId: Uuid): Statement {
  return sql`
    select ${columns} from exports where org_id = ${organizationId} and status in ('queued', 'running')
     order by id limit 1 for update`
}

/** Starts another attempt, with its own file. */
export function begin(organizationId: Uuid, id: Uuid, fileId: Uuid): Statement {
  return sql`
    update exports set status = 'running', file_id = ${fileId}, tries = tries + 1, progress = 0
     where org_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning ${columns}`
}

/** Returns no row when this attempt is over: cancelled, or restarted by another worker. */
export function noteProgress(organizationId: Uuid, id: Uuid, fileId: Uuid, progress: number): Statement {
  return sql`
    update exports set progress = ${progress}
     where org_id = ${organizationId} and id = ${id} and file_id = ${fileId} and status = 'running' returning id`
}

export interface Made {
  rowCount: number
  size: number
  /** In hexadecimal. */
  sha256: string
}

export function complete(
  { organizationId, at }: Scope,
  id: Uuid,
  fileId: Uuid,
  made: Made,
  expiresAt: Date,
): Statement {
  return sql`
    update exports set status = 'completed', progress = 100, row_count = ${made.rowCount}, size = ${made.size},
           sha256 = decode(${made.sha256}, 'hex'), ended_at = ${at}, expires_at = ${expiresAt}
     where org_id = ${organizationId} and id = ${id} and file_id = ${fileId} and status = 'running'
    returning ${columns}`
}

/** Returns a failed attempt's export to the queue; `isCounted` when the attempt should delay the next one. */
export function giveBack(organizationId: Uuid, id: Uuid, fileId: Uuid, isCounted: boolean): Statement {
  return sql`
    update exports set status = 'queued', file_id = null, progress = 0,
           tries = tries - case when ${isCounted} then 0 else 1 end
     where org_id = ${organizationId} and id = ${id} and file_id = ${fileId} and status = 'running' returning id`
}

export function fail({ organizationId, at }: Scope, id: Uuid, error: ExportError, expiresAt: Date): Statement {
  return sql`
    update exports set status = 'failed', file_id = null, error_code = ${error}, ended_at = ${at},
           expires_at = ${expiresAt}
     where org_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning ${columns}`
}

// --- Contacts that are being deleted ---------------------------------------------------------------------------------

/** Locks the exports that may contain one of these contacts, which still exist. */
export function holding(organizationId: Uuid, contactIds: readonly Uuid[]): Statement {
  const exported = { from: sql`exports.from_at`, to: sql`exports.to_at`, askedAt: sql`exports.created_at` }
  return sql`
    select ${columns} from exports
     where org_id = ${organizationId} and kind = 'contacts' and status in ('running', 'completed')
       and ${mayHaveExported(organizationId, contactIds, exported)}
     order by id for update`
}

/** Resets the export as if nothing had been written: its attempt notices at its next check of the row. */
export function beginAnew(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update exports set status = 'queued', file_id = null, progress = 0
     where org_id = ${organizationId} and id = ${id} and status = 'running'`
}

export function withdraw({ organizationId, at }: Scope, id: Uuid): Statement {
  const error: ExportError = 'contact_deleted'
  return sql`
    update exports set status = 'withdrawn', file_id = null, error_code = ${error}, row_count = null, size = null,
           sha256 = null, ended_at = coalesce(ended_at, ${at})
     where org_id = ${organizationId} and id = ${id} and status in ('running', 'completed')
    returning ${columns}`
}

// --- Expiry ----------------------------------------------------------------------------------------------------------

/** Expired exports; running ones are deleted after they have ended. */
export function removeExpired({ organizationId, at }: Scope, limit: number): Statement {
  return sql`
    delete from exports e
     where e.org_id = ${organizationId} and e.id in (
       select id from exports where org_id = ${organizationId} and expires_at <= ${at}
          and status not in ('queued', 'running') order by expires_at limit ${limit})
    returning e.id, e.file_id`
}

export function nextExpiry(organizationId: Uuid): Statement {
  return sql`
    select min(expires_at) as expires_at from exports
     where org_id = ${organizationId} and status not in ('queued', 'running')`
}
