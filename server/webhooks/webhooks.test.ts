// Endpoints receive every event that their users may read, and no other.

import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { newUuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { publicId, uuidOf } from '../../test/harness.ts'
import { lockWaits } from '../../test/lock-waits.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused, person } from '../../test/story.ts'
import { app, company, deliveriesOf, endpointOf, happen, samvad, tell } from '../../test/webhook-story.ts'
import { isGenuine, type Receiver, startReceiver } from '../../test/webhooks.ts'
import { createCaller } from './call.ts'
import { signed } from './signing.ts'

test('spec 14.13: the signature of Standard Webhooks, as its authors computed it', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = signed('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1614265330_000), '{"test": 2432232314}', [secret])
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('spec 14.7: an endpoint is told what happens, signed; forged, changed and old calls show', async () => {
  const asha = await company('Asha Sarees')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver, ['contact.*'])
  assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi' })
  await tell()
  assert.equal(receiver.received.length, 1)
  const [{ event, headers, text, id }] = receiver.received as [Receiver['received'][0]]
  const [listed] = (await asha.get('/v1/events?type=contact.created')).body.data
  assert.deepEqual(event, listed)
  assert.equal(event.data.id, contact.id)
  assert.equal(id, event.id)
  assert.ok(isGenuine(endpoint.secret, headers, text))
  assert.ok(!isGenuine(endpoint.secret, headers, text.replace('Ravi', 'Rani')))
  assert.ok(!isGenuine(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, text))
  // A receiver that verifies ten minutes later, or that gets another call's signature or time.
  const { 'webhook-signature': signature, 'webhook-timestamp': timestamp } = headers
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 })
  const isGenuineLater = isGenuine(endpoint.secret, headers, text)
  mock.timers.reset()
  assert.ok(!isGenuineLater, 'replayed')
  assert.ok(!isGenuine(endpoint.secret, { ...headers, 'webhook-timestamp': String(Number(timestamp) + 60) }, text))
  assert.ok(!isGenuine(endpoint.secret, { ...headers, 'webhook-id': `${id}0` }, text))
  assert.ok(!isGenuine(endpoint.secret, { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}=` }, text), 'forged')
  assert.ok(
    !isGenuine(endpoint.secret, { ...headers, 'webhook-signature': String(signature).replace('v1,', '') }, text),
  )
  const [delivery] = await deliveriesOf(asha, endpoint)
  assert.equal(delivery.status, 'delivered')
  assert.equal(delivery.event_id, event.id)
  const [attempt] = delivery.attempts
  assert.deepEqual([attempt?.status_code, attempt?.answer, attempt?.error], [200, 'thanks', null])
  await tell()
  assert.equal(receiver.received.length, 1, 'once')
  // Events of other types are skipped.
  await asha.make('/v1/groups', { name: 'Weavers', contacts: [contact.id] })
  await tell()
  assert.equal(receiver.received.length, 1)
})

test('spec 14.12: an endpoint is told what its user may read, with what the token may; who leaves takes it along', async () => {
  const { organizationId } = samvad.company
  const owner = person(samvad)
  const receiver = await startReceiver()
  const custom = await owner.make('/v1/roles', {
    name: 'Integrator',
    permissions: ['webhooks.manage', 'contacts.view', 'conversations.view', 'messages.view'],
  })
  const member = await samvad.newMember(organizationId, 'agent')
  const integrator = person(samvad, member)
  const userId = publicId('user', member.userId)
  assertRefused(
    await integrator.post('/v1/webhook_endpoints', { url: receiver.url, event_types: ['*'] }),
    403,
    'permission_denied',
  )
  assert.equal((await owner.put(`/v1/users/${userId}`, { role: custom.id })).status, 200)
  await eventually('the role holds', async () => (await integrator.get('/v1/webhook_endpoints')).status === 200)
  const endpoint = await endpointOf(integrator, receiver)
  const contact = await owner.make('/v1/contacts', { email: 'lata@farm.example' })
  const conversation = await owner.make('/v1/conversations', { contact_id: contact.id })
  await owner.make('/v1/groups', { name: 'Weavers', contacts: [contact.id] })
  await tell()
  const types = () => receiver.received.map(({ event }) => event.type)
  assert.deepEqual(types(), ['contact.created'], 'neither the group nor another’s conversation')
  assert.ok(!receiver.received.some(({ text }) => text.includes(conversation.id)))
  // A colleague with more permissions who changes it extends what it may read.
  assert.equal((await owner.put(`/v1/webhook_endpoints/${endpoint.id}`, { description: 'Shop' })).status, 200)
  await owner.make('/v1/groups', { name: 'Dyers', contacts: [contact.id] })
  await tell()
  assert.ok(types().includes('group.created'))
  assert.equal((await integrator.put(`/v1/webhook_endpoints/${endpoint.id}`, { description: null })).status, 200)
  assert.equal((await owner.delete(`/v1/users/${userId}`)).status, 204)
  const before = receiver.received.length
  await owner.make('/v1/contacts', { display_name: 'Later' })
  await tell()
  assert.equal(receiver.received.length, before)
  const off = (await owner.get(`/v1/webhook_endpoints/${endpoint.id}`)).body
  assert.deepEqual([off.status, off.switched_off_because], ['switched_off', 'no_access'])
})

test('spec 14.17: pause, replay and retry: what is asked for by hand is marked and keeps its id', async () => {
  const asha = await company('Again Atta')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  const path = `/v1/webhook_endpoints/${endpoint.id}`
  await happen(asha, newUuid(), 2)
  await tell()
  assert.equal((await asha.put(path, { status: 'paused' })).body.status, 'paused')
  await happen(asha, newUuid(), 2)
  await tell()
  assert.equal(receiver.received.length, 2)
  assertRefused(await asha.post(`${path}/replay`, { from: 1767225600, to: 1767225700 }), 409, 'conflict')
  assert.equal((await asha.put(path, { status: 'enabled' })).body.status, 'enabled')
  await tell()
  assert.equal(receiver.received.length, 4, 'what happened meanwhile')

  const now = Math.floor(Date.now() / 1000)
  const replayed = await asha.post(`${path}/replay`, { from: now - 600, to: now + 600 })
  assert.deepEqual([replayed.status, replayed.body], [202, { count: 4 }])
  await tell()
  assert.equal(receiver.received.length, 8)
  const again = receiver.received.slice(4)
  assert.deepEqual(
    again.map(({ id }) => id).toSorted(),
    receiver.received
      .slice(0, 4)
      .map(({ id }) => id)
      .toSorted(),
  )
  assert.ok(again.every(({ headers }) => headers['webhook-replay'] === 'true'))

  const [delivery] = await deliveriesOf(asha, endpoint)
  const retried = await asha.post(`${path}/deliveries/${delivery.id}/retry`, {})
  assert.equal(retried.status, 202, retried.text)
  assert.equal(retried.body.replay, true)
  await tell()
  assert.equal(receiver.received.length, 9)
})

test('spec 14.18: a rotated secret signs at once, the earlier one beside it until its time is over', async () => {
  const asha = await company('Keyed Kites')
  const receiver = await startReceiver()
  const key = { headers: { 'idempotency-key': 'one' } }
  const made = await asha.post('/v1/webhook_endpoints', { url: receiver.url, event_types: ['*'] }, key)
  const repeated = await asha.post('/v1/webhook_endpoints', { url: receiver.url, event_types: ['*'] }, key)
  assert.deepEqual(repeated.body, made.body)
  const { id, secret } = made.body
  const kept = await samvad.rows<{ body: string }>('select body from idempotency_keys where org_id = $1', [
    asha.organizationId,
  ])
  assert.ok(kept.every(({ body }) => !body.includes(secret)))
  const shown = await asha.get(`/v1/webhook_endpoints/${id}`)
  assert.equal('secret' in shown.body, false)
  const next = (await asha.post(`/v1/webhook_endpoints/${id}/rotate_secret`, { overlap_seconds: 60 })).body.secret
  assert.notEqual(next, secret)
  await happen(asha, newUuid(), 1)
  await tell()
  assert.equal((await asha.post(`/v1/webhook_endpoints/${id}/test`, {})).body.status_code, 200)
  assert.equal(receiver.received.length, 2)
  for (const { headers, text } of receiver.received)
    assert.ok(isGenuine(secret, headers, text) && isGenuine(next, headers, text), 'a test of the endpoint too')
  samvad.setClock(new Date(Date.now() + 61_000))
  await happen(asha, newUuid(), 1)
  await tell()
  const later = receiver.received.at(-1) as Receiver['received'][0]
  samvad.setClock(null)
  assert.ok(!isGenuine(secret, later.headers, later.text) && isGenuine(next, later.headers, later.text))
})

test('spec 14.19: addresses that nobody may call are refused, or called in vain', async () => {
  const asha = await company('Fenced Fabrics')
  const refused = async (url: string) =>
    assertRefused(await asha.post('/v1/webhook_endpoints', { url, event_types: ['*'] }), 422, 'invalid_content', 'url')
  for (const url of [
    'ftp://shop.example/',
    'http://shop.example/',
    'https://user:word@shop.example/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://0x0a000001/',
    'https://167772161/',
    'https://012.0.0.1/',
    'https://10.1/',
    'https://0xa.0.0.1/',
    'https://１０.0.0.1/',
    'https://10。0。0。1/',
    'https://10.0.0.1./',
    'https://[::a00:1]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://[::]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'not an address',
  ])
    await refused(url)
  assertRefused(
    await asha.post('/v1/webhook_endpoints', { url: 'https://shop.example/', event_types: ['contact.vanished'] }),
    422,
    'invalid_content',
    'event_types',
  )
  // A name that resolves to this machine, at an installation that allows no private networks.
  const closed = createCaller({ ...app, settings: { ...app.settings, allowedNetworks: [] } })
  const { statusCode, error } = await closed.call({ url: 'http://localhost:9/', headers: {}, body: '{}' })
  assert.deepEqual([statusCode, error], [null, detailsOf('host_not_allowed', { host: 'localhost' })])
  closed.end()
})

test('spec 14.7: a test says how it went, and leaves nothing behind', async () => {
  const asha = await company('Tested Tiles')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver, ['balance.low'])
  const { status, body } = await asha.post(`/v1/webhook_endpoints/${endpoint.id}/test`, {})
  assert.equal(status, 200)
  assert.equal(body.status_code, 200)
  assert.equal(body.answer, null, 'of a private network only the status is told')
  const [{ event, headers, text }] = receiver.received as [Receiver['received'][0]]
  assert.equal(event.type, 'webhook_endpoint.tested')
  assert.ok(isGenuine(endpoint.secret, headers, text))
  assert.deepEqual(await deliveriesOf(asha, endpoint), [])
})

test('spec 14.20: what was read about a deleted object is gone from what receivers answered', async () => {
  const asha = await company('Gone Grains')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi' })
  receiver.answer = (_, response) => response.writeHead(200).end('thanks for Ravi')
  await tell()
  assert.equal((await deliveriesOf(asha, endpoint))[0].attempts[0]?.answer, 'thanks for Ravi')
  assert.equal((await asha.delete(`/v1/contacts/${contact.id}`)).status, 204)
  const [delivery] = (await deliveriesOf(asha, endpoint)).slice(-1)
  assert.equal(delivery?.attempts[0]?.answer, null)
  assert.equal(delivery?.attempts[0]?.status_code, 200)
})

test('spec 14.26: an answer that comes while its object is deleted is kept by neither of the two', async () => {
  const asha = await company('Crossing Cardamom')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  const answers = async () =>
    (await deliveriesOf(asha, endpoint)).map(({ attempts }) => attempts.at(-1)?.answer).filter((one) => one !== null)
  const client = new pg.Client(samvad.connection)
  await client.connect()
  after(() => client.end())
  receiver.answer = ({ text }, response) => response.writeHead(200).end(text)

  // The deletion comes first, and is not committed when the response is stored: storing does not wait for it.
  const first = await asha.make('/v1/contacts', { display_name: 'Ravi' })
  await client.query('begin')
  await client.query('select 1 from contacts where id = $1 for update', [uuidOf('contact', first.id)])
  receiver.answer = ({ text, event }, response) => {
    const tombstone = 'update events set payload = $2 where object_id = $1'
    void client
      .query(tombstone, [uuidOf('contact', event.object_id), '{"deleted": true}'])
      .then(() => response.writeHead(200).end(text))
  }
  await tell()
  await client.query('commit')
  assert.deepEqual(await answers(), [])

  // The response is stored first: the deletion waits for it, and finds it.
  receiver.answer = ({ text }, response) => response.writeHead(200).end(text)
  const second = await asha.make('/v1/contacts', { display_name: 'Meena' })
  await client.query('begin')
  // Storing the response blocks here, with the event locked.
  await client.query('lock table webhook_deliveries in exclusive mode')
  const telling = tell()
  await eventually('it is being written down', async () => (await lockWaits(samvad)) === 1)
  const deleting = asha.delete(`/v1/contacts/${second.id}`)
  await eventually('the deletion waits', async () => (await lockWaits(samvad)) === 2)
  await client.query('commit')
  await telling
  assert.equal((await deleting).status, 204)
  assert.deepEqual(await answers(), [])
})
