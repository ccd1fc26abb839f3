// Copies a snapshot's rows into another database, table by table, without an intermediate file and with bounded memory.
// One transaction, which the caller commits.

import type pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'
import { copyIn } from '#kit/database/copy.ts'
import { countOfRows, HAS_CITUS, ON_MACHINES } from './move-queries.ts'
import { copyInto, emptyTables, SET_SEQUENCE } from './queries.ts'
import { type Snapshot, tablesOf } from './snapshot.ts'
import { countOf } from './write.ts'

/** PostgreSQL sends single rows: this many bytes are passed on together. */
const PIECE_BYTES = 64 * 1024

export interface Copying {
  signal: AbortSignal
  /** Called for each table after its rows were copied. */
  onTable(name: string, rows: number): void
}

/** Empties the target's tables first. Returns the number of rows that the target reports, equal to the snapshot's. */
export async function copyRows(snapshot: Snapshot, client: pg.Client, copying: Copying): Promise<number> {
  await mustHaveTablesOf(snapshot, client)
  const { rowCount: hasCitus } = await client.query(HAS_CITUS)
  if (hasCitus !== 0) await client.query(ON_MACHINES)
  for (const statement of emptyTables(snapshot.tables.map(({ name }) => name))) await client.query(statement)
  let all = 0
  for (const table of snapshot.tables) {
    copying.signal.throwIfAborted()
    const tally = { rows: 0 }
    await copyIn(client, copyInto(table), inPieces(snapshot.rowsOf(table), tally, copying.signal))
    const { rows } = await client.query<{ count: string }>(countOfRows(table.name))
    const count = Number(rows[0]?.count)
    if (count !== tally.rows)
      throw new Error(
        `The database stored ${count} of the ${tally.rows} rows of ${table.name}. The move was rolled back.`,
      )
    copying.onTable(table.name, count)
    all += count
  }
  for (const { name, last_value, is_called } of snapshot.sequences)
    await client.query(SET_SEQUENCE, [`public.${name}`, last_value, is_called])
  return all
}

async function mustHaveTablesOf({ tables }: Snapshot, client: pg.Client): Promise<void> {
  const asText = (list: Snapshot['tables']) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]).toSorted())
  if (asText(await tablesOf(client)) !== asText(tables))
    throw new CannotStart(
      'The tables of the installation do not match its migrations. Nothing was moved. Run samvad migrate first.',
    )
}

async function* inPieces(
  rows: AsyncIterable<Buffer>,
  tally: { rows: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const row of rows) {
    pieces.push(row)
    size += row.length
    if (size < PIECE_BYTES) continue
    signal.throwIfAborted()
    const piece = Buffer.concat(pieces, size)
    pieces = []
    size = 0
    tally.rows += countOf(piece)
    yield piece
  }
  const last = Buffer.concat(pieces, size)
  tally.rows += countOf(last)
  if (last.length > 0) yield last
}
