// Parses a provider's form: fields as bytes, which need not be UTF-8, and files.

import { MultipartDamaged, type Part, partsOf } from '#kit/multipart.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'

export interface FormFile {
  filename: string | null
  contentType: string | null
  content: Buffer
  /** The name of its field. */
  field: string
}

export interface ReadForm {
  /** The first value of each name. */
  fields: ReadonlyMap<string, Buffer>
  files: readonly FormFile[]
}

const FIELDS_MAX = 200
/** Fields and files of a multipart form. */
const PARTS_MAX = 2000
const HEADERS_MAX = 20
const SHORT_BYTES_MAX = 1000

export const isForm = (contentType: string): boolean =>
  /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)
const isMultipart = (contentType: string): boolean => /^\s*multipart\//i.test(contentType)

export function readForm(body: Buffer, contentType: string): ReadForm {
  return isMultipart(contentType) ? readMultipart(body, contentType) : { fields: readPairs(body), files: [] }
}

/** Some short fields; of a URL-encoded form nothing else is stored. Null for fields that are absent or not short. */
export function shortFields(body: Buffer, contentType: string, names: readonly string[]): (string | null)[] {
  const fields = isMultipart(contentType) ? readMultipart(body, contentType).fields : readPairs(body, names)
  return names.map((name) => {
    const value = fields.get(name)
    return value === undefined || value.length >= SHORT_BYTES_MAX ? null : value.toString('latin1')
  })
}

/** `names`: reads only these. */
function readPairs(body: Buffer, names?: readonly string[]): Map<string, Buffer> {
  const fields = new Map<string, Buffer>()
  let start = 0
  while (start < body.length && fields.size < FIELDS_MAX) {
    const and = body.indexOf('&', start)
    const end = and < 0 ? body.length : and
    const equals = body.subarray(start, end).indexOf('=')
    const nameEnd = equals < 0 ? end : start + equals
    const name = unescaped(body.subarray(start, nameEnd)).toString('latin1')
    if (!fields.has(name) && (names === undefined || names.includes(name)))
      fields.set(name, unescaped(body.subarray(Math.min(nameEnd + 1, end), end)))
    start = end + 1
  }
  return fields
}

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

function unescaped(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const value = byte === PERCENT ? hexAt(bytes, at + 1) : -1
    if (value >= 0) at += 2
    result[length++] = value >= 0 ? value : byte === PLUS ? SPACE : byte
  }
  return result.subarray(0, length)
}

function hexAt(bytes: Buffer, at: number): number {
  const [high, low] = [digit(bytes[at]), digit(bytes[at + 1])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function readMultipart(body: Buffer, contentType: string): ReadForm {
  const fields = new Map<string, Buffer>()
  const files: FormFile[] = []
  for (const { name, filename, contentType: type, content } of splitMultipart(body, contentType))
    if (filename !== null) files.push({ filename: filename || null, contentType: type, content, field: name })
    else if (!fields.has(name)) fields.set(name, content)
  return { fields, files }
}

/** A form with too many parts is refused as a whole: acknowledged content must not be lost. */
function splitMultipart(body: Buffer, contentType: string): Part[] {
  try {
    const { parts, isCut } = partsOf(body, contentType, { partsMax: PARTS_MAX, headersMax: HEADERS_MAX })
    if (!isCut) return parts
    throw new MultipartDamaged(`it has more than ${PARTS_MAX} parts`)
  } catch (error) {
    if (!(error instanceof MultipartDamaged)) throw error
    throw new NotUnderstood(`invalid form: ${error.message}`)
  }
}
