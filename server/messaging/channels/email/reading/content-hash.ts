// Hash of a mail's decoded content: subject, texts and attachments. A relay that resends a mail may add headers or
// change encodings without changing the content.

import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'

/** In hexadecimal. */
export function contentHashOf({
  subject,
  text,
  html,
  attachments,
}: Pick<Email, 'subject' | 'text' | 'html' | 'attachments'>): string {
  const hash = createHash('sha256')
  // The length comes first, so that no part of a mail can pass for another one.
  const add = (part: string | Uint8Array) => {
    hash.update(`${Buffer.byteLength(part)} `)
    hash.update(part)
  }
  for (const part of [subject, text, html]) add((part ?? '').replace(/\r\n?/g, '\n').trim())
  for (const { filename, content } of attachments) {
    add(filename ?? '')
    add(typeof content === 'string' ? content : new Uint8Array(content as ArrayBuffer))
  }
  return hash.digest('hex')
}
