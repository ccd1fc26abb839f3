// samvad move

import { resolve } from 'node:path'
import pg from 'pg'
import { type Moved, move } from '#backup/move.ts'
import { describe } from '#doctor/actions.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { mustAnswer } from '#kit/database/reachable.ts'
import { databaseUrl } from '#kit/setting-readers.ts'
import type { Settings } from '#kit/settings.ts'
import { placeOf } from '#program/place.ts'
import { findRunning } from '#program/running.ts'
import { command, UsageError } from './command.ts'
import { aborted, say } from './program.ts'

/** Limit for connecting to the target: a person is waiting for the result. */
const ANSWER_LIMIT_MS = 5_000

export const moveCommand = command({
  noun: 'move',
  verb: null,
  summary: 'move the installation from its current database to an empty one',
  options: {
    to: {
      type: 'string',
      required: true,
      value: 'URL',
      meaning:
        'postgres://USER@HOST:PORT/DATABASE of an empty database, PostgreSQL 15 or newer; put the password in PGPASSWORD or ~/.pgpass',
    },
    'no-check': { type: 'boolean', meaning: 'switch without running the checks of samvad doctor on the copy' },
  },
  async run({ app, connection, options }) {
    const { settings } = app
    const target = targetOf(options.to)
    const where = wordsFor(target)
    const running = await findRunning(settings.dataDirectory)
    if (running !== null)
      throw new CannotStart(
        `Samvad is running on this installation, at ${running.url} (pid ${running.pid}). Stop it first, because changes made during the move would be lost. Nothing was changed.`,
      )
    await mustAnswer(target, { called: '--to', limitMs: ANSWER_LIMIT_MS, say })
    const moved = await move({
      app,
      connection,
      here: await placeOf(app),
      target,
      where,
      isChecked: !options['no-check'],
      signal: aborted(),
      say,
    })
    const broken = moved.findings ?? []
    const isMoved = broken.length === 0
    return {
      data: {
        moved: isMoved,
        to: where,
        tables: moved.tables,
        rows: moved.rows,
        finished_earlier: moved.isFinished,
        is_healthy: moved.findings === null ? null : isMoved,
        broken: broken.map(({ id }) => id),
        fenced: moved.isFenced,
      },
      lines: isMoved ? linesOf(moved, where, settings) : [...broken.flatMap(describe), ...notSwitched(broken)],
      exitCode: isMoved ? 0 : 1,
    }
  },
})

function targetOf(address: string): pg.ClientConfig {
  try {
    databaseUrl(address)
  } catch (error) {
    throw new UsageError(`--to ${(error as Error).message}`)
  }
  return { connectionString: address }
}

/** Without user and password. */
function wordsFor(target: pg.ClientConfig): string {
  try {
    const { host, port, database } = new pg.Client(target)
    return `the database "${database}" on ${host}:${port}`
  } catch {
    throw new UsageError('--to is not a valid address. Write it as postgres://user:password@host:5432/database.')
  }
}

function linesOf({ rows, findings, isFenced, isFinished }: Moved, where: string, settings: Settings): string[] {
  const copied = isFinished
    ? 'Finished the interrupted move. Everything had already been copied.'
    : `${rows} rows were copied and verified${findings === null ? '. Checks were skipped: run samvad doctor' : ', and all checks passed'}.`
  const key =
    settings.secretKey === null
      ? `The secret key is still in ${resolve(settings.dataDirectory, 'secret.key')}. Keep DATA_DIR as it is, or copy that file if you change it.`
      : 'Keep SAMVAD_SECRET_KEY set.'
  return [
    `The installation is now in ${where}. ${copied}`,
    ...(isFenced ? ['The installation is still fenced. Run samvad fence status for the reason.'] : []),
    `Set DATABASE_URL to the new database for the server and for commands, then start the server. ${key}`,
    'Samvad no longer starts on the old database. To go back to it, run samvad fence lift there.',
  ]
}

const notSwitched = (broken: readonly { id: string }[]): string[] => [
  `The installation was not moved, because checks failed on the copy: ${broken.map(({ id }) => id).join(', ')}.`,
  'Run samvad doctor to see whether they also fail here. Repair the data and move again, or move without checks with --no-check.',
]
