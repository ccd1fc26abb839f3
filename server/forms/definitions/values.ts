// Dates, times and numbers as forms write them. Pure.

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/

/** `2026-01-31`, and a day of the calendar. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `18:30`. */
export const isTime = (text: string): boolean => TIME.test(text)

/** True when a number is a whole number of steps from `from`, within floating point precision. */
export function isStep(value: number, step: number, from: number): boolean {
  const steps = (value - from) / step
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}
