// Checks that a connection keeps its server process. Behind pgbouncer in transaction mode it does not: prepared
// statements, the migration lock and session settings would move to other clients. Source: PgBouncer documentation,
// "Features": SQL feature map for pooling modes.

import pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'

/** Each round detects a pooler that shares servers, unless other traffic occupies the server at that moment. */
const ROUNDS = 5
const ANSWER_LIMIT_MS = 5_000

export async function mustKeepSessions(connection: pg.ClientConfig): Promise<void> {
  const first = newClient(connection)
  const second = newClient(connection)
  try {
    await first.connect()
    const pid = await serverOf(first)
    // On a direct connection the server announced its process id at startup; a pooler invents one.
    if ((first as unknown as { processID: number }).processID === pid) return
    await second.connect()
    for (let round = 0; round < ROUNDS; round++) {
      const isShared = await holds(second, pid)
      if (isShared || (await serverOf(first)) !== pid) throw notHere()
    }
  } finally {
    await Promise.all([first.end().catch(() => {}), second.end().catch(() => {})])
  }
}

/** True when this client's transaction runs on the server process that answered another client. */
async function holds(client: pg.Client, pid: number): Promise<boolean> {
  try {
    await client.query('begin')
    const own = await serverOf(client)
    await client.query('rollback')
    return own === pid
  } catch (error) {
    // pgbouncer in statement mode accepts no transactions and disconnects.
    if (/transaction blocks not allowed|terminated/i.test((error as Error).message)) return true
    throw error
  }
}

async function serverOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}

function newClient(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
  })
  client.on('error', () => {})
  return client
}

function notHere(): CannotStart {
  return new CannotStart(
    'DATABASE_URL points to a connection pooler in transaction mode (pgbouncer: pool_mode = transaction or ' +
      'statement), but Samvad uses prepared statements. Set pool_mode = session for its database ' +
      'or set DATABASE_URL to PostgreSQL itself.',
  )
}
