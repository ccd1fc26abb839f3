// The installation as `samvad status` finds it from outside: what runs with its DATA_DIR, and the database without
// starting one.

import { resolve } from 'node:path'
import type pg from 'pg'
import { useShards } from '#kit/database/shards.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { isDistributed } from '#kit/groups.ts'
import type { Settings } from '#kit/settings.ts'
import { findEmbedded } from '#postgres/find.ts'
import { findRunning, livingPrograms } from '#program/running.ts'
import type { Installation } from './part.ts'

/** Requested twice: while the database hangs, the first response may wait for it because of the sandbox header. */
const ALIVE_LIMIT_MS = 450
/** Longer than any caller waits: each aborts it with its signal. */
const METRICS_LIMIT_MS = 2_000

export function fromOutside(settings: Settings): Installation {
  settings.dataDirectory = resolve(settings.dataDirectory)
  return {
    settings,
    clock: () => new Date(),
    connection: async (): Promise<pg.ClientConfig | null> =>
      settings.databaseUrl === null ? findEmbedded(settings.dataDirectory) : { connectionString: settings.databaseUrl },
    async learn(reads) {
      useShards(await isDistributed(reads))
    },
    async program(signal) {
      const find = () => findRunning(settings.dataDirectory, ALIVE_LIMIT_MS, signal)
      const running = (await find()) ?? (await find())
      if (running !== null) {
        settings.internalUrl = running.url
        if (!process.env.PUBLIC_URL?.trim()) settings.publicUrl = running.publicUrl
        return { pid: running.pid, url: running.url, isAnswering: true }
      }
      const [silent] = await livingPrograms(settings.dataDirectory)
      return silent === undefined ? null : { pid: silent.pid, url: silent.url, isAnswering: false }
    },
    async metrics({ url }, signal) {
      const limit = { of: 'call', name: 'program', ms: METRICS_LIMIT_MS, stopMs: 0, signal } as const
      return withinDeadline(limit, async (aborted) => (await fetch(`${url}/metrics`, { signal: aborted })).text())
    },
  }
}
