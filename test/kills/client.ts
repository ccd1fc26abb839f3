// A caller who does not give up: the same request with the same Idempotency-Key, until somebody answers it.

import { randomUUID } from 'node:crypto'
import { type Answer, request } from '../harness.ts'

/** The processor is for the program that starts. */
const PAUSE_MS = 200
/** A connection that was handed to a process which then died is answered by nobody. */
const ANSWER_TIMEOUT_MS = 5_000
const GIVE_UP_AFTER_MS = 180_000

export interface Caller {
  get(path: string): Promise<Answer>
  /** The answer that is not "try again"; whatever it was told before is the same by the key. */
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
 * A server that is ending or starting, one that stood still while the request came, or the first request with this key
 * that is still running.
 */
function isTryAgain({ status, body }: Answer): boolean {
  return status >= 500 || status === 408 || body?.code === 'idempotency_in_flight'
}
