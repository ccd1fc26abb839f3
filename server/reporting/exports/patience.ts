// Retries reads that fail because the database is busy, for up to a minute, so that an export in progress is completed.

import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#kit/refusals.ts'

const PATIENCE_MS = 60_000
const TRY_AGAIN_MS = 500

export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof Refusal && error.code === 'temporarily_unavailable'
      if (!mayPass || performance.now() > until) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
}
