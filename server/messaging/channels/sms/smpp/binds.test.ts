// Binds: how many there are, which process holds them, and what happens to waiting messages when one ends.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { startSamvad } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/mail-story.ts'
import { startSmppServer } from '../../../../../test/smpp/server.ts'
import { AllHeld, type BindPlan, Binds, NoBind } from './binds.ts'
import { AnswerLost, NotSubmitted } from './faults.ts'
import { type BindLeases, createBindLeases } from './leases.ts'
import { messageBody } from './pdu.ts'
import { turn } from './turn.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad()
const free: BindLeases = { take: async () => true, renew: async (ids) => [...ids], release: async () => {} }
const dial = async () => {
  const socket = connect(server.port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}
const plan = (organizationId: Uuid = newUuid(), more: Partial<BindPlan> = {}): BindPlan => ({
  organizationId,
  fingerprint: 'one',
  destination: { loopbackPort: server.port },
  bind: { systemId: 'asha', password: 'secret', systemType: '' },
  window: 10,
  messagesPerSecond: null,
  enquireLinkMs: 60_000,
  idFormat: 'as_is',
  places: 1,
  isHeld: true,
  ...more,
})
const body = messageBody({
  source: { ton: 5, npi: 0, address: 'ASHATX' },
  destination: { ton: 1, npi: 1, address: '919876543210' },
  esmClass: 0,
  registeredDelivery: 1,
  dataCoding: 0,
  message: Buffer.from('Hello'),
  tlvs: [],
})
const now = async () => {}
const never = new AbortController().signal
const open = (leases = free) => {
  const binds = new Binds(dial, leases, now)
  after(() => binds.close())
  return binds
}

test('spec 7.44: of all processes together so many connections as the account allows, and one that is released is free', async () => {
  const { organizationId } = samvad.company
  const [one, other] = [open(createBindLeases(samvad.app)), open(createBindLeases(samvad.app))] as const
  await one.sessionOf(plan(organizationId))
  await assert.rejects(other.sessionOf(plan(organizationId)), AllHeld)
  await other.sessionOf(plan(organizationId, { places: 2 }))
  await other.close()
  const third = open(createBindLeases(samvad.app))
  await assert.rejects(third.sessionOf(plan(organizationId)), AllHeld)
  await one.close()
  await third.sessionOf(plan(organizationId))
})

test('spec 7.44: what a process that is gone held is free after a minute; one that tends its binds keeps them', async () => {
  const { organizationId } = await samvad.newCompany('Banyan Books')
  const at = new Date()
  samvad.setClock(at)
  const later = (seconds: number) => samvad.setClock(new Date(at.getTime() + seconds * 1000))
  try {
    const one = open(createBindLeases(samvad.app))
    await one.sessionOf(plan(organizationId))
    later(50)
    assert.deepEqual(await one.tend(), [organizationId])
    later(100)
    const other = open(createBindLeases(samvad.app))
    await assert.rejects(other.sessionOf(plan(organizationId)), AllHeld)
    later(200)
    await other.sessionOf(plan(organizationId))
    assert.deepEqual(await one.tend(), [], 'it lets go of what it lost')
  } finally {
    samvad.setClock(null)
  }
})

test('spec 7.44: a thousand accounts are bound at once, and end together', async () => {
  const binds = open()
  const before = server.sessions().length
  const ids = Array.from({ length: 1000 }, () => newUuid())
  for (let from = 0; from < ids.length; from += 50)
    await Promise.all(ids.slice(from, from + 50).map((id) => binds.sessionOf(plan(id))))
  assert.equal(server.sessions().length - before, 1000)
  assert.equal((await binds.tend()).length, 1000)
  await binds.close()
  await until(
    async () => server.sessions().length,
    (count) => count <= before,
  )
})

test('spec 7.44: who cannot bind is told why, and not asked again at once; an account that was changed is', async () => {
  const binds = open()
  const id = newUuid()
  server.bindStatus = 0x0e
  const before = server.binds.length
  await assert.rejects(binds.sessionOf(plan(id)), (error) => error instanceof NoBind && /password/.test(error.message))
  await assert.rejects(binds.sessionOf(plan(id)), NoBind)
  assert.equal(server.binds.length, before + 1)
  server.bindStatus = 0
  await binds.sessionOf(plan(id, { fingerprint: 'another' }))
})

test('spec 7.41: no more wait for an answer than the window has places, and answers out of order find their own', async () => {
  const session = await open().sessionOf(plan(newUuid(), { window: 3 }))
  const before = server.taken.length
  server.answer(() => 'hold')
  const all = Array.from({ length: 7 }, () => session.submit(body, now, never))
  await until(
    async () => server.taken.length - before,
    (count) => count === 3,
  )
  const expected = server.taken.slice(before).map(({ id }) => id)
  server.answerHeld('the last first')
  assert.deepEqual(
    (await Promise.all(all.slice(0, 3))).map(({ messageId }) => messageId),
    expected,
  )
  await until(
    async () => server.taken.length - before,
    (count) => count === 6,
  )
  server.answer(() => 0)
  server.answerHeld()
  await Promise.all(all)
  assert.equal(server.taken.length - before, 7)
})

test('spec 7.13, 7.44: when the connection is cut, what was written is unknown, and what waited has not left', async () => {
  const binds = open()
  const id = newUuid()
  const session = await binds.sessionOf(plan(id, { window: 1 }))
  server.answer(() => 'hang')
  const before = server.unanswered.length
  const written = session.submit(body, now, never)
  const waiting = session.submit(body, now, never)
  const both = Promise.allSettled([written, waiting])
  await until(
    async () => server.unanswered.length,
    (count) => count > before,
  )
  server.cut()
  const [first, second] = await both
  assert.ok(first.status === 'rejected' && first.reason instanceof AnswerLost)
  assert.ok(second.status === 'rejected' && second.reason instanceof NotSubmitted)
  server.answer(() => 0)
  const again = await binds.sessionOf(plan(id, { window: 1 }))
  assert.equal((await again.submit(body, now, never)).status, 0)
})

test('spec 7.41: no more leave in a second than the account may send', async () => {
  assert.deepEqual(turn(Number.NEGATIVE_INFINITY, 1000, 20), { at: 1000, next: 1050 })
  assert.deepEqual(turn(1050, 1000, 20), { at: 1050, next: 1100 })
  assert.deepEqual(turn(1050, 2000, 20), { at: 2000, next: 2050 }, 'what was not used is not saved up')

  const session = await open().sessionOf(plan(newUuid(), { messagesPerSecond: 1 / 1000 }))
  const other = await open().sessionOf(plan())
  assert.equal((await session.submit(body, now, never)).status, 0)
  const before = server.taken.length
  const abort = new AbortController()
  const second = assert.rejects(session.submit(body, now, abort.signal), NotSubmitted)
  assert.equal((await other.submit(body, now, never)).status, 0)
  abort.abort()
  await second
  assert.equal(server.taken.length, before + 1, 'only what left through the other account')
})
