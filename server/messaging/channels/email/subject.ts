// The subject of a mail as its header. nodemailer does not encode text that looks like an encoded word (RFC 2047), and
// mail programs would show something else than was written: such a subject is encoded as a whole.

import { oneLine } from './replies.ts'

const LOOKS_ENCODED = /=\?[^?\s]*\?[bq]\?/i
/** RFC 2047 §2: an encoded word has at most 75 characters. */
const WORD_BYTES_MAX = 45

/** "Re:" as mail programs write it in their users' languages. */
const ANSWERS = /^\s*(?:re|aw|antw|sv|vs|odp|ynt|rif|res|回复|回覆|答复|उत्तर|जवाब)\s*(?:\[\d+\])?\s*[:：]/i

/** The subject of a reply in a thread; empty when the thread has none. */
export function answering(threadSubject: string): string {
  const subject = oneLine(threadSubject)
  return subject === '' || ANSWERS.test(subject) ? subject : `Re: ${subject}`
}

/** The subject of an outbound mail, for nodemailer. */
export function subjectOf(text: string): string | { prepared: true; value: string } {
  const subject = oneLine(text)
  return LOOKS_ENCODED.test(subject) ? { prepared: true, value: encodedWords(subject) } : subject
}

function encodedWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > WORD_BYTES_MAX) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  return [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}
