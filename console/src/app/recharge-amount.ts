// How much to recharge for what is missing: whole hundreds, at least what the service takes. Pure.

import { micros } from '../design/rupees.ts'

const STEP = 100_000_000n

export function coveringAmount(missing: string, minimum: string): string {
  const least = [micros(missing), micros(minimum)].reduce((most, one) => (one > most ? one : most), 1n)
  const steps = (least + STEP - 1n) / STEP
  return String((steps * STEP) / 1_000_000n)
}
