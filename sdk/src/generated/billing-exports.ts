// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { Channel, GroupId, ListId, PeriodEnd, Time, UserId } from './shared.ts'

/** Of contacts alone, as their list is narrowed. */
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
  /** Percent. */
  progress: number
  /** Unix seconds. */
  from: number
  /** Unix seconds; not part of the period. */
  to: number
  /** Who asked for it. */
  user_id: UserId
  filename: string
  /** Rows of it; null until it is completed. */
  row_count: number | null
  /** Bytes; null until it is completed. */
  size: number | null
  /** Of the file, in hexadecimal; null until it is completed. */
  sha256: string | null
  error: ExportError | null
  /**
   * A link that serves the file as a download without a token, until expires_at and for as long as the token that asked
   * for it may see the export. Null until it is completed, when it is withdrawn (the link answers 410 then), and in
   * events.
   */
  url: string | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  ended_at: number | null
  /** Unix seconds. Then the export and its file are gone. */
  expires_at: number
}

export type ExportError = 'kept_failing' | 'too_large' | 'contact_deleted' | (string & {})

export type ExportFormat = 'pdf' | 'xlsx' | 'csv' | (string & {})

export type ExportId = string

export type ExportKind = 'statement' | 'log' | 'transactions' | 'contacts' | (string & {})

export interface ExportPage {
  /** Whether more exist beyond this page. */
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
   * Export billing data.
   *
   * Kinds: `statement` as `pdf` (`invoices.download`), `log` as `xlsx` (`usage.view`), `transactions` as `csv`
   * (`balance.view`), `contacts` as `csv` (`contacts.view`), which are those that were created in the period. It has
   * what is booked when it is asked for, and is made beside: ask for it again, or hear `export.completed`. Two of an
   * organization may be under way at once.
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
   * Of the kinds that the caller may see, whoever asked for them; newest first.
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
   * How far it is; once it is completed, with a link to its file.
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
   * One that is under way is cancelled, and shown as such until it expires; one that has ended is removed. Its file
   * goes at once.
   *
   * Permission: `invoices.download` or `usage.view` or `balance.view` or `contacts.view`.
   *
   * `DELETE /api/v1/billing/exports/{id}`
   */
  cancel(id: ExportId, options?: CallOptions): Answer<void> {
    return this.#transport.delete(at`/api/v1/billing/exports/${id}`, options)
  }
}
