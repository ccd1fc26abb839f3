// Load over HTTP: keep-alive connections that each wait for their response, like a pool of callers. Not autocannon: the
// load generator shares two cores with the program, and autocannon (which parses HTTP in JavaScript and builds each
// request anew) took 58 µs of processor time per send; this one takes 20. Requests are built once, and responses are
// only split.

import { connect, type Socket } from 'node:net'

export interface Request {
  path: string
  body?: unknown
  /** A form, as a browser sends it from the address `from`, instead of JSON; or a text, as a script sends it. */
  form?: { fields: string; from: string; text?: string }
  /** The organization's token, when it is not that of the load. */
  token?: string
}

export interface Load {
  url: string
  token: string
  method?: 'GET' | 'POST' | 'PUT'
  connections: number
  seconds: number
  /** Sent in turn, by whichever connection is free. */
  requests: Request[]
  /** Also ends after this many requests: for preparing data of a measurement. */
  times?: number
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
  /** Answers that were not a success, and connections that broke. */
  failures: number
  /** The first failure, as received. */
  firstFailure: string | null
}

interface Run {
  requests: Buffer[]
  next: number
  times: number
  until: number
  latencies: number[]
  failures: number
  firstFailure: string | null
}

export async function load({
  url,
  token,
  method = 'GET',
  connections,
  seconds,
  requests,
  times = Infinity,
}: Load): Promise<Measured> {
  const { hostname, port, host } = new URL(url)
  const bytes = requests.map((request) => bytesOf(method, host, { token, ...request }))
  const started = performance.now()
  const run: Run = {
    requests: bytes,
    next: 0,
    times,
    until: started + seconds * 1000,
    latencies: [],
    failures: 0,
    firstFailure: null,
  }
  await Promise.all(Array.from({ length: connections }, () => call(connect(Number(port), hostname), run)))
  const elapsedSeconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(run.latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    perSecond: sorted.length / elapsedSeconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
    failures: run.failures,
    firstFailure: run.firstFailure,
  }
}

function bytesOf(method: string, host: string, { path, token, body, form }: Request): Buffer {
  if (form !== undefined) {
    const type = form.text === undefined ? 'application/x-www-form-urlencoded' : 'text/plain'
    const content = form.text ?? form.fields
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${form.from}\r\ncontent-type: ${type}\r\n`
    return Buffer.from(`${head}content-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`)
  }
  const content = body === undefined ? '' : JSON.stringify(body)
  const describing = content
    ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`
    : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n${describing}\r\n${content}`,
  )
}

/** One connection: sends a request, waits for the complete response, and repeats until the time is over. */
function call(socket: Socket, run: Run): Promise<void> {
  return new Promise((resolve) => {
    let waiting: Buffer = Buffer.alloc(0)
    let askedAt = 0
    const ask = () => {
      if (performance.now() >= run.until || run.next >= run.times) return socket.end()
      askedAt = performance.now()
      socket.write(run.requests[run.next++ % run.requests.length] as Buffer)
    }
    const fail = (what: string) => {
      run.failures++
      run.firstFailure ??= what
    }
    socket.setNoDelay(true)
    socket.once('connect', ask)
    socket.on('data', (chunk: Buffer) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      const answer = wholeAnswer(waiting)
      if (!answer) return
      if (answer.isSuccess) run.latencies.push(performance.now() - askedAt)
      else fail(waiting.toString('utf8', 0, answer.length))
      waiting = waiting.subarray(answer.length)
      ask()
    })
    socket.once('error', (error) => fail(error.message))
    socket.once('close', () => resolve())
  })
}

const HEADER_END = Buffer.from('\r\n\r\n')

/** Undefined until the response is complete. */
export function wholeAnswer(bytes: Buffer): { length: number; isSuccess: boolean } | undefined {
  const headerEnd = bytes.indexOf(HEADER_END)
  if (headerEnd < 0) return undefined
  const header = bytes.toString('latin1', 0, headerEnd)
  const length = headerEnd + 4 + Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0)
  return bytes.length < length
    ? undefined
    : { length, isSuccess: header.charCodeAt(9) === 50 || header.startsWith('303', 9) }
}
