// The words of a mail that came in, as they are kept: what is new of its text, and its HTML. Pure, and work for the
// processor alone.

import type { Email } from 'postal-mime'
import { plainTextOf } from '../plain-text.ts'
import { withoutQuoted, withoutQuotedHtml } from './quoted.ts'

export const TEXT_MAX = 500_000
const HTML_MAX = 2_000_000

export interface Words {
  text: string | null
  /** Null where there is none, or too much of it. */
  html: string | null
}

export function wordsOf(mail: Pick<Email, 'text' | 'html'>): Words {
  const html = storable(mail.html)
  const plain = storable(mail.text) ?? (html === null ? null : plainTextOf(withoutQuotedHtml(html.slice(0, HTML_MAX))))
  return {
    text: plain === null ? null : withoutQuoted(plain).slice(0, TEXT_MAX).toWellFormed(),
    html: html === null || html.length > HTML_MAX ? null : html,
  }
}

/** PostgreSQL does not store U+0000, nor half a character. */
export function storable(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.replaceAll('\0', '').toWellFormed()
}
