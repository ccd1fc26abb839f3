// A persistent client: repeats a request with the same Idempotency-Key until it is answered.

import { randomUUID } from 'node:crypto'
import { type Answer, request } from '../harness.ts'

/** Leaves the processor to the starting program. */
const PAUSE_MS = 200
/** A connection that was handed to a process which then died never gets an answer. */
const ANSWER_TIMEOUT_MS = 5_000
const GIVE_UP_AFTER_MS = 180_000

export interface Caller {
  get(path: string): Promise<Answer>
  /** Returns the final answer; the key makes all attempts one request. */
  post(path: string, json?: unknown): Promise<Answer>
  put(path: string, json: unknown): Promise<Answer>
}

export function caller(url: () => string, token: string): Caller {
  async function insist(method: string, path: string, json: unknown, headers: Record<string, string>): Promise<Answer> {
    const until = performance.now() + GIVE_UP_AFTER_MS
    let last: unknown
    for (;;) {
      const options = { token, headers, timeoutMs: ANSWER_TIMEOUT_MS, ...(json === undefined ? {} : { json }) }
      const answer = await request(url(), method, path, options).catch((error: unknown) => {
        last = error
        return undefined
      })
      if (answer && !isTryAgain(answer)) return answer
      if (performance.now() > until) {
        throw new Error(`${method} ${path} had no answer: ${answer?.text ?? String(last)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return {
    get: (path) => insist('GET', path, undefined, {}),
    post: (path, json = {}) => insist('POST', path, json, { 'idempotency-key': randomUUID() }),
    put: (path, json) => insist('PUT', path, json, {}),
  }
}

/**
 * A server that is stopping or starting, one that stood still when the request arrived, or an earlier attempt with this
 * key still in progress.
 */
function isTryAgain({ status, body }: Answer): boolean {
  return status >= 500 || status === 408 || body?.code === 'idempotency_in_flight'
}
