// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AttachmentId } from './attachments.ts'
import type { ListId, UserId } from './shared.ts'

export type ExistingRule = 'skip' | 'update' | (string & {})

export interface Import {
  id: ImportId
  status: ImportStatus
  /** Percent. */
  progress: number
  filename: string
  /** Bytes. */
  size: number
  /** Who asked for it, and whose the contacts become. */
  user_id: UserId
  list_id: ListId | null
  /**
   * Column → field, by the names that the preview shows: `display_name`, `email`, `phone_number`, `app_id`, `group`,
   * `consent.email`, `consent.app`, `consent.sms`, or `attributes.` and the name of one of your own fields. A column
   * that is not named is passed over.
   */
  mapping: Record<string, string>
  existing: ExistingRule
  match_by: MatchField[]
  /** Of phone numbers without a country code: ISO 3166, two letters. */
  country: string
  /** Rows read so far; the header and blank lines are none. */
  rows: number
  /** Contacts made. */
  created: number
  /** Rows that found a contact and changed it. */
  updated: number
  /** Rows that found a contact and left it as it is. */
  skipped: number
  /** Rows that came to nothing. */
  failed: number
  error: ImportError | null
  /** In words, with the row. */
  error_detail: string | null
  /** The sentences of `error_detail`, each with its code and the values in it. */
  error_details: {
    /** Stable, for programs. More codes may be added. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** The rows that failed, as CSV, for a caller with a token; null when none has. */
  errors_url: string | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  ended_at: number | null
  /** Unix seconds. Then the import and its errors are gone. */
  expires_at: number
}

export type ImportDelimiter = ',' | ';' | '	' | '|' | (string & {})

export type ImportEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | (string & {})

export type ImportError =
  | 'row_too_long'
  | 'too_many_columns'
  | 'quote_not_closed'
  | 'too_many_rows'
  | 'not_text'
  | 'spreadsheet_unreadable'
  | 'spreadsheet_too_large'
  | 'list_gone'
  | 'user_gone'
  | 'file_gone'
  | 'database_failed'
  | 'kept_failing'
  | (string & {})

export type ImportId = string

export interface ImportPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Import[]
}

export type ImportPhase = 'under_way' | 'ended' | (string & {})

export interface ImportPreview {
  filename: string
  /** Bytes. */
  size: number
  /** Null for a spreadsheet (.xlsx). */
  encoding: ImportEncoding | null
  /** Null for a spreadsheet (.xlsx). */
  delimiter: ImportDelimiter | null
  has_header: boolean
  columns: {
    /** By which a mapping names it: each has another. */
    name: string
    /** The field that it seems to be. */
    suggested: string | null
  }[]
  /** The first rows behind the header. */
  rows: (string[])[]
}

export type ImportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | (string & {})

export type MatchField = 'email' | 'phone_number' | 'app_id' | (string & {})

export interface NewImport {
  attachment_id: AttachmentId
  encoding?: ImportEncoding | undefined
  delimiter?: ImportDelimiter | undefined
  has_header?: boolean | undefined
  list_id?: ListId | null | undefined
  /**
   * Column → field, by the names that the preview shows: `display_name`, `email`, `phone_number`, `app_id`, `group`,
   * `consent.email`, `consent.app`, `consent.sms`, or `attributes.` and the name of one of your own fields. A column
   * that is not named is passed over.
   */
  mapping: Record<string, string>
  /**
   * What becomes of a contact that has the address already; it joins the list and the group either way.
   *
   * Default: "skip"
   */
  existing?: ExistingRule | undefined
  /** The addresses by which a contact is found; by default all of them. */
  match_by?: MatchField[] | undefined
  /**
   * Of phone numbers without a country code.
   *
   * Default: "IN"
   */
  country?: string | undefined
}

export interface NewImportPreview {
  attachment_id: AttachmentId
  encoding?: ImportEncoding | undefined
  delimiter?: ImportDelimiter | undefined
  has_header?: boolean | undefined
}

/** `samvad.imports.errors` */
export class ImportsErrorsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Read the rows that failed as `text/csv`.
   *
   * As CSV: the number of the row, the column, the reason with its code and the values in it (as JSON), and the row as
   * it was, to be corrected and imported again. The first 100,000 of them.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/imports/{id}/errors`
   */
  readCsv(id: ImportId, options?: CallOptions): Answer<Response> {
    return this.#transport.raw('text/csv', at`/v1/imports/${id}/errors`, options)
  }
}

export interface ListImportsQuery extends PageQuery {
  status?: ImportStatus | undefined
}

export interface CancelImportQuery {
  only?: ImportPhase | undefined
}

/** `samvad.imports` */
export class ImportsApi {
  readonly #transport: Transport
  readonly errors: ImportsErrorsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.errors = new ImportsErrorsApi(transport)
  }

  /**
   * Import contacts.
   *
   * A CSV or a spreadsheet (.xlsx) of up to 100 MB and a million rows, uploaded as an attachment, which it takes. It is
   * worked on beside: ask for it again, or hear `import.completed`. A row that is wrong fails alone. Five of an
   * organization may be under way, one after the other.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/imports`
   */
  create(body: NewImport, options?: CallOptions): Answer<Import> {
    return this.#transport.post('/v1/imports', body, options)
  }

  /**
   * List imports.
   *
   * Whoever asked for them; newest first.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/imports`
   */
  list(options?: ListImportsQuery & CallOptions): List<Import> {
    return this.#transport.list('/v1/imports', options)
  }

  /**
   * Retrieve an import.
   *
   * How far it is, and what became of its rows.
   *
   * Permission: `contacts.view`.
   *
   * `GET /v1/imports/{id}`
   */
  retrieve(id: ImportId, options?: CallOptions): Answer<Import> {
    return this.#transport.get(at`/v1/imports/${id}`, options)
  }

  /**
   * Cancel or delete an import.
   *
   * One that is under way stops within a few hundred rows, and what it made stays; one that has ended is removed, with
   * the rows that failed. `only=under_way` only cancels and `only=ended` only deletes: the other is refused with 409.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/imports/{id}`
   */
  cancel(id: ImportId, options?: CancelImportQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/imports/${id}`, options)
  }

  /**
   * Look at a file of contacts.
   *
   * Of an uploaded attachment, a CSV or a spreadsheet (.xlsx, its first sheet): its encoding, separator and columns as
   * they seem to be, with the first rows and what each column may be. Changes nothing. What it takes wrongly is said by
   * `encoding`, `delimiter` and `has_header`.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/imports/preview`
   */
  preview(body: NewImportPreview, options?: CallOptions): Answer<ImportPreview> {
    return this.#transport.post('/v1/imports/preview', body, options)
  }
}
