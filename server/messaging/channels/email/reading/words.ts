// The stored texts of an inbound mail: the new part of its text, the quoted part, and its HTML. CPU only, without I/O.

import type { Email } from 'postal-mime'
import { plainTextOf } from '../plain-text.ts'
import { isForwarded, type Split, splitQuoted, splitQuotedHtml } from './quoted.ts'

export const TEXT_MAX = 500_000
const HTML_MAX = 2_000_000

export interface Words {
  text: string | null
  /** The rest of the text: the mail quoted below. Null when nothing is quoted. */
  quotedText: string | null
  /** Null when there is none, or when it is too large. */
  html: string | null
}

export function wordsOf(mail: Pick<Email, 'text' | 'html' | 'subject'>): Words {
  const isForward = isForwarded(mail.subject)
  const html = storable(mail.html)
  // Mail programs without their own text part send an empty one with the HTML.
  const plain = isBlank(mail.text) && html !== null ? null : storable(mail.text)
  const split =
    plain !== null
      ? splitQuoted(plain, isForward)
      : html === null
        ? null
        : splitWordsOf(html.slice(0, HTML_MAX), isForward)
  return {
    text: split === null ? null : limited(split.text),
    quotedText: split === null || split.quotedText === null ? null : limited(split.quotedText),
    html: html === null || html.length > HTML_MAX ? null : html,
  }
}

/** The text of an HTML mail. Its new part may contain further quotations, in lines that begin with >. */
function splitWordsOf(html: string, isForward: boolean): Split {
  const { fresh, rest } = splitQuotedHtml(html, isForward)
  const { text, quotedText } = splitQuoted(plainTextOf(fresh), isForward)
  const quoted = [quotedText ?? '', plainTextOf(rest)].filter((one) => one !== '').join('\n\n')
  return { text, quotedText: quoted === '' ? null : quoted }
}

export const isBlank = (text: string | undefined): boolean => text === undefined || /^[\s\u200b\ufeff]*$/.test(text)

const limited = (text: string): string => text.slice(0, TEXT_MAX).toWellFormed()

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
export function storable(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.replaceAll('\0', '').toWellFormed()
}
