// Push subscriptions of members' browsers, and the key for subscribing.

import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import { publicId } from '../../../test/harness.ts'
import { openBrowser } from '../../../test/push/push-service.ts'
import { app, carrier, noticeFor, SUBSCRIPTIONS, samvad, service, someone } from '../../../test/push/push-story.ts'
import { openBrowser as openSession, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { pushJobs } from './jobs.ts'
import { SUBSCRIPTIONS_OF_USER_MAX } from './rules.ts'
import { reseal, vapidKeys } from './vapid-keys.ts'

test('spec 14.101: a subscription is one browser of one member: repeated it is the same, a colleague takes it over', async () => {
  const { who, browser, organizationId, userId } = await someone()
  const again = await who.post(SUBSCRIPTIONS, browser.subscription)
  const { data } = (await who.get(SUBSCRIPTIONS)).body
  assert.deepEqual([again.status, data.length, data[0].id], [200, 1, again.body.id])
  assert.deepEqual(Object.keys(data[0]), ['id', 'endpoint', 'browser', 'system', 'expires_at', 'created_at'], 'no keys')
  const colleague = await samvad.newMember(organizationId, 'agent')
  const other = person(samvad, colleague)
  assert.deepEqual((await other.get(SUBSCRIPTIONS)).body.data, [], 'nobody sees those of others')
  assertRefused(await other.delete(`${SUBSCRIPTIONS}/${data[0].id}`), 404, 'not_found')
  const taken = await other.post(SUBSCRIPTIONS, browser.subscription)
  assert.equal(taken.status, 201, taken.text)
  assert.deepEqual((await who.get(SUBSCRIPTIONS)).body.data, [])
  assert.equal((await carrier.send(noticeFor({ organizationId, userId }))).became, 'unreachable')
  assert.equal(browser.received().length, 0, 'what is for one is not shown on the browser of another')
  assert.equal((await other.delete(`${SUBSCRIPTIONS}/${taken.body.id}`)).status, 204)
  assertRefused(await other.delete(`${SUBSCRIPTIONS}/${taken.body.id}`), 404, 'not_found')
})

test('spec 14.102: what is no browser is refused by its field, and more than ten of one member', async () => {
  const { who, browser } = await someone()
  const { endpoint, keys } = browser.subscription
  const offCurve = Buffer.from(keys.p256dh, 'base64url')
  offCurve[64] = (offCurve[64] as number) ^ 1
  const wrong: [object, string][] = [
    [{ endpoint: 'ftp://push.example/', keys }, 'endpoint'],
    [{ endpoint: 'http://push.example/', keys }, 'endpoint'],
    [{ endpoint: 'https://10.1.2.3/', keys }, 'endpoint'],
    [{ endpoint: 'https://[::ffff:169.254.169.254]/', keys }, 'endpoint'],
    [{ endpoint: 'https://2130706434/', keys }, 'endpoint'],
    [{ endpoint, keys: { ...keys, p256dh: offCurve.toString('base64url') } }, 'keys.p256dh'],
    [{ endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(4) } }, 'keys.p256dh'],
    [{ endpoint, keys: { ...keys, auth: 'AAAA' } }, 'keys.auth'],
    [{ endpoint, keys, expirationTime: 1_700_000_000_000 }, 'expirationTime'],
  ]
  for (const [given, field] of wrong) assertRefused(await who.post(SUBSCRIPTIONS, given), 422, 'invalid_content', field)
  assert.equal((await who.get(SUBSCRIPTIONS)).body.data.length, 1)
  for (let n = 1; n < SUBSCRIPTIONS_OF_USER_MAX; n++) await who.make(SUBSCRIPTIONS, openBrowser(service).subscription)
  assertRefused(await who.post(SUBSCRIPTIONS, openBrowser(service).subscription), 409, 'conflict')
  assert.equal((await who.post(SUBSCRIPTIONS, browser.subscription)).status, 200, 'what is there may be renewed')
})

test('spec 14.107: who leaves the organization takes their browsers along; those of another one stay', async () => {
  const { who, organizationId } = await someone()
  const owner = await samvad.newMember(organizationId, 'owner')
  const member = await samvad.newMember(organizationId, 'agent')
  const leaver = person(samvad, member)
  await leaver.make(SUBSCRIPTIONS, openBrowser(service).subscription)
  const userId = publicId('user', member.userId)
  assert.equal((await person(samvad, owner).put(`/v1/users/${userId}`, { role: 'viewer' })).status, 200)
  const left = () => samvad.rows('select 1 from push_subscriptions where user_id = $1', [member.userId])
  assert.equal((await left()).length, 1, 'another role is no leaving')
  assert.equal((await who.delete(`/v1/users/${userId}`)).status, 204)
  assert.equal((await left()).length, 0)
  assert.equal((await who.get(SUBSCRIPTIONS)).body.data.length, 1)
})

test('spec 14.100: the key is made once, whoever asks first, and sealed; another key of the installation opens it too', async () => {
  const { who } = await someone()
  const asked = await Promise.all(Array.from({ length: 5 }, () => who.get(`${SUBSCRIPTIONS}/key`)))
  assert.equal(new Set(asked.map(({ body }) => body.public_key)).size, 1)
  const { privateKey, publicKey } = await vapidKeys(app)
  assert.equal(publicKey, asked[0]?.body.public_key)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'base64url')
  assert.equal(ecdh.getPublicKey('base64url'), publicKey)
  const [row] = await samvad.rows<{ private_key: Buffer }>('select private_key from push_keys')
  const [clear, bytes] = [Buffer.from(privateKey), Buffer.from(privateKey, 'base64url')]
  assert.ok(!row?.private_key.includes(clear) && !row?.private_key.includes(bytes))
  const next = createSealer('ab'.repeat(32))
  const both = { ...next, open: app.sealer.open }
  assert.equal(await app.database.transaction((tx) => reseal(tx, both)), 1)
  assert.equal((await vapidKeys({ ...app, sealer: next })).privateKey, privateKey)
  await samvad.rows('update push_keys set private_key = $1', [row?.private_key])
})

test('spec 14.100: what a browser lets expire is sent nothing, and goes', async () => {
  const { who, send, browser } = await someone()
  await who.post(SUBSCRIPTIONS, { ...browser.subscription, expirationTime: Date.now() + 60_000 })
  assert.equal((await send()).became, 'sent')
  const count = service.asked.length
  samvad.setClock(new Date(Date.now() + 61_000))
  try {
    assert.equal((await send()).became, 'unreachable')
    assert.equal(service.asked.length, count)
  } finally {
    samvad.setClock(null)
  }
})

test('spec 14.108: a browser is told as long as the session stands in which it was subscribed, however that ends', async () => {
  const { organizationId } = await samvad.newCompany('Cedar Crafts')
  const asha = await signedIn(samvad, 'owner', organizationId)
  const browsers = [openBrowser(service), openBrowser(service)] as const
  const made = await asha.browser.api('POST', SUBSCRIPTIONS, browsers[0].subscription)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.browser, made.body.system], ['Firefox 143', 'Linux'])
  const send = () => carrier.send(noticeFor({ organizationId, userId: asha.userId }))
  const count = () => browsers.map((one) => one.received().length)
  const list = async () => (await person(samvad, asha).get(SUBSCRIPTIONS)).body.data
  assert.deepEqual([(await send()).became, ...count()], ['sent', 1, 0])

  // The member sees it from another browser, and ends the session there.
  const [shown] = await list()
  assert.deepEqual([shown.id, shown.browser], [made.body.id, 'Firefox 143'])
  const other = openSession(samvad)
  assert.equal((await other.signIn(asha.email)).status, 201)
  assert.equal((await other.ask('DELETE', `${SESSION}/list`)).status, 204)
  assert.deepEqual([(await send()).became, ...count()], ['unreachable', 1, 0])
  assert.deepEqual(await list(), [])

  // Subscribing the same browser again keeps the subscription, which now belongs to the current session.
  const again = await other.api('POST', SUBSCRIPTIONS, browsers[0].subscription)
  assert.deepEqual([again.status, again.body.id], [200, made.body.id])
  assert.equal((await other.api('POST', SUBSCRIPTIONS, browsers[1].subscription)).status, 201)
  assert.deepEqual([(await send()).became, ...count()], ['sent', 2, 1])
  assert.equal((await other.ask('DELETE', SESSION)).status, 204)
  assert.deepEqual([(await send()).became, ...count()], ['unreachable', 2, 1])
  for (const job of pushJobs(app)) await job.run(new AbortController().signal)
  const left = await samvad.rows('select 1 from push_subscriptions where org_id = $1', [organizationId])
  assert.deepEqual(left, [])
})
