// Archive storage in an S3-compatible store. Source: Amazon S3 API Reference.

import { ByteReader } from './byte-reader.ts'
import { type Answer, emptyAnswer, type S3Client } from './client.ts'
import { DRAFT_AGE_MS, NotThere, type Store, type StoreOptions, StoreRefused } from './store.ts'
import { PART_BYTES, upload } from './upload.ts'
import { partsOf, textOf, textsOf } from './xml.ts'

/** Size of one ranged read: after an interruption reading continues from there, not from the beginning. */
const RANGE_BYTES = 8 * 1024 * 1024

/** Bytes per request. */
const SIZES = { part: PART_BYTES, range: RANGE_BYTES }

export class S3Store implements Store {
  readonly #client: S3Client
  readonly #sizes: typeof SIZES

  constructor(client: S3Client, sizes = SIZES) {
    this.#client = client
    this.#sizes = sizes
  }

  get place(): string {
    const { bucket, prefix } = this.#client.access
    return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
  }

  within(signal: AbortSignal, options?: StoreOptions): Store {
    return new S3Store(this.#client.within(signal, options), this.#sizes)
  }

  /** Nothing to create: the first read shows whether bucket, key, region and clock are correct. */
  async prepare(): Promise<void> {
    await this.#page('', { 'max-keys': '1' })
  }

  async put(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    const reader = new ByteReader(source)
    try {
      const first = await reader.readUpTo(this.#sizes.part)
      if (!(await reader.isAtEnd())) return await upload(this.#client, name, first, reader)
      await this.#client.call({ method: 'PUT', what: `write ${name}`, name, body: first })
    } finally {
      await reader.close()
    }
  }

  async putNew(name: string, body: Buffer): Promise<boolean> {
    const put = { method: 'PUT', what: `write ${name}`, name, body } as const
    const { status } = await this.#client.call({
      ...put,
      headers: { 'if-none-match': '*' },
      otherwise: ({ status, code }) => (status === 412 || code === 'NotImplemented' ? emptyAnswer(status) : undefined),
    })
    // The response to the successful write may have been lost, so that the retry reports an existing object.
    if (status === 412) return false
    if (status < 300) return true
    if (await this.has(name)) return false
    await this.#client.call(put)
    return true
  }

  /** The whole object without `part`; `to` is the last byte of the part. */
  async *get(name: string, part?: { from: number; to: number }): AsyncGenerator<Buffer> {
    let tag: string | null = null
    for (let at = part?.from ?? 0; ; ) {
      const last = Math.min(part?.to ?? Number.POSITIVE_INFINITY, at + this.#sizes.range - 1)
      const { status, headers, body } = await this.#range(name, at, last, tag)
      // An empty object has no first byte.
      if (status === 416 && at === 0) return
      yield status === 200 && part ? body.subarray(part.from, part.to + 1) : body
      at += body.length
      tag = headers.get('etag')
      const size = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? body.length)
      // The store does not support ranges and sent the whole object.
      if (status === 200 || at >= size || at > (part?.to ?? size)) return
      if (body.length === 0) throw new StoreRefused(`The store stopped sending ${name} after ${at} of ${size} bytes.`)
    }
  }

  async #range(name: string, from: number, to: number, tag: string | null): Promise<Answer> {
    const answer = await this.#client.call({
      method: 'GET',
      what: `read ${name}`,
      name,
      headers: { range: `bytes=${from}-${to}`, ...(tag === null ? {} : { 'if-match': tag }) },
      most: this.#sizes.range,
      otherwise: ({ status, code }) =>
        isNotThere(status, code) || status === 412 || (status === 416 && from === 0) ? emptyAnswer(status) : undefined,
    })
    if (answer.status === 404) throw new NotThere(`${name} is not in ${this.place}`)
    if (answer.status === 412) throw new StoreRefused(`${name} in ${this.place} was changed while it was read.`)
    return answer
  }

  async has(name: string): Promise<boolean> {
    const otherwise = ({ status, code }: { status: number; code: string | null }) =>
      isNotThere(status, code) || (status === 404 && code === null) ? emptyAnswer() : undefined
    const { status } = await this.#client.call({ method: 'HEAD', what: `read ${name}`, name, otherwise })
    return status < 300
  }

  /** Null when there is no such object. */
  async sizeOf(name: string): Promise<number | null> {
    const otherwise = ({ status, code }: { status: number; code: string | null }) =>
      isNotThere(status, code) || (status === 404 && code === null) ? emptyAnswer() : undefined
    const { status, headers } = await this.#client.call({ method: 'HEAD', what: `read ${name}`, name, otherwise })
    return status < 300 ? Number(headers.get('content-length')) : null
  }

  async list(folder: string): Promise<string[]> {
    const names: string[] = []
    for (let token: string | null = null; ; ) {
      const page: string = await this.#page(folder, token === null ? {} : { 'continuation-token': token })
      const beginning = this.#key(`${folder}/`).length
      names.push(...textsOf(page, 'Key').map((key) => key.slice(beginning)))
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null
      if (token === null) return names.filter((name) => name !== '' && !name.includes('/'))
    }
  }

  async #page(folder: string, query: Record<string, string>): Promise<string> {
    const prefix = folder === '' ? this.#key('') : this.#key(`${folder}/`)
    const { body } = await this.#client.call({
      method: 'GET',
      what: 'list what is there',
      query: { 'list-type': '2', prefix, ...query },
    })
    // A server that answers every request with a page is not a store: that must not look like an empty archive.
    if (!body.includes('<ListBucketResult'))
      throw this.#client.refused(
        `${this.#client.access.endpoint} responded but does not look like an S3-compatible store. Correct SAMVAD_ARCHIVE_ENDPOINT.`,
      )
    return body.toString()
  }

  async remove(name: string): Promise<void> {
    const otherwise = ({ status, code }: { status: number; code: string | null }) =>
      isNotThere(status, code) ? emptyAnswer() : undefined
    await this.#client.call({ method: 'DELETE', what: `remove ${name}`, name, otherwise })
  }

  async removeDrafts(now: Date): Promise<void> {
    for (let marks: Record<string, string> = {}; ; ) {
      const query = { uploads: '', prefix: this.#key(''), ...marks }
      // A store that does not list them keeps them, or removes them itself.
      const otherwise = ({ code }: { code: string | null }) => (code === 'NotImplemented' ? emptyAnswer() : undefined)
      const { body } = await this.#client.call({ method: 'GET', what: 'list unfinished uploads', query, otherwise })
      const page = body.toString()
      for (const one of partsOf(page, 'Upload')) {
        const [key, uploadId, begun] = ['Key', 'UploadId', 'Initiated'].map((element) => textOf(one, element) ?? '')
        const name = key?.startsWith(this.#key('')) ? key.slice(this.#key('').length) : ''
        if (name === '' || !(new Date(begun ?? '').getTime() < now.getTime() - DRAFT_AGE_MS)) continue
        await this.#client.call({
          method: 'DELETE',
          what: `give up the upload of ${name}`,
          name,
          query: { uploadId: uploadId ?? '' },
          otherwise: ({ code }) => (code === 'NoSuchUpload' ? emptyAnswer() : undefined),
        })
      }
      if (textOf(page, 'IsTruncated') !== 'true') return
      marks = {
        'key-marker': textOf(page, 'NextKeyMarker') ?? '',
        'upload-id-marker': textOf(page, 'NextUploadIdMarker') ?? '',
      }
    }
  }

  /** The object's name within the bucket. */
  #key(name: string): string {
    const { prefix } = this.#client.access
    return prefix === '' ? name : `${prefix}/${name}`
  }
}

/** A missing bucket is a different error. */
const isNotThere = (status: number, code: string | null): boolean => status === 404 && code === 'NoSuchKey'
