// Summary of a waiting received mail for operators.

import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type Outline, type StoredBody, unreadable } from '../../arrivals/outline.ts'
import { type MailEnvelope, unpack } from '../receiver/kept-mail.ts'
import { oneLine } from '../replies.ts'
import { readMail } from './apart.ts'
import type { ParsedMail } from './parse.ts'
import { storable } from './words.ts'

export async function outlineOfMail({ body }: Pick<StoredBody, 'body'>): Promise<Outline> {
  const { envelope, raw } = unpack(body)
  const about = { to: envelope.to, handedInBy: clientOf(envelope), content: raw }
  try {
    return { ...about, ...writtenIn(await readMail(raw), envelope.from) }
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    return { ...unreadable(raw), ...about, said: [{ people: envelope.from ? [envelope.from] : [], text: null }] }
  }
}

/** Sender, subject and text of a mail. */
export function writtenIn(
  { from, replyTo = [], subject, words: { text, quotedText } }: ParsedMail,
  envelopeFrom: string | null,
): Pick<Outline, 'isReadable' | 'subject' | 'said'> {
  const people = [from?.address, envelopeFrom, ...replyTo.map(({ address }) => address)]
  const texts = [text, quotedText].filter((one) => one !== null && one !== '')
  return {
    isReadable: true,
    subject: oneLine(storable(subject) ?? '') || null,
    said: [
      {
        people: people.filter((address) => typeof address === 'string' && address !== '') as string[],
        text: texts.length === 0 ? null : texts.join('\n\n'),
      },
    ],
  }
}

const clientOf = ({ client }: MailEnvelope): string | null =>
  client === null ? null : `${client.address} (${oneLine(client.helo)})`
