// Whose it is what an arrival brings.

import { type Arrival, NotUnderstood } from './arrival.ts'
import type { Arrived } from './arrived.ts'

/** An event is not trusted about other organizations or channels than those that it was received for. */
export function mustBeOfIts({ organizationId, channel }: Arrival, { receipts, messages, edits }: Arrived): void {
  const isOthers = receipts.some((one) => one.organizationId !== organizationId || one.channel !== channel)
  if (isOthers || [...messages, ...edits.map(({ message }) => message)].some((one) => one.channel !== channel))
    throw new NotUnderstood('it names another organization or channel than it was received for')
}
