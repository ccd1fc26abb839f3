// Puts the program together from its settings: the same for the server, the workers, the command line and the tests.

import type pg from 'pg'
import type { Logger } from 'pino'
import type { App } from '#kit/app.ts'
import { createSealer, type Keys } from '#kit/crypto.ts'
import { openDatabase } from '#kit/database/database.ts'
import { useShards } from '#kit/database/shards.ts'
import { groupsWhere, isDistributed } from '#kit/groups.ts'
import { createLog } from '#kit/log.ts'
import type { Settings } from '#kit/settings.ts'
import { Alarm } from '#worker/worker.ts'
import { connectHooks } from './hooks.ts'
import { watchKeys } from './key-ring.ts'
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
  const areShards = await isDistributed(database.reads)
  useShards(areShards)
  return {
    settings,
    database,
    groupOf: groupsWhere(areShards),
    clock,
    log,
    sealer: createSealer(await keysOf(settings)),
    alarm,
    wake: (kind) => alarm.ring(kind),
  }
}

/** Those of the setting as they are; those of DATA_DIR as they are at the moment. */
async function keysOf({ secretKey, dataDirectory }: Settings): Promise<() => Keys> {
  if (secretKey === null) return watchKeys(dataDirectory, (await secretKeyOf(dataDirectory)).split(','))
  const keys = secretKey.split(',')
  return () => keys
}
