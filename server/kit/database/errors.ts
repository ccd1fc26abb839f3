// Failures of the database: which of them pass, and how they are told apart.

import { databaseRefusals } from '#kit/database-metrics.ts'
import { Refusal, refusal } from '#kit/refusals.ts'

/**
 * PostgreSQL's temporary refusals, by SQLSTATE: lock and statement timeouts, deadlock, shutdown, too many connections,
 * disk full.
 */
const TRY_AGAIN: Readonly<Record<string, string>> = {
  '55P03': 'lock',
  '57014': 'statement',
  '40P01': 'deadlock',
  '40001': 'deadlock',
  '57P01': 'shutdown',
  '57P02': 'shutdown',
  '57P03': 'shutdown',
  '53300': 'connections',
  '53100': 'disk',
  '53200': 'memory',
  '25P03': 'idle',
}

/** What was counted already: one failure is asked about at several places. */
const counted = new WeakSet<object>()

/** What the caller should be told: to try again, where that helps. Anything else is a defect and stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = sqlState(error)
  const reason = TRY_AGAIN[code ?? ''] ?? (isConnectionFailure(error) ? 'connection' : undefined)
  if (reason !== undefined) {
    count(error as object, reason)
    return Object.assign(busy(), { cause: error })
  }
  return error
}

/** By one of the few words above. */
function count(error: object, reason: string): void {
  if (counted.has(error)) return
  counted.add(error)
  databaseRefusals.inc({ reason })
}

/** Whether it passes by itself: what is needed is busy, or not there just now. Nobody's defect. */
export function isTemporary(error: unknown): boolean {
  const refusal = asRefusal(error)
  return refusal instanceof Refusal && refusal.code === 'temporarily_unavailable'
}

/** Whether a value is none that PostgreSQL stores (class 22): the same value never will be. */
export const isUnstorable = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true

/** SQLSTATE of a statement that ran into its timeout, or was cancelled. */
export const STATEMENT_TIMED_OUT = '57014'

/** A refusal that `asRefusal` made of a failure of the database. */
const isBusy = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'temporarily_unavailable'

/** Whether the database failed a transaction. Codes of the file system begin with E, which no SQLSTATE does. */
export function isDatabaseFailure(error: unknown): boolean {
  return isBusy(error) || sqlState(error)?.startsWith('E') === false
}

/**
 * Whether the same transaction may succeed later without any change: the database was busy, locked, restarting or full.
 * A statement timeout is no such failure: the same statement about the same rows may run into it every time.
 */
export function passesByItself(error: unknown): boolean {
  return isBusy(error) && sqlState(error.cause) !== STATEMENT_TIMED_OUT
}

export function busy(): Refusal {
  return refusal('temporarily_unavailable', 'database_busy')
}

/** Also of the refusal that it became. Whether what was under way is done, nobody knows then. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Refusal) return error.cause !== undefined && isConnectionFailure(error.cause)
  // Of a DOMException, such as that of an abort, the code is a number.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string' && (code.startsWith('08') || code.startsWith('57P') || code.startsWith('E'))) return true
  return (
    message !== undefined &&
    /^(Connection terminated|timeout exceeded|timeout expired|Client has encountered a connection error|Client was closed)/.test(
      message,
    )
  )
}

/** The SQLSTATE of a database error, or undefined. Shards change names and texts, never this. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/**
 * Raised by the function must_be: decided on a state that somebody else has changed. Nobody asks for it by name but
 * tests: whatever a flush fails with, it is decided again.
 */
export const OUTDATED_STATE = 'SV001'
