// Limits an organization's unprocessed events, which could otherwise fill the disk.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import type { NewArrival } from './arrival.ts'
import { standing } from './queries.ts'

/** Per organization. */
export const limits = { waiting: 200_000, bytes: 2 * 1024 ** 3 }
/** Interval between counts by this process; events stored in between are added locally. */
const LOOK_EVERY_MS = 5000

interface Known {
  lookedAtMs: number
  waiting: number
  bytes: number
}

export interface Room {
  /** Rejects when too much is waiting: the provider gets an error response and sends it again. */
  take(organizationId: Uuid, arrivals: readonly NewArrival[]): Promise<void>
}

export function createRoom({ database }: App, most = limits): Room {
  const known = new Map<Uuid, Known>()
  const looks = new Map<Uuid, Promise<Known>>()

  async function look(organizationId: Uuid): Promise<Known> {
    const row = await database.reads.row<{ waiting: number; bytes: number }>(standing(organizationId, most.waiting))
    const found = { lookedAtMs: performance.now(), waiting: row?.waiting ?? 0, bytes: row?.bytes ?? 0 }
    // Drops entries of organizations without recent events.
    for (const [id, { lookedAtMs }] of known) {
      if (found.lookedAtMs - lookedAtMs < LOOK_EVERY_MS) break
      known.delete(id)
    }
    known.delete(organizationId)
    known.set(organizationId, found)
    return found
  }

  function fresh(organizationId: Uuid): Known | Promise<Known> {
    const last = known.get(organizationId)
    if (last && performance.now() - last.lookedAtMs < LOOK_EVERY_MS) return last
    let looking = looks.get(organizationId)
    if (!looking) {
      looking = look(organizationId).finally(() => looks.delete(organizationId))
      looks.set(organizationId, looking)
    }
    return looking
  }

  return {
    async take(organizationId, arrivals) {
      const now = await fresh(organizationId)
      if (now.waiting >= most.waiting || now.bytes >= most.bytes)
        throw refusal('temporarily_unavailable', 'too_much_inbound_waiting')
      now.waiting += arrivals.length
      for (const { body } of arrivals) now.bytes += body.length
    },
  }
}
