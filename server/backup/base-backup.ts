// A copy of all files of the running embedded PostgreSQL over its replication protocol: as pg_basebackup, which is not
// bundled. Source: PostgreSQL documentation, "Streaming Replication Protocol", BASE_BACKUP.

import pg from 'pg'
import { copyOut, type TextRow } from '#kit/database/copy.ts'
import type { Connection } from '#postgres/supervisor.ts'
import { segmentOf } from './archive-rules.ts'

/** Message types of the copy, by first byte. */
const NEW_ARCHIVE = 'n'.charCodeAt(0)
const BYTES = 'd'.charCodeAt(0)

// The replication protocol accepts its keywords in upper case only.

/** Starts with a checkpoint; at the end it waits until the segments that it needs are ready to be archived. */
const COMMAND = `BASE_BACKUP (LABEL 'samvad', CHECKPOINT 'fast', WAIT true, MANIFEST 'no')`

export interface TakenBase {
  firstSegment: string
  lastSegment: string
  segmentBytes: number
  postgresVersion: string
}

/** Passes the tar to `store`, and returns its position in the log. */
export async function takeBase(
  connection: Connection,
  store: (tar: AsyncIterable<Buffer>) => Promise<void>,
): Promise<TakenBase> {
  const client = new pg.Client({
    ...connection,
    application_name: 'samvad base',
    replication: 'true',
  } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    const segmentBytes = bytesOf((await client.query('SHOW wal_segment_size')).rows[0].wal_segment_size)
    const postgresVersion = (await client.query('SHOW server_version')).rows[0].server_version
    const rows: TextRow[] = []
    await store(tarOf(copyOut(client, COMMAND, rows)))
    // Start and end positions surround the list of tablespaces, of which there is one.
    const places = rows.filter((row) => row.recptr && row.tli)
    const [first, last] = [places[0], places.at(-1)]
    if (places.length !== 2 || !first || !last)
      throw new Error('PostgreSQL did not report the start and end of the base copy.')
    const segment = ({ recptr, tli }: TextRow) => segmentOf(recptr as string, Number(tli), segmentBytes)
    return { firstSegment: segment(first), lastSegment: segment(last), segmentBytes, postgresVersion }
  } finally {
    await client.end().catch(() => {})
  }
}

async function* tarOf(messages: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let archives = 0
  for await (const message of messages) {
    if (message[0] === NEW_ARCHIVE && ++archives > 1)
      throw new Error('The database uses tablespaces, which cannot be archived. Move them back into the data folder.')
    if (message[0] === BYTES) yield message.subarray(1)
  }
}

/** Parses PostgreSQL's sizes: `64MB`. */
export function bytesOf(size: string): number {
  const [, number, unit] = /^(\d+)(MB|GB|kB)$/.exec(size) ?? []
  const units: Record<string, number> = { kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 }
  if (number === undefined || unit === undefined) throw new Error(`${size} is not a size`)
  return Number(number) * (units[unit] as number)
}
