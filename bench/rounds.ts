// Common parts of the benchmarks: rounds of load, and rows of the result table.

import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Installation } from './installation.ts'
import { type Load, load, type Measured } from './load.ts'
import { median, ROUNDS, type Row } from './report.ts'

/** Concurrent connections, unless a benchmark sets another number. */
export const CONNECTIONS = 64

export interface Bench {
  at: Installation
  /** Of one round. */
  seconds: number
  add(row: Row): void
}

export type Wanted = Omit<Load, 'url' | 'token' | 'seconds'>

/** The load of a round, counted from 0, for loads whose effects would change the next measurement. */
export type OfRound = (count: number) => Wanted

/** Rounds of one load alone; adds the row of its rate and returns it. */
export async function measure(
  bench: Bench,
  what: string,
  aim: number | null,
  wanted: Wanted | OfRound,
): Promise<number> {
  const measured = await rounds(bench, wanted)
  const value = median(measured.map((one) => one.perSecond))
  const p99Ms = median(measured.map((one) => one.p99Ms))
  bench.add({ what, value, unit: '/s', aim, note: `p99 ${p99Ms.toFixed(1)} ms; ${failures(measured)}` })
  return value
}

export async function rounds(bench: Bench, wanted: Wanted | OfRound): Promise<Measured[]> {
  const ofRound: OfRound = typeof wanted === 'function' ? wanted : () => wanted
  const measured: Measured[] = []
  for (let count = 0; count < ROUNDS; count++) measured.push(await round(bench, ofRound(count)))
  return measured
}

export function round({ at, seconds }: Bench, wanted: Wanted): Promise<Measured> {
  return load({ url: at.url, token: at.token, seconds, ...wanted })
}

export function failures(measured: Measured[]): string {
  const count = measured.reduce((sum, one) => sum + one.failures, 0)
  for (const { firstFailure } of measured) if (firstFailure) console.error(firstFailure)
  return count === 0 ? 'no failure' : `${count} failures`
}

/** Of 58 characters: one SMS. */
const TEXT = 'It has left our house today and will be with you tomorrow.'

export function draftTo(conversation_id: string, channel: ChannelName = 'email') {
  const subject = channel === 'email' ? { subject: 'Your order has left' } : {}
  return { conversation_id, channel, ...subject, text: TEXT }
}
