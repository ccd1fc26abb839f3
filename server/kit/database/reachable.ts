// Waits until the PostgreSQL of DATABASE_URL accepts connections, for example when both are started together; a
// definite refusal is final. Messages never contain the URL, which holds the password.

import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart, sentenceOf } from '#kit/cannot-start.ts'

const WAIT_LIMIT_MS = 60_000
const ATTEMPT_LIMIT_MS = 5_000
const RETRY_PAUSE_MS = 500
const TELL_EVERY_MS = 5_000

/** Temporary errors: connection refused, no route, name not found, starting, shutting down, too many connections. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

export interface Waiting {
  limitMs?: number
  /** The name of the setting with the address. */
  called?: string
  /** Called every few seconds with a progress message. */
  say?: (sentence: string) => void
  signal?: AbortSignal
}

/** Resolves when the database accepts a connection; throws CannotStart with the remedy. */
export async function mustAnswer(connection: pg.ClientConfig, waiting: Waiting = {}): Promise<void> {
  const { limitMs = WAIT_LIMIT_MS, called = 'DATABASE_URL', say = () => {}, signal } = waiting
  const startedAt = Date.now()
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const failure = await attempt(connection)
    if (!failure) return
    signal?.throwIfAborted()
    const waitedMs = Date.now() - startedAt
    if (!failure.passes || waitedMs >= limitMs) {
      const waited = failure.passes ? `, for ${Math.round(waitedMs / 1000)} s` : ''
      throw new CannotStart(`${called} (${failure.place}): ${failure.reason}${waited}. ${failure.remedy}`)
    }
    if (Date.now() - toldAt >= TELL_EVERY_MS) {
      toldAt = Date.now()
      say(`Waiting for the database (${failure.place}): ${failure.reason}`)
    }
    await delay(RETRY_PAUSE_MS, undefined, { signal })
  }
}

interface Failure {
  place: string
  reason: string
  remedy: string
  passes: boolean
}

async function attempt(connection: pg.ClientConfig): Promise<Failure | null> {
  let client: pg.Client
  try {
    client = new pg.Client({ ...connection, connectionTimeoutMillis: ATTEMPT_LIMIT_MS })
  } catch {
    // An unparsable value may contain the password and is not repeated.
    const reason = 'not a valid address'
    return { place: 'set', reason, remedy: 'Write it as postgres://user:password@host:5432/database.', passes: false }
  }
  client.on('error', () => {})
  const place = placeOf(client)
  try {
    await client.connect()
    return null
  } catch (error) {
    return { place, ...explained(error, client) }
  } finally {
    await client.end().catch(() => {})
  }
}

function placeOf({ host, port, database }: pg.Client): string {
  return `${host}:${port}, database "${database}"`
}

function explained(error: unknown, { user, database }: pg.Client): Omit<Failure, 'place'> {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const check = 'Check that PostgreSQL is running there and reachable from this machine.'
  if (code === '28P01' || code === '28000')
    return {
      reason: `authentication failed for user "${user}"`,
      remedy: 'Check the user, the password and pg_hba.conf.',
      passes: false,
    }
  // pg's message when the server requires a password and none is given.
  if (/client password must be a string/.test(message))
    return {
      reason: `user "${user}" needs a password`,
      remedy: 'Add it to the address, PGPASSWORD or ~/.pgpass.',
      passes: false,
    }
  if (code === '3D000')
    return { reason: 'the database does not exist', remedy: `Create it first: createdb ${database}`, passes: false }
  if (code === '42501')
    return { reason: `user "${user}" has no permission to connect`, remedy: 'Grant it CONNECT.', passes: false }
  if (PASSING.has(code)) return { reason: `${inWords(code)} (${code})`, remedy: check, passes: true }
  if (/timeout|terminated/i.test(message)) return { reason: sentenceOf(error), remedy: check, passes: true }
  return { reason: sentenceOf(error).replace(/\.$/, ''), remedy: check, passes: false }
}

function inWords(code: string): string {
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'connection refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown host name'
  if (code === '53300') return 'too many connections'
  if (code.startsWith('57P')) return 'PostgreSQL is starting or shutting down'
  return 'not reachable'
}
