// HTTP client for the trace collector.

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { withinDeadline } from '../deadlines.ts'
import { whenUnanswered } from '../unanswered.ts'

/** For the whole exchange: from connecting to the last byte of the response. */
const EXCHANGE_TIMEOUT_MS = 10_000
/** The response is read up to this size; it contains the number of rejected spans. */
const ANSWER_BYTES_MAX = 16 * 1024

export interface Answer {
  /** 0 without a response. */
  status: number
  /** For a success: the number of rejected spans. */
  rejected: number
  /** The delay before a retry, if the collector sets one. */
  retryAfterMs: number | null
  /** Why there is no response: a Node error code, such as ECONNREFUSED. */
  fault?: string
}

export interface Collector {
  /** Never rejects. */
  post(body: string): Promise<Answer>
  close(): void
}

export function openCollector(url: string, headers: Readonly<Record<string, string>>): Collector {
  const isSecure = url.startsWith('https:')
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
  const call = isSecure ? httpsRequest : httpRequest
  const closing = new AbortController()

  async function exchange(body: string, signal: AbortSignal): Promise<Answer> {
    const bytes = Buffer.from(body)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = call(url, {
        method: 'POST',
        agent,
        signal,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
      })
      whenUnanswered(asking, reject)
      asking.once('response', resolve).once('error', reject).end(bytes)
    })
    const status = answer.statusCode ?? 0
    const text = await beginningOf(answer)
    const seconds = Number(answer.headers['retry-after'])
    return {
      status,
      rejected: rejectedIn(text),
      retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
    }
  }

  return {
    post: (body) =>
      withinDeadline(
        { of: 'call', name: 'trace_collector', ms: EXCHANGE_TIMEOUT_MS, signal: closing.signal },
        (signal) => exchange(body, signal),
      ).catch((error: Error & { code?: string | number }) => ({
        status: 0,
        rejected: 0,
        retryAfterMs: null,
        // For our own timeout the name is more informative than the number.
        fault: typeof error.code === 'string' && error.code !== 'ABORT_ERR' ? error.code : 'timeout',
      })),
    close() {
      closing.abort()
      agent.destroy()
    },
  }
}

/** Resolves when the response is complete, or too long and the connection closed. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) {
    text += piece
    if (text.length > ANSWER_BYTES_MAX) break
  }
  return text
}

function rejectedIn(text: string): number {
  try {
    const rejected = Number(JSON.parse(text)?.partialSuccess?.rejectedSpans)
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0
  } catch {
    return 0
  }
}
