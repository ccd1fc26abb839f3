// Rate limiter of an SMPP account: a maximum number of messages a second.

/** When a message may be sent, and the earliest time of the next one, in milliseconds of one clock. */
export function turn(nextAt: number, now: number, messagesPerSecond: number): { at: number; next: number } {
  const at = Math.max(now, nextAt)
  return { at, next: at + 1000 / messagesPerSecond }
}
