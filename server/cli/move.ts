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

/** Somebody types, and knows by then whether the other one is up. */
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
        `Samvad runs on this installation, at ${running.url} (process ${running.pid}). End it first: what it takes in meanwhile would be left behind. Nothing was changed.`,
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
    throw new UsageError('--to cannot be read as an address. Write it as postgres://user:password@host:5432/database.')
  }
}

function linesOf({ rows, findings, isFenced, isFinished }: Moved, where: string, settings: Settings): string[] {
  const copied = isFinished
    ? 'Finished the interrupted move. Everything had already been copied.'
    : `${rows} rows were copied and counted there${findings === null ? '; not checked: run samvad doctor' : ', and all checks passed'}.`
  const key =
    settings.secretKey === null
      ? `The secret key stays in ${resolve(settings.dataDirectory, 'secret.key')}: keep DATA_DIR as it is, or take that file along.`
      : 'The secret key is that of SAMVAD_SECRET_KEY: keep it set.'
  return [
    `The installation is in ${where} now. ${copied}`,
    ...(isFenced ? ['It was fenced before, and is fenced there: samvad fence status says why.'] : []),
    `Set DATABASE_URL to it, for the program and for commands, and start. ${key}`,
    'What was left behind starts no more; samvad fence lift there makes it act again.',
  ]
}

const notSwitched = (broken: readonly { id: string }[]): string[] => [
  `Nothing was switched, as this does not hold in what was copied: ${broken.map(({ id }) => id).join(', ')}. The installation is where it was.`,
  'samvad doctor says whether it is the same there: mend it and move again, or move it as it is with --no-check.',
]
