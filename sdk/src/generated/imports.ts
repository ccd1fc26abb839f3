// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AttachmentId, Channel, ListId, UserId } from './shared.ts'

export type ExistingRule = 'skip' | 'update' | (string & {})

export interface Import {
  id: ImportId
  status: ImportStatus
  /** Progress in percent. */
  progress: number
  filename: string
  /** Size in bytes. */
  size: number
  /** The user who created the import. This user becomes the owner of the new contacts. */
  user_id: UserId
  list_id: ListId | null
  /**
   * Column → field. Columns are named as in the preview; the fields are `display_name`, `email`, `phone_number`,
   * `app_id`, `group`, `consent.email`, `consent.app`, `consent.sms`, and `attributes.` followed by the name of a
   * custom field. Columns that are not listed are ignored.
   */
  mapping: Record<string, string>
  existing: ExistingRule
  match_by: MatchField[]
  /** Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code. */
  country: string
  /** Channels on which everyone in the file has consented. */
  consent_channels: Channel[]
  /**
   * Row with the column names, counted as in a spreadsheet. Rows above it are not imported. Null if the file has none,
   * and for imports from before 0.5.0.
   */
  header_row: number | null
  /** Rows processed so far, without the header, the rows above it and blank lines. */
  rows: number
  /** Contacts created. */
  created: number
  /** Rows that matched an existing contact and changed it. */
  updated: number
  /** Rows that matched an existing contact and left it unchanged. */
  skipped: number
  /** Rows that failed. */
  failed: number
  error: ImportError | null
  /** Why the import failed, in English, with the row number. Null if it did not fail. */
  error_detail: string | null
  /** The sentences of `error_detail`, each with its code and parameters. */
  error_details: {
    /** Stable code. New codes may be added. */
    code: string
    /** The sentence in English. */
    message: string
    /** Parameters of the sentence. */
    params: Record<string, unknown>
  }[]
  /** URL of the failed rows as CSV. Requires a token. Null if no row failed. */
  errors_url: string | null
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  ended_at: number | null
  /** When the import and its failed rows are deleted, in Unix seconds. */
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
  /** Size in bytes. */
  size: number
  /** Null for a spreadsheet (.xlsx). */
  encoding: ImportEncoding | null
  /** Null for a spreadsheet (.xlsx). */
  delimiter: ImportDelimiter | null
  has_header: boolean
  /**
   * Row with the column names, counted as in a spreadsheet. Rows above it are not imported. Null if the file has none.
   */
  header_row: number | null
  columns: {
    /** Name of the column, for use in `mapping`. Unique within the file. */
    name: string
    /** Suggested field. Null if none fits. */
    suggested: string | null
  }[]
  /** The first rows after the header. */
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
   * Column → field. Columns are named as in the preview; the fields are `display_name`, `email`, `phone_number`,
   * `app_id`, `group`, `consent.email`, `consent.app`, `consent.sms`, and `attributes.` followed by the name of a
   * custom field. Columns that are not listed are ignored.
   */
  mapping: Record<string, string>
  /**
   * What to do when a contact with the same address exists: leave it unchanged or update it. Either way, it is added to
   * the list and the group.
   *
   * Default: "skip"
   */
  existing?: ExistingRule | undefined
  /** The addresses used to find existing contacts. By default all of them. */
  match_by?: MatchField[] | undefined
  /**
   * Country of phone numbers without a country code, as an ISO 3166-1 alpha-2 code.
   *
   * Default: "IN"
   */
  country?: string | undefined
  /**
   * Channels on which everyone in the file has consented to messages. Where a column is mapped to the consent of a
   * channel, the column decides. Nobody who unsubscribed is resubscribed; existing contacts are changed only with
   * `existing: update`.
   */
  consent_channels?: Channel[] | undefined
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
   * Download the failed rows of an import as `text/csv`.
   *
   * Returns CSV with one line per failed row, for the first 100,000: row number, column, reason, error code, the
   * parameters of the reason (as JSON), and the original row, so that it can be corrected and imported again.
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
   * Imports a CSV file or spreadsheet (.xlsx) of up to 100 MB and one million rows, uploaded as an attachment. The
   * import consumes the attachment and runs in the background: retrieve it for its progress, or subscribe to
   * `import.completed`. An invalid row is skipped and reported; the others are imported. An organization can have five
   * imports queued or running; they run one after the other.
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
   * Returns the imports of all users, newest first.
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
   * Returns the progress of an import and its counts.
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
   * An import that is queued or running is cancelled within a few hundred rows; contacts already created or changed are
   * kept. An import that has ended is deleted with its failed rows. `only=under_way` only cancels and `only=ended` only
   * deletes; otherwise the request is refused with 409.
   *
   * Permission: `contacts.manage`.
   *
   * `DELETE /v1/imports/{id}`
   */
  cancel(id: ImportId, options?: CancelImportQuery & CallOptions): Answer<void> {
    return this.#transport.delete(at`/v1/imports/${id}`, options)
  }

  /**
   * Preview an import.
   *
   * Reads an uploaded CSV file or spreadsheet (.xlsx, first sheet only) and returns the detected encoding, delimiter
   * and columns, the first rows, and a suggested field for each column. The header is the first row with a known column
   * name; a title above it is ignored, and `header_row` says which row it is. Changes nothing. Set `encoding`,
   * `delimiter` and `has_header` where the detection is wrong.
   *
   * Permission: `contacts.manage`.
   *
   * `POST /v1/imports/preview`
   */
  preview(body: NewImportPreview, options?: CallOptions): Answer<ImportPreview> {
    return this.#transport.post('/v1/imports/preview', body, options)
  }
}
