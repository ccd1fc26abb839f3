// A client of the live stream, as a browser's EventSource reads it.

import type { FeedEvent } from '#feed/schema.ts'

export interface Told {
  id: string | null
  event: string
  /** An empty object for anything but an event. */
  data: FeedEvent & { data: Record<string, unknown> }
}

export interface Stream {
  status: number
  told: Told[]
  /** Number of comments, which are the stream's heartbeats. */
  beats: number
  isOver: boolean
  close(): void
}

export function follow(url: string, token: string, query = '', lastEventId?: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  return followAt(`${url}/v1/events/stream${query}`, headers)
}

export async function followAt(address: string, headers: Record<string, string>): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(address, { headers, signal: abort.signal })
  const stream: Stream = {
    status: response.status,
    told: [],
    beats: 0,
    isOver: false,
    close: () => abort.abort(),
  }
  void read(response, stream).catch(() => {
    stream.isOver = true
  })
  return stream
}

async function read(response: Response, stream: Stream): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      take(text.slice(0, end), stream)
      text = text.slice(end + 2)
    }
  }
  stream.isOver = true
}

function take(block: string, stream: Stream): void {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) stream.beats++
  else
    stream.told.push({ id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data) })
}
