// Durations, sizes, counts and times as people read them, in English and Hindi. Pure: the console imports it too.

import { channelTitlesIn } from '#channels/words.ts'
import type { Language } from '#kit/messages/texts.ts'

const SIZES = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const UNITS: readonly [seconds: number, english: string, hindi: string][] = [
  [86_400, 'd', 'दिन'],
  [3_600, 'h', 'घंटे'],
  [60, 'min', 'मिनट'],
  [1, 's', 'सेकंड'],
]
const CHANNELS: Record<Language, Readonly<Record<string, string>>> = {
  en: channelTitlesIn('en'),
  hi: channelTitlesIn('hi'),
}

/** `1.5 GB`: powers of 1024, as operating systems count. */
export function size(bytes: number, language: Language = 'en'): string {
  const power = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  const unit = power === 0 && language === 'hi' ? 'बाइट' : SIZES[power]
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`
}

/** `3 d 4 h`, `12 min`, `5 s`: two units at most. */
export function duration(seconds: number, language: Language = 'en'): string {
  const whole = Math.max(0, Math.round(seconds))
  const found = UNITS.findIndex(([unit]) => whole >= unit)
  const first = found < 0 ? UNITS.length - 1 : found
  const shown = ([unit, english, hindi]: (typeof UNITS)[number], count: number) =>
    `${Math.floor(count / unit)} ${language === 'hi' ? hindi : english}`
  const larger = UNITS[first] as (typeof UNITS)[number]
  const smaller = UNITS[first + 1]
  const rest = whole % larger[0]
  return smaller && rest >= smaller[0] ? `${shown(larger, whole)} ${shown(smaller, rest)}` : shown(larger, whole)
}

export const secondsSince = (since: Date, now: Date): number => Math.max(0, (now.getTime() - since.getTime()) / 1000)

/** `12,34,567`, as Indians group digits. */
export const number = (value: number): string => value.toLocaleString('en-IN')

/** `1 message`, `2 messages`. */
export const counted = (count: number, noun: string, several = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : several}`

/** `3 Jan 2026, 9:00 am IST`, of Unix seconds. */
export function moment(at: number, language: Language = 'en'): string {
  const format = new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  })
  return `${format.format(at * 1000)} IST`
}

/** The name of a channel; of one that has none here, its code. */
export const channelName = (channel: string, language: Language = 'en'): string =>
  CHANNELS[language][channel] ?? channel
