// A call of an endpoint ends at its deadline, whatever the receiver does.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { detailsOf } from '#kit/messages/details.ts'
import { startSamvad } from '../../test/harness.ts'
import { createCaller } from './call.ts'

const { app } = await startSamvad()

test('spec 14.14: an endpoint that accepts a connection and never answers the TLS handshake is given up', async () => {
  const closed: Promise<unknown>[] = []
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.resume()
    closed.push(once(socket, 'close'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const settings = { ...app.settings, allowedNetworks: ['127.0.0.1'] }
  const caller = createCaller({ ...app, settings }, { deadlineMs: 300 })
  after(() => {
    caller.end()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const attempt = await caller.call({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' })
  assert.deepEqual(
    [attempt.statusCode, attempt.error, attempt.hasLeft],
    [null, detailsOf('webhook_no_answer_in_time'), false],
  )
  assert.equal(closed.length, 1)
  await Promise.all(closed)
})
