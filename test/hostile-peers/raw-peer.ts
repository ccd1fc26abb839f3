// A provider that writes whatever octets it likes, on loopback; and what an adapter makes of one, within which time and
// how many of its octets.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { newUuid } from '#kit/ids.ts'
import type { OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import type { ChannelAdapter } from '../channel-adapters.ts'

export interface RawPeer {
  url: string
  port: number
  connections: number
  /** Octets that it was let write. */
  written(): number
  /** What becomes of each connection from now on. */
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

/** Writes without end, as fast as it is read. */
export function flood(socket: Socket, octets: Buffer | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(octets));
  }
  socket.on('drain', more)
  more()
}

/** An octet at a time, for as long as anybody reads. */
export function drip(socket: Socket, octets: string, everyMs = 5): void {
  let at = 0
  const timer = setInterval(() => socket.write(octets[at++ % octets.length] as string), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** What has nothing to do within it is to be over before. */
export const DEADLINE_MS = 700
/** What has not ended then never does; the machine may be busy with others. */
const ENDS_WITHIN_MS = 20_000
/** What a provider can make us read of one answer: a limit of the adapter, and what the system has buffered. */
export const OCTETS_MAX = 16 * 1024 * 1024

/** Fails where it never ends. */
export async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const late = pause(ENDS_WITHIN_MS, null, { ref: false }).then(() => assert.fail('it never ends'))
  return Promise.race([work, late])
}

export interface Told {
  result: SendResult
  /** Whether the adapter said that it leaves. */
  hasLeft: boolean
}

/** Sends one message; fails where that takes too long, takes too much of the peer, or its answer is unsound. */
export async function tell(
  { adapter, message }: ChannelAdapter,
  peer: RawPeer,
  fields: Partial<OutboundMessage> = {},
  deadlineMs = DEADLINE_MS,
): Promise<Told> {
  let hasLeft = false
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const before = peer.written()
  const leaving = async () => {
    hasLeft = true
  }
  const sending = adapter.send({ ...message(newUuid()), ...fields, leaving }, deadline.signal)
  const result = await inTime(sending)
  clearTimeout(timer)
  const read = peer.written() - before
  assert.ok(read < OCTETS_MAX, `${read} octets were taken of the provider`)
  mustBeSound(result, hasLeft)
  return { result, hasLeft }
}

function mustBeSound(result: SendResult, hasLeft: boolean): void {
  const shown = JSON.stringify(result).slice(0, 600)
  if (!hasLeft) assert.ok(!['accepted', 'unknown'].includes(result.outcome), `it never left: ${shown}`)
  if ('detail' in result) {
    assert.ok(result.detail.length <= 500 && !/\p{Cc}/u.test(result.detail), shown)
    assert.ok(result.detail.isWellFormed(), shown)
  }
  if ('retryAfterMs' in result && result.retryAfterMs !== null)
    assert.ok(Number.isFinite(result.retryAfterMs) && result.retryAfterMs >= 0, shown)
}

/** Of a peer that means well now, however busy the machine is. */
export async function mustBeAccepted(channel: ChannelAdapter, peer: RawPeer): Promise<void> {
  const { result } = await tell(channel, peer, {}, ENDS_WITHIN_MS)
  assert.equal(result.outcome, 'accepted', JSON.stringify(result))
}
