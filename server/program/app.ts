// Assembles the program from its settings: the same for the server, the workers, the command line and the tests.

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { onEventsWritten } from '#events/hints.ts'
import type { App } from '#kit/app.ts'
import { createSealer, type Keys } from '#kit/crypto.ts'
import { openDatabase } from '#kit/database/database.ts'
import { useShards } from '#kit/database/shards.ts'
import { groupsWhere, isDistributed } from '#kit/groups.ts'
import { createLog } from '#kit/log.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { Alarm } from '#worker/worker.ts'
import { connectHooks } from './hooks.ts'
import { watchKeys } from './key-ring.ts'
import { secretKeyOf } from './secret-key.ts'

/** For processes of the program: a database that recovers from a crash takes some seconds. */
export const START_PATIENCE_MS = 30_000
const ASK_AGAIN_MS = 250

export interface Assembled extends App {
  alarm: Alarm
}

/**
 * `patienceMs`: how long a busy or restarting database is retried. Processes of the program set it, so that a start
 * does not fail in a busy moment; a command reports the error at once.
 */
export async function assemble(
  settings: Settings,
  connection: pg.PoolConfig,
  clock: () => Date = () => new Date(),
  log: Logger = createLog(settings, 'command_line'),
  patienceMs = 0,
): Promise<Assembled> {
  connectHooks()
  const alarm = new Alarm()
  const database = openDatabase(connection, settings.databaseConnectionsMax, log)
  const areShards = await firstAnswer(() => isDistributed(database.reads), patienceMs)
  useShards(areShards)
  const app: Assembled = {
    settings,
    database,
    groupOf: groupsWhere(areShards),
    clock,
    log,
    sealer: createSealer(await keysOf(settings, () => database.pool.ended)),
    alarm,
    wake: (kind) => alarm.ring(kind),
  }
  // `app.wake` is read at each call, because the parent and its children replace it later to notify each other.
  onEventsWritten(() => app.wake('events'))
  return app
}

async function firstAnswer<T>(ask: () => Promise<T>, patienceMs: number): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const passes = error instanceof Refusal && error.code === 'temporarily_unavailable'
      if (!passes || performance.now() >= until) throw error
      await delay(ASK_AGAIN_MS)
    }
  }
}

/** Keys of the setting are fixed; those of DATA_DIR are read again when they change. */
async function keysOf({ secretKey, dataDirectory }: Settings, isOver: () => boolean): Promise<() => Keys> {
  if (secretKey === null) return watchKeys(dataDirectory, (await secretKeyOf(dataDirectory)).split(','), isOver)
  const keys = secretKey.split(',')
  return () => keys
}
