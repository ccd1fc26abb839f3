// spec 18.46, 18.51: a hostile SMPP server, in raw octets: the outcome of the messages sent to it.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { commands, encodePdu, type Pdu, PduReader, RESPONSE } from '#messaging/channels/sms/smpp/pdu.ts'
import { smppAdapter } from '../channel-adapters.ts'
import { until } from '../mail-story.ts'
import { drip, flood, mustBeAccepted, startRawPeer, tell } from './raw-peer.ts'

type Does = (socket: Socket, pdu: Pdu) => void | Promise<void>

const idOf = (text: string) => Buffer.from(`${text}\0`, 'latin1')
const response = ({ command, sequence }: Pick<Pdu, 'command' | 'sequence'>, status = 0, body = Buffer.alloc(0)) =>
  encodePdu(command + RESPONSE, status, sequence, body)
const good: Does = (socket, pdu) =>
  void socket.write(response(pdu, 0, pdu.command === commands.submit_sm ? idOf(`id-${pdu.sequence}`) : idOf('')))

/** Accepts every bind; the test decides what it does with messages. */
let withMessages: Does = good
function server(socket: Socket): void {
  const reader = new PduReader()
  socket.on('data', (chunk: Buffer) => {
    for (const pdu of reader.push(chunk))
      void (pdu.command === commands.submit_sm ? withMessages : answerOthers)(socket, pdu)
  })
}
const answerOthers: Does = (socket, pdu) => {
  if (pdu.command < RESPONSE) void good(socket, pdu)
  if (pdu.command === commands.enquire_link + RESPONSE) enquiries.get(pdu.sequence)?.()
}

const enquiries = new Map<number, () => void>()
/** Resolves once the adapter has read everything that was written to it: it answers in order. */
function allRead(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sequence = enquiries.size + 1
  enquiries.set(sequence, resolve)
  socket.write(encodePdu(commands.enquire_link, 0, sequence))
  return promise
}

const peer = await startRawPeer(server)
const channel = smppAdapter(peer.port)
after(async () => {
  await channel.adapter.close()
  await peer.close()
})

const others = [commands.enquire_link, commands.unbind, commands.bind_transceiver, commands.deliver_sm, 0x777]

/** None of these accepts the message, and only an abort ends the send. */
const endless: [name: string, does: Does][] = [
  ['no word', () => {}],
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
]

/** None of these accepts the message, and the adapter ends the send itself. */
const attacks: [name: string, does: Does][] = [
  ['a cut', (socket) => void socket.destroy()],
  ['a reset', (socket) => void socket.resetAndDestroy()],
  ['a length of 4 GB', (socket) => flood(socket, Buffer.concat([Buffer.alloc(4, 255), Buffer.alloc(65_532)]))],
  ['a length of 15', (socket) => void socket.write(Buffer.from('0000000f800000040000000000000001', 'hex'))],
  ['half a header, and a cut', (socket, pdu) => void socket.end(response(pdu).subarray(0, 9))],
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

for (const [name, does] of endless)
  test(`spec 18.51: an SMPP server that answers a message with ${name}: nobody knows, and the next one leaves`, async () => {
    const deadline = new AbortController()
    withMessages = async (socket, pdu) => {
      await does(socket, pdu)
      await allRead(socket)
      deadline.abort()
    }
    const { result } = await tell(channel, peer, {}, deadline.signal)
    assert.equal(result.outcome, 'unknown', JSON.stringify(result))
    withMessages = good
    await mustBeAccepted(channel, peer)
  })

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
  const deadline = new AbortController()
  withMessages = async (socket) => {
    cut = () => socket.destroy()
    await drip(socket, '\0\x01\x11\x70\0\0\0\0').begun
    deadline.abort()
  }
  const { result } = await tell(held, peer, {}, deadline.signal)
  assert.equal(result.outcome, 'unknown')
  withMessages = good
  await mustBeAccepted(channel, peer)
  cut()
  // What is sent before the adapter has noticed the end is lost with the bind.
  await until(
    () => tell(held, peer),
    (told) => told.result.outcome === 'accepted',
  )
  await held.adapter.close()
})

test('spec 18.51: a window that is never answered ends by time, and what waits for a place in it has not left', async () => {
  const WINDOW = 10
  const told: Socket[] = []
  withMessages = (socket) => void told.push(socket)
  const [inWindow, waiting] = [new AbortController(), new AbortController()]
  const send = (count: number, { signal }: AbortController) =>
    Promise.all(Array.from({ length: count }, () => tell(channel, peer, {}, signal)))
  const sentToWindow = send(WINDOW, inWindow)
  await until(
    async () => told.length,
    (count) => count === WINDOW,
  )
  const sentToWait = send(WINDOW + 5, waiting)
  await allRead(told[0] as Socket)
  waiting.abort()
  for (const { result, hasLeft } of await sentToWait)
    assert.deepEqual([result.outcome, hasLeft], ['unavailable', false], 'no more than have a place')
  inWindow.abort()
  for (const { result } of await sentToWindow) assert.equal(result.outcome, 'unknown')
  assert.equal(told.length, WINDOW)
  withMessages = good
  await mustBeAccepted(channel, peer)
})

test('spec 18.51: of two messages of which one is answered twice, that one is taken, and of the other nobody knows', async () => {
  const told: Pdu[] = []
  const deadline = new AbortController()
  withMessages = async (socket, pdu) => {
    told.push(pdu)
    const [first] = told as [Pdu]
    if (told.length < 2) return
    for (const id of ['one', 'two']) socket.write(response(first, 0, idOf(id)))
    await allRead(socket)
    deadline.abort()
  }
  const results = await Promise.all([1, 2].map(() => tell(channel, peer, {}, deadline.signal)))
  const outcomes = results.map(({ result }) => ('providerId' in result ? result.providerId : result.outcome))
  assert.deepEqual(outcomes.sort(), ['one', 'unknown'])
  withMessages = good
  await mustBeAccepted(channel, peer)
})
