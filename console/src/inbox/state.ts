// A message's delivery state as one word. Pure.

import type { Delivery, Message } from '@samvad/sdk'

export type State =
  | 'scheduled'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'unknown'
  | 'failed'
  | 'undelivered'
  | 'cancelled'

const OUTCOME_UNKNOWN = 'outcome_unknown'

type Moved = Pick<Message, 'status' | 'error' | 'send_at'> | (Pick<Delivery, 'status' | 'error'> & { send_at?: null })

/** Null for inbound messages. `now` in Unix seconds. */
export function stateOf({ status, error, send_at }: Moved, now: number): State | null {
  if (status === null) return null
  if (status === 'sending' && error?.code === OUTCOME_UNKNOWN) return 'unknown'
  if (status === 'queued' && send_at && send_at > now) return 'scheduled'
  return status as State
}
