// Meta's webhook address over HTTP: which requests are accepted, and that a webhook is stored before the response.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { someNumber, startCloudApi } from '../../../../test/cloud-api/server.ts'
import { bring, statuses } from '../../../../test/cloud-api/webhooks.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url, SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
const APP = '/v1/channels/app'
const account = {
  phone_number_id: someNumber.phoneNumberId,
  business_account_id: someNumber.businessAccountId,
  access_token: someNumber.accessToken,
  app_secret: someNumber.appSecret,
}
const set = async () => (await asha.put(APP, account)).body as { callback_url: string; verify_token: string }
const body = (id: string) => statuses([{ id, status: 'read', at: new Date() }])
const kept = () =>
  samvad.rows<{ org_id: string; channel: string; source: string; body: Buffer }>(
    'select org_id, channel, source, body from arrivals order by id',
  )
const path = (url: string) => new URL(url).pathname

test('spec 7.35: Meta’s question is answered with its challenge, for the right word alone', async () => {
  const { callback_url, verify_token } = await set()
  const ask = (query: Record<string, string>, at = path(callback_url)) =>
    samvad.request('GET', `${at}?${new URLSearchParams(query)}`, { token: null })
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': verify_token, 'hub.challenge': '1158201444' }
  const answer = await ask(right)
  assert.deepEqual([answer.status, answer.text], [200, '1158201444'])
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  for (const wrong of [
    { 'hub.verify_token': 'x' },
    { 'hub.verify_token': '' },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.challenge': '<script>alert(1)</script>' },
  ])
    assertRefused(await ask({ ...right, ...wrong }), 403, 'permission_denied')
  assertRefused(await ask({}), 403, 'permission_denied')
  assertRefused(await ask(right, `${path(callback_url).slice(0, -1)}!`), 404, 'not_found')
})

test('spec 7.35: what is signed is kept as it came, once; what is not leaves nothing behind', async () => {
  const { callback_url } = await set()
  const before = (await kept()).length
  const text = JSON.stringify(body('wamid.1'))
  for (const [bytes, secret] of [
    [text, 'another secret'],
    [text, ''],
    [text.replace('wamid.1', 'wamid.2'), 'x'],
  ] as const) {
    const refused = await bring(callback_url, bytes, secret)
    assert.equal(refused.status, 401)
  }
  const unsigned = await samvad.request('POST', path(callback_url), { token: null, json: body('wamid.1') })
  assertRefused(unsigned, 401, 'unauthenticated')
  assert.equal((await kept()).length, before)

  for (let time = 0; time < 3; time++) assert.equal((await bring(callback_url, text)).status, 200)
  const rows = (await kept()).slice(before)
  assert.equal(rows.length, 1)
  const [row] = rows
  assert.deepEqual([row?.org_id, row?.channel, row?.source], [samvad.company.organizationId, 'app', 'cloud_api'])
  assert.equal(row?.body.toString(), text)
})

test('spec 7.30: an address is of one account: removed, or of another secret, it is dead to what came before', async () => {
  const { callback_url } = await set()
  const neighbour = person(samvad, await samvad.newCompany('Banyan Books'))
  const theirs = (await neighbour.put(APP, { ...account, app_secret: 'their-own-secret' })).body
  assert.equal((await bring(theirs.callback_url, body('wamid.3'))).status, 401, 'not by our secret')
  assert.equal((await bring(theirs.callback_url, body('wamid.3'), 'their-own-secret')).status, 200)
  await asha.delete(APP)
  const gone = await bring(callback_url, body('wamid.4'))
  assert.equal(gone.status, 404)
  await set()
  assert.equal((await bring(callback_url, body('wamid.4'))).status, 404, 'nor is it that of the next one')
})

test('spec 7.35: what is too long, no JSON, or cannot be kept is refused, so that Meta brings it again', async () => {
  const { callback_url } = await set()
  const before = (await kept()).length
  assert.equal((await bring(callback_url, Buffer.alloc(3 * 1024 * 1024 + 1, 0x20))).status, 413)
  assert.equal((await bring(callback_url, '{')).status, 400)
  await samvad.rows('alter table arrivals rename to arrivals_away')
  const away = await bring(callback_url, body('wamid.5'))
  await samvad.rows('alter table arrivals_away rename to arrivals')
  assert.ok(away.status >= 500, String(away.status))
  assert.equal((await kept()).length, before)
  assert.equal((await bring(callback_url, body('wamid.5'))).status, 200)
  assert.equal((await kept()).length, before + 1)
})
