// What may be exported, by whom, how many exports at a time, and how long they are kept. Pure.

import { indianDate } from '#kit/india/calendar.ts'
import type { Permission } from '#people/access/rules.ts'

export const exportKinds = ['statement', 'log', 'transactions', 'contacts'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportFormats = ['pdf', 'xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'withdrawn'] as const
export type ExportStatus = (typeof exportStatuses)[number]
export const exportErrors = ['kept_failing', 'too_large', 'contact_deleted'] as const
export type ExportError = (typeof exportErrors)[number]

/** spec 13.21 */
export const formatOf = {
  statement: 'pdf',
  log: 'xlsx',
  transactions: 'csv',
  contacts: 'csv',
} as const satisfies Record<ExportKind, ExportFormat>

/** spec 13.22: for each kind, the permission to see the same data in the console. */
export const permissionOf = {
  statement: 'invoices.download',
  log: 'usage.view',
  transactions: 'balance.view',
  contacts: 'contacts.view',
} as const satisfies Record<ExportKind, Permission>
export const exportPermissions: readonly Permission[] = Object.values(permissionOf)

export const contentTypeOf: Readonly<Record<ExportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const DAY_MS = 24 * 3600 * 1000
/** From completion; until then from the request. spec 13.32 */
export const KEPT_MS = 7 * DAY_MS
/** Per organization, queued or running. spec 13.23 */
export const UNFINISHED_MAX = 2
/** Per organization, including completed ones, which take space in the store. */
export const KEPT_MAX = 100
/** A statement has a line for each day and channel: a year and a day of them. */
export const STATEMENT_DAYS_MAX = 367
/** Twenty sheets of a workbook, which is below the size limit of a zip file. */
export const ROWS_MAX = 20_000_000
/** Kills count as failures. */
export const TRIES_MAX = 5
/** Longer than any export takes: older partial files are deleted. */
export const WRITING_MAX_MS = DAY_MS

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS)

/** Progress in whole percent, by the time that the rows have reached; never 100, which means completed. */
export function progressAt(at: Date, from: Date, to: Date): number {
  const part = (at.getTime() - from.getTime()) / Math.max(1, to.getTime() - from.getTime())
  return Math.min(99, Math.max(0, Math.floor(part * 100)))
}

/** `samvad-transactions-2026-10-01-to-2026-10-31.csv`: both days are in it. */
export function filenameOf(kind: ExportKind, from: Date, to: Date): string {
  const last = indianDate(new Date(to.getTime() - 1))
  return `samvad-${kind}-${indianDate(from)}-to-${last}.${formatOf[kind]}`
}

export const kindsWith = (permissions: ReadonlySet<string>): ExportKind[] =>
  exportKinds.filter((kind) => permissions.has(permissionOf[kind]))
