// What a hostile HTTP server does after it has read a request, with the allowed outcome of the message for each attack.

import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { drip, flood } from './raw-peer.ts'

export interface HttpAttack {
  name: string
  /** The promise it may return resolves once the attack is under way. */
  does(socket: Socket): void | Promise<void>
  /** Only an abort or a deadline ends the call. Unless set, the client must end it without either. */
  isEndless?: boolean
  /** The outcome; by default it is unknown whether the message was accepted. */
  outcome?: 'redirected' | 'throttled' | 'accepted'
}

/** A success response in the format of the imitated provider. */
export interface HttpWords {
  accepted(id: string): string
}

const MEGABYTE = 1024 * 1024
/**
 * Chunk size of the attack by small chunks. A megabyte in chunks of one octet takes a client seconds of processor time.
 */
const CHUNK = '['.repeat(Number(process.env.CHUNK_OCTETS ?? 16))

const head = (status: number | string, headers: Record<string, string | number> = {}): string =>
  [
    `HTTP/1.1 ${status} As it likes`,
    ...Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

const answer = (status: number, body: string, headers = {}): string =>
  `${head(status, { 'content-length': Buffer.byteLength(body), ...headers })}${body}`

export function httpAttacks({ accepted }: HttpWords, elsewhere: string): HttpAttack[] {
  const good = accepted('id-1')
  const says = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
  const saysAndCuts = (text: string | Buffer) => (socket: Socket) => void socket.end(text)
  const withBody = (name: string, body: string): HttpAttack => ({ name, does: says(answer(200, body)) })
  return [
    // Delivery of the answer.
    {
      name: 'an answer an octet at a time',
      isEndless: true,
      does: (socket) => drip(socket, answer(200, ' '.repeat(100_000) + good)).begun,
    },
    {
      name: 'headers without end, an octet at a time',
      isEndless: true,
      does: (socket) => drip(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(9)}`).begun,
    },
    { name: 'no word', isEndless: true, does: () => {} },
    { name: 'a cut connection', does: (socket) => void socket.destroy() },
    { name: 'a reset', does: (socket) => void socket.resetAndDestroy() },
    { name: 'half a status line', does: saysAndCuts('HTTP/1.1 20') },
    { name: 'headers alone', does: saysAndCuts(head(200, { 'content-length': 100 })) },
    { name: 'half of what it announced', does: saysAndCuts(head(200, { 'content-length': good.length * 2 }) + good) },
    // Length of the answer.
    {
      name: 'a body without end',
      does: (socket) => flood(startOf(socket, head(200)), '[1,1,1,1,1,1,1,1],'.repeat(4000)),
    },
    {
      name: 'a body of 4 GB by its length',
      does: (socket) => flood(startOf(socket, head(200, { 'content-length': 2 ** 32 })), ' '.repeat(65_536)),
    },
    { name: 'headers of 1 MB', does: says(head(200, { x: 'y'.repeat(MEGABYTE) }) + good) },
    { name: '100,000 headers', does: says(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}\r\n`) },
    {
      name: 'headers without end',
      does: (socket) => flood(startOf(socket, 'HTTP/1.1 200 OK\r\n'), 'a: b\r\n'.repeat(10_000)),
    },
    {
      name: 'a status line without end',
      does: (socket) => flood(startOf(socket, 'HTTP/1.1 200 '), 'O'.repeat(65_536)),
    },
    // Framing of the answer.
    {
      name: 'a chunk that is shorter than it says',
      does: saysAndCuts(`${head(200, { 'transfer-encoding': 'chunked' })}ffff\r\n${good}\r\n0\r\n\r\n`),
    },
    {
      name: 'a chunk of no size',
      does: says(`${head(200, { 'transfer-encoding': 'chunked' })}zz\r\n${good}\r\n0\r\n\r\n`),
    },
    {
      name: 'a chunk of 16 EB',
      does: (socket) =>
        flood(
          startOf(socket, `${head(200, { 'transfer-encoding': 'chunked' })}fffffffffffffff\r\n`),
          ' '.repeat(65_536),
        ),
    },
    {
      name: 'an extension of a chunk without end',
      does: (socket) =>
        flood(startOf(socket, `${head(200, { 'transfer-encoding': 'chunked' })}1;`), 'x'.repeat(65_536)),
    },
    {
      name: 'small chunks without end',
      does: (socket) =>
        flood(
          startOf(socket, head(200, { 'transfer-encoding': 'chunked' })),
          `${CHUNK.length.toString(16)}\r\n${CHUNK}\r\n`.repeat(10_000),
        ),
    },
    {
      name: 'trailers without end',
      does: (socket) =>
        flood(startOf(socket, `${head(200, { 'transfer-encoding': 'chunked' })}0\r\n`), 'a: b\r\n'.repeat(10_000)),
    },
    {
      name: 'two lengths',
      does: says(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: ${good.length}\r\n\r\n${good}`),
    },
    { name: 'a length below zero', does: says(`HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n${good}`) },
    {
      name: 'a length beside chunks',
      does: says(
        `${head(200, { 'content-length': 5, 'transfer-encoding': 'chunked' })}${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`,
      ),
    },
    { name: 'a length that cuts it', does: says(head(200, { 'content-length': good.length - 1 }) + good) },
    { name: 'garbage and an answer behind it', does: says(answer(200, '{}') + answer(200, good)) },
    // Other protocols.
    {
      name: 'another protocol at once (101)',
      does: says(`${head(101, { connection: 'upgrade', upgrade: 'tls/1.3' })}${good}`),
    },
    {
      name: 'another protocol at once, and a cut',
      does: saysAndCuts(head(101, { connection: 'upgrade', upgrade: 'websocket' })),
    },
    {
      name: 'that it goes on, without end (100)',
      does: (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
    },
    {
      name: 'early hints without end (103)',
      does: (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(1000)),
    },
    { name: 'HTTP/0.9', does: saysAndCuts(good) },
    { name: 'HTTP/2', does: says(Buffer.from('0000000400000000000000040100000000', 'hex')) },
    { name: 'SMTP', does: says('220 mail.example ESMTP\r\n') },
    { name: 'octets', does: says(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167) & 255))) },
    // Content of the answer.
    withBody('nothing', ''),
    withBody('garbage', '}{'),
    withBody('null', 'null'),
    withBody('a number', '1e999'),
    withBody('a list', '[[]]'),
    withBody('nesting of 100,000', '['.repeat(100_000)),
    withBody('whole nesting of 50,000', '['.repeat(50_000) + ']'.repeat(50_000)),
    withBody('objects of 40,000 levels', '{"messages":'.repeat(40_000)),
    withBody('a prototype', '{"__proto__":{"messages":[{"id":"x"}],"id":"x"}}'),
    withBody('no id', accepted('')),
    { name: 'a gzip bomb', does: says(bomb) },
    { name: 'a success of another kind (204)', does: says(head(204)) },
    { name: 'a server’s error', does: says(answer(500, good)) },
    { name: 'a status of 999', does: says(answer(999, good)) },
    {
      name: 'to ask later, by a number without end',
      outcome: 'throttled',
      does: says(answer(429, '{}', { 'retry-after': '1e308' })),
    },
    { name: 'to ask later, than before', outcome: 'throttled', does: says(answer(429, '{}', { 'retry-after': '-5' })) },
    {
      name: 'to ask later, in the year 275760',
      outcome: 'throttled',
      does: says(answer(429, '{}', { 'retry-after': 'Sat, 13 Sep 275760 00:00:00 GMT' })),
    },
    ...[301, 302, 303, 307, 308].map(
      (status): HttpAttack => ({
        name: `that it is elsewhere (${status})`,
        outcome: 'redirected',
        does: says(answer(status, good, { location: `${elsewhere}/send` })),
      }),
    ),
    // Valid answers of unusual size.
    { name: 'an id of 2 KB', outcome: 'accepted', does: says(answer(200, accepted('x'.repeat(2000)))) },
    {
      name: 'an id of NUL and half a surrogate',
      outcome: 'accepted',
      does: says(answer(200, accepted('a\\u0000b\\ud800'))),
    },
  ]
}

const zipped = gzipSync(Buffer.alloc(20 * MEGABYTE, ' '))
const bomb = Buffer.concat([
  Buffer.from(head(200, { 'content-encoding': 'gzip', 'content-length': zipped.length })),
  zipped,
])

function startOf(socket: Socket, octets: string): Socket {
  socket.write(octets)
  return socket
}
