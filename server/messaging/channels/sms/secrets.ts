// The encrypted secrets of an SMS account as one text: the password, and if set the secret of an HTTP gateway's
// callbacks.

import { invalid } from '#kit/refusals.ts'
import type { NewSmsAccount } from './schema.ts'

export interface SmsSecrets {
  password: string | null
  callbackSecret: string | null
}

/** No password starts with it, because passwords are printable. */
const BOTH = '\0'

/**
 * Undefined keeps the stored secrets. One of the two alone is refused, because it would be unclear whether the other
 * stays.
 */
export function writeSecrets({ password, callback_secret: callbackSecret }: NewSmsAccount): string | null | undefined {
  if (callbackSecret == null) return password
  if (password === undefined) throw invalid('password', 'required_with', { other: 'callback_secret' })
  return BOTH + JSON.stringify({ password, callbackSecret } satisfies SmsSecrets)
}

export function readSecrets(text: string | null): SmsSecrets {
  return text?.startsWith(BOTH)
    ? (JSON.parse(text.slice(BOTH.length)) as SmsSecrets)
    : { password: text, callbackSecret: null }
}
