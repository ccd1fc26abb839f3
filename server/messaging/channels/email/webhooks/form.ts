// The form that a provider sends: fields as bytes, which need be no UTF-8, and files.

import { Busboy } from '@fastify/busboy'
import { NotUnderstood } from '../../arrivals/arrival.ts'

export interface FormFile {
  filename: string | null
  contentType: string | null
  content: Buffer
  /** The name of its field. */
  field: string
}

export interface ReadForm {
  /** The first of each name. */
  fields: ReadonlyMap<string, Buffer>
  files: readonly FormFile[]
}

const FIELDS_MAX = 200
const FILES_MAX = 100
const HEADERS_MAX = 20
const SHORT_BYTES_MAX = 1000

export const isForm = (contentType: string): boolean =>
  /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)
const isMultipart = (contentType: string): boolean => /^\s*multipart\//i.test(contentType)

export async function readForm(body: Buffer, contentType: string): Promise<ReadForm> {
  return isMultipart(contentType) ? readMultipart(body, contentType) : { fields: readPairs(body), files: [] }
}

/** Some short fields of it; of a long form nothing else is read. Null for what is not there, or not short. */
export async function shortFields(
  body: Buffer,
  contentType: string,
  names: readonly string[],
): Promise<(string | null)[]> {
  const fields = isMultipart(contentType)
    ? (await readMultipart(body, contentType, SHORT_BYTES_MAX)).fields
    : readPairs(body, names)
  return names.map((name) => {
    const value = fields.get(name)
    return value === undefined || value.length >= SHORT_BYTES_MAX ? null : value.toString('latin1')
  })
}

/** `names`: only these. */
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

/** With `fieldBytesMax` longer fields are cut, and files passed over. */
function readMultipart(body: Buffer, contentType: string, fieldBytesMax?: number): Promise<ReadForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, Buffer>()
    const files: FormFile[] = []
    const refuse = (error: Error) =>
      reject(new NotUnderstood(`its form cannot be read: ${error.message.slice(0, 200)}`))
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        // So that every byte stays what it is.
        defCharset: 'latin1',
        limits: {
          fieldSize: fieldBytesMax ?? body.length,
          fields: FIELDS_MAX,
          files: FILES_MAX,
          headerPairs: HEADERS_MAX,
        },
      })
      parser.on('field', (name: string | undefined, value: string | undefined) => {
        if (!fields.has(name ?? '')) fields.set(name ?? '', Buffer.from(value ?? '', 'latin1'))
      })
      parser.on('file', (field, stream, filename: string | undefined, _encoding, type: string | undefined) => {
        const chunks: Buffer[] = []
        stream.on('error', refuse)
        stream.on('data', (chunk: Buffer) => void (fieldBytesMax === undefined && chunks.push(chunk)))
        stream.on('end', () => {
          const content = Buffer.concat(chunks)
          files.push({ filename: filename ?? null, contentType: type ?? null, content, field: field ?? '' })
        })
      })
      parser.on('error', (error) => refuse(error as Error))
      parser.once('finish', () => resolve({ fields, files }))
      parser.end(body)
    } catch (error) {
      refuse(error as Error)
    }
  })
}
