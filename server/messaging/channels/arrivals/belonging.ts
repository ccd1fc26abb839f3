// Checks that an inbound event concerns only its own organization and channel.

import { type Arrival, NotUnderstood } from './arrival.ts'
import type { Arrived } from './arrived.ts'

/** An event proves nothing about other organizations or channels than its own: it must not change them. */
export function mustBeOfIts({ organizationId, channel }: Arrival, { receipts, messages, edits }: Arrived): void {
  const isOthers = receipts.some((one) => one.organizationId !== organizationId || one.channel !== channel)
  if (isOthers || [...messages, ...edits.map(({ message }) => message)].some((one) => one.channel !== channel))
    throw new NotUnderstood('it names another organization or channel than it was received for')
}
