// Meaning of mail providers' delivery events and of RFC 3463 codes, in one table. A code decides when there is one; the
// provider's event type decides otherwise.

import { isHardCode } from '../reading/delivery-status.ts'

const LOOKED_AT_MAX = 2000

/**
 * `gone`: the mailbox does not exist: the address is suppressed. `undelivered`: sent, but not delivered. `never_left`:
 * the provider did not try, so it is refunded. `nothing`: no effect.
 */
export type Meaning = 'delivered' | 'gone' | 'undelivered' | 'never_left' | 'nothing'

/** `as_coded`: by its code, and no effect without one. Other events have no effect. */
type Word = Meaning | 'as_coded'

const words: Record<'mailgun' | 'ses' | 'postmark', Readonly<Record<string, Word>>> = {
  // Event, severity and reason: "Events" in Mailgun's manual.
  mailgun: {
    delivered: 'delivered',
    rejected: 'never_left',
    'failed permanent': 'undelivered',
    // On Mailgun's own suppression list, for any reason.
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
    // Also used for out-of-office replies: only the code shows that it was not delivered.
    'Bounce Transient': 'as_coded',
    'Bounce Undetermined': 'as_coded',
  },
  // The record, and the type of a bounce: "Bounce types" of Postmark's reference.
  postmark: {
    Delivery: 'delivered',
    // Postmark's type for an unknown user or mailbox; policies have types of their own.
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

/** The most specific known name, from the left: `Bounce Permanent General` is `Bounce Permanent`. */
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

/** The RFC 3463 code in a server's reply: `550 5.1.1 no such user`; null when it has none. */
export function codeIn(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text.slice(0, LOOKED_AT_MAX))?.[1] ?? null
}
