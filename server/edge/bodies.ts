// Request bodies. Their headers decide before the first byte whether they are read at all. JSON, form and multipart
// bodies become plain values of limited size; compressed bodies are never unpacked.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validationError } from '#kit/messages/field-errors.ts'
import { MultipartDamaged, type Part, partsOf } from '#kit/multipart.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import { takeInHand, UNCOUNTED_BYTES } from './bodies-in-hand.ts'
import { isSameInUtf8, mustBeUtf8, mustBeUtf8Form, mustBeUtf8Type, otherCharset } from './encoding.ts'
import { FORM_FIELDS_MAX, Form, parseForm, shownName } from './form.ts'
import { parseJson } from './json.ts'
import { lingerAtEnd } from './lingering.ts'

export const BODY_BYTES_MAX = 1024 * 1024
/** For callers without a token: sign-in, webhooks of gateways, pages. */
export const PUBLIC_BODY_BYTES_MAX = UNCOUNTED_BYTES
/** Bodies above this size take so long to parse that other requests are answered before the next one. */
const LARGE_BODY_BYTES = 64 * 1024
/**
 * After a refusal, up to this much of the remaining body is read and discarded; with more, the connection is closed.
 */
const DRAIN_BYTES_MAX = 64 * 1024
const MULTIPART_HEADERS_MAX = 10

export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  /** Only for routes that accept it: Amazon SNS sends its JSON as text. */
  text: 'text/plain',
} as const
export type MediaType = keyof typeof mediaTypes
export const anyMediaType: readonly MediaType[] = ['json', 'form', 'multipart']

// --- Before the body is read -----------------------------------------------------------------------------------------

export interface BodyRule {
  takes: readonly MediaType[]
  bytesMax: number
  isStreamed: boolean
}

/** Throws for a body that the route would not read completely; sends 100 Continue to a caller that waits for it. */
export function admitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
  { takes, bytesMax, isStreamed }: BodyRule,
): void {
  const length = bodyLength(request)
  if (length === 0) return
  if (length !== null && length > bytesMax) throw tooLarge(bytesMax)
  const { 'content-type': contentType = '' } = request.headers
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (!takes.some((one) => mediaTypes[one] === type)) {
    throw refusal('unsupported_media_type', 'content_type_not_supported', {
      types: takes.map((one) => mediaTypes[one]),
    })
  }
  mustBeUtf8Type(contentType)
  if (!isStreamed) takeInHand(request, reply, owner, length, bytesMax)
  if (request.headers.expect !== undefined) reply.raw.writeContinue()
}

export function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === mediaTypes.multipart
}

export function tooLarge(bytesMax: number): Refusal {
  return refusal('body_too_large', 'body_too_large', { max: bytesMax })
}

/** The length stated in the headers; null when there is none. */
function bodyLength({ headers }: FastifyRequest): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  const { 'content-length': length } = headers
  return length === undefined ? 0 : Number(length)
}

/** Closes the connection after the response when too much of the body may remain to discard it. */
export function closeRatherThanDrain(request: FastifyRequest, reply: FastifyReply): void {
  if (!isTooMuchToDrain(request)) return
  reply.header('connection', 'close')
  lingerAtEnd(request.raw.socket)
}

function isTooMuchToDrain(request: FastifyRequest): boolean {
  if (request.raw.complete) return false
  const length = bodyLength(request)
  return length === null || length > DRAIN_BYTES_MAX || (length > 0 && request.headers.expect !== undefined)
}

// --- Reading ---------------------------------------------------------------------------------------------------------

export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const accept = (type: MediaType, read: (bytes: Buffer, request: FastifyRequest, done: Done) => void) =>
    server.addContentTypeParser(mediaTypes[type], { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
      // Kept with the value: webhook signatures cover the exact bytes.
      request.rawBody = bytes
      if (bytes.length === 0 || isReadRaw(request)) return done(null, undefined)
      const { bodyInHand } = request
      bodyInHand?.beginWork()
      const finish: Done = (error, body) => {
        // The handler has started in the same turn after this: the body counts throughout.
        done(error, body)
        bodyInHand?.endWork()
      }
      try {
        read(bytes, request, finish)
      } catch (error) {
        finish(error as Error)
      }
    })
  accept('json', (bytes, _, done) => {
    if (bytes.length <= LARGE_BODY_BYTES) return done(null, parseJson(bytes))
    inTurn(() => parseJson(bytes)).then((value) => done(null, value), done)
  })
  accept('form', (bytes, _, done) => {
    mustBeUtf8(bytes)
    const text = bytes.toString('utf8')
    mustBeUtf8Form(text)
    done(null, parseForm(text))
  })
  accept('multipart', (bytes, request, done) => {
    done(null, readMultipart(bytes, request.headers['content-type'] ?? ''))
  })
  accept('text', (_bytes, _request, done) => done(null, undefined))
  server.addHook('onRequest', (request, reply, done) => {
    const { 'content-encoding': encoding } = request.headers
    if (encoding !== undefined && encoding !== 'identity')
      return done(refusal('unsupported_media_type', 'content_encoding_not_supported', { encoding }))
    // The body of a GET is not used: a short one is discarded, a long one closes the connection.
    if (isBodyless(request.method)) closeRatherThanDrain(request, reply)
    done()
  })
}

const isReadRaw = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { declared?: { isReadRaw?: true } }).declared?.isReadRaw === true

let turn: Promise<unknown> = Promise.resolve()

/** Large bodies are parsed one at a time, and other waiting work runs in between. */
function inTurn<T>(work: () => T): Promise<T> {
  const mine = turn.then(() => new Promise<void>((resolve) => setImmediate(resolve))).then(work)
  turn = mine.catch(() => {})
  return mine
}

type Done = (error: Error | null, body?: unknown) => void

const isBodyless = (method: string) => method === 'GET' || method === 'HEAD'

/** These routes accept no files: a part that is a file is a validation error of its field. */
function readMultipart(bytes: Buffer, contentType: string): Form {
  const { parts } = splitMultipart(bytes, contentType)
  const file = parts.find(({ filename }) => filename !== null)
  // A file need not be text.
  if (file === undefined) mustBeUtf8(bytes)
  const fields = parts.filter(({ filename }) => filename === null)
  for (const part of fields) mustBeUtf8Part(part)
  // More parts than the allowed number of fields are cut at one too many, which the form refuses.
  const form = new Form(fields.map(({ name, content }) => [name, content.toString('utf8')] as const))
  if (file !== undefined) form.faults.unshift({ field: shownName(file.name), ...validationError('file_not_allowed') })
  return form
}

function splitMultipart(bytes: Buffer, contentType: string): { parts: Part[] } {
  try {
    return partsOf(bytes, contentType, { partsMax: FORM_FIELDS_MAX + 1, headersMax: MULTIPART_HEADERS_MAX })
  } catch (error) {
    if (!(error instanceof MultipartDamaged)) throw error
    throw refusal('malformed_body', 'body_not_readable', { problem: error.message })
  }
}

/** A part may declare its own charset, which is accepted when its bytes mean the same in UTF-8. */
function mustBeUtf8Part({ name, charset, content }: Part): void {
  if (charset === null || isSameInUtf8(content, charset)) return
  throw otherCharset(`of the part ${shownName(name)}`)
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
  }
}
