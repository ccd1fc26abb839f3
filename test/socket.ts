// HTTP over a raw socket, for requests that no client would send.

import { connect, type Socket } from 'node:net'
import { GUARD_MS } from './guard.ts'

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.off('error', reject)
      // A closed connection shows in what arrives, or does not.
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number
  head: string
  body: string
  /** True when the other side closed the connection. */
  isClosed: boolean
}

/** Sends `text` and reads one complete answer. */
export async function sendRaw(url: string, text: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(url)
  const answer = readAnswer(socket)
  socket.write(text)
  try {
    return await answer
  } finally {
    socket.destroy()
  }
}

export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(
      () => finish(() => reject(new Error(`no answer in time: ${text.slice(0, 200)}`))),
      GUARD_MS,
    )
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('close', onClose)
      settle()
    }
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const answer = answerOf(text, false)
      // With "Connection: close", waits until the connection ends.
      if (answer && !/^connection: close\r?$/im.test(answer.head)) finish(() => resolve(answer))
    }
    const onClose = () =>
      finish(() => resolve(answerOf(text, true) ?? { status: 0, head: '', body: '', isClosed: true }))
    socket.on('data', onData)
    socket.on('close', onClose)
  })
}

function answerOf(text: string, isClosed: boolean): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = text.slice(0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  if (status === 100) return answerOf(text.slice(end + 4), isClosed)
  const body = text.slice(end + 4)
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  return body.length >= length ? { status, head, body, isClosed } : null
}
