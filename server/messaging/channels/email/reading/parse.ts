// A mail's parts, by postal-mime, within what one mail may cost: whoever knows an address of ours writes it, and the
// process that reads it sends everybody's messages.

import PostalMime, { type Email } from 'postal-mime'
import { GrowingBytes } from '#kit/growing-bytes.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { oneLine } from '../replies.ts'
import { contentHashOf } from './content-hash.ts'
import { TEXT_MAX, type Words, wordsOf } from './words.ts'

const MIME_LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 50, maxHeadersSize: 512 * 1024 }
/** 25 MB in base64 are 350,000. Each costs more than its characters. */
export const MAIL_LINES_MAX = 500_000
const LINE_END = 0x0a
const LINE_END_BYTES = Uint8Array.of(LINE_END)

export interface ParsedMail extends Omit<Email, 'text' | 'html'> {
  /** What of it is kept. */
  words: Words
  /** In hexadecimal, as content-hash.ts makes it. */
  contentHash: string
  /** Its text as it came, the beginning of it. */
  text?: string
}

export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  if (hasMoreLines(raw, MAIL_LINES_MAX)) throw new NotUnderstood(`it has more than ${MAIL_LINES_MAX} lines`)
  const { text, html, ...mail } = await PostalMime.parse(raw, MIME_LIMITS).catch((error: Error) => {
    throw new NotUnderstood(`it is no mail: ${oneLine(error.message)}`)
  })
  return {
    ...mail,
    ...(text === undefined ? {} : { text: text.slice(0, TEXT_MAX) }),
    words: wordsOf({ ...mail, text, html }),
    contentHash: contentHashOf({ ...mail, text, html }),
  }
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let count = 0
  for (let at = raw.indexOf(LINE_END); at >= 0; at = raw.indexOf(LINE_END, at + 1)) if (++count > most) return true
  return false
}

/** What postal-mime hands the lines of a part's body to. */
interface ContentDecoder {
  update(line: Uint8Array): void
  finalize(): Promise<ArrayBuffer>
}

/** Where a part has no encoding. That of postal-mime keeps 2 KB of memory for each line, even for an empty one. */
class AsItIs implements ContentDecoder {
  readonly #bytes = new GrowingBytes()

  update(line: Uint8Array): void {
    this.#bytes.add(line)
    this.#bytes.add(LINE_END_BYTES)
  }

  async finalize(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes.all()).buffer
  }
}

interface PartReader {
  contentDecoder: ContentDecoder | null
  setupContentDecoder(encoding: string): void
}

/** postal-mime has no setting for it; a test sees when a version of it goes another way. */
function readUnencodedPartsAsTheyAre(): void {
  const { root } = new PostalMime() as unknown as { root: PartReader }
  const reader = Object.getPrototypeOf(root) as PartReader
  const { setupContentDecoder } = reader
  reader.setupContentDecoder = function (this: PartReader, encoding: string): void {
    if (/base64|quoted-printable/i.test(encoding)) setupContentDecoder.call(this, encoding)
    else this.contentDecoder = new AsItIs()
  }
}

readUnencodedPartsAsTheyAre()
