// The names of channels, statuses and suppression reasons, for use inside a sentence. A name that this version does not
// have is shown as in the API.

import { channelNamesIn } from '#channels/words.ts'
import type { Language, Texts } from './texts.ts'

/** Of deliveries and templates. */
const statuses = {
  queued: 'queued',
  sending: 'being sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'undelivered',
  cancelled: 'cancelled',
  draft: 'a draft',
  submitted: 'waiting for approval',
  approved: 'approved',
  rejected: 'rejected',
  paused: 'paused',
}
const statusesInHindi: Texts<typeof statuses> = {
  queued: 'क़तार में',
  sending: 'भेजा जा रहा',
  sent: 'भेजा गया',
  delivered: 'पहुँच गया',
  read: 'पढ़ा गया',
  failed: 'विफल',
  undelivered: 'नहीं पहुँचा',
  cancelled: 'रद्द',
  draft: 'ड्राफ़्ट',
  submitted: 'मंज़ूरी के इंतज़ार में',
  approved: 'मंज़ूर',
  rejected: 'नामंज़ूर',
  paused: 'रुका हुआ',
}

const suppressions = {
  bounced: 'messages bounced',
  complained: 'spam complaint',
  unsubscribed: 'unsubscribed',
  manual: 'added by a user',
}
const suppressionsInHindi: Texts<typeof suppressions> = {
  bounced: 'संदेश लौट आया',
  complained: 'स्पैम की शिकायत',
  unsubscribed: 'अनसब्सक्राइब किया',
  manual: 'किसी यूज़र ने जोड़ा',
}

const nameIn =
  (names: Record<Language, Readonly<Record<string, string>>>) =>
  (language: Language, word: string): string =>
    Object.hasOwn(names.en, word) ? (names[language][word] as string) : word

export const nameOfChannel = nameIn({ en: channelNamesIn('en'), hi: channelNamesIn('hi') })
export const nameOfStatus = nameIn({ en: statuses, hi: statusesInHindi })
export const nameOfSuppression = nameIn({ en: suppressions, hi: suppressionsInHindi })

const zone = { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' } as const

/** An ISO 8601 time in Indian notation; other text is returned unchanged. */
export function timeInIndia(language: Language, time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : at.toLocaleString(language === 'hi' ? 'hi-IN' : 'en-IN', zone)
}
