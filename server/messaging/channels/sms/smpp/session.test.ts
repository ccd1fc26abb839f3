// A malicious or broken provider: raw octets instead of a library. Whatever it sends ends its own bind at most.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { GUARD_MS } from '../../../../../test/guard.ts'
import { AnswerLost, BindRefused, NotSubmitted } from './faults.ts'
import { commands, encodePdu, RESPONSE } from './pdu.ts'
import { SmppSession } from './session.ts'

const BIND = { systemId: 'asha', password: 'kabir42', systemType: '' }

/** A bind to a provider that runs `what` with the connection once it has read the bind. */
async function boundTo(what: (socket: Socket, sequence: number) => void, responseTimeoutMs = GUARD_MS) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk: Buffer) => what(socket, chunk.readUInt32BE(12)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  const arrived: number[] = []
  const options = {
    bind: BIND,
    window: 10,
    messagesPerSecond: null,
    enquireLinkMs: 60_000,
    responseTimeoutMs,
    async onArrival(pdu: { sequence: number }) {
      arrived.push(pdu.sequence)
      return 0
    },
    onEnd: resolve,
  }
  return { socket, arrived, ended, session: SmppSession.bind(socket, options) }
}
const yes = (sequence: number) => encodePdu(commands.bind_transceiver_resp, 0, sequence, Buffer.of(0))

/** Writes endlessly, and reads nothing. */
function flood(socket: Socket, octets: Buffer): void {
  socket.pause()
  const more = () => {
    while (!socket.destroyed && socket.write(octets));
  }
  socket.on('drain', more)
  more()
}

for (const [name, command] of [
  ['enquire_link', commands.enquire_link],
  ['deliver_sm', commands.deliver_sm],
  ['what no command is', 0x00000777],
] as const)
  test(`spec 18.46: a provider that floods with ${name} and reads no answer ends its bind, and takes a bounded memory`, async () => {
    const many = Buffer.concat(Array.from({ length: 2000 }, (_, index) => encodePdu(command, 0, index + 1)))
    const { session, socket, ended } = await boundTo((peer, sequence) => {
      peer.write(yes(sequence))
      flood(peer, many)
    })
    const bound = await session
    assert.match(await ended, /does not read|too much unrequested data/)
    assert.ok(socket.writableLength < 2 * 1024 * 1024, String(socket.writableLength))
    assert.equal(bound.isOpen, false)
    await assert.rejects(
      bound.submit(Buffer.alloc(1), async () => {}, new AbortController().signal),
      NotSubmitted,
    )
  })

for (const [name, octets] of [
  ['a length of 4 GB', Buffer.from('ffffffff0000001500000000000000ff', 'hex')],
  ['a length of 0', Buffer.alloc(16)],
  ['HTML', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n<html>')],
] as const)
  test(`spec 18.46: a provider that answers with ${name} ends its bind`, async () => {
    const { session, ended } = await boundTo((peer, sequence) => {
      peer.write(yes(sequence))
      peer.once('data', () => peer.write(octets))
    })
    const asked = (await session).submit(Buffer.alloc(1), async () => {}, new AbortController().signal)
    await assert.rejects(asked, AnswerLost)
    assert.match(await ended, /a PDU of \d+ octets/)
  })

test('spec 18.46: one that never answers the bind, closes within a PDU, or answers what nobody asked', async () => {
  const silent = await boundTo(() => {}, 10)
  await assert.rejects(silent.session, /did not answer in time/)
  const cut = await boundTo((peer, sequence) => peer.end(yes(sequence).subarray(0, 9)))
  await assert.rejects(cut.session, /closed/)
  const strange = await boundTo((peer, sequence) => {
    const others = [0, 2 ** 32 - 1, sequence + 1].map((one) => encodePdu(commands.submit_sm_resp, 0, one))
    peer.write(Buffer.concat([...others, encodePdu(RESPONSE + 0x777, 0, sequence)]))
  })
  await assert.rejects(strange.session, BindRefused)
})
