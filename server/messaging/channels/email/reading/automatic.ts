// Whether a program wrote a mail: an out-of-office answer, a list, a report. Nothing may ever answer it by itself.
// Sources: RFC 3834 (Auto-Submitted), RFC 2076 (Precedence), and what Exchange calls X-Auto-Response-Suppress.

import type { Email } from 'postal-mime'

const PRECEDENCES: readonly string[] = ['bulk', 'junk', 'list', 'auto_reply']

export function isAutomatic(mail: Pick<Email, 'headers'>, envelopeFrom: string): boolean {
  const value = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = value('auto-submitted')
  return (
    envelopeFrom === '' ||
    (submitted !== undefined && submitted.split(/[\s;]/)[0] !== 'no') ||
    PRECEDENCES.includes(value('precedence') ?? '') ||
    value('x-auto-response-suppress') !== undefined ||
    value('list-id') !== undefined
  )
}
