// A connection of its own for who looks how the database is: it neither waits behind what the program does nor holds it
// up, and is over within a time that is known, whatever the database does.

import type { Socket } from 'node:net'
import pg from 'pg'
import { sentenceOf } from '#kit/cannot-start.ts'
import { setUp } from './connection-settings.ts'
import type { Tx } from './database.ts'
import { isConnectionFailure } from './errors.ts'
import type { Statement } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** The database is not there, or does not answer: in its own words. */
export class DatabaseAway extends Error {}

export interface Look {
  /** Each statement by itself. Throws DatabaseAway. */
  readonly reads: Tx
  /** At once, whatever is under way. */
  close(): void
}

/** Connects when it is first asked; then, and for each statement, it has so long. */
export function openLook(connection: pg.ClientConfig, withinMs: number): Look {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      ...connection,
      pipeline: true,
      application_name: 'samvad status',
      connectionTimeoutMillis: withinMs,
    } as pg.ClientConfig)
    client = made
    made.on('error', () => {})
    await made.connect()
    void setUp(made, { statementTimeoutMs: withinMs, answerTimeoutMs: withinMs })
    return made
  }

  async function query(statement: Statement): Promise<StatementResult> {
    connecting ??= connect().catch((error: unknown) => {
      throw new DatabaseAway(sentenceOf(error), { cause: error })
    })
    try {
      return (await runTogether(await connecting, [statement]))[0] as StatementResult
    } catch (error) {
      throw isConnectionFailure(error) ? new DatabaseAway(sentenceOf(error), { cause: error }) : error
    }
  }

  return {
    reads: {
      rows: async <Row>(statement: Statement) => (await query(statement)).rows as Row[],
      row: async <Row>(statement: Statement) => (await query(statement)).rows[0] as Row | undefined,
      run: async (statement) => (await query(statement)).count,
      onCommit() {
        throw new Error('who only looks commits nothing')
      },
    },
    close() {
      const { connection: wire } = (client ?? {}) as { connection?: { stream: Socket } }
      wire?.stream.destroy()
    },
  }
}
