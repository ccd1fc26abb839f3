// Keywords by which a contact stops and restarts messages, on channels without an unsubscribe link. Only when they are
// the whole message: "please stop by" stops nothing.

import type { ChannelName } from './channel.ts'
import { channels } from './channels.ts'

export type Keyword = 'stop' | 'start'

const STOP = [
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'opt out',
  'optout',
  'बंद',
  'बंद करें',
  'बंद करो',
  'बन्द',
  'रोकें',
  'रोको',
  'रुकें',
  'स्टॉप',
]
const START = ['start', 'unstop', 'शुरू', 'शुरू करें', 'शुरु', 'स्टार्ट']

const keywords = new Map<string, Keyword>([
  ...STOP.map((word) => [normal(word), 'stop'] as const),
  ...START.map((word) => [normal(word), 'start'] as const),
])

/** Longer than any of them with punctuation around it. */
const CHARACTERS_MAX = 40

export function keywordOf(channel: ChannelName, text: string | null): Keyword | null {
  if (text === null || text.length > CHARACTERS_MAX || !channels[channel].hasKeywords) return null
  return keywords.get(normal(text)) ?? null
}

/** Normalized: without surrounding quotes and full stops, and without invisible characters. */
function normal(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
}
