// Summary of a waiting SMS or receipt by SMPP for operators.

import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type Outline, type StoredBody, unreadable } from '../../arrivals/outline.ts'
import { readNumber } from '../numbers.ts'
import { readIncoming } from './incoming.ts'
import { readKept } from './kept.ts'
import type { ShortMessage } from './pdu.ts'
import { messageOf } from './reader.ts'
import { isReceipt } from './receipt.ts'

const INTERNATIONAL = 1

export async function outlineOfSmpp({ body }: Pick<StoredBody, 'body'>): Promise<Outline> {
  const kept = readKept(body)
  if (kept.kind === 'undelivered') return unreadable(body)
  if (kept.kind === 'incomplete')
    return { ...unreadable(body), isReadable: true, said: [{ people: [kept.from], text: null }] }
  const given = messageOf(kept)
  const { source, destination, message } = given
  // The source of a receipt is the number that the message was sent to.
  const from = readNumber(source.address, source.ton === INTERNATIONAL)
  const text = writtenIn(given)
  return {
    ...unreadable(message),
    isReadable: text !== null,
    to: destination.address || null,
    said: [{ people: [from], text }],
  }
}

/** Null when it is in no alphabet for texts. */
function writtenIn(given: ShortMessage): string | null {
  if (isReceipt(given)) return given.message.toString('latin1').replaceAll('\0', '')
  try {
    return readIncoming(given).text
  } catch (error) {
    if (error instanceof NotUnderstood) return null
    throw error
  }
}
