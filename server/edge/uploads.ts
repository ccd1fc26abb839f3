// File uploads as multipart/form-data with the single field `file`, which is never in memory as a whole. Token, rate
// limit, permission and length are checked before its first byte; its consumer receives it as it arrives, and a
// truncated, too large or damaged file ends there.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, Transform, type Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, App } from '#kit/app.ts'
import { invalid, Refusal, refusal } from '#kit/refusals.ts'
import { isMultipart } from './bodies.ts'
import { countArriving } from './bodies-in-hand.ts'
import { shownName } from './form.ts'
import { type IdempotencyMaker, once, whenAnswered } from './idempotency.ts'
import type { Input, Reply, Taken, UploadRoute } from './route.ts'

/** For the form around the file. */
export const FORM_BYTES_MAX = 16 * 1024
const FIELD = 'file'
const PARTS_MAX = 3
const PART_HEADERS_MAX = 10
const PART_HEADER_BYTES_MAX = 4 * 1024
/**
 * Maximum chunk passed to the parser. It never finishes a skipped part when 64 KB of it and its end arrive in one turn
 * of the event loop.
 */
const PIECE_BYTES = 16 * 1024
/** Maximum time without data from the caller. */
const IDLE_MS = 30_000
/** Maximum total time of an upload. */
export const UPLOAD_MS = 15 * 60_000

/** The connections of uploads in progress, which may take longer than other requests. */
const uploading = new WeakSet<Socket>()

export const isUploading = (socket: Socket): boolean => uploading.has(socket)

/** Leaves the body unread by Fastify: the file's consumer reads it. */
export function leaveUnread(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  _payload: unknown,
  done: (error: Error | null, payload: Readable) => void,
): void {
  const nothing = Object.assign(Readable.from([]), { receivedEncodedLength: Number(headers['content-length'] ?? 0) })
  done(null, nothing)
}

/** Like `leaveUnread` for a multipart body; any other is read normally, up to `bytesMax`. */
export const leaveUnreadIfStreamed =
  (bytesMax: number) =>
  (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
    done: (error: Error | null, payload: Readable) => void,
  ): void => {
    if (isMultipart(request)) leaveUnread(request, reply, payload, done)
    else countArriving(request, reply, payload, done, bytesMax)
  }

/**
 * Runs an upload: stores the file, then creates its object in one transaction together with the idempotency response.
 */
export function createRunUpload({ database }: App, route: UploadRoute) {
  return async (
    request: FastifyRequest,
    actor: Actor,
    input: Input<never, never>,
    idempotencyOf: IdempotencyMaker,
  ): Promise<Reply> => {
    // An invalid key is refused before anything is read.
    idempotencyOf('')
    const { taken, said } = await readUpload(request, actor, route)
    const idempotency = idempotencyOf(JSON.stringify([said, taken.sha256]))
    let isKept = false
    try {
      return await whenAnswered(() =>
        database.transaction((tx) => {
          const keep = async () => {
            const reply = await route.handle(tx, actor, input, taken)
            // From here on the commit decides; if its result is unknown, the cleanup of orphaned files decides.
            isKept = true
            return reply
          }
          return idempotency ? once(tx, actor, idempotency, keep) : keep()
        }, actor.organizationId),
      )
    } finally {
      if (!isKept) await route.drop(actor, taken)
    }
  }
}

interface Read {
  taken: Taken
  /** Data of the form about the file other than its bytes. */
  said: string | null
}

function readUpload(request: FastifyRequest, actor: Actor, route: UploadRoute): Promise<Read> {
  const reading = new Reading(route, actor)
  return feed(request.raw, parserOf(request, reading), reading)
}

/** Feeds the parser with the request, within the time and size limits of uploads, until the result is known. */
export async function feed<Result>(
  raw: IncomingMessage,
  parser: Writable,
  reading: { result: Promise<Result>; refuse(reason: Error): void },
): Promise<Result> {
  const idle = setTimeout(() => reading.refuse(tooSlow()), IDLE_MS)
  const whole = setTimeout(() => reading.refuse(tooSlow()), UPLOAD_MS)
  const more = () => void idle.refresh()
  const cut = () => {
    if (!raw.complete) reading.refuse(refusal('malformed_body', 'request_incomplete'))
  }
  uploading.add(raw.socket)
  raw.on('data', more).on('error', cut).on('close', cut)
  const pieces = inPieces()
  raw.pipe(pieces).pipe(parser)
  try {
    return await reading.result
  } finally {
    clearTimeout(idle)
    clearTimeout(whole)
    uploading.delete(raw.socket)
    raw.unpipe(pieces)
    pieces.unpipe(parser)
    raw.off('data', more).off('close', cut)
    // The rest is discarded; its error, when the connection breaks, is ignored.
    raw.resume()
  }
}

/** One chunk per turn of the event loop. */
function inPieces(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const push = (from: number) => {
        this.push(chunk.subarray(from, from + PIECE_BYTES))
        if (from + PIECE_BYTES >= chunk.length) setImmediate(done)
        else setImmediate(push, from + PIECE_BYTES)
      }
      push(0)
    },
  })
}

function parserOf({ headers }: FastifyRequest, reading: Reading): InstanceType<typeof Busboy> {
  const damaged = (error: Error) =>
    reading.refuse(refusal('malformed_body', 'body_not_readable', { problem: error.message.slice(0, 200) }))
  const options = {
    headers: { 'content-type': headers['content-type'] ?? '' },
    limits: {
      files: 1,
      fields: 1,
      parts: PARTS_MAX,
      fieldSize: FORM_BYTES_MAX,
      fileSize: reading.bytesMax,
      headerPairs: PART_HEADERS_MAX,
      headerSize: PART_HEADER_BYTES_MAX,
    },
  }
  try {
    const parser = new Busboy(options)
    parser.on('file', (name: string | undefined, content: Readable, filename: string | undefined) =>
      reading.begin(name ?? '', content, filename ?? null),
    )
    parser.on('field', (name: string | undefined) => reading.refuse(noField(name ?? '')))
    parser.on('filesLimit', () => reading.refuse(invalid(FIELD, 'one_file_only')))
    parser.on('fieldsLimit', () => reading.refuse(noField('*')))
    parser.on('partsLimit', () => reading.refuse(invalid('*', 'one_file_only')))
    parser.on('error', (error) => damaged(error as Error))
    parser.once('finish', () => reading.end())
    return parser
  } catch (error) {
    if (headers['content-type'] === undefined) throw missing()
    throw refusal('malformed_body', 'body_not_readable', { problem: (error as Error).message })
  }
}

/** The result of one upload: the first error decides and ends the file. */
class Reading {
  readonly result: Promise<Read>
  readonly bytesMax: number
  readonly #route: UploadRoute
  readonly #actor: Actor
  readonly #settled = Promise.withResolvers<Read>()
  #content: Readable | undefined
  #taking: Promise<Read> | undefined
  #isRefused = false

  constructor(route: UploadRoute, actor: Actor) {
    this.#route = route
    this.#actor = actor
    this.bytesMax = route.fileBytesMax
    this.result = this.#settled.promise
    this.result.catch(() => {})
  }

  begin(name: string, content: Readable, filename: string | null): void {
    content.on('error', (error) => this.refuse(asDamaged(error)))
    if (name !== FIELD || this.#isRefused) {
      content.resume()
      return this.refuse(noField(name))
    }
    content.once('limit', () => this.refuse(refusal('body_too_large', 'file_too_large', { max: this.bytesMax })))
    this.#content = content
    const said = filename
    this.#taking = this.#route.take(this.#actor, { filename, content }).then((taken) => ({ taken, said }))
    this.#taking.catch((error) => this.refuse(error))
  }

  /** Resolves once the file's consumer has released it. */
  refuse(reason: Error): void {
    if (this.#isRefused) return
    this.#isRefused = true
    this.#content?.destroy(reason)
    void this.#letGo().finally(() => this.#settled.reject(reason))
  }

  end(): void {
    if (this.#taking) void this.#finish(this.#taking)
    else this.refuse(missing())
  }

  /** Never throws. */
  async #letGo(): Promise<void> {
    try {
      const read = await this.#taking
      if (read) await this.#route.drop(this.#actor, read.taken)
    } catch {
      // It was never passed to a consumer.
    }
  }

  /** Never throws: errors are reported already. */
  async #finish(taking: Promise<Read>): Promise<void> {
    try {
      const read = await taking
      if (!this.#isRefused) this.#settled.resolve(read)
    } catch {
      // Its consumer reported the reason.
    }
  }
}

const missing = () => invalid(FIELD, 'file_missing')

const tooSlow = () => refusal('request_timeout', 'file_too_slow')

function noField(name: string): Refusal {
  if (name === FIELD) return invalid(FIELD, 'not_a_file')
  return invalid(shownName(name), 'only_a_file')
}

function asDamaged(error: Error): Refusal {
  if (error instanceof Refusal) return error
  return refusal('malformed_body', 'body_not_readable', { problem: error.message.slice(0, 200) })
}
