// Which user-supplied addresses may be called: spec 18.3. How callers are counted.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import fc from '../../test/cases.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { createReach, dial, isNetwork, networkOf, UnreachableByRule } from './networks.ts'

const mayReach = createReach([])

test('spec 18.3: private, loopback, link-local and other special addresses are out of reach, public ones are not', () => {
  const special = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ]
  const special6 = [
    '::',
    '::1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:0:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '5f00::1',
    'fe80::1%lo',
    'fec0::1',
  ]
  // Names, and notations that `isIP` does not accept: only valid addresses are reachable.
  const written = ['localhost', '', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '0']
  for (const address of [...special, ...special6, ...written]) assert.equal(mayReach(address), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(mayReach(address), true, address)
})

test('spec 18.3: an IPv4 address written as an IPv6 one is judged as what it is', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const bytes = address.split('.').map(Number) as [number, number, number, number]
      const hex = `::ffff:${((bytes[0] << 8) | bytes[1]).toString(16)}:${((bytes[2] << 8) | bytes[3]).toString(16)}`
      assert.equal(mayReach(hex), mayReach(address))
      assert.equal(mayReach(`::ffff:${address}`), mayReach(address))
    }),
  )
})

test('spec 18.3: an allowed network is in reach, and no other', () => {
  const allowed = createReach(['10.1.0.0/16', 'fd00:1::/32'])
  assert.deepEqual(['10.1.255.1', '10.2.0.1', 'fd00:1::7', 'fd00:2::7', '127.0.0.1', '8.8.8.8'].map(allowed), [
    true,
    false,
    true,
    false,
    false,
    true,
  ])
  for (const right of ['10.0.0.0/8', '10.1.2.3', 'fd00::/8']) assert.equal(isNetwork(right), true, right)
  for (const wrong of ['', '10.0.0.0/33', '10.0.0/8', 'localhost', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/x'])
    assert.equal(isNetwork(wrong), false, wrong)
})

test('spec 18.3: whatever a name leads to, nothing is connected to but what is allowed', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '::ffff:127.0.0.1'])
    await assert.rejects(dial(host, port, mayReach, 1000), UnreachableByRule)
  assert.equal(connections, 0)
  const socket = await dial('localhost', port, createReach(['127.0.0.0/8']), 1000)
  socket.destroy()
  server.close()
  await once(server, 'close')
  assert.equal(connections, 1)
})

test('spec 18.47: a host that resets the connection before anybody uses it ends nothing', async () => {
  const accepted = Promise.withResolvers<Socket>()
  const server = createServer((peer) => {
    peer.on('error', () => {})
    accepted.resolve(peer)
  })
  after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const socket = await dial('127.0.0.1', port, createReach(['127.0.0.0/8']), GUARD_MS)
  ;(await accepted.promise).resetAndDestroy()
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  assert.ok(socket.destroyed)
})

test('spec 2.10: an IPv4 caller is counted by its address, an IPv6 one by its network of 64 bits', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:0DB8:1:0002::9'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8::9'), '2001:db8:0:0::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('token_x'), 'token_x')
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV4(), (six, four) => {
      assert.match(networkOf(six), /^([0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$|^\d+\.\d+\.\d+\.\d+$/)
      assert.equal(networkOf(networkOf(four)), four)
    }),
  )
})
