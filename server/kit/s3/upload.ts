// Multipart upload of objects that are too large for one request. The object appears when it is complete; an incomplete
// one is removed.

import { randomUUID } from 'node:crypto'
import type { ByteReader } from './byte-reader.ts'
import { emptyAnswer, type S3Client } from './client.ts'
import { StoreAway } from './store.ts'
import { escaped, textOf } from './xml.ts'

/** Held in memory at a time; all parts but the last have this size, as some stores require. */
export const PART_BYTES = 16 * 1024 * 1024
/** S3's limit on the number of parts; with this part size 156 GB. */
const PARTS_MAX = 10_000
/** Identifies the upload's object when the response to its completion was lost. */
const MARK = 'x-amz-meta-samvad-upload'
const ABORT_LIMIT_MS = 10_000

/** `first` is the first part, of full size, and more follows. */
export async function upload(client: S3Client, name: string, first: Buffer, rest: ByteReader): Promise<void> {
  const mark = randomUUID()
  const what = `write ${name}`
  const begun = await client.call({ method: 'POST', what, name, query: { uploads: '' }, headers: { [MARK]: mark } })
  const uploadId = textOf(begun.body.toString(), 'UploadId')
  if (!uploadId) throw new StoreAway('the store began an upload and did not say which')
  const parts: string[] = []
  let size = 0
  try {
    for (let part = first; part.length > 0; part = await rest.readUpTo(first.length)) {
      if (parts.length === PARTS_MAX)
        throw new Error(
          `${name} has more than ${Math.floor((PARTS_MAX * first.length) / 2 ** 30)} GB, which is too large for the store`,
        )
      const query = { partNumber: String(parts.length + 1), uploadId }
      const { headers } = await client.call({ method: 'PUT', what, name, query, body: part })
      parts.push(headers.get('etag') ?? '')
      size += part.length
    }
    await complete(client, { name, uploadId, mark, size, parts })
  } catch (error) {
    // Runs whatever the other signal's state; if it fails, removeDrafts does it later.
    const last = client.within(AbortSignal.timeout(ABORT_LIMIT_MS), { attempts: 2 })
    await last.call({ method: 'DELETE', what, name, query: { uploadId } }).catch(() => {})
    throw error
  }
}

interface Uploaded {
  name: string
  uploadId: string
  mark: string
  size: number
  parts: readonly string[]
}

async function complete(client: S3Client, { name, uploadId, mark, size, parts }: Uploaded): Promise<void> {
  const listed = parts.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.join('')}</CompleteMultipartUpload>`,
  )
  await client.call({
    method: 'POST',
    what: `write ${name}`,
    name,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body,
    // The response to the previous attempt was lost; whether it succeeded is checked below.
    otherwise: ({ code }) => (code === 'NoSuchUpload' ? emptyAnswer() : undefined),
  })
  const { headers } = await client.call({
    method: 'HEAD',
    what: `read ${name}`,
    name,
    otherwise: ({ status }) => (status === 404 ? emptyAnswer() : undefined),
  })
  if (headers.get('content-length') !== String(size) || headers.get(MARK) !== mark)
    throw new StoreAway(`${name} was not stored correctly`)
}
