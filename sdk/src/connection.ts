// One connection to an event stream: its events, until it ends, is lost, or falls silent.

import { errorOf, SamvadError } from './errors.ts'
import { type Block, SseParser } from './sse.ts'
import { Deadline } from './time.ts'
import type { Transport } from './transport.ts'

export interface ConnectionOptions {
  lastEventId: string | null
  /** A connection that receives nothing for this long, not even a comment, is treated as lost. */
  silenceMs: number
  timeoutMs: number | undefined
  signal: AbortSignal | undefined
}

/** The events of each received chunk: first none, when the response arrives, and none for a comment. */
export async function* connect(
  transport: Transport,
  address: string,
  { lastEventId, silenceMs, timeoutMs, signal }: ConnectionOptions,
): AsyncGenerator<Block[], void, undefined> {
  const silence = new Deadline(silenceMs, signal)
  silence.lift()
  const headers: Record<string, string> = lastEventId === null ? {} : { 'last-event-id': lastEventId }
  const options = { signal: silence.signal, timeoutMs, retries: 0, headers }
  try {
    const asked = { method: 'GET', address, accept: 'text/event-stream' } as const
    const { data: response } = await transport.receive<Response>(asked, options)
    yield []
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    const parser = new SseParser()
    for (;;) {
      // Time that the caller spends on received data does not count as silence.
      silence.restart(silenceMs)
      const { done, value } = await reader.read()
      silence.lift()
      if (done) return
      yield parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof SamvadError ? error : lost(address, error, silence.isOver ? silenceMs : null)
  } finally {
    silence.cut()
  }
}

function lost(address: string, cause: unknown, silenceMs: number | null): SamvadError {
  const why = silenceMs === null ? 'was cut' : `said nothing for ${silenceMs} ms`
  return errorOf({
    status: null,
    code: silenceMs === null ? 'unreachable' : 'timed_out',
    title: 'Connection lost',
    detail: `GET ${address}: the connection ${why}.`,
    cause,
  })
}
