// Classifies database errors, and distinguishes temporary ones.

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

/** Errors that were counted already: several callers classify the same one. */
const counted = new WeakSet<object>()

/**
 * The error to show to the caller: "try again" where that helps. Any other error is a bug and is returned unchanged.
 */
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

/** Counts by one of the reasons above. */
function count(error: object, reason: string): void {
  if (counted.has(error)) return
  counted.add(error)
  databaseRefusals.inc({ reason })
}

/** True for temporary errors: a resource is busy or unavailable. Not a bug. */
export function isTemporary(error: unknown): boolean {
  const refusal = asRefusal(error)
  return refusal instanceof Refusal && refusal.code === 'temporarily_unavailable'
}

/** True when PostgreSQL cannot store a value (class 22), which a retry does not change. */
export const isUnstorable = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true

/** SQLSTATE of a statement that ran into its timeout, or was cancelled. */
export const STATEMENT_TIMED_OUT = '57014'

/** A refusal that `asRefusal` created from a database error. */
const isBusy = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'temporarily_unavailable'

/** True when the database failed a transaction. File system error codes start with E, which no SQLSTATE does. */
export function isDatabaseFailure(error: unknown): boolean {
  return isBusy(error) || sqlState(error)?.startsWith('E') === false
}

/**
 * True when the same transaction can succeed later unchanged: the database was busy, locked, restarting or full. A
 * statement timeout is not such an error: the same statement may time out every time.
 */
export function passesByItself(error: unknown): boolean {
  return isBusy(error) && sqlState(error.cause) !== STATEMENT_TIMED_OUT
}

export function busy(): Refusal {
  return refusal('temporarily_unavailable', 'database_busy')
}

/** Also true for the refusal made from it. The result of the transaction is then unknown. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Refusal) return error.cause !== undefined && isConnectionFailure(error.cause)
  // For a DOMException, such as that of an abort, the code is a number.
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string' && (code.startsWith('08') || code.startsWith('57P') || code.startsWith('E'))) return true
  return (
    message !== undefined &&
    /^(Connection terminated|timeout exceeded|timeout expired|Client has encountered a connection error|Client was closed)/.test(
      message,
    )
  )
}

/** The SQLSTATE of a database error, or undefined. Shards change names and messages, never this. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/**
 * Raised by the function must_be: the state was changed since the decision. Only tests match it by name, because a
 * flush is decided again after any failure.
 */
export const OUTDATED_STATE = 'SV001'
