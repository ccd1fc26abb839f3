// Extends postal-mime for mails as programs write them: unencoded parts stay the same byte for byte, headers and texts
// may have another charset than declared, parts may be uuencoded, and text parts may be files. postal-mime has no
// settings for these; a test fails when a version of it works differently.

import PostalMime, { type Attachment } from 'postal-mime'
import { GrowingBytes } from '#kit/growing-bytes.ts'
import { readableLine, readableWords, textOf } from './charsets.ts'
import { UuDecoder } from './uuencode.ts'

const MIME_LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 50, maxHeadersSize: 512 * 1024 }
const UUENCODED = /^(?:x-)?uu(?:e|encode)$/i

/** Receives the lines of a part's body. */
interface ContentDecoder {
  update(line: Uint8Array): void
  finalize(): Promise<ArrayBuffer>
}

interface ParsedHeader {
  value: string
  params: Record<string, string>
}

/** The fields of postal-mime's nodes that are used. */
interface Part {
  parentNode?: Part
  postalMime: { av: Uint8Array; readPos: number }
  state: 'header' | 'body' | 'finished'
  headerLines: string[]
  content: ArrayBuffer | null
  contentType: { parsed: ParsedHeader; multipart: string | false }
  contentDisposition: { parsed: ParsedHeader }
  contentDecoder: ContentDecoder | null
  setupContentDecoder(encoding: string): void
  feed(line: Uint8Array): void
  processHeaders(): void
  getTextContent(): string
}

/** The methods of postal-mime that are extended. */
interface Parser {
  attachments: Attachment[]
  isInlineTextNode(part: Part): boolean
  collectAttachment(part: Part, content: ArrayBuffer, ...more: unknown[]): void
}

const base = PostalMime.prototype as unknown as Parser

export class MimeParser extends PostalMime {
  constructor() {
    super(MIME_LIMITS)
  }

  /** A text part sent as a file is a file, even if it should be displayed inline. */
  isInlineTextNode(part: Part): boolean {
    return base.isInlineTextNode.call(this, part) && !isFile(part)
  }

  /** postal-mime changes the line ends of calendars. */
  collectAttachment(part: Part, content: ArrayBuffer, ...more: unknown[]): void {
    base.collectAttachment.call(this, part, content, ...more)
    const attachment = (this as unknown as Parser).attachments.at(-1)
    if (attachment) attachment.content = content
  }
}

function isFile({ parentNode, contentType, contentDisposition }: Part): boolean {
  const { value, params } = contentDisposition.parsed
  const isNamed = Boolean(params.filename || contentType.parsed.params.name)
  const parent = parentNode?.contentType.multipart
  return value === 'inline' && isNamed && Boolean(parent) && parent !== 'alternative' && parent !== 'related'
}

/** For a part without an encoding: postal-mime's decoder uses 2 KB of memory per line, and changes the line ends. */
class AsItIs implements ContentDecoder {
  readonly #bytes = new GrowingBytes()
  readonly #part: Part
  #lineEnd: Uint8Array = new Uint8Array()

  constructor(part: Part) {
    this.#part = part
  }

  update(line: Uint8Array): void {
    const { av, readPos } = this.#part.postalMime
    this.#bytes.add(this.#lineEnd)
    this.#bytes.add(line)
    this.#lineEnd = av.subarray(line.byteOffset - av.byteOffset + line.length, readPos)
  }

  async finalize(): Promise<ArrayBuffer> {
    // RFC 2046 §5.1.1: the line end before a boundary belongs to the boundary.
    if (!this.#part.parentNode) this.#bytes.add(this.#lineEnd)
    return new Uint8Array(this.#bytes.all()).buffer
  }
}

class Uuencoded implements ContentDecoder {
  readonly #decoder = new UuDecoder()

  update(line: Uint8Array): void {
    this.#decoder.add(Buffer.from(line).toString('latin1'))
  }

  async finalize(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#decoder.all()).buffer
  }
}

function extendParts(): void {
  const { root } = new PostalMime() as unknown as { root: Part }
  const part = Object.getPrototypeOf(root) as Part
  const { setupContentDecoder, feed, processHeaders, getTextContent } = part

  part.setupContentDecoder = function (this: Part, encoding: string): void {
    if (/base64|quoted-printable/i.test(encoding)) setupContentDecoder.call(this, encoding)
    else this.contentDecoder = UUENCODED.test(encoding) ? new Uuencoded() : new AsItIs(this)
  }

  part.feed = function (this: Part, line: Uint8Array): void {
    feed.call(this, this.state === 'header' ? readableLine(line) : line)
  }

  part.processHeaders = function (this: Part): void {
    if (this.headerLines.some((line) => line.includes('=?'))) this.headerLines = headersOf(this.headerLines)
    processHeaders.call(this)
  }

  part.getTextContent = function (this: Part): string {
    const { content } = this
    const { params } = this.contentType.parsed
    const text = content && textOf(new Uint8Array(content), params.charset?.trim() ?? '')
    if (text === null) return getTextContent.call(this).replaceAll('\r\n', '\n')
    this.content = new Uint8Array(Buffer.from(text)).buffer
    params.charset = 'utf-8'
    try {
      return getTextContent.call(this).replaceAll('\r\n', '\n')
    } finally {
      this.content = content
    }
  }
}

/** Joins folded lines, because an encoded character may be split between two of them. */
function headersOf(lines: readonly string[]): string[] {
  const headers: string[][] = []
  for (const line of lines) {
    if (/^[ \t]/.test(line) && headers.length > 0) headers.at(-1)?.push(line)
    else headers.push([line])
  }
  return headers.flatMap((header) =>
    header.some((line) => line.includes('=?')) ? readableWords(header.join('')) : header,
  )
}

extendParts()
