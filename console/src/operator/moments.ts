import { INDIA } from '../app/india.ts'
import { wallTime } from '../app/zoned.ts'

/** The value of a date-time control as an Indian time: `2026-12-01T00:00`. */
export const indianMoment = (local: string): string => `${local}:00+05:30`

/** The current minute in India, the earliest effective time. */
export const indianMinute = (): string => wallTime(Date.now() / 1000, INDIA)
