// A dedicated connection for checking the database: it neither waits for the program's queries nor delays them, and
// every check ends within a known time, whatever the database does.

import type { Socket } from 'node:net'
import pg from 'pg'
import { sentenceOf } from '#kit/cannot-start.ts'
import { setUp } from './connection-settings.ts'
import type { Tx } from './database.ts'
import { isConnectionFailure } from './errors.ts'
import type { Statement } from './sql.ts'
import { runTogether, type StatementResult } from './statement-batch.ts'

/** The database is unavailable or does not respond; the message is its own. */
export class DatabaseAway extends Error {}

export interface Look {
  /** Single statements. Throws DatabaseAway. */
  readonly reads: Tx
  /** Closes immediately, whatever is in progress. */
  close(): void
}

/** Connects on first use; connecting and each statement have this deadline. */
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
