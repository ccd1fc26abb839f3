// One API call: its requests, until one has a final response or a retry is pointless.

import { queryText } from './address.ts'
import { Answer, type Received } from './answer.ts'
import { errorOf, SamvadError } from './errors.ts'
import { List, WALK_LIMIT } from './list.ts'
import { apart, type CallOptions, type SamvadOptions } from './options.ts'
import { refusalOf, unreadable } from './refusals.ts'
import { isRepeatable, isWorthAnotherTry, mayHaveArrived, RETRIES_DEFAULT, RETRIES_MAX, waitBehind } from './retries.ts'
import { Deadline, pause, unlessAborted } from './time.ts'
import { newUuid } from './uuid.ts'

const TIMEOUT_MS = 30_000
/** As long as the service waits for a file. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000
const JSON_TYPE = 'application/json'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Asked {
  method: Method
  /** From the root of the API, with its query. */
  address: string
  body?: unknown
  form?: Readonly<Record<string, Blob>>
  /** The requested media type; the body of any other response than JSON is left unread. */
  accept?: string
}

export class Transport {
  readonly #base: string
  readonly #options: SamvadOptions

  constructor(options: SamvadOptions) {
    this.#base = baseOf(options.baseUrl)
    this.#options = options
    retriesOf(options.retries)
  }

  get<T>(path: string, given?: CallOptions): Answer<T> {
    return this.#withQuery('GET', path, given)
  }

  delete<T>(path: string, given?: CallOptions): Answer<T> {
    return this.#withQuery('DELETE', path, given)
  }

  /** Removes entries of a collection whose names are too long for a URL. */
  deleteWith<T>(address: string, body: unknown, options?: CallOptions): Answer<T> {
    return this.call({ method: 'DELETE', address, body }, options)
  }

  post<T>(address: string, body: unknown, options?: CallOptions): Answer<T> {
    return this.call({ method: 'POST', address, body }, options)
  }

  put<T>(address: string, body: unknown, options?: CallOptions): Answer<T> {
    return this.call({ method: 'PUT', address, body }, options)
  }

  upload<T>(address: string, form: object, options?: CallOptions): Answer<T> {
    const asked: Asked = { method: 'POST', address, form: form as Record<string, Blob> }
    return this.call(asked, { ...options, timeoutMs: options?.timeoutMs ?? UPLOAD_TIMEOUT_MS })
  }

  /** The response itself, its body unread. */
  raw(accept: string, path: string, given?: CallOptions): Answer<Response> {
    return this.#withQuery('GET', path, given, accept)
  }

  list<Row, Body extends { has_more: boolean; data: Row[] }>(path: string, given?: CallOptions): List<Row, Body> {
    return this.#listed(path, given, WALK_LIMIT)
  }

  /** A list that is always returned whole. */
  whole<Row, Body extends { has_more: boolean; data: Row[] }>(path: string, given?: CallOptions): List<Row, Body> {
    return this.#listed(path, given)
  }

  call<T>(asked: Asked, options?: CallOptions): Answer<T> {
    return new Answer(this.receive<T>(asked, options))
  }

  #withQuery<T>(method: Method, path: string, given?: CallOptions, accept?: string): Answer<T> {
    const { options, query } = apart(given)
    return this.call({ method, address: path + queryText(query), ...(accept && { accept }) }, options)
  }

  #listed<Row, Body extends { has_more: boolean; data: Row[] }>(path: string, given?: CallOptions, walkLimit?: number) {
    const { options, query } = apart(given)
    const ask = (asked: Readonly<Record<string, unknown>>) =>
      this.receive<Body>({ method: 'GET', address: path + queryText(asked) }, options)
    return new List<Row, Body>(ask, query, walkLimit)
  }

  async receive<T>(asked: Asked, options: CallOptions = {}): Promise<Received<T>> {
    const key =
      asked.method !== 'POST' || options.idempotencyKey === null ? null : (options.idempotencyKey ?? newUuid())
    const retries = isRepeatable(asked.method, key) ? retriesOf(options.retries ?? this.#options.retries) : 0
    const body = bodyOf(asked)
    let isInDoubt = false
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once<T>(asked, body, key, options)
      } catch (error) {
        if (!(error instanceof SamvadError)) throw error
        Object.assign(error, { tries, idempotencyKey: key })
        // Already deleted: an earlier attempt succeeded, but its response was lost.
        if (asked.method === 'DELETE' && error.status === 404 && isInDoubt && error.response)
          return { data: undefined as T, response: error.response }
        const wait = waitBehind(tries, error.retryAfter, Math.random())
        if (tries > retries || wait === null || !isWorthAnotherTry(error)) throw error
        isInDoubt ||= mayHaveArrived(error)
        await pause(wait, options.signal)
      }
    }
  }

  async #once<T>(asked: Asked, body: Body, key: string | null, options: CallOptions): Promise<Received<T>> {
    const { signal } = options
    const headers = await unlessAborted(this.#headersOf(asked, body, key, options), signal)
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS
    const said = `${asked.method} ${asked.address.replace(/\?.*$/, '')}`
    const deadline = new Deadline(timeoutMs, signal)
    let isLeftOpen = false
    try {
      const { fetch: own } = this.#options
      const init: RequestInit = {
        method: asked.method,
        headers,
        body: body.content() as RequestInit['body'],
        signal: deadline.signal,
        redirect: 'manual',
      }
      const response = await (own ?? fetch)(this.#base + asked.address, init)
      if (!response.ok) throw await refusalOf(response, said)
      isLeftOpen = asked.accept !== undefined
      return { data: (isLeftOpen ? response : await dataOf(response, said)) as T, response }
    } catch (error) {
      if (error instanceof SamvadError) throw error
      if (signal?.aborted) throw signal.reason
      throw unanswered(said, error, deadline.isOver ? timeoutMs : null)
    } finally {
      // The caller's signal also aborts a body that is still being read.
      if (isLeftOpen) deadline.lift()
      else deadline.end()
    }
  }

  async #headersOf(
    { accept = JSON_TYPE }: Asked,
    body: Body,
    key: string | null,
    options: CallOptions,
  ): Promise<Headers> {
    const { token, headers: common } = this.#options
    const given = typeof common === 'function' ? await common() : common
    const headers = new Headers({ accept, ...given, ...options.headers })
    const bearer = typeof token === 'function' ? await token() : token
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    if (body.type !== null) headers.set('content-type', body.type)
    if (key !== null) headers.set('idempotency-key', key)
    return headers
  }
}

/** The request body: the same bytes for every attempt; a form is built anew from the same files. */
interface Body {
  type: string | null
  content(): unknown
}

function bodyOf({ body, form }: Asked): Body {
  if (form) return { type: null, content: () => formOf(form) }
  const text = body === undefined ? undefined : JSON.stringify(body)
  return { type: text === undefined ? null : JSON_TYPE, content: () => text }
}

function formOf(fields: Readonly<Record<string, Blob>>): FormData {
  const form = new FormData()
  for (const [name, file] of Object.entries(fields)) form.append(name, file)
  return form
}

async function dataOf(response: Response, said: string): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(response, said, text, error)
  }
}

function unanswered(said: string, cause: unknown, timeoutMs: number | null): SamvadError {
  const why = timeoutMs === null ? 'could not be reached' : `did not answer within ${timeoutMs} ms`
  return errorOf({
    status: null,
    code: timeoutMs === null ? 'unreachable' : 'timed_out',
    title: 'No answer',
    detail: `${said}: the service ${why}. Whether it took effect is not known.`,
    cause,
  })
}

/** Without a trailing slash. In a browser a path refers to the page's own origin. */
function baseOf(given: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  const url = URL.canParse(given, page) ? new URL(given, page) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl is ${JSON.stringify(given)}: give the address of the installation, as http(s)://HOST.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function retriesOf(retries = RETRIES_DEFAULT): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= RETRIES_MAX) return retries
  throw new RangeError(`retries is ${retries}: it is an integer from 0 to ${RETRIES_MAX}.`)
}
