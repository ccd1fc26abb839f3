// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, GroupId, ListId, PeriodEnd, Time, UserId } from './shared.ts'

/** Only for the kind `contacts`: the same filters as for the list of contacts. */
export interface ContactExportFilter {
  owner_id?: UserId | undefined
  group_id?: GroupId | undefined
  list_id?: ListId | undefined
  /** Only contacts with an address on this channel. For the messaging app, a phone number counts. */
  channel?: Channel | undefined
  /** Whether an address is on the suppression list, on `channel` if given, otherwise on any channel. */
  suppressed?: boolean | undefined
  /** Whether the contact has unsubscribed, on `channel` if given, otherwise on any channel. */
  unsubscribed?: boolean | undefined
}

export interface Export {
  id: ExportId
  kind: ExportKind
  format: ExportFormat
  status: ExportStatus
  /** Progress in percent. */
  progress: number
  /** Time in Unix seconds. */
  from: number
  /** End of the period (exclusive), in Unix seconds. */
  to: number
  /** User who requested the export. */
  user_id: UserId
  filename: string
  /** Number of rows; null until completed. */
  row_count: number | null
  /** Size of the file in bytes; null until completed. */
  size: number | null
  /** SHA-256 hash of the file, in hexadecimal; null until completed. */
  sha256: string | null
  error: ExportError | null
  /**
   * Download link of the file. It requires no access token and works until `expires_at`, as long as the token that
   * retrieved it can view the export. Null until completed, after the export is withdrawn (the link then returns 410),
   * and in events.
   */
  url: string | null
  /** Time in Unix seconds. */
  created_at: number
  /** When the export was completed, failed or was cancelled, in Unix seconds. Null while in progress. */
  ended_at: number | null
  /** When the export and its file are deleted, in Unix seconds. */
  expires_at: number
}

export type ExportError = 'kept_failing' | 'too_large' | 'contact_deleted' | (string & {})

export type ExportFormat = 'pdf' | 'xlsx' | 'csv' | (string & {})

export type ExportId = string

export type ExportKind = 'statement' | 'log' | 'transactions' | 'contacts' | (string & {})

export interface ExportPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: Export[]
}

export type ExportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'withdrawn' | (string & {})

export interface NewExport {
  kind: ExportKind
  format: ExportFormat
  from: Time
  to: PeriodEnd
  filter?: ContactExportFilter | undefined
}

export interface ListExportsQuery extends PageQuery {
  kind?: ExportKind | undefined
  status?: ExportStatus | undefined
}

/** `samvad.billing.exports` */
export class BillingExportsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Create an export.
   *
   * Kinds and required permissions: `statement` as `pdf` (`invoices.download`), `log` as `xlsx` (`usage.view`),
   * `transactions` as `csv` (`balance.view`), and `contacts` as `csv` (`contacts.view`), with the contacts created in
   * the period. The export contains what is recorded at the time of the request, and is generated in the background:
   * retrieve it until `status` is `completed`, or wait for the event `export.completed`. At most two exports per
   * organization can be in progress at a time.
   *
   * Permission: `invoices.download` or `usage.view` or `balance.view` or `contacts.view`.
   *
   * `POST /api/v1/billing/exports`
   */
  create(body: NewExport, options?: CallOptions): Answer<Export> {
    return this.#transport.post('/api/v1/billing/exports', body, options)
  }

  /**
   * List exports.
   *
   * Exports of the kinds that the caller can view, requested by any user, newest first.
   *
   * Permission: `invoices.download` or `usage.view` or `balance.view` or `contacts.view`.
   *
   * `GET /api/v1/billing/exports`
   */
  list(options?: ListExportsQuery & CallOptions): List<Export> {
    return this.#transport.list('/api/v1/billing/exports', options)
  }

  /**
   * Retrieve an export.
   *
   * Returns its progress and, once completed, a link to its file.
   *
   * Permission: `invoices.download` or `usage.view` or `balance.view` or `contacts.view`.
   *
   * `GET /api/v1/billing/exports/{id}`
   */
  retrieve(id: ExportId, options?: CallOptions): Answer<Export> {
    return this.#transport.get(at`/api/v1/billing/exports/${id}`, options)
  }

  /**
   * Cancel or delete an export.
   *
   * Cancels an export in progress, which is then listed as `cancelled` until it expires. Deletes an export that has
   * ended. Its file is deleted immediately.
   *
   * Permission: `invoices.download` or `usage.view` or `balance.view` or `contacts.view`.
   *
   * `DELETE /api/v1/billing/exports/{id}`
   */
  cancel(id: ExportId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/api/v1/billing/exports/${id}`, options)
  }
}
