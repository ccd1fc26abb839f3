// A store that speaks S3 over HTTP, for tests: it validates requests as real ones do, keeps its own log, and misbehaves
// on request.

import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Objects } from './objects.ts'
import { type Fault, faultOfSignature, type Keeper } from './signature.ts'

export interface Asked {
  method: string
  bucket: string
  key: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Misbehaviour =
  /** Refuses the request without executing it. */
  | { status: number; code: string; headers?: Record<string, string> }
  /** Never answers. */
  | 'hang'
  /** Closes the connection without executing the request. */
  | 'reset'
  /** Executes it, and closes the connection without an answer. */
  | 'lose'
  /** Executes it, and closes the connection in the middle of the answer. */
  | 'cut'
  /** Executes it with one bit of the request's body flipped. */
  | 'damage'
  /** Starts with status 200, and reports failure in the body. */
  | 'late'

interface Reply {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer
}

const LIST_MAX = 1000
export const KEY_ID = 'SAMVADTESTKEY'
export const SECRET = 'test+secret/that-nobody-must-see'

export class S3Server {
  readonly objects = new Objects()
  /** Every request, with the status of its answer; 0 without an answer. */
  readonly log: (Omit<Asked, 'body' | 'headers'> & { status: number; bytes: number })[] = []
  /** Called for each request before it is executed. */
  misbehave: (asked: Asked) => Misbehaviour | undefined = () => undefined
  /** Called for each request that hangs. */
  onHang: () => void = () => {}
  /** Permissions of the key. */
  mayDo: (asked: Asked) => boolean = () => true
  now = () => new Date()
  region = 'us-east-1'
  readonly secrets = new Map([[KEY_ID, SECRET]])
  readonly bucket: string
  #server: Server | undefined
  #port = 0

  constructor(bucket = 'archive') {
    this.bucket = bucket
  }

  /** On its previous port, if any. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece) => pieces.push(piece))
      request.on('end', () => {
        const url = new URL(request.url as string, 'http://store')
        const [, bucket = '', ...key] = decodeURIComponent(url.pathname).split('/')
        const asked = {
          method: request.method as string,
          bucket,
          key: key.join('/'),
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(pieces),
        }
        this.#take(asked, request.url as string, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    return this.endpoint
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve) ?? resolve(null))
  }

  #take(asked: Asked, target: string, response: ServerResponse): void {
    const entry = { ...asked, status: 0, bytes: asked.body.length }
    const { method, bucket, key, query } = asked
    this.log.push({ method, bucket, key, query, status: 0, bytes: asked.body.length })
    const logged = this.log.at(-1) as typeof entry
    const how = this.misbehave(asked)
    if (how === 'hang') return this.onHang()
    if (how === 'reset') return void response.socket?.destroy()
    if (how === 'damage') asked.body[0] = (asked.body[0] as number) ^ 1
    const keeper: Keeper = { region: this.region, secrets: this.secrets, now: this.now() }
    const wrong = faultOfSignature({ method, target, headers: asked.headers, body: asked.body }, keeper)
    const late =
      how === 'late' ? { ...errorReply({ status: 500, code: 'InternalError', message: '' }), status: 200 } : null
    const reply =
      typeof how === 'object'
        ? { ...errorReply({ ...how, message: 'As it was told.' }), ...(how.headers ? { headers: how.headers } : {}) }
        : (late ?? (wrong !== null ? errorReply(wrong) : this.#answer(asked)))
    logged.status = reply.status
    const body = Buffer.from(reply.body ?? '')
    if (how === 'lose') return void response.socket?.destroy()
    const own = method === 'HEAD' || reply.status === 204 ? {} : { 'content-length': body.length }
    response.writeHead(reply.status, {
      date: this.now().toUTCString(),
      server: 'samvad-test',
      ...own,
      ...reply.headers,
    })
    if (how === 'cut') {
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
      return
    }
    response.end(method === 'HEAD' || reply.status === 204 ? undefined : body)
  }

  #answer(asked: Asked): Reply {
    const { method, bucket, key, query } = asked
    if (bucket !== this.bucket)
      return errorReply({ status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist' })
    if (!this.mayDo(asked)) return errorReply({ status: 403, code: 'AccessDenied', message: 'Access Denied' })
    const faulty = (result: object | string): result is Fault => typeof result === 'object' && 'code' in result
    if (key === '') return query.has('uploads') ? this.#uploads(query) : this.#list(query)
    const uploadId = query.get('uploadId')
    const { objects } = this
    const meta = Object.fromEntries(
      Object.entries(asked.headers).flatMap(([name, value]) =>
        name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [],
      ),
    )
    if (method === 'POST' && query.has('uploads')) {
      const id = objects.begin(key, meta, this.now())
      return xml(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (method === 'PUT' && uploadId !== null) {
      const etag = objects.part(uploadId, key, Number(query.get('partNumber')), asked.body)
      return faulty(etag) ? errorReply(etag) : { status: 200, headers: { etag } }
    }
    if (method === 'POST' && uploadId !== null) {
      const listed = [...asked.body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
      const parts = listed.map(([, number, etag = '']) => ({
        number: Number(number),
        etag: etag.replaceAll('&quot;', '"'),
      }))
      const object = objects.complete(uploadId, key, parts, this.now())
      if (faulty(object)) return errorReply(object)
      return xml(
        `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${object.etag}</ETag></CompleteMultipartUploadResult>`,
      )
    }
    if (method === 'DELETE' && uploadId !== null) {
      const upload = objects.upload(uploadId, key)
      if (faulty(upload)) return errorReply(upload)
      objects.uploads.delete(uploadId)
      return { status: 204 }
    }
    if (method === 'PUT') {
      if (asked.headers['if-none-match'] === '*' && objects.all.has(key))
        return errorReply({
          status: 412,
          code: 'PreconditionFailed',
          message: 'At least one of the pre-conditions did not hold',
        })
      return { status: 200, headers: { etag: objects.put(key, asked.body, meta, this.now()).etag } }
    }
    if (method === 'DELETE') {
      objects.all.delete(key)
      return { status: 204 }
    }
    return this.#get(asked)
  }

  #get({ method, key, headers }: Asked): Reply {
    const object = this.objects.all.get(key)
    if (object === undefined)
      return errorReply({ status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' })
    const { bytes, etag, meta, at } = object
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
      return errorReply({ status: 412, code: 'PreconditionFailed', message: 'PreconditionFailed' })
    const all = { etag, 'last-modified': at.toUTCString(), 'accept-ranges': 'bytes', ...meta }
    if (method === 'HEAD') return { status: 200, headers: { ...all, 'content-length': bytes.length } }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return { status: 200, headers: all, body: bytes }
    if (Number(from) >= bytes.length)
      return errorReply({ status: 416, code: 'InvalidRange', message: 'The requested range is not satisfiable' })
    const body = bytes.subarray(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`
    return { status: 206, headers: { ...all, 'content-range': range }, body }
  }

  #list(query: URLSearchParams): Reply {
    if (query.get('list-type') !== '2')
      return errorReply({ status: 400, code: 'InvalidArgument', message: 'version 2 is asked for here' })
    const prefix = query.get('prefix') ?? ''
    const most = Math.min(LIST_MAX, Number(query.get('max-keys') ?? LIST_MAX))
    // An opaque token: the last name, encoded, with the special characters of base64.
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const { keys, isTruncated } = this.objects.list(prefix, after, most)
    const token = isTruncated
      ? `<NextContinuationToken>${Buffer.from(keys.at(-1) as string).toString('base64')}</NextContinuationToken>`
      : ''
    const contents = keys.map((key) => {
      const { bytes, etag, at } = this.objects.all.get(key) as never as { bytes: Buffer; etag: string; at: Date }
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Contents>`
    })
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${keys.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
    )
  }

  #uploads(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? ''
    const all = [...this.objects.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    const behind = all.filter(([id]) => id > (query.get('upload-id-marker') ?? ''))
    // Two per page, so that there are several pages.
    const page = behind.slice(0, 2)
    const [id, last] = page.at(-1) ?? []
    const next =
      behind.length > page.length
        ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
        : ''
    const listed = page.map(
      ([uploadId, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>${next !== ''}</IsTruncated>${next}${listed.join('')}</ListMultipartUploadsResult>`,
    )
  }
}

const BEGINNING = '<?xml version="1.0" encoding="UTF-8"?>\n'

const xml = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: BEGINNING + body,
})

function errorReply({ status, code, message, more = '' }: Fault): Reply {
  const body = `${BEGINNING}<Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>1</RequestId></Error>`
  return { ...xml(body), status }
}
