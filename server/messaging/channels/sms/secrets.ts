// What is secret of an SMS account, sealed as one text: the password alone, or with it the secret by which an HTTP
// gateway proves itself.

import { invalid } from '#kit/refusals.ts'
import type { NewSmsAccount } from './schema.ts'

export interface SmsSecrets {
  password: string | null
  callbackSecret: string | null
}

/** No password begins so: it is printable. */
const BOTH = '\0'

/** Undefined: what is stored stays. Half of two is refused: whether the other would stay, nobody could see. */
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
