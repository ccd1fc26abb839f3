// Signed requests to an S3-compatible store, each with a deadline and retried where that can help. A response is read
// completely, so large objects are requested in parts.

import { createHash, hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { DeadlinePassed, withinDeadline } from '../deadlines.ts'
import { interval } from '../interval.ts'
import { isPassing, refusalOf, type Said } from './refusal-rules.ts'
import { StoreAway, type StoreOptions, StoreRefused } from './store.ts'
import { textOf } from './xml.ts'

const ATTEMPTS = 5
const firstWaitMs = () => interval('STORE_RETRY', 200)
const WAIT_MS_MAX = 10_000
const LIMIT_MS = 30_000
/** A response that takes longer than this is reported to `onSlow`. */
const SLOW_MS = interval('STORE_SLOW', 10_000)
/** Deadlines are extended by the size of the transfer at this rate. A slower network is not usable for an archive. */
const BYTES_A_SECOND_MIN = 256 * 1024
const SAID_MAX = 300

export interface Access {
  /** As configured, with or without `{bucket}`. */
  endpoint: string
  bucket: string
  prefix: string
  region: string
  keyId: string
  secret: string
  /** Prefix of the setting names. */
  settings?: string
}

export interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  /** What the request does, for error messages: a verb and its object. */
  what: string
  /** Without the prefix; empty for the bucket itself. */
  name?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** Maximum number of bytes of the response. */
  most?: number
  /** Handles a response that is not a success; undefined for the usual error. */
  otherwise?: (said: Said) => Answer | undefined
}

export interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

/** A function, because the first `Headers` of a process loads undici, which takes 0.05 s. */
export const emptyAnswer = (status = 404): Answer => ({ status, headers: new Headers(), body: Buffer.alloc(0) })

const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** An error after which the request is retried. */
class Passing extends Error {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

export class S3Client {
  readonly access: Access
  readonly #options: StoreOptions & { signal?: AbortSignal }
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  constructor(access: Access, options: StoreOptions & { signal?: AbortSignal } = {}) {
    this.access = access
    this.#options = options
  }

  within(signal: AbortSignal, options: StoreOptions = {}): S3Client {
    return new S3Client(this.access, { ...this.#options, ...options, signal })
  }

  /** Throws StoreAway when the result is unknown, and StoreRefused when nothing was done. */
  async call(call: Call): Promise<Answer> {
    const { attempts = ATTEMPTS, signal } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#try(call)
      } catch (error) {
        if (signal?.aborted) throw this.#away(call, 'no answer in time', error)
        if (!(error instanceof Passing)) throw error
        if (attempt >= attempts) throw this.#away(call, error.message, error)
        const backoff = Math.min(WAIT_MS_MAX, firstWaitMs() * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
        await delay(Math.max(backoff, error.waitMs), undefined, { signal }).catch(() => {})
      }
    }
  }

  #away({ what }: Call, why: string, cause?: unknown): StoreAway {
    return new StoreAway(`the store at ${this.access.endpoint} did not ${what}: ${why}`, { cause })
  }

  async #try(call: Call): Promise<Answer> {
    const answer = await this.#ask(call)
    const isSuccess = answer.status >= 200 && answer.status < 300
    // A long operation sends 200 before its result is known.
    if (isSuccess && !(call.method === 'POST' && textOf(answer.body.toString(), 'Code'))) return answer
    const said = saidIn(answer)
    const otherwise = call.otherwise?.(said)
    if (otherwise !== undefined) return otherwise
    if (isPassing(said)) throw new Passing(`${said.code ?? said.status} ${said.message}`.trim(), waitOf(answer))
    const { endpoint, bucket, prefix, region } = this.access
    throw this.refused(refusalOf(said, { endpoint, bucket, prefix, region, what: call.what, now: new Date() }))
  }

  /** Names the settings of this store, when it is not the archive's. */
  refused(sentence: string): StoreRefused {
    return new StoreRefused(sentence.replaceAll('SAMVAD_ARCHIVE', this.access.settings ?? 'SAMVAD_ARCHIVE'))
  }

  async #ask(call: Call): Promise<Answer> {
    const { method, name, query = {}, headers = {}, body, most = ANSWER_BYTES_MAX } = call
    const { keyId, secret, region } = this.access
    const integrity: Record<string, string> = { 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') }
    // The store compares both with the received bytes.
    if (body !== undefined) integrity['content-md5'] = createHash('md5').update(body).digest('base64')
    const signed = await new AwsV4Signer({
      method,
      url: this.#url(name, query),
      headers: { ...headers, ...integrity },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: this.#signingKeys,
    }).sign()
    const carried = (body?.length ?? 0) + (most > ANSWER_BYTES_MAX ? most : 0)
    const carryMs = Math.ceil((carried / BYTES_A_SECOND_MIN) * 1000)
    const { limitMs = LIMIT_MS + carryMs, startLimit, signal, onSlow } = this.#options
    const ended = [startLimit?.(limitMs), signal].filter((one) => one !== undefined)
    const limit = { of: 'call', name: 's3', ms: limitMs, signal: AbortSignal.any(ended) } as const
    const slow = onSlow && setTimeout(() => onSlow(this.#away(call, 'no answer yet')), SLOW_MS + carryMs)
    try {
      return await withinDeadline(limit, async (aborted) => {
        const response = await fetch(signed.url, {
          method,
          headers: signed.headers,
          body: body as Uint8Array<ArrayBuffer> | undefined,
          redirect: 'manual',
          signal: aborted,
        })
        return { status: response.status, headers: response.headers, body: await bytesOf(response, most) }
      })
    } catch (error) {
      if (error instanceof StoreRefused) throw error
      const isLate = error instanceof DeadlinePassed || limit.signal.aborted
      throw new Passing(isLate ? 'no answer in time' : reasonOf(error))
    } finally {
      clearTimeout(slow)
    }
  }

  #url(name: string | undefined, query: Record<string, string>): string {
    const { endpoint, bucket, prefix } = this.access
    const isInHost = endpoint.includes('{bucket}')
    const parts = [...(isInHost ? [] : [bucket]), ...(name === undefined ? [] : [prefix, name])]
    const path = parts.filter((part) => part !== '').map((part) => encodeURIComponent(part).replaceAll('%2F', '/'))
    const url = new URL(`${endpoint.replace('{bucket}', bucket)}/${path.join('/')}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    // S3 signs a blank in a query as %20.
    url.search = url.search.replaceAll('+', '%20')
    return url.href
  }
}

async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size > most) throw new StoreRefused(`${new URL(response.url).origin} sends more than it was asked for.`)
  }
  return Buffer.concat(pieces, size)
}

function saidIn({ status, headers, body }: Answer): Said {
  const xml = body.toString()
  const code = textOf(xml, 'Code')
  const date = new Date(headers.get('date') ?? '')
  return {
    status,
    code,
    message: (textOf(xml, 'Message') ?? '').slice(0, SAID_MAX),
    region: headers.get('x-amz-bucket-region') ?? textOf(xml, 'Region'),
    date: Number.isNaN(date.getTime()) ? null : date,
  }
}

function waitOf({ headers }: Answer): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(WAIT_MS_MAX, seconds * 1000) : 0
}

/** Only the cause of a fetch error is informative. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string }
  return why || code || message
}
