// The current state of sending on an organization's channel, provided by dispatch.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { ShownDetails, type StoredDetails, shownDetails } from '#kit/stored-details.ts'
import { Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { ChannelName } from '../channel.ts'

export const healths = ['good', 'delayed', 'failing'] as const

export const ChannelHealth = Type.Object(
  {
    status: Type.Unsafe<(typeof healths)[number]>({
      ...oneOf(healths, 'ChannelHealthStatus'),
      description:
        '`good`: messages are sent without delay. `delayed`: a delivery has been due for more than a minute. `failing`: a delivery waits for a retry because the provider or the account did not accept it.',
    }),
    waiting_since: Out.nullable(Out.time()),
    error: Out.nullable(
      Type.Object(
        { code: Type.String(), detail: Type.String(), details: ShownDetails },
        { description: 'The last error of a delivery that waits for a retry. Null if there is none.' },
      ),
    ),
  },
  { $id: 'ChannelHealth' },
)

export interface ChannelQueue {
  /** Due time of the delivery that has been due longest. */
  dueSince: Date | null
  /** Error of the last delivery that was postponed. */
  error: { code: string; detail: string | null; details: StoredDetails | null } | null
}

export type ReadQueues = (tx: Tx, organizationId: Uuid, at: Date) => Promise<ReadonlyMap<ChannelName, ChannelQueue>>

/** Longer than a healthy queue takes. */
const DELAYED_AFTER_MS = 60_000

export function healthOf({ dueSince, error }: ChannelQueue, at: Date): Static<typeof ChannelHealth> {
  const isDelayed = dueSince !== null && at.getTime() - dueSince.getTime() > DELAYED_AFTER_MS
  const { text, details } = shownDetails(error?.detail ?? null, error?.details ?? null)
  return {
    status: error !== null ? 'failing' : isDelayed ? 'delayed' : 'good',
    waiting_since: seconds(dueSince),
    error: error && { code: error.code, detail: text ?? '', details },
  }
}
