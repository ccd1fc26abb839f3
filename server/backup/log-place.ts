// The embedded PostgreSQL's position in its log, and whether archiving is on.

import pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'
import type { Connection } from '#postgres/supervisor.ts'
import { bytesOf } from './base-backup.ts'
import { LOG_PLACE } from './queries.ts'

export interface LogPlace {
  /** The segment that is being written. */
  current: string
  /** Completed segments that PostgreSQL has not handed to the archive yet. */
  waiting: string[]
  segmentBytes: number
}

export async function logPlace(connection: Connection): Promise<LogPlace> {
  return asking(connection, async (client) => {
    const { rows } = await client.query(LOG_PLACE)
    return { current: rows[0].current, waiting: rows[0].waiting, segmentBytes: bytesOf(rows[0].size) }
  })
}

/** A PostgreSQL that was already running keeps its settings. */
export async function mustArchive(connection: Connection): Promise<void> {
  const mode = await asking(
    connection,
    async (client) => (await client.query('show archive_mode')).rows[0].archive_mode,
  )
  if (mode !== 'on')
    throw new CannotStart(
      'The PostgreSQL of DATA_DIR was started without SAMVAD_ARCHIVE and is still in use. Stop the programs that use it, then start again.',
    )
}

async function asking<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
