// Failures of the database: which of them pass, and how they are told apart.

import { Refusal } from './refusals.ts'

/** PostgreSQL's temporary refusals, by SQLSTATE: lock and statement timeouts, deadlock, shutdown, too many connections, disk full. */
const TRY_AGAIN = new Set([
  '55P03',
  '57014',
  '40P01',
  '40001',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '25P03',
])

/** What the caller should be told: to try again, where that helps. Anything else is a defect and stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = sqlState(error)
  if ((code !== undefined && TRY_AGAIN.has(code)) || isConnectionFailure(error)) {
    return Object.assign(busy(), { cause: error })
  }
  return error
}

export function busy(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'The database is busy or restarting. Try again in a second; a write with the same Idempotency-Key, so that it happens once.',
  )
}

export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && (code.startsWith('08') || code.startsWith('57P') || code.startsWith('E'))) return true
  return (
    message !== undefined &&
    /^(Connection terminated|timeout exceeded|Client has encountered a connection error|Client was closed)/.test(
      message,
    )
  )
}

/** The SQLSTATE of a database error, or undefined. Shards change names and texts, never this. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
/** Raised by the function must_be: decided on a state that somebody else has changed. */
export const OUTDATED_STATE = 'SV001'
