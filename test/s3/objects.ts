// The state of a store, in memory, by the rules of S3: objects, and unfinished multipart uploads.

import { createHash, randomUUID } from 'node:crypto'
import type { Fault } from './signature.ts'

export interface StoredObject {
  bytes: Buffer
  etag: string
  /** Headers that begin with x-amz-meta-. */
  meta: Record<string, string>
  at: Date
}

export interface Upload {
  key: string
  meta: Record<string, string>
  at: Date
  parts: Map<number, Buffer>
}

export const PART_BYTES_MIN = 5 * 1024 * 1024
const PARTS_MAX = 10_000

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest()
const no = (status: number, code: string): Fault => ({ status, code, message: `${code}.` })

export class Objects {
  readonly all = new Map<string, StoredObject>()
  readonly uploads = new Map<string, Upload>()
  /** Minimum size of all parts but the last; a test may lower it, to send less. */
  partBytesMin = PART_BYTES_MIN

  put(key: string, bytes: Buffer, meta: Record<string, string>, at: Date): StoredObject {
    const object = { bytes, etag: `"${md5(bytes).toString('hex')}"`, meta, at }
    this.all.set(key, object)
    return object
  }

  begin(key: string, meta: Record<string, string>, at: Date): string {
    const id = randomUUID()
    this.uploads.set(id, { key, meta, at, parts: new Map() })
    return id
  }

  /** The upload with this id and key, or a fault. */
  upload(id: string, key: string): Upload | Fault {
    const upload = this.uploads.get(id)
    return upload?.key === key ? upload : no(404, 'NoSuchUpload')
  }

  /** Stores a part and returns its ETag, or a fault. */
  part(id: string, key: string, number: number, bytes: Buffer): string | Fault {
    const upload = this.upload(id, key)
    if ('code' in upload) return upload
    if (!(number >= 1 && number <= PARTS_MAX)) return no(400, 'InvalidArgument')
    upload.parts.set(number, bytes)
    return `"${md5(bytes).toString('hex')}"`
  }

  complete(
    id: string,
    key: string,
    listed: readonly { number: number; etag: string }[],
    at: Date,
  ): StoredObject | Fault {
    const upload = this.upload(id, key)
    if ('code' in upload) return upload
    if (listed.length === 0) return no(400, 'MalformedXML')
    const pieces: Buffer[] = []
    let before = 0
    for (const [index, { number, etag }] of listed.entries()) {
      const part = upload.parts.get(number)
      if (part === undefined || `"${md5(part).toString('hex')}"` !== etag) return no(400, 'InvalidPart')
      if (number <= before) return no(400, 'InvalidPartOrder')
      if (index < listed.length - 1 && part.length < this.partBytesMin) return no(400, 'EntityTooSmall')
      before = number
      pieces.push(part)
    }
    const etag = `"${md5(Buffer.concat(pieces.map(md5))).toString('hex')}-${pieces.length}"`
    const object = { bytes: Buffer.concat(pieces), etag, meta: upload.meta, at }
    this.all.set(key, object)
    this.uploads.delete(id)
    return object
  }

  /** At most `most` keys in byte order after `after`; and whether there are more. */
  list(prefix: string, after: string, most: number): { keys: string[]; isTruncated: boolean } {
    const keys = [...this.all.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const behind = keys.filter((key) => key > after)
    return { keys: behind.slice(0, most), isTruncated: behind.length > most }
  }
}
