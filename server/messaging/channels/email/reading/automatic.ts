// Detects automatic mails and automatic replies: out-of-office replies, lists, notifications. Such a mail must never be
// answered automatically. Sources: RFC 3834 (Auto-Submitted), RFC 2076 (Precedence), and headers and subjects that mail
// servers use instead.

import type { Email } from 'postal-mime'

/** `reply`: an automatic reply, such as out of office. `other`: any other automatic mail. Null: a person wrote it. */
export type Automation = 'reply' | 'other' | null

const REPLY_HEADERS = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoreply-from',
  'x-auto-reply-from',
  'x-mail-autoreply',
]
const BULK: readonly string[] = ['bulk', 'junk', 'list']
/** Followed by nothing or by the subject of the mail replied to: people write these words too. */
const REPLY_SUBJECT =
  /^\s*(?:out[- ]of[- ](?:the[- ])?office(?:[- ](?:auto(?:matic)?[- ]?)?(?:reply|response|message|notification))?|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|स्वचालित (?:उत्तर|जवाब)|स्वतः उत्तर|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|autosvar|автоматический ответ|自动回复|自動回覆|自動応答|자동 회신|رد تلقائي)\s*(?:[:：([-]|$)/i

export function automationOf(mail: Pick<Email, 'headers' | 'subject'>, envelopeFrom: string): Automation {
  const value = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = value('auto-submitted')?.split(/[\s;(]/)[0] ?? 'no'
  const precedence = value('precedence') ?? ''
  const isOfProgram = envelopeFrom === '' || submitted !== 'no'
  // Exchange marks an out-of-office reply in the reader's language like any other automatic mail.
  const isAnswering = value('in-reply-to') !== undefined
  if (
    submitted === 'auto-replied' ||
    precedence === 'auto_reply' ||
    REPLY_HEADERS.some((name) => (value(name) ?? 'no') !== 'no') ||
    REPLY_SUBJECT.test(mail.subject ?? '') ||
    (isOfProgram && isAnswering)
  )
    return 'reply'
  return isOfProgram || BULK.includes(precedence) || value('list-id') !== undefined ? 'other' : null
}
