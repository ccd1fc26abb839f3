// Parses a mail with postal-mime within cost limits: anybody with one of our addresses can send mail, and the parsing
// process also sends everybody's messages.

import { type Attachment, decodeWords, type Email } from 'postal-mime'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { oneLine } from '../replies.ts'
import { readableWords, uncertain } from './charsets.ts'
import { contentHashOf } from './content-hash.ts'
import { MimeParser } from './mime-parser.ts'
import { uuencodedIn } from './uuencode.ts'
import { isBlank, TEXT_MAX, type Words, wordsOf } from './words.ts'

/** 25 MB in base64 are 350,000 lines. Each line costs more than its characters. */
export const MAIL_LINES_MAX = 500_000
const LINE_END = 0x0a
/** Only the start of an attached mail is searched for headers. */
const ATTACHED_HEADERS_MAX = 64 * 1024
const NAME_MAX = 100

export interface ParsedMail extends Omit<Email, 'text' | 'html'> {
  /** The texts to store. */
  words: Words
  /** In hexadecimal, by content-hash.ts. */
  contentHash: string
  /** The start of its text as received. */
  text?: string
}

export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  if (hasMoreLines(raw, MAIL_LINES_MAX)) throw new NotUnderstood(`it has more than ${MAIL_LINES_MAX} lines`)
  const mail = await new MimeParser().parse(raw).catch((error: Error) => {
    throw new NotUnderstood(`not a valid email: ${oneLine(error.message)}`)
  })
  const { text: _, html, ...rest } = mail
  const { text, files } = textIn(mail)
  const attachments = [...mail.attachments.map(named), ...files]
  return {
    ...rest,
    attachments,
    ...(text === undefined ? {} : { text: text.slice(0, TEXT_MAX) }),
    words: wordsOf({ ...rest, text, html }),
    contentHash: contentHashOf(mail),
  }
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let count = 0
  for (let at = raw.indexOf(LINE_END); at >= 0; at = raw.indexOf(LINE_END, at + 1)) if (++count > most) return true
  return false
}

/** The text, otherwise that of a file to be displayed inline, and the files embedded in it. */
function textIn({ text, html, attachments }: Email): { text: string | undefined; files: Attachment[] } {
  if (isBlank(text) && isBlank(html)) {
    const shown = attachments.find(({ mimeType, disposition }) => mimeType === 'text/plain' && disposition === 'inline')
    return { text: shown ? uncertain(new Uint8Array(shown.content as ArrayBuffer)) : text, files: [] }
  }
  if (text === undefined) return { text, files: [] }
  const found = uuencodedIn(text)
  const files = found.files.map(
    ({ filename, content }): Attachment => ({
      filename,
      mimeType: 'application/octet-stream',
      disposition: 'attachment',
      content: new Uint8Array(content).buffer,
    }),
  )
  return { text: found.text, files }
}

/** Names an attached mail by its subject, and an invitation `invite.ics`. */
function named(attachment: Attachment): Attachment {
  const { filename, mimeType, content } = attachment
  if (mimeType === 'message/rfc822') {
    if (/\.(?:eml|msg)$/i.test(filename ?? '')) return attachment
    return { ...attachment, filename: `${filename || subjectOf(content as ArrayBuffer) || 'message'}.eml` }
  }
  return filename || mimeType !== 'text/calendar' ? attachment : { ...attachment, filename: 'invite.ics' }
}

function subjectOf(content: ArrayBuffer): string {
  const beginning = uncertain(new Uint8Array(content.slice(0, ATTACHED_HEADERS_MAX)))
  const headers = beginning.slice(0, /\r?\n\r?\n/.exec(beginning)?.index)
  const value = /^subject:((?:[^\n]*)(?:\n[ \t][^\n]*)*)/im.exec(headers)?.[1] ?? ''
  return oneLine(decodeWords(readableWords(value.replace(/\r?\n/g, ''))))
    .slice(0, NAME_MAX)
    .trim()
}
