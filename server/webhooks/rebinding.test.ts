// A name that resolves to another address the next time: the address that was checked is the one that is called.
// spec 14.19.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { englishOf } from '#kit/messages/details.ts'
import { startDnsServer } from '../../test/dns/server.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'
import { freePort } from '../../test/program.ts'
import { createCaller } from './call.ts'

const dns = await startDnsServer()
after(() => dns.close())
const { app } = await startSamvad()
/** Represents public addresses, which tests must not call; the rest of this machine is private. */
const PUBLIC = '127.0.0.2'
const PRIVATE = '127.0.0.1'
const body = '{}'

/** Callers do not share connections. */
function newCaller() {
  const settings = { ...app.settings, dnsServer: dns.address, allowedNetworks: [PUBLIC] }
  const caller = createCaller({ ...app, settings }, { deadlineMs: GUARD_MS, keepsAnswer: () => true })
  after(() => caller.end())
  return caller
}

async function listening(address: string, port: number) {
  let connections = 0
  const server: Server = createServer((_, response) => response.end(address))
  server.on('connection', () => connections++)
  server.listen(port, address)
  await once(server, 'listening')
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

/** The system assigns this port to no other connection, so it is free at both addresses. */
const port = await freePort()
const outside = await listening(PUBLIC, port)
const inside = await listening(PRIVATE, port)
const call = (name: string, caller = newCaller()) =>
  caller.call({ url: `http://${name}:${outside.port}/`, headers: {}, body })

test('spec 14.19: a name that leads inside once it was looked at: the address that was looked at is called', async () => {
  dns.aInTurn('turning.example', [PUBLIC], [PRIVATE])
  const caller = newCaller()
  const first = await call('turning.example', caller)
  assert.deepEqual([first.statusCode, first.answer], [200, PUBLIC])
  assert.deepEqual(
    dns.asked.filter((one) => one === 'turning.example A'),
    ['turning.example A'],
    'asked once for a connection',
  )
  // The connection is reused, whatever its name resolves to now; a new connection is checked again.
  assert.equal((await call('turning.example', caller)).answer, PUBLIC)
  const later = await call('turning.example')
  assert.equal(later.statusCode, null)
  assert.match(englishOf(later.error ?? ''), /not a public address/)
  assert.equal(inside.connections(), 0)
})

test('spec 14.19: of a name with addresses of both kinds only those that may be called are', async () => {
  dns.a('both.example', PRIVATE, PUBLIC)
  assert.equal((await call('both.example')).answer, PUBLIC)
  // Nobody listens at the first address: then nothing is called, not even the other one.
  dns.a('closed.example', PRIVATE, '127.0.0.2')
  const closed = await newCaller().call({ url: 'http://closed.example:9/', headers: {}, body })
  assert.match(englishOf(closed.error ?? ''), /ECONNREFUSED/)
  for (const address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '100.64.0.1', '192.168.1.1', PRIVATE]) {
    dns.a('inside.example', address)
    assert.match(englishOf((await call('inside.example')).error ?? ''), /not a public address/, address)
  }
  assert.equal(inside.connections(), 0)
})

test('spec 14.19: a redirect leads nowhere', async () => {
  dns.a('moved.example', PUBLIC)
  const moved = createServer((_, response) =>
    response.writeHead(307, { location: `http://${PRIVATE}:${inside.port}/` }).end(),
  )
  moved.listen(0, PUBLIC)
  await once(moved, 'listening')
  after(() => moved.close())
  const { port } = moved.address() as AddressInfo
  const { statusCode, error } = await newCaller().call({ url: `http://moved.example:${port}/`, headers: {}, body })
  assert.equal(statusCode, 307)
  assert.match(englishOf(error ?? ''), /not followed/)
  assert.equal(inside.connections(), 0)
})
