// Calls to a gateway. A call has one of three results: done, refused without effect, or unknown. An unknown result is
// thrown, never guessed, and the caller repeats the call later.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { gatewayCallSeconds } from '#kit/metrics.ts'
import { maybeText, parseExact, Unreadable } from './exact-json.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 1024 * 1024
const SAID_MAX = 200

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** The body of a successful response; numbers keep their digits. */
export type Caller = (call: Call) => Promise<unknown>

/** The gateway refused and did nothing. */
export class Denied extends Error {
  readonly status: number
  // Private, so that no log shows it: the gateway may repeat request data in it.
  readonly #body: unknown
  constructor(message: string, status: number, body: unknown) {
    super(message)
    this.status = status
    this.#body = body
  }
  get body(): unknown {
    return this.#body
  }
}

export interface CalledGateway {
  name: string
  baseUrl: string
  headers: Record<string, string>
  /** Timeout of a response, in milliseconds. */
  timeoutMs?: number | undefined
}

/** While the installation is fenced no call is made, as if the gateway had not responded: it is repeated later. */
export function createCaller(app: Pick<App, 'database'>, called: CalledGateway): Caller {
  const { name: gateway, baseUrl, headers, timeoutMs = TIMEOUT_MS } = called
  return async (call) => {
    await mustNotBeFenced(app)
    const begun = performance.now()
    const observe = (outcome: string) =>
      gatewayCallSeconds.observe({ gateway, operation: operationOf(call), outcome }, (performance.now() - begun) / 1000)
    try {
      const answer = await withinDeadline({ of: 'call', name: 'payment_gateway', ms: timeoutMs }, (signal) =>
        make(call, signal),
      )
      observe('done')
      return answer
    } catch (error) {
      observe(error instanceof Denied ? 'refused' : 'failed')
      throw error
    }
  }

  async function make({ method, path, headers: own, body }: Call, signal: AbortSignal): Promise<unknown> {
    const what = `${gateway}: ${method} ${path.split('?')[0]}`
    const hasBody = body !== undefined
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
        ...own,
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      // Keys and customer data are sent to this address only.
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      throw new Error(`${what} got no response: ${reasonOf(error)}`, { cause: error })
    })
    const text = await textOf(response, what)
    const { status } = response
    if (response.ok) return readAnswer(text, what)
    if (!isDenial(status)) throw new Error(`${what} returned ${status}`)
    const said = bodyOf(text)
    throw new Denied(`${what} was rejected with ${status}: ${wordsOf(said)}`, status, said)
  }
}

/**
 * `POST /v1/payments/:id/refund`: path segments that are ids are replaced, so that there are a dozen operations and not
 * a million.
 */
export function operationOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  const steps = (path.split('?')[0] as string).split('/')
  return `${method} ${steps.map((step) => (isWord(step) ? step : ':id')).join('/')}`
}

/** Ids contain digits or capitals, or start with a type prefix. */
const isWord = (step: string): boolean =>
  step === '' || /^v[0-9]$/.test(step) || (/^[a-z_]+$/.test(step) && !/^[a-z]+_[a-z]{8,}$/.test(step))

/**
 * A definite refusal. Not 401 and 403: our keys are wrong, which the operator fixes, and no payment has failed. Not
 * 408, 425 and 429, which request a retry.
 */
function isDenial(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

async function textOf(response: Response, what: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > ANSWER_BYTES_MAX) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new Error(`${what}: the response was cut off: ${reasonOf(error)}`, { cause: error })
  }
  if (size > ANSWER_BYTES_MAX) throw new Error(`${what}: the response is larger than ${ANSWER_BYTES_MAX} bytes`)
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer(text: string, what: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    if (error instanceof Unreadable) throw new Unreadable(`${what}: the answer is ${error.message}`)
    throw error
  }
}

const bodyOf = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return null
  }
}

/** The gateway's message for the log: Razorpay's `error.description`, Cashfree's `message`. */
function wordsOf(body: unknown): string {
  const { error, message } = (body ?? {}) as { error?: { description?: unknown }; message?: unknown }
  return (maybeText(error?.description) ?? maybeText(message) ?? 'without a word').slice(0, SAID_MAX)
}
