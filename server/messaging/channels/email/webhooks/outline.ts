// Summary of a mail provider's waiting webhook for operators: its mails and events.

import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type Outline, type StoredBody, unreadable } from '../../arrivals/outline.ts'
import { readMail } from '../reading/apart.ts'
import { writtenIn } from '../reading/outline.ts'
import { oneLine } from '../replies.ts'
import { unpackCall } from './kept-call.ts'
import type { MailEvent, ProvidedMail } from './provider.ts'
import { providersWith } from './providers.ts'
import { parsedOf } from './reader.ts'

/** For parsing only; makes no calls. */
const providers = providersWith({
  certificateAt: () => Promise.reject(new Error('an outline calls nobody')),
  confirm: () => Promise.reject(new Error('an outline calls nobody')),
})

export async function outlineOfCall({ body }: Pick<StoredBody, 'body'>): Promise<Outline> {
  const { provider, contentType, body: content } = unpackCall(body)
  const about = { ...unreadable(content), handedInBy: provider }
  try {
    const { mails, events } = await providers[provider].read({ contentType, body: content })
    const written = await Promise.all(mails.map(outlineOfMail))
    const said = [...written.flatMap((one) => one.said), ...events.map(saidIn)]
    const [first] = written
    return { ...about, isReadable: said.length > 0, to: first?.to ?? null, subject: first?.subject ?? null, said }
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    return about
  }
}

async function outlineOfMail({ from, to, content }: ProvidedMail) {
  const mail = 'fields' in content ? parsedOf(content.fields) : await readMail(content.raw)
  return { ...writtenIn(mail, from), to: to[0] ?? null }
}

const saidIn = ({ what, recipients, detail }: MailEvent) => ({
  people: recipients,
  text: oneLine(detail) === '' ? what : `${what}: ${oneLine(detail)}`,
})
