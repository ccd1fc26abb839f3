// Converts between local times of a zone and moments. Pure.

const MINUTE_MS = 60_000

/** "2026-11-05T14:03", as a field for date and time has it. `at` in Unix seconds. */
export function wallTime(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(new Date(at * 1000))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** Unix seconds; null for text that is not a time. */
export function momentIn(wall: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return null
  let guess = asUtc
  // Twice, in case the first guess is on the other side of a clock change.
  for (let turn = 0; turn < 2; turn++) guess += asUtc - Date.parse(`${wallTime(guess / 1000, timeZone)}Z`)
  return Math.floor(guess / MINUTE_MS) * (MINUTE_MS / 1000)
}
