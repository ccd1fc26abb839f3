// Failed deliveries are retried in order and delay no other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { retentionJobs } from '#program/kept.ts'
import { publicId } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import {
  app,
  company,
  deliveriesOf,
  endpointOf,
  happen,
  impatient,
  positionsOf,
  samvad,
  tell,
} from '../../test/webhook-story.ts'
import { startReceiver } from '../../test/webhooks.ts'

test('spec 14.14: a failing event holds back its own object alone, and then its own come in their order', async () => {
  const asha = await company('Order Oils')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  const [failing, fine] = [newUuid(), newUuid()]
  receiver.answer = ({ event }, response) =>
    response.writeHead(event.object_id === publicId('contact', failing) ? 500 : 204).end('not now')
  await happen(asha, failing, 3)
  await happen(asha, fine, 3)
  await tell()
  assert.equal(positionsOf(receiver, failing).length, 1)
  assert.equal(positionsOf(receiver, fine).length, 3)
  await happen(asha, fine, 2)
  await happen(asha, failing, 2)
  await tell()
  assert.equal(positionsOf(receiver, failing).length, 1, 'not before its time')
  assert.equal(positionsOf(receiver, fine).length, 5)
  const [held] = await deliveriesOf(asha, endpoint, '&status=retrying')
  assert.equal(held.attempts[0]?.status_code, 500)
  assert.equal(held.attempts[0]?.answer, 'not now')
  assert.ok((held.next_attempt_at ?? 0) > (held.attempts[0]?.at ?? Number.NaN))

  receiver.answer = (_, response) => response.writeHead(200).end()
  samvad.setClock(new Date(Date.now() + 6000))
  await tell()
  samvad.setClock(null)
  const [first, ...rest] = positionsOf(receiver, failing)
  assert.equal(first, rest[0], 'the one that failed again')
  assert.deepEqual(
    rest,
    rest.toSorted((left, right) => left - right),
  )
  assert.equal(new Set(rest).size, 5)
  assert.equal((await deliveriesOf(asha, endpoint, '&status=retrying')).length, 0)
})

test('spec 14.14: gaps grow up to three days, then it has failed, and what waits behind it follows', async () => {
  const asha = await company('Patient Pickles')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  const objectId = newUuid()
  let isDown = true
  receiver.answer = (_, response) => response.writeHead(isDown ? 503 : 200).end()
  await happen(asha, objectId, 2)
  const begun = Date.now()
  const gaps: number[] = []
  let at = begun
  for (let attempts = 1; ; attempts++) {
    samvad.setClock(new Date(at))
    await tell()
    const [delivery] = (await deliveriesOf(asha, endpoint)).filter(({ attempts }) => attempts.length > 0)
    assert.equal(delivery?.attempts.length, attempts)
    if (delivery?.status === 'failed') break
    if (attempts === 14) isDown = true
    gaps.push((delivery?.next_attempt_at ?? 0) * 1000 - at)
    at = ((delivery?.next_attempt_at ?? 0) + 1) * 1000
    if (attempts === 14) isDown = true
    assert.ok(attempts < 20)
    if (gaps.length === 14) break
  }
  const days = (at - begun) / 86_400_000
  assert.ok(days > 2.9 && days < 3.1, `${days} days`)
  samvad.setClock(new Date(at))
  // The last attempt fails for good; the event that waited for it is sent at once.
  receiver.answer = ({ event }, response) => response.writeHead(event.position % 2 === 1 ? 500 : 200).end()
  await tell()
  await tell()
  samvad.setClock(null)
  const all = await deliveriesOf(asha, endpoint)
  assert.deepEqual(all.map(({ status }) => status).toSorted(), ['delivered', 'failed'])
})

test('spec 14.15: Retry-After is kept to, 410 ends it, redirects are not followed, and a slow answer is none', async () => {
  const asha = await company('Replying Rugs')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver)
  receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end()
  await happen(asha, newUuid(), 1)
  await tell()
  const [waiting] = await deliveriesOf(asha, endpoint)
  assert.ok((waiting.next_attempt_at ?? 0) >= (waiting.attempts[0]?.at ?? Number.NaN) + 3600)
  await happen(asha, newUuid(), 1)
  await tell()
  assert.equal(receiver.received.length, 1, 'it is left alone')

  samvad.setClock(new Date(Date.now() + 3602_000))
  receiver.answer = (_, response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end()
  await tell()
  const redirected = (await deliveriesOf(asha, endpoint)).flatMap(({ attempts }) => attempts.slice(-1))
  assert.deepEqual(new Set(redirected.map(({ status_code }) => status_code)), new Set([302]))
  assert.match(redirected[0]?.error ?? '', /redirect/)

  samvad.setClock(new Date(Date.now() + 3700_000))
  receiver.answer = () => {}
  await tell(impatient)
  const [late] = (await deliveriesOf(asha, endpoint)).flatMap(({ attempts }) => attempts.slice(-1))
  assert.equal(late?.status_code, null)
  assert.match(late?.error ?? '', /in time/)

  samvad.setClock(new Date(Date.now() + 3600_000 * 3))
  receiver.answer = (_, response) => response.writeHead(410).end()
  await tell()
  samvad.setClock(null)
  const off = (await asha.get(`/v1/webhook_endpoints/${endpoint.id}`)).body
  assert.deepEqual([off.status, off.switched_off_because], ['switched_off', 'gone'])
  assert.equal((await asha.get('/v1/events?type=webhook_endpoint.switched_off')).body.data.length, 0)
  await tell()
  assert.equal((await asha.get('/v1/events?type=webhook_endpoint.switched_off')).body.data.length, 1)
  const before = receiver.received.length
  await happen(asha, newUuid(), 1)
  await tell()
  assert.equal(receiver.received.length, before, 'called no more')
})

test('spec 14.16: a dead, a slow and a healthy endpoint of one organization: none delays another', async () => {
  const asha = await company('Three Threads')
  const [slow, healthy] = [await startReceiver(), await startReceiver()]
  const isOver = Promise.withResolvers<void>()
  slow.answer = (_, response) => void isOver.promise.then(() => response.end())
  await endpointOf(asha, slow)
  await endpointOf(asha, { url: 'http://127.0.0.1:9/hook' })
  await endpointOf(asha, healthy)
  await happen(asha, newUuid(), 20)
  const telling = tell()
  await eventually('the healthy one has them', async () => healthy.received.length === 20)
  assert.ok(slow.received.length >= 1)
  isOver.resolve()
  await telling
})

test('spec 14.21: what an endpoint is still to be told is kept, however old; then it goes', async () => {
  const asha = await company('Owed Onions')
  const receiver = await startReceiver()
  await endpointOf(asha, receiver)
  receiver.answer = (_, response) => response.writeHead(500).end()
  const [failing, objectOfOther] = [newUuid(), newUuid()]
  await happen(asha, failing, 2)
  await tell()
  await samvad.rows(
    `update events set created_at = now() - interval '40 days', id = ('00000000' || substr(id::text, 9))::uuid
      where org_id = $1`,
    [asha.organizationId],
  )
  await samvad.rows(
    `update webhook_deliveries set event_id = ('00000000' || substr(event_id::text, 9))::uuid where org_id = $1`,
    [asha.organizationId],
  )
  const left = async () => (await samvad.rows('select 1 from events where org_id = $1', [asha.organizationId])).length
  const clean = async () => {
    for (const job of retentionJobs(app)) while (await job.run(new AbortController().signal)) continue
  }
  await clean()
  assert.equal(await left(), 2, 'one that is tried again, and what waits behind it')
  receiver.answer = (_, response) => response.writeHead(200).end()
  samvad.setClock(new Date(Date.now() + 6000))
  await tell()
  await tell()
  samvad.setClock(null)
  assert.equal(positionsOf(receiver, failing).length, 3)
  assert.equal(positionsOf(receiver, objectOfOther).length, 0)
  await clean()
  assert.equal(await left(), 0)
})
