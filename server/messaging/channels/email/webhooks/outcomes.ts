// What providers of mail say of a delivery, in their words and in codes of RFC 3463: one table for all of them. A code
// decides wherever one is said; a provider's word says what no code does.

import { isHardCode } from '../reading/delivery-status.ts'

const LOOKED_AT_MAX = 2000

/**
 * `gone`: there is no such mailbox, and will be none: the address is suppressed. `undelivered`: it left and did not
 * arrive. `never_left`: the provider did not even try, so it is given back. `nothing`: nothing follows from it.
 */
export type Meaning = 'delivered' | 'gone' | 'undelivered' | 'never_left' | 'nothing'

/** `as_coded`: what its code says, and without one nothing. Anything else that a provider says means nothing. */
type Word = Meaning | 'as_coded'

const words: Record<'mailgun' | 'ses' | 'postmark', Readonly<Record<string, Word>>> = {
  // The event, what it says of its severity, and its reason: "Events" of Mailgun's manual.
  mailgun: {
    delivered: 'delivered',
    rejected: 'never_left',
    'failed permanent': 'undelivered',
    // On a list of Mailgun's own, for whatever reason.
    'failed permanent suppress-bounce': 'never_left',
    'failed permanent suppress-complaint': 'never_left',
    'failed permanent suppress-unsubscribe': 'never_left',
  },
  // The notification, the type and the subtype of a bounce: "SNS notification contents" of the SES guide.
  ses: {
    Delivery: 'delivered',
    Reject: 'never_left',
    'Bounce Permanent': 'undelivered',
    'Bounce Permanent Suppressed': 'never_left',
    'Bounce Permanent OnAccountSuppressionList': 'never_left',
    // Also of out-of-office answers: only its code says that it did not arrive.
    'Bounce Transient': 'as_coded',
    'Bounce Undetermined': 'as_coded',
  },
  // The record, and the type of a bounce: "Bounce types" of Postmark's reference.
  postmark: {
    Delivery: 'delivered',
    // Postmark's word for an unknown user or mailbox; policies have words of their own.
    'Bounce HardBounce': 'gone',
    'Bounce SoftBounce': 'undelivered',
    'Bounce Transient': 'nothing',
    'Bounce DnsError': 'undelivered',
    'Bounce SpamNotification': 'undelivered',
    'Bounce Blocked': 'undelivered',
    'Bounce VirusNotification': 'undelivered',
    'Bounce DMARCPolicy': 'undelivered',
    'Bounce Undeliverable': 'undelivered',
    'Bounce BadEmailAddress': 'gone',
  },
}

/** The most exact of the words that are known, from the left: `Bounce Permanent General` is `Bounce Permanent`. */
export function meaningOf(provider: keyof typeof words, said: readonly string[], code: string | null): Meaning {
  const known = words[provider]
  for (let count = said.length; count > 0; count--) {
    const name = said.slice(0, count).join(' ')
    if (Object.hasOwn(known, name)) return withCode(known[name] as Word, code)
  }
  return 'nothing'
}

function withCode(word: Word, code: string | null): Meaning {
  if (word === 'delivered' || word === 'never_left' || word === 'nothing') return word
  if (code === null) return word === 'as_coded' ? 'nothing' : word
  return isHardCode(code) ? 'gone' : 'undelivered'
}

/** The code of RFC 3463 in what a server answered: `550 5.1.1 no such user`; null where there is none. */
export function codeIn(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text.slice(0, LOOKED_AT_MAX))?.[1] ?? null
}
