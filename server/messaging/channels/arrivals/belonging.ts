// Whose it is what an arrival brings.

import { type Arrival, NotUnderstood } from './arrival.ts'
import type { Arrived } from './arrived.ts'

/** What it brings of another organization or channel, whoever sent it has proven nothing of: it changes nothing. */
export function mustBeOfIts({ organizationId, channel }: Arrival, { receipts, messages, edits }: Arrived): void {
  const isOthers = receipts.some((one) => one.organizationId !== organizationId || one.channel !== channel)
  if (isOthers || [...messages, ...edits.map(({ message }) => message)].some((one) => one.channel !== channel))
    throw new NotUnderstood('it names another organization or channel than it was received for')
}
