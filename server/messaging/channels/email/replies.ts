// Interprets a mail server's reply, or its absence: RFC 5321 §4.2.

import { detailsOfError as detailsOfTechnicalError } from '#kit/explained.ts'
import type { Details } from '#kit/messages/details.ts'
import type { SendResult } from '../adapter.ts'

const DETAIL_MAX = 500

export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

export interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** A reply decides; without one, it depends on whether the message had started to be sent. */
export function classify(error: SmtpError, hasBegun: boolean): SendResult {
  const { code, responseCode } = error
  const detail = detailsOfError(error)
  const isAboutTheMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode !== undefined && isAboutTheMessage) {
    // RFC 5321 §4.2.1: 5yz is permanent, 4yz temporary. 503 concerns the session, not the message.
    if (responseCode >= 500 && responseCode !== 503) return { outcome: 'refused', code: 'refused', detail }
    // 421: the server closes the connection, whatever the command was.
    return responseCode === 421
      ? { outcome: 'unavailable', detail }
      : { outcome: 'temporary', detail, retryAfterMs: null }
  }
  // A reply to something else than the message (greeting, sign-in, 421): nothing was accepted.
  if (responseCode !== undefined) return { outcome: 'unavailable', detail }
  if (isAboutTheMessage) return { outcome: 'refused', code: 'refused', detail }
  if (hasBegun) return { outcome: 'unknown', detail }
  return { outcome: 'unavailable', detail }
}

/** The server's reply, or the error of the connection. */
export const detailsOfError = (error: SmtpError): Details =>
  error.response === undefined ? detailsOfTechnicalError(error) : oneLine(error.response).slice(0, DETAIL_MAX)
