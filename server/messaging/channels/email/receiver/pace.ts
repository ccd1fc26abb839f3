// Rate limit of received mails per client network, so that no client uses up the receiver.

import { networkOf } from '#kit/networks.ts'

const MINUTE_MS = 60_000
/** Beyond this number of clients all counters are reset, which bounds the memory. */
const CLIENTS_MAX = 50_000

export interface Pace {
  /** True when one more is within the limit of this minute. `now`: monotonic, in ms. */
  takes(client: string, now: number): boolean
}

export function createPace(perMinuteMax: number): Pace {
  let minute = 0
  const counts = new Map<string, number>()
  return {
    takes(client, now) {
      const current = Math.floor(now / MINUTE_MS)
      if (current !== minute || counts.size > CLIENTS_MAX) counts.clear()
      minute = current
      const name = networkOf(client)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= perMinuteMax
    },
  }
}
