// A server that misbehaves on a raw socket, for tests of outgoing calls: spec 19.36.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type Misbehave = (socket: Socket) => void

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] as string), 1)
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

export const BODY = 'a body a byte at a time'
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\nContent-Type: image/png\r\n\r\n'
export const misbehaviours: Record<string, Misbehave> = {
  'another protocol (101)': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'go on (100), and then nothing': (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
  'go on (100), without end': (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  nothing: () => {},
  'a byte at a time': (socket) => drip(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
  [BODY]: (socket) => {
    socket.write(HEAD)
    drip(socket, 'y')
  },
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, `x-y: ${'z'.repeat(1000)}\r\n`)
  },
  'a greeting without end': (socket) => drip(socket, '220-x\r\n'),
  'half an answer, and the end': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  'a reset': (socket) => socket.resetAndDestroy(),
}

export interface Peer {
  port: number
  url: string
  /** Open connections that have misbehaved. fetch opens another after an aborted call, and closes it unused. */
  misbehaving: Set<Socket>
  /** How often it has misbehaved. */
  times: () => number
  close(): Promise<void>
}

export async function startPeer(misbehave: Misbehave, speaksFirst: boolean): Promise<Peer> {
  const sockets = new Set<Socket>()
  const misbehaving = new Set<Socket>()
  let times = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket) && misbehaving.delete(socket))
    const act = () => {
      times++
      misbehaving.add(socket)
      misbehave(socket)
    }
    if (speaksFirst) act()
    else socket.once('data', act)
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    misbehaving,
    times: () => times,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A name server whose UDP answers are truncated, so that clients repeat the query over TCP, on the same port. */
export async function truncating(port: number) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port: to, address }) => {
    const answer = Buffer.from(query)
    answer.writeUInt16BE(0x8600, 2)
    socket.send(answer, to, address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
