// When promotional SMS may be sent in India: from 10:00 to 21:00 there (TRAI's rules of commercial communication).

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
/** Asia/Kolkata, without daylight saving time. */
const INDIA_MS = 5.5 * HOUR_MS
const FROM_MS = 10 * HOUR_MS
const TO_MS = 21 * HOUR_MS

/** The given time when it may be sent then, otherwise the next time at which it may. */
export function promotionalAt(at: Date): Date {
  const there = at.getTime() + INDIA_MS
  const day = Math.floor(there / DAY_MS) * DAY_MS
  const time = there - day
  if (time >= FROM_MS && time < TO_MS) return at
  return new Date(day + FROM_MS + (time < FROM_MS ? 0 : DAY_MS) - INDIA_MS)
}
