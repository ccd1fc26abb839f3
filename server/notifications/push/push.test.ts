// Notices by web push: sent to a TLS push service that verifies the sender, and decrypted by the test's own browser.

import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, test } from 'node:test'
import { raiseFence } from '#installation/actions.ts'
import { Fenced, forgetFence } from '#installation/fence.ts'
import { newUuid } from '#kit/ids.ts'
import { technicalError } from '#kit/messages/details.ts'
import { createCaller } from '#webhooks/call.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { publicId } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { type Browser, decrypted, openBrowser, startPushService } from '../../../test/push/push-service.ts'
import {
  answerTo,
  app,
  carrier,
  dns,
  noticeFor,
  passDeadline,
  SUBSCRIPTIONS,
  samvad,
  service,
  someone,
} from '../../../test/push/push-story.ts'
import { CALLS_AT_ONCE, createPushCarrier } from './carrier.ts'
import { PAYLOAD_BYTES_MAX, type Pushed, payloadOf, pushedBy, together } from './rules.ts'

test('spec 14.8, 14.104: a notice comes to the browser that subscribed, encrypted for it alone, signed by the key that it asked for', async () => {
  const { who, browser, organizationId, userId } = await someone()
  const { public_key } = (await who.get(`${SUBSCRIPTIONS}/key`)).body
  const notice = noticeFor({ organizationId, userId })
  assert.equal((await carrier.send(notice)).became, 'sent')
  assert.deepEqual(browser.received(), [
    {
      id: publicId('ntf', notice.id),
      type: 'recharge.completed',
      title: 'Recharge completed',
      body: 'Your wallet has been credited with ₹1,000.00.',
      url: 'https://samvad.example/console/billing',
      organization_id: publicId('org', organizationId),
      language: 'en',
    },
  ])
  const taken = service.taken.at(-1)
  assert.match(taken?.headers.authorization ?? '', new RegExp(`, k=${public_key}$`))
  const { ttl, urgency, topic, 'content-encoding': encoding, 'content-type': type } = taken?.headers ?? {}
  assert.deepEqual([ttl, urgency, encoding, type], ['86400', 'normal', 'aes128gcm', 'application/octet-stream'])
  assert.match(String(topic), /^[\w-]{1,32}$/)
  assert.ok(!taken?.body.includes('Recharge'), 'nobody on the way reads it')
  // A repeated notice has the same topic, so that it replaces one that is not delivered yet.
  await carrier.send(notice)
  assert.equal(service.taken.at(-1)?.headers.topic, topic)
  assert.equal((await carrier.send(noticeFor({ organizationId, userId }))).became, 'sent')
  assert.notEqual(service.taken.at(-1)?.headers.topic, topic)
})

test('spec 14.104: what encrypts is what RFC 8291 says: its own example is read by the same browser of the test', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  assert.equal(decrypted(Buffer.from(body, 'base64url'), ecdh, auth), 'When I grow up, I want to be a watermelon')
})

test('spec 14.105: gone, busy, refused, redirected, silent: each becomes what is known of it', async () => {
  const { who, browser, send } = await someone()
  const elsewhere = await startPushService()
  answerTo(browser, () => 429)
  const before = app.clock().getTime()
  const limited = await send()
  assert.equal(limited.became, 'deferred')
  assert.ok((limited.retryAt?.getTime() ?? 0) >= before + 60_000)
  answerTo(browser, (_, response) => void response.writeHead(503, { 'retry-after': '120' }).end())
  const later = await send()
  assert.equal(later.became, 'deferred')
  assert.ok((later.retryAt?.getTime() ?? 0) >= before + 120_000)
  answerTo(browser, () => 413)
  assert.equal((await send()).became, 'refused')
  answerTo(browser, (_, response) => void response.writeHead(307, { location: elsewhere.url }).end())
  assert.equal((await send()).became, 'refused')
  assert.equal(elsewhere.connections, 0, 'a redirect leads nowhere')
  const asked = service.asked.length
  answerTo(browser, passDeadline)
  assert.equal((await send()).became, 'unknown', 'it may have taken it')
  answerTo(browser, (_, response) => void response.socket?.destroy())
  assert.equal((await send()).became, 'unknown')
  assert.equal(service.asked.length, asked + 2, 'and what may have been taken is not sent again')
  answerTo(browser, (_, response) => void response.writeHead(201).write('drip', passDeadline))
  assert.equal((await send()).became, 'unknown', 'the deadline is over the answer too')
  answerTo(browser, () => 410)
  const gone = await send()
  assert.equal(gone.became, 'unreachable')
  assert.ok(!gone.detail.includes(browser.path))
  assert.deepEqual((await who.get(SUBSCRIPTIONS)).body.data, [])
  const count = service.asked.length
  assert.equal((await send()).became, 'unreachable')
  assert.equal(service.asked.length, count, 'nobody calls it any more')
})

test('spec 14.105: nobody there is deferred: nothing left', async () => {
  const { browser, who, send } = await someone()
  const closed = { ...browser.subscription, endpoint: 'https://push.example:1/nobody' }
  await who.make(SUBSCRIPTIONS, closed)
  answerTo(browser, () => 404)
  const sent = await send()
  assert.equal(sent.became, 'deferred')
  assert.ok(sent.retryAt)
})

test('spec 14.103: an address is looked at when it is called, on the connection: a name that leads inside by then is not', async () => {
  const inside = await startPushService({ listensOn: '127.0.0.2' })
  const { who, send } = await someone()
  const port = new URL(inside.url).port
  dns.a('rebound.example', '127.0.0.1')
  await who.make(SUBSCRIPTIONS, { ...openBrowser(service).subscription, endpoint: `https://rebound.example:${port}/` })
  const { data } = (await who.get(SUBSCRIPTIONS)).body
  assert.equal((await who.delete(`${SUBSCRIPTIONS}/${data[1].id}`)).status, 204)
  dns.a('rebound.example', '127.0.0.2')
  assert.equal((await send()).became, 'refused')
  assert.equal(inside.connections, 0)
})

test('spec 14.106: of several browsers one that took it is enough; one that may have it is not tried again', async () => {
  const { browsers, who, send } = await someone(3)
  const [one, two, three] = browsers as [Browser, Browser, Browser]
  answerTo(one, () => 410)
  answerTo(two, () => 500)
  assert.equal((await send()).became, 'sent')
  assert.deepEqual([one.received().length, two.received().length, three.received().length], [0, 0, 1])
  assert.equal((await who.get(SUBSCRIPTIONS)).body.data.length, 2)
  answerTo(three, passDeadline)
  assert.equal((await send()).became, 'unknown')
  answerTo(three, () => 400)
  assert.equal((await send()).became, 'deferred')
  const at = new Date()
  const deferredBy = (ms: number): Pushed => ({ became: 'deferred', detail: '', retryAt: new Date(at.getTime() + ms) })
  const [late, early] = [deferredBy(60_000), deferredBy(30_000)]
  assert.deepEqual(together([late, early]).retryAt, early.retryAt)
  assert.equal(together([]).became, 'unreachable')
})

test('spec 14.104: whatever a text holds, what leaves has at most 4,096 bytes, and its text is cut at a character', async () => {
  const { browser, send } = await someone()
  const emoji = '👩‍👩‍👧 भुगतान "\\\u0001'
  for (const text of ['x'.repeat(20_000), emoji.repeat(2000), '', '"'.repeat(3000)]) {
    assert.equal((await send({ text, title: 'T'.repeat(500) })).became, 'sent')
    const shown = browser.received().at(-1)
    assert.ok(shown.body.isWellFormed())
    assert.ok(text === '' ? shown.body === '' : shown.body.endsWith('…') && text.startsWith(shown.body.slice(0, -1)))
    assert.equal([...shown.title].length, 200)
    const bytes = service.taken.at(-1)?.body.length ?? 0
    assert.ok(bytes <= 4096, String(bytes))
    assert.ok(text === '' || bytes > 4000, 'no more than needed is cut')
  }
  const exact = payloadOf(noticeFor({ organizationId: newUuid(), userId: newUuid() }, { text: 'y'.repeat(9000) }))
  assert.ok(exact.length <= PAYLOAD_BYTES_MAX && exact.length > PAYLOAD_BYTES_MAX - 4)
})

test('spec 14.105: an organization whose push services are tarpits costs another at most its own place', async () => {
  const slow = await someone(8)
  const quick = await someone()
  const patient = createPushCarrier(
    app,
    createCaller(app, { deadlineMs: GUARD_MS, authorities: [service.certificate] }),
  )
  after(() => patient.close())
  let held = 0
  for (const one of slow.browsers)
    answerTo(one, () => {
      held++
      return undefined
    })
  // Each notification is one call per browser: more calls than may be in progress in all.
  const tarpits = Array.from({ length: 12 }, () => patient.send(noticeFor(slow)))
  await eventually('the organization has its half of the calls', async () => held === CALLS_AT_ONCE / 2)
  assert.equal((await patient.send(noticeFor(quick))).became, 'sent')
  assert.equal(held, CALLS_AT_ONCE / 2, 'it waited for none of them')
  const asked = service.asked.length
  patient.close()
  // Waiting calls get a slot now that the first ones were aborted, and start no request.
  for (const { became } of await Promise.all(tarpits)) assert.ok(became === 'unknown' || became === 'deferred', became)
  assert.equal(service.asked.length, asked)
})

test('spec 14.105, 17.16: fenced, nothing leaves', async () => {
  const { send } = await someone()
  const count = service.asked.length
  await app.database.transaction((tx) => raiseFence(tx, 'a copy', app.clock()))
  forgetFence(app)
  try {
    await assert.rejects(send(), Fenced)
    assert.equal(service.asked.length, count)
  } finally {
    await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
    forgetFence(app)
  }
  assert.equal((await send()).became, 'sent')
})

test('what an attempt became is told without the address of anybody', () => {
  const attempt = {
    at: new Date(),
    durationMs: 1,
    error: technicalError({ message: 'ECONNREFUSED push.example' }),
    answer: null,
    retryAfterMs: null,
  }
  for (const statusCode of [null, 200, 301, 400, 410, 429, 500])
    for (const hasLeft of [true, false])
      for (const isForbidden of [true, false])
        assert.doesNotMatch(pushedBy({ ...attempt, statusCode, hasLeft, isForbidden }).detail, /example/)
})
