// Determines a file's type from its content; its name and the sender's claim are ignored.

import { isUtf8 } from 'node:buffer'

/** Number of bytes examined. */
export const HEAD_BYTES = 64 * 1024

export const TEXT_TYPE = 'text/plain'
export const UNKNOWN_TYPE = 'application/octet-stream'

/** Types in which a browser may run scripts: served as plain text only. */
const ACTIVE = /^(?:text|application|image)\/(?:.*\+)?(?:html|xml|xhtml|svg|javascript|ecmascript)/
/** Control characters that text does not contain: all but tabs, line ends and form feeds. */
const CONTROL = new Set(Array.from({ length: 32 }, (_, code) => code).filter((code) => ![9, 10, 12, 13].includes(code)))

/** `head`: the first bytes, at most `HEAD_BYTES`. */
export async function contentTypeOf(head: Buffer): Promise<string> {
  const found = await detect(head)
  if (found !== undefined) return ACTIVE.test(found) ? TEXT_TYPE : found
  return isText(head) ? TEXT_TYPE : UNKNOWN_TYPE
}

async function detect(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(head))?.mime.toLowerCase().split(';', 1)[0]
  } catch {
    // The content does not match the type that its first bytes indicate.
    return undefined
  }
}

function isText(head: Buffer): boolean {
  if (head.some((byte) => CONTROL.has(byte))) return false
  return isUtf8(head.length < HEAD_BYTES ? head : wholeCharacters(head))
}

/** The head may end within a character, which has at most four bytes. */
function wholeCharacters(head: Buffer): Buffer {
  for (let back = 1; back <= 4; back++) {
    const byte = head[head.length - back] as number
    if (byte >= 0xc0) return head.subarray(0, head.length - back)
    if (byte < 0x80) break
  }
  return head
}
