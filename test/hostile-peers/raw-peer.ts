// A provider on loopback that writes octets chosen by the test, and checks of the adapter: the send ends, reads a
// limited number of octets, and has a sound outcome.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { newUuid } from '#kit/ids.ts'
import { englishOf } from '#kit/messages/details.ts'
import type { OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import type { ChannelAdapter } from '../channel-adapters.ts'
import { GUARD_MS } from '../guard.ts'

export interface RawPeer {
  url: string
  port: number
  connections: number
  /** Octets written and accepted by the connection so far. */
  written(): number
  /** Sets the behaviour of each connection from now on. */
  behave(does: (socket: Socket) => void): void
  close(): Promise<void>
}

export async function startRawPeer(does: (socket: Socket) => void = () => {}): Promise<RawPeer> {
  const sockets = new Set<Socket>()
  let gone = 0
  const writtenBy = (socket: Socket) => socket.bytesWritten - socket.writableLength
  const server = createServer((socket) => {
    peer.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      gone += writtenBy(socket)
    })
    does(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const peer: RawPeer = {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: 0,
    written: () => [...sockets].reduce((sum, socket) => sum + writtenBy(socket), gone),
    behave(next) {
      does = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  return peer
}

/** Writes endlessly, as fast as it is read. */
export function flood(socket: Socket, octets: Buffer | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(octets));
  }
  socket.on('drain', more)
  more()
}

/** Writes one octet every few milliseconds until the connection closes. `begun` resolves after some octets. */
export function drip(socket: Socket, octets: string, everyMs = 5): { begun: Promise<void> } {
  const begun = Promise.withResolvers<void>()
  let at = 0
  const timer = setInterval(() => {
    socket.write(octets[at++ % octets.length] as string)
    if (at === BEGUN_OCTETS) begun.resolve()
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
  return { begun: begun.promise }
}

const BEGUN_OCTETS = 12
/** Upper bound of the octets of one answer that a provider can write: an adapter's limit plus the system's buffers. */
export const OCTETS_MAX = 16 * 1024 * 1024

/** Fails when `work` never ends. */
export async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const stuck = Promise.withResolvers<never>()
  const guard = setTimeout(() => stuck.reject(new assert.AssertionError({ message: 'it never ends' })), GUARD_MS)
  return Promise.race([work, stuck.promise]).finally(() => clearTimeout(guard))
}

export interface Told {
  result: SendResult
  /** True when the adapter reported the start of transmission. */
  hasLeft: boolean
}

/**
 * Sends one message; fails when the send never ends, reads too many octets, or has an unsound outcome. Only `signal`
 * ends a send whose attack never ends: a test aborts it once the peer has received the message, not after some time.
 */
export async function tell(
  { adapter, message }: ChannelAdapter,
  peer: RawPeer,
  fields: Partial<OutboundMessage> = {},
  signal = new AbortController().signal,
): Promise<Told> {
  let hasLeft = false
  const before = peer.written()
  const leaving = async () => {
    hasLeft = true
  }
  const result = await inTime(adapter.send({ ...message(newUuid()), ...fields, leaving }, signal))
  const read = peer.written() - before
  assert.ok(read < OCTETS_MAX, `${read} octets were taken of the provider`)
  mustBeSound(result, hasLeft)
  return { result, hasLeft }
}

function mustBeSound(result: SendResult, hasLeft: boolean): void {
  const shown = JSON.stringify(result).slice(0, 600)
  if (!hasLeft) assert.ok(!['accepted', 'unknown'].includes(result.outcome), `it never left: ${shown}`)
  if ('detail' in result) {
    const detail = englishOf(result.detail)
    assert.ok(detail.length <= 500 && !/\p{Cc}/u.test(detail), shown)
    assert.ok(detail.isWellFormed(), shown)
  }
  if ('retryAfterMs' in result && result.retryAfterMs !== null)
    assert.ok(Number.isFinite(result.retryAfterMs) && result.retryAfterMs >= 0, shown)
}

/** Sends another message, which the peer accepts normally. */
export async function mustBeAccepted(channel: ChannelAdapter, peer: RawPeer): Promise<void> {
  const { result } = await tell(channel, peer)
  assert.equal(result.outcome, 'accepted', JSON.stringify(result))
}
