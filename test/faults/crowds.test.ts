// STYLE.md: every queue and wait has a limit. A client that requests much and reads nothing, or opens many connections,
// takes neither memory nor capacity from others. Tested on a real process, over sockets.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { openSocket, readAnswer, sendRaw } from '../socket.ts'

const MEGABYTE = 1024 * 1024
const CONNECTIONS_MAX = 480
const OF_AN_ADDRESS = CONNECTIONS_MAX / 4
const MESSAGES = 8
const READERS = 20

const dataDirectory = await newDataDirectory()
const samvad: Program = await startProgram(dataDirectory, {
  DATABASE_URL: urlOf(await testDatabase()),
  ROLES: 'api',
  SAMVAD_CONNECTIONS_MAX: String(CONNECTIONS_MAX),
  SAMVAD_TEST_STALLED_MS: '3000',
  SAMVAD_LOG_LEVEL: 'silent',
})

after(async () => {
  await samvad.stop()
  await removeDataDirectory(dataDirectory)
})

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${samvad.token}\r\naccept: application/json\r\n\r\n`

async function conversationOfLargeMessages(): Promise<string> {
  const { body: recharge } = await samvad.request('POST', '/api/v1/billing/recharges', { json: { amount: '1000.00' } })
  const payment = new URLSearchParams({ method: 'upi', outcome: 'success' })
  await fetch(recharge.checkout_url, { method: 'POST', body: payment })
  const contact = await samvad.request('POST', '/v1/contacts', { json: { email: 'meera@customer.example' } })
  const conversation = await samvad.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
  for (let count = 0; count < MESSAGES; count++) {
    const html = 'h'.repeat(490_000)
    const json = {
      conversation_id: conversation.body.id,
      channel: 'email',
      subject: 'Large',
      text: 'x'.repeat(99_000),
      html,
    }
    const sent = await samvad.request('POST', '/v1/messages', { json })
    assert.equal(sent.status, 201, sent.text)
  }
  return conversation.body.id
}

const list = `/v1/messages?limit=100&conversation_id=${await conversationOfLargeMessages()}`

async function measured(name: string): Promise<number> {
  const { text } = await samvad.request('GET', '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('spec 4.3, 4.5: a page ends at 4 MB, and a walk over the pages sees every message once', async () => {
  const seen: string[] = []
  let cursor = ''
  for (;;) {
    const { status, text, body } = await samvad.request('GET', `${list}${cursor}`)
    assert.equal(status, 200)
    assert.ok(Buffer.byteLength(text) < 4 * MEGABYTE + 1000, `${text.length} bytes`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.has_more) break
    cursor = `&starting_after=${seen.at(-1)}`
  }
  assert.equal(seen.length, MESSAGES)
  assert.equal(new Set(seen).size, MESSAGES)
})

test('spec 19.7: connections that ask for large pages and never read are dropped, hold little memory, and harm nobody', async () => {
  const before = await measured('process_resident_memory_bytes')
  const sockets: Socket[] = await Promise.all(Array.from({ length: READERS }, () => openSocket(samvad.url)))
  for (const socket of sockets) socket.pause().write(get(list).repeat(20))
  let most = 0
  const isClosed = (socket: Socket) => socket.destroyed || socket.closed
  const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())))
  // A paused socket notices its end only when something is written.
  const poke = () => sockets.filter((socket) => !isClosed(socket)).map((socket) => socket.write('\r\n'))
  await eventually('all of them are dropped', async () => {
    const { status } = await samvad.request('GET', '/healthz')
    assert.equal(status, 200)
    most = Math.max(most, (await measured('process_resident_memory_bytes')) - before)
    poke()
    return sockets.every(isClosed)
  })
  await Promise.all(closed)
  // Twenty pages of 4 MB for each client would be 1.6 GB; one each is 80 MB, and takes as much again to build.
  assert.ok(most < 400 * MEGABYTE, `${Math.round(most / MEGABYTE)} MB more`)
  const answer = await samvad.request('GET', list)
  assert.equal(answer.status, 200, 'who reads gets the page')
})

test('spec 19.7: a caller who reads slowly, but reads, gets the whole page', async () => {
  const socket = await openSocket(samvad.url)
  socket.write(get(list))
  let bytes = 0
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > 3.5 * MEGABYTE) resolve()
      // Reads a piece at a time, slower than it arrives.
      socket.pause()
      setImmediate(() => socket.resume())
    })
    socket.once('close', () => resolve())
  })
  await ended
  assert.ok(bytes > 3.5 * MEGABYTE, `${bytes} bytes came`)
  socket.destroy()
})

test('requests of one connection are answered in their order, however many are sent at once', async () => {
  const socket = await openSocket(samvad.url)
  const answers = new Promise<number[]>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
      if (found.length === 40) resolve(found)
    })
  })
  socket.write(Array.from({ length: 20 }, () => get('/v1/me') + get('/v1/nothing')).join(''))
  assert.deepEqual(await answers, Array.from({ length: 20 }, () => [200, 404]).flat())
  socket.destroy()
})

test('spec 19.7: one address has a quarter of the connections, and is told so; those that end make room', async () => {
  const sockets = await Promise.all(Array.from({ length: OF_AN_ADDRESS + 20 }, () => openSocket(samvad.url)))
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      const answer = readAnswer(socket)
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
      return answer
    }),
  )
  const refused = answers.filter(({ status }) => status === 503)
  assert.ok(refused.length >= 20, `${refused.length} were refused`)
  assert.ok(answers.filter(({ status }) => status === 200).length > OF_AN_ADDRESS / 2)
  assert.equal(JSON.parse(refused[0]?.body ?? '').code, 'temporarily_unavailable')
  for (const socket of sockets) socket.destroy()
  await eventually('there is room again', async () => {
    const { status } = await sendRaw(samvad.url, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return status === 200
  })
})
