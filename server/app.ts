// Puts the program together from its settings: the same for the server, the workers, the command line and the tests.

import type pg from 'pg'
import type { Logger } from 'pino'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { openDatabase } from '#kit/database.ts'
import { groupsOf } from '#kit/groups.ts'
import { createLog } from '#kit/log.ts'
import type { Settings } from '#kit/settings.ts'
import { Alarm } from '#worker/worker.ts'
import { connectHooks } from './hooks.ts'
import { secretKeyOf } from './secret-key.ts'

export interface Assembled extends App {
  alarm: Alarm
}

export async function assemble(
  settings: Settings,
  connection: pg.PoolConfig,
  clock: () => Date = () => new Date(),
  log: Logger = createLog(settings, 'command_line'),
): Promise<Assembled> {
  connectHooks()
  const alarm = new Alarm()
  const database = openDatabase(connection, settings.databaseConnectionsMax)
  return {
    settings,
    database,
    groupOf: await groupsOf(database.reads),
    clock,
    log,
    sealer: createSealer(settings.secretKey ?? (await secretKeyOf(settings.dataDirectory))),
    alarm,
    wake: (kind) => alarm.ring(kind),
  }
}
