// Puts the program together from its settings: the same for the server, the workers, the command line and the tests.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
// Every process knows what must happen below when something happens above: see kit/reactions.ts.
import '#wallet/actions.ts'
import '#recharges/orders.ts'
import '#auto-recharge/settled.ts'
import '#auto-recharge/mandates.ts'
import '#refunds/settle.ts'
import '#conversations/actions.ts'
import '#messages/actions.ts'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { openDatabase } from '#kit/database.ts'
import { createLog } from '#kit/log.ts'
import type { Settings } from '#kit/settings.ts'
import { Alarm } from '#worker/worker.ts'

export interface Assembled extends App {
  alarm: Alarm
}

export async function assemble(
  settings: Settings,
  connection: pg.PoolConfig,
  clock: () => Date = () => new Date(),
  log: Logger = createLog(settings, 'command_line'),
): Promise<Assembled> {
  const alarm = new Alarm()
  return {
    settings,
    database: openDatabase(connection, settings.databaseConnectionsMax),
    clock,
    log,
    sealer: createSealer(settings.secretKey ?? (await secretKeyOf(settings.dataDirectory))),
    alarm,
    wake: (kind) => alarm.ring(kind),
  }
}

/** The installation's key, made once and kept outside the database. Two processes at once: the file that was written first counts. */
async function secretKeyOf(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'secret.key')
  await mkdir(dataDirectory, { recursive: true })
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
