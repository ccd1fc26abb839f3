// SQL of imports and of their failed rows.

import { type Page, pageById } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ValidationError } from '#kit/messages/field-errors.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Format, SpreadsheetFormat } from './format.ts'
import type { MappedColumn, RowError } from './rows.ts'
import {
  addressesIn,
  type ExistingRule,
  type ImportError,
  type ImportStatus,
  type MatchField,
  NATIONAL_DIGITS,
} from './rules.ts'
import { type StoredError, storedError } from './stored-errors.ts'

export type ImportSettings = (Format | SpreadsheetFormat) & {
  /** How rows are counted; missing on imports from before 0.5.0, which counted blank rows too. */
  rowsBy?: 2
  hasHeader: boolean
  /** The row with the column names, 1-based; before 0.5.0 it was always the first. */
  headerRow?: number | null
  /** In the order of the file. */
  columns: MappedColumn[]
  existing: ExistingRule
  matchBy: MatchField[]
  country: string
  /** Missing before 0.5.0. */
  consentChannels?: ChannelName[]
  /** Why it failed; `error_detail` is the same in English. */
  errors?: StoredError[]
}

export interface ImportRow {
  id: Uuid
  status: ImportStatus
  attachment_id: Uuid
  filename: string
  size: number
  user_id: Uuid
  list_id: Uuid | null
  settings: ImportSettings
  progress: number
  row_count: number
  created_count: number
  updated_count: number
  skipped_count: number
  failed_count: number
  tries: number
  error_code: ImportError | null
  error_detail: string | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date
}

const columns = sql`id, status, attachment_id, filename, size::float8 as size, user_id, list_id, settings, progress,
  row_count::float8 as row_count, created_count::float8 as created_count, updated_count::float8 as updated_count,
  skipped_count::float8 as skipped_count, failed_count::float8 as failed_count, tries, error_code, error_detail,
  created_at, ended_at, expires_at`

/** One transaction at a time per organization: it counts the unfinished imports, then adds one. */
export function takeTurn(organizationId: Uuid): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`import:${organizationId}`}, 0))`
}

export interface CountRow {
  unfinished: bigint
  kept: bigint
}

export function counts(organizationId: Uuid): Statement {
  return sql`
    select count(*) filter (where status in ('queued', 'running')) as unfinished, count(*) as kept
      from imports where org_id = ${organizationId}`
}

export type AskedImport = Pick<
  ImportRow,
  'id' | 'attachment_id' | 'filename' | 'size' | 'user_id' | 'list_id' | 'settings' | 'expires_at'
>

export function insert({ organizationId, at }: Scope, asked: AskedImport): Statement {
  return sql`
    insert into imports (org_id, id, status, attachment_id, filename, size, user_id, list_id, settings, created_at,
                         expires_at)
    values (${organizationId}, ${asked.id}, 'queued', ${asked.attachment_id}, ${asked.filename}, ${asked.size},
            ${asked.user_id}, ${asked.list_id}, ${JSON.stringify(asked.settings)}::jsonb, ${at}, ${asked.expires_at})
    returning ${columns}`
}

export function one({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    select ${columns} from imports
     where org_id = ${organizationId} and id = ${id} and (expires_at > ${at} or ended_at is null)`
}

export function list({ organizationId, at }: Scope, page: Page & { status?: ImportStatus | undefined }): Statement {
  const { where, tail } = pageById(page)
  const ofStatus = page.status === undefined ? nothing : sql`and status = ${page.status}`
  return sql`
    select ${columns} from imports
     where org_id = ${organizationId} and (expires_at > ${at} or ended_at is null) ${ofStatus} ${where} ${tail}`
}

// --- Running them ---------------------------------------------------------------------------------------------------

/** Starts an attempt of the oldest unfinished import; one whose worker died is still `running`. */
export function begin(organizationId: Uuid): Statement {
  return sql`
    update imports set status = 'running', tries = tries + 1
     where org_id = ${organizationId} and id = (
       select id from imports where org_id = ${organizationId} and status in ('queued', 'running')
        order by id limit 1 for update)
    returning ${columns}`
}

/** Locks the import if it is running and no other attempt has advanced it; no row otherwise. */
export function hold(organizationId: Uuid, id: Uuid, rowCount: number): Statement {
  return sql`
    select id from imports
     where org_id = ${organizationId} and id = ${id} and status = 'running' and row_count = ${rowCount}::int8
       for update`
}

export interface Counted {
  created: number
  updated: number
  skipped: number
  failed: number
  progress: number
}

export function note(organizationId: Uuid, id: Uuid, counted: Counted): Statement {
  const { created, updated, skipped, failed, progress } = counted
  return sql`
    update imports set row_count = row_count + ${created + updated + skipped + failed},
           created_count = created_count + ${created}, updated_count = updated_count + ${updated},
           skipped_count = skipped_count + ${skipped}, failed_count = failed_count + ${failed},
           progress = ${progress}, tries = 0
     where org_id = ${organizationId} and id = ${id}`
}

export interface Ending {
  status: 'completed' | 'failed' | 'cancelled'
  error?: ImportError | null
  errors?: readonly ValidationError[]
  expiresAt: Date
}

/** No row if it has already ended. */
export function end({ organizationId, at }: Scope, id: Uuid, ending: Ending): Statement {
  const { status, error = null, errors = [], expiresAt } = ending
  const detail = errors.length === 0 ? null : errors.map(({ message }) => message).join(' ')
  const more = errors.length === 0 ? {} : { errors: errors.map(({ code, params }) => ({ code, params })) }
  return sql`
    update imports set status = ${status}, error_code = ${error}, error_detail = ${detail},
           settings = settings || ${JSON.stringify(more)}::jsonb,
           progress = case when ${status === 'completed'} then 100 else progress end, ended_at = ${at},
           expires_at = ${expiresAt}
     where org_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning ${columns}`
}

/** True if an import of the organization is running. */
export function isAnyRunning(organizationId: Uuid): Statement {
  return sql`
    select exists (select from imports where org_id = ${organizationId} and status = 'running') as is_any`
}

/** An attempt that was interrupted does not count. */
export function giveBack(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    update imports set tries = greatest(tries - 1, 0)
     where org_id = ${organizationId} and id = ${id} and status = 'running'`
}

// --- Failed rows ----------------------------------------------------------------------------------------------------

export function insertFaults(organizationId: Uuid, importId: Uuid, faults: readonly RowError[]): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('g', faults, {
    row_number: ['int4', ({ number }) => number],
    column_name: ['text', ({ column }) => column],
    reason: ['text', ({ error }) => storedError(error)],
    cells: ['text', ({ cells }) => JSON.stringify(cells)],
    addresses: ['text', ({ cells }) => JSON.stringify(addressesIn(cells))],
  })
  return sql`
    insert into import_faults (org_id, import_id, row_number, column_name, reason, cells, addresses)
    select ${id}, ${importId}::uuid, g.row_number, g.column_name, g.reason,
           array(select jsonb_array_elements_text(g.cells::jsonb)),
           array(select jsonb_array_elements_text(g.addresses::jsonb))
      from ${beside} ${given}`
}

export interface FaultRow {
  row_number: number
  column_name: string | null
  reason: string
  cells: string[]
}

export function faultsBehind(organizationId: Uuid, importId: Uuid, after: number, limit: number): Statement {
  return sql`
    select row_number::float8 as row_number, column_name, reason, cells from import_faults
     where org_id = ${organizationId} and import_id = ${importId} and row_number > ${after}
     order by row_number limit ${limit}`
}

/** Deletes failed rows with one of the addresses, as `addressesIn` normalizes them. Uses the index. */
export function forgetFaultsWith(organizationId: Uuid, addresses: readonly string[]): Statement {
  return sql`
    delete from import_faults where org_id = ${organizationId} and addresses && ${addresses}::text[]`
}

/** Deletes failed rows with one of the addresses anywhere in a cell. Reads all rows. */
export function forgetFaultsOf(
  organizationId: Uuid,
  { email, phone_number, app_id }: { email: string | null; phone_number: string | null; app_id: string | null },
): Statement {
  const digits = phone_number?.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS) ?? null
  return sql`
    delete from import_faults f
     where f.org_id = ${organizationId} and exists (
       select from unnest(f.cells) as c (cell)
        where lower(btrim(cell)) = lower(${email}::text) or btrim(cell) = ${app_id}::text
           or right(regexp_replace(cell, '[^0-9]', '', 'g'), ${NATIONAL_DIGITS}) = ${digits}::text)`
}

// --- Expiry ---------------------------------------------------------------------------------------------------------

export function expire({ organizationId, at }: Scope, id: Uuid): Statement {
  return sql`
    update imports set expires_at = ${at} where org_id = ${organizationId} and id = ${id} and ended_at is not null`
}

export function nextExpired({ organizationId, at }: Scope): Statement {
  return sql`
    select id from imports where org_id = ${organizationId} and expires_at <= ${at} and ended_at is not null
     order by expires_at limit 1 for update`
}

export function removeFaults(organizationId: Uuid, importId: Uuid, limit: number): Statement {
  return sql`
    delete from import_faults f
     where f.org_id = ${organizationId} and f.import_id = ${importId} and f.row_number in (
       select row_number from import_faults where org_id = ${organizationId} and import_id = ${importId}
        order by row_number limit ${limit})`
}

export function remove(organizationId: Uuid, id: Uuid): Statement {
  return sql`delete from imports where org_id = ${organizationId} and id = ${id}`
}

export function nextExpiry(organizationId: Uuid): Statement {
  return sql`
    select min(expires_at) as expires_at from imports where org_id = ${organizationId} and ended_at is not null`
}
