// A client that sends arbitrary bytes and parses the answer of an HTTP/1.1 server: Node's own client would refuse to
// send most of them.

import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** The reaction to the bytes: an answer, a closed connection, or nothing in time. */
export type Reaction = { answer: RawAnswer } | { closed: true } | { silent: true }

const ANSWER_BYTES_MAX = 32 * 1024 * 1024

/** Sends `chunks` in sequence and reads the first answer. `isHead`: it has no body, whatever its Content-Length. */
export function exchange(
  { port, localAddress }: { port: number; localAddress?: string },
  chunks: readonly Buffer[],
  { timeoutMs, isHead = false }: { timeoutMs: number; isHead?: boolean },
): Promise<Reaction> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(localAddress ? { localAddress } : {}) })
    let received = Buffer.alloc(0)
    const parts: Buffer[] = []
    let isOver = false
    const timer = setTimeout(() => end({ silent: true }), timeoutMs)
    const end = (reaction: Reaction) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.destroy()
      resolve(reaction)
    }
    const look = (isClosed: boolean) => {
      if (parts.length > 0) received = Buffer.concat([received, ...parts.splice(0)])
      const answer = readAnswer(received, isHead, isClosed)
      if (answer) end({ answer })
      else if (isClosed || received.length > ANSWER_BYTES_MAX) end({ closed: true })
    }
    socket.on('data', (chunk: Buffer) => {
      parts.push(chunk)
      look(false)
    })
    // A server that refuses early closes while the rest is in flight: its answer before that counts.
    socket.on('error', () => look(true))
    socket.on('end', () => look(true))
    socket.on('close', () => look(true))
    socket.once('connect', () => void write(socket, chunks))
  })
}

async function write(socket: Socket, chunks: readonly Buffer[]): Promise<void> {
  for (const chunk of chunks) {
    if (socket.destroyed) return
    await new Promise((done) => {
      socket.write(chunk, done)
      socket.once('close', done)
    })
  }
}

/** The first answer in the bytes that is not 1xx, or null while it is incomplete. */
function readAnswer(bytes: Buffer, isHead: boolean, isClosed: boolean): RawAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
  const rest = bytes.subarray(headEnd + 4)
  if (status >= 100 && status < 200) return readAnswer(rest, isHead, isClosed)
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = isHead || status === 204 || status === 304 ? Buffer.alloc(0) : readBody(rest, headers, isClosed)
  return body && { status, headers, text: body.toString('utf8') }
}

function readBody(rest: Buffer, headers: Headers, isClosed: boolean): Buffer | null {
  const length = headers.get('content-length')
  if (length !== null) return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : null
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest)
  return isClosed ? rest : null
}

function readChunks(rest: Buffer): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16)
    const end = lineEnd + 2 + size
    if (rest.length < end + 2) return null
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(rest.subarray(lineEnd + 2, end))
    at = end + 2
  }
}
