// A multipart/form-data body that is in memory, split into its parts (RFC 7578, RFC 2046). Synchronous, one pass: a
// body is either split or refused, and no part is skipped, so no part can be left unread.

export interface Part {
  /** Empty when the part has none. */
  name: string
  /** Null for a field. */
  filename: string | null
  contentType: string
  /** In lower case; null when the part has none. */
  charset: string | null
  /** A view of the body, not a copy. */
  content: Buffer
}

export interface PartLimits {
  partsMax: number
  headersMax: number
}

/** The body is not multipart/form-data, is truncated, or exceeds a limit; the message says which. */
export class MultipartDamaged extends Error {}

const PART_HEADER_BYTES_MAX = 16 * 1024
const BOUNDARY_BYTES_MAX = 200
const CRLF = Buffer.from('\r\n')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const [CR, LF, DASH, SPACE, TAB] = [13, 10, 45, 32, 9]

/** All parts in order. With more than `partsMax` parts the rest is not parsed, and `isCut` is true. */
export function partsOf(
  body: Buffer,
  contentType: string,
  { partsMax, headersMax }: PartLimits,
): { parts: Part[]; isCut: boolean } {
  const boundary = parametersOf(contentType).parameters.get('boundary')
  if (!boundary) throw new MultipartDamaged('its Content-Type names no boundary')
  if (Buffer.byteLength(boundary) > BOUNDARY_BYTES_MAX) throw new MultipartDamaged('its boundary is too long')
  const mark = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  let line = nextDelimiter(body, mark, 0)
  if (line === null) throw new MultipartDamaged('its boundary is not in it')
  while (!line.isLast) {
    if (parts.length === partsMax) return { parts, isCut: true }
    const next = nextDelimiter(body, mark, line.end)
    if (next === null) throw new MultipartDamaged('it ends before its last boundary')
    parts.push(partOf(body.subarray(line.end, next.start), headersMax))
    line = next
  }
  return { parts, isCut: false }
}

interface Delimiter {
  /** Start of the line break before it, which belongs to the delimiter. */
  start: number
  /** The position of the line break after it: a part without headers starts with a second one. */
  end: number
  isLast: boolean
}

/** A line with the boundary, possibly followed by blanks; with two dashes after it, the last. */
function nextDelimiter(body: Buffer, mark: Buffer, from: number): Delimiter | null {
  for (let at = body.indexOf(mark, from); at >= 0; at = body.indexOf(mark, at + 1)) {
    if (at > 0 && (at < from + 2 || body[at - 1] !== LF || body[at - 2] !== CR)) continue
    const start = Math.max(at - 2, 0)
    let end = at + mark.length
    if (body[end] === DASH && body[end + 1] === DASH) return { start, end: body.length, isLast: true }
    while (body[end] === SPACE || body[end] === TAB) end++
    if (body[end] === CR && body[end + 1] === LF) return { start, end, isLast: false }
  }
  return null
}

/** `bytes` starts with the line break after the delimiter. */
function partOf(bytes: Buffer, headersMax: number): Part {
  if (bytes.length < CRLF.length) throw new MultipartDamaged('a part of it is empty')
  const headEnd = bytes.subarray(0, PART_HEADER_BYTES_MAX).indexOf(END_OF_HEADERS)
  if (headEnd < 0)
    throw new MultipartDamaged(
      bytes.length > PART_HEADER_BYTES_MAX ? 'the headers of a part are too long' : 'a part of it has no content',
    )
  const lines = bytes
    .toString('utf8', 0, headEnd)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line !== '')
  if (lines.length > headersMax) throw new MultipartDamaged(`a part has more than ${headersMax} headers`)
  const valueOf = (name: string): string => {
    const found = lines.find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
    return found?.slice(name.length + 1).trim() ?? ''
  }
  const disposition = parametersOf(valueOf('content-disposition')).parameters
  const { value, parameters } = parametersOf(valueOf('content-type'))
  const contentType = value || 'text/plain'
  const filename = disposition.get('filename')
  const isFile = filename !== undefined || contentType === 'application/octet-stream'
  return {
    name: disposition.get('name') ?? '',
    filename: isFile ? baseOf(filename ?? '') : null,
    contentType,
    charset: parameters.get('charset')?.toLowerCase() ?? null,
    content: bytes.subarray(headEnd + END_OF_HEADERS.length),
  }
}

/** Some programs send the whole path. */
function baseOf(filename: string): string {
  const base = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
  return base === '.' || base === '..' ? '' : base
}

/** `form-data; name="a \"b\""; filename*=UTF-8''%E0%A4%A8`: the value in lower case, and its parameters. */
function parametersOf(text: string): { value: string; parameters: ReadonlyMap<string, string> } {
  const parameters = new Map<string, string>()
  const first = text.indexOf(';')
  let at = first < 0 ? text.length : first
  const value = text.slice(0, at).trim().toLowerCase()
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    if (equals < 0) break
    const key = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const given = quotedAt(text, equals + 1)
    at = text.indexOf(';', given.end)
    if (at < 0) at = text.length
    if (key.endsWith('*')) parameters.set(key.slice(0, -1), extended(given.text))
    else if (!parameters.has(key)) parameters.set(key, given.text)
  }
  return { value, parameters }
}

function quotedAt(text: string, from: number): { text: string; end: number } {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  if (text[at] !== '"') {
    const semicolon = text.indexOf(';', at)
    const end = semicolon < 0 ? text.length : semicolon
    return { text: text.slice(at, end).trim(), end }
  }
  const pieces: string[] = []
  let start = ++at
  for (; at < text.length && text[at] !== '"'; at++) {
    // Only before a quote or another backslash: in Windows paths backslashes are literal.
    if (text[at] !== '\\' || (text[at + 1] !== '"' && text[at + 1] !== '\\')) continue
    pieces.push(text.slice(start, at))
    start = ++at
  }
  pieces.push(text.slice(start, at))
  return { text: pieces.join(''), end: at + 1 }
}

/** RFC 5987: charset, language and percent-encoded bytes. */
function extended(text: string): string {
  const [charset = '', , bytes] = text.split("'", 3)
  if (bytes === undefined) return text
  try {
    return /^utf-8$/i.test(charset)
      ? decodeURIComponent(bytes)
      : bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  } catch {
    return bytes
  }
}
