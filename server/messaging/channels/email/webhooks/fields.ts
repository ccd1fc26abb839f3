// Builds a mail from a provider's own fields, in the form of one parsed from MIME.

import type { Email } from 'postal-mime'

export interface Header {
  /** In lower case. */
  key: string
  value: string
}

export interface MailFields {
  headers: readonly Header[]
  from: { name: string; address: string }
  subject: string | null
  date: string | null
  text: string | null
  html: string | null
  attachments: readonly {
    filename: string | null
    contentType: string | null
    contentId?: string | null
    content: Buffer
  }[]
}

export function emailOfFields({ headers, from, subject, date, text, html, attachments }: MailFields): Email {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value.trim()
  const replyTo = header('reply-to')
  const optional = {
    messageId: header('message-id'),
    inReplyTo: header('in-reply-to'),
    references: header('references'),
    subject: subject ?? undefined,
    date: date ?? undefined,
    text: text ?? undefined,
    html: html ?? undefined,
    replyTo: replyTo === undefined ? undefined : [{ name: '', address: replyTo }],
  }
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return {
    headers: headers.map(({ key, value }) => ({ key, originalKey: key, value })),
    headerLines: [],
    from,
    attachments: attachments.map(({ filename, contentType, contentId, content }) => ({
      filename,
      mimeType: contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '',
      disposition: 'attachment' as const,
      ...(contentId ? { contentId } : {}),
      content: new Uint8Array(content).buffer,
    })),
    ...present,
  } as Email
}
