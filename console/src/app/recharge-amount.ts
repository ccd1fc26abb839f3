// The amount to recharge for a shortfall: whole hundreds, at least the server's minimum. Pure.

import { micros } from '../design/rupees.ts'

const STEP = 100_000_000n

export function coveringAmount(missing: string, minimum: string): string {
  const least = [micros(missing), micros(minimum)].reduce((most, one) => (one > most ? one : most), 1n)
  const steps = (least + STEP - 1n) / STEP
  return String((steps * STEP) / 1_000_000n)
}
