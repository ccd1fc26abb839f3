// Times, sizes and counts within what the status of the installation says. Pure.

import { channelNamesIn } from '#channels/words.ts'

const UNITS: Record<string, string> = { d: 'दिन', h: 'घंटे', min: 'मिनट', s: 'सेकंड' }

/** `3 d 4 h`, as the service writes what lasts; `none` and `never` stand in its place. */
export function time(said = ''): string {
  if (said === 'none') return 'कोई नहीं'
  if (said === 'never') return 'कभी नहीं'
  return said.replace(/(\d+) (d|h|min|s)\b/g, (_all, count, unit) => `${count} ${UNITS[unit]}`)
}

export const room = (said = ''): string => said.replace(/ bytes$/, ' बाइट')

const CHANNELS: Readonly<Record<string, string>> = channelNamesIn('hi')

export const channelName = (channel = ''): string => CHANNELS[channel] ?? channel

/** `4, the oldest for 5 min`, or `none`. */
export function waiting(said = ''): string {
  const [, count, oldest] = /^(\S+), the oldest for (.*)$/.exec(said) ?? []
  return count === undefined ? time(said) : `${count}, सबसे पुराना ${time(oldest)} से`
}
