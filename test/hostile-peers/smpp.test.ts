// spec 18.46, 18.51: an SMPP server that means harm, in raw octets: what becomes of the messages that it was told.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { commands, encodePdu, type Pdu, PduReader, RESPONSE } from '#messaging/channels/sms/smpp/pdu.ts'
import { smppAdapter } from '../channel-adapters.ts'
import { until } from '../mail-story.ts'
import { drip, flood, mustBeAccepted, startRawPeer, tell } from './raw-peer.ts'

type Does = (socket: Socket, pdu: Pdu) => void

const idOf = (text: string) => Buffer.from(`${text}\0`, 'latin1')
const response = ({ command, sequence }: Pick<Pdu, 'command' | 'sequence'>, status = 0, body = Buffer.alloc(0)) =>
  encodePdu(command + RESPONSE, status, sequence, body)
const good: Does = (socket, pdu) =>
  void socket.write(response(pdu, 0, pdu.command === commands.submit_sm ? idOf(`id-${pdu.sequence}`) : idOf('')))

/** Binds whoever asks, and does with messages what the test says. */
let withMessages: Does = good
function server(socket: Socket): void {
  const reader = new PduReader()
  socket.on('data', (chunk: Buffer) => {
    for (const pdu of reader.push(chunk))
      (pdu.command === commands.submit_sm ? withMessages : answerOthers)(socket, pdu)
  })
}
const answerOthers: Does = (socket, pdu) => {
  if (pdu.command < RESPONSE) good(socket, pdu)
}

const peer = await startRawPeer(server)
const channel = smppAdapter(peer.port)
after(async () => {
  await channel.adapter.close()
  await peer.close()
})

const others = [commands.enquire_link, commands.unbind, commands.bind_transceiver, commands.deliver_sm, 0x777]

/** None of them says that the message was taken. */
const attacks: [name: string, does: Does][] = [
  ['no word', () => {}],
  ['a cut', (socket) => void socket.destroy()],
  ['a reset', (socket) => void socket.resetAndDestroy()],
  ['a length of 4 GB', (socket) => flood(socket, Buffer.concat([Buffer.alloc(4, 255), Buffer.alloc(65_532)]))],
  ['a length of 15', (socket) => void socket.write(Buffer.from('0000000f800000040000000000000001', 'hex'))],
  ['half a header, and a cut', (socket, pdu) => void socket.end(response(pdu).subarray(0, 9))],
  [
    'an answer to what was never sent',
    (socket, pdu) => {
      for (const sequence of [0, pdu.sequence + 1, pdu.sequence + 1000, 2 ** 32 - 1])
        socket.write(response({ ...pdu, sequence }, 0, idOf('of-nobody')))
    },
  ],
  [
    'an answer to the bind',
    (socket, pdu) => void socket.write(response({ ...pdu, sequence: 1 }, 0, idOf('of-the-bind'))),
  ],
  ...others.map((command): [string, Does] => [
    `the answer to another command (${command.toString(16)})`,
    (socket, pdu) => void socket.write(response({ command, sequence: pdu.sequence }, 0, idOf('taken'))),
  ]),
  ['garbage that is no PDU', (socket) => flood(socket, Buffer.alloc(65_536, 0xa5))],
  [
    'asking whether we are there, without end',
    (socket) =>
      flood(socket, Buffer.concat(Array.from({ length: 4000 }, (_, at) => encodePdu(commands.enquire_link, 0, at)))),
  ],
  [
    'answers to nothing, without end',
    (socket) =>
      flood(
        socket,
        Buffer.concat(Array.from({ length: 4000 }, (_, at) => encodePdu(commands.submit_sm_resp, 0, at + 2 ** 31))),
      ),
  ],
]

for (const [name, does] of attacks)
  test(`spec 18.51: an SMPP server that answers a message with ${name}: nobody knows, and the next one leaves`, async () => {
    withMessages = does
    const { result } = await tell(channel, peer)
    assert.equal(result.outcome, 'unknown', JSON.stringify(result))
    withMessages = good
    await mustBeAccepted(channel, peer)
  })

test('spec 18.51: a PDU whose octets never end holds up its own bind alone, until it is cut', async () => {
  const held = smppAdapter(peer.port)
  let cut = () => {}
  withMessages = (socket) => {
    drip(socket, '\0\x01\x11\x70\0\0\0\0')
    cut = () => socket.destroy()
  }
  const { result } = await tell(held, peer)
  assert.equal(result.outcome, 'unknown')
  withMessages = good
  await mustBeAccepted(channel, peer)
  cut()
  // What is told before the end has come through here is lost with the bind.
  await until(
    () => tell(held, peer),
    (told) => told.result.outcome === 'accepted',
  )
  await held.adapter.close()
})

test('spec 18.51: a window that is never answered ends by time, and what waits for a place in it has not left', async () => {
  const WINDOW = 10
  const told: number[] = []
  withMessages = (_, { sequence }) => void told.push(sequence)
  let untilFirstEnd = 0
  const all = await Promise.all(
    Array.from({ length: WINDOW + 15 }, async () => {
      const one = await tell(channel, peer)
      untilFirstEnd ||= told.length
      return one
    }),
  )
  const counted = (outcome: string) => all.filter(({ result }) => result.outcome === outcome).length
  assert.equal(untilFirstEnd, WINDOW, 'no more than have a place')
  // On a machine that stands still for a moment places are free again before those that wait have waited long enough;
  // the bind ends behind the first ones, and what was just written to it may not have come through.
  const left = counted('unknown')
  assert.ok(left >= WINDOW)
  assert.equal(left + counted('unavailable'), all.length)
  assert.ok(told.length <= left, 'of what the peer has read nobody says that it has not left')
  withMessages = good
  await mustBeAccepted(channel, peer)
})

test('spec 18.51: of two messages of which one is answered twice, that one is taken, and of the other nobody knows', async () => {
  const told: Pdu[] = []
  withMessages = (socket, pdu) => {
    told.push(pdu)
    const [first] = told as [Pdu]
    if (told.length === 2) for (const id of ['one', 'two']) socket.write(response(first, 0, idOf(id)))
  }
  const results = await Promise.all([tell(channel, peer), tell(channel, peer)])
  const outcomes = results.map(({ result }) => ('providerId' in result ? result.providerId : result.outcome))
  assert.deepEqual(outcomes.sort(), ['one', 'unknown'])
  withMessages = good
  await mustBeAccepted(channel, peer)
})
