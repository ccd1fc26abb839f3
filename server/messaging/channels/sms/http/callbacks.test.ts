// Callbacks of HTTP gateways, through the whole program, as such gateways make them.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { tryFailedAgain } from '#messaging/channels/arrivals/failed.ts'
import { fund, startSamvad } from '../../../../../test/harness.ts'
import { startHttpGateway } from '../../../../../test/http-gateway.ts'
import { delivered, deliveriesOf, until } from '../../../../../test/mail-story.ts'
import { balanceOf } from '../../../../../test/payments.ts'
import { SMS, setAccount, textTo, workedOff, writeSms } from '../../../../../test/smpp/story.ts'
import { assertRefused, type Person, person } from '../../../../../test/story.ts'

const gateway = await startHttpGateway()
after(() => gateway.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
const { organizationId } = samvad.company
const banyan = await samvad.newCompany('Banyan Books')
const neighbour = person(samvad, banyan)
await fund(samvad, organizationId, 100n)
await fund(samvad, banyan.organizationId, 100n)
samvad.startWorker()

const account = (callbacks: object | null, more: object = {}) => ({
  protocol: 'http',
  from: 'ASHATX',
  password: 'the-key',
  url: `${gateway.url}/send`,
  body: '{"to": "{to}", "text": "{text}", "ref": "{reference}"}',
  message_id: '/id',
  callbacks,
  ...more,
})
const said = { delivered: ['DELIVRD'], undelivered: ['UNDELIV', 'EXPIRED'], failed: ['REJECTD'] }
const json = {
  reports: { format: 'json', list: '/results', id: '/id', status: '/status', error: '/err', time: '/at', ...said },
  incoming: { format: 'json', from: '/from', text: '/message', id: '/id' },
}
interface Shown {
  callback_url: string
  incoming_url: string
  verify_token: string
}
async function set(who: Person, callbacks: object, more: object = {}): Promise<Shown> {
  await setAccount(who, account(callbacks, more))
  return (await who.get(SMS)).body
}
type Called = { url?: string; method?: string; headers?: Record<string, string>; body?: unknown; form?: string }
const call = (url: string, { method = 'POST', headers = {}, body, form }: Called = {}) =>
  fetch(url, {
    method,
    headers: {
      ...(form === undefined ? { 'content-type': 'application/json' } : {}),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: form ?? (typeof body === 'string' ? body : JSON.stringify(body)) }),
  }).then(({ status }) => status)
const withToken = (url: string, { verify_token }: Shown) => `${url}?token=${verify_token}`
const kept = async (of = organizationId) =>
  (await samvad.rows<{ id: string }>("select id from arrivals where org_id = $1 and source = 'sms_http'", [of])).length
const received = (of = organizationId) =>
  samvad.rows<{ text: string; phone: string }>(
    `select m.text, c.phone_number as phone from messages m
       join conversations v on v.org_id = m.org_id and v.id = m.conversation_id
       join contacts c on c.org_id = v.org_id and c.id = v.contact_id
      where m.org_id = $1 and m.direction = 'inbound' order by m.id`,
    [of],
  )
async function sent(who: Person = asha, to?: Awaited<ReturnType<typeof textTo>>) {
  const message = await writeSms(who, to ?? (await textTo(who)), 'Your order has left')
  const row = await delivered(samvad, message, 'sent')
  return { message, id: row.provider_id as string, deliveryId: row.id }
}
/** As `samvad arrival retry` does. */
async function tryAgain(): Promise<void> {
  const scope = { organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction((tx) => tryFailedAgain(tx, scope, null), organizationId)
  samvad.app.wake('arrivals')
}
const statusOf = async (message: { id: string }) => (await deliveriesOf(samvad, message))[0]?.status

test('spec 7.85: reports are understood as the account describes them: several in a call, repeated, and in any order', async () => {
  const shown = await set(asha, json)
  assert.match(shown.callback_url, /\/webhooks\/channels\/sms\/[\w-]+$/)
  const all = [await sent(), await sent(), await sent(), await sent()]
  const [one, two, three, four] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0], (typeof all)[0]]
  const before = Number(await balanceOf(samvad))
  const url = withToken(shown.callback_url, shown)
  const results = [
    { id: one.id, status: 'delivrd', at: Math.floor(Date.now() / 1000) - 60 },
    { id: two.id, status: 'UNDELIV', err: 27 },
    { id: three.id, status: 'REJECTD', err: '<b>spam</b>' },
    { id: four.id, status: 'ENROUTE' },
  ]
  const arrived = await kept()
  for (let time = 0; time < 3; time++) assert.equal(await call(url, { body: { results } }), 200)
  assert.equal(await kept(), arrived + 1, 'what comes again is kept once')
  // Late and out of order: no status goes back.
  assert.equal(await call(url, { body: { results: [{ id: two.id, status: 'DELIVRD' }] } }), 200)
  assert.equal(await call(url, { body: { results: [{ id: one.id, status: 'ENROUTE' }] } }), 200)
  await workedOff(samvad, organizationId)
  await delivered(samvad, one.message, 'delivered')
  const undelivered = await delivered(samvad, two.message, 'undelivered')
  assert.deepEqual(
    [undelivered.error_code, undelivered.error_detail],
    ['27', 'The gateway reported UNDELIV, error 27.'],
  )
  await delivered(samvad, three.message, 'failed')
  assert.equal(await statusOf(four.message), 'sent')
  assert.equal(Math.round((Number(await balanceOf(samvad)) - before) * 100), 25, 'only what never left is given back')
})

test('spec 7.86: a call that does not prove itself is refused and leaves nothing; the word is kept nowhere', async () => {
  const shown = await set(asha, json)
  const { message, id } = await sent()
  const before = await kept()
  const body = { results: [{ id, status: 'DELIVRD' }] }
  for (const url of [
    shown.callback_url,
    `${shown.callback_url}?token=`,
    `${shown.callback_url}?token=${shown.verify_token.slice(1)}x`,
    `${shown.callback_url}?token=${shown.verify_token}&token=x`,
    `${shown.callback_url}?other=${shown.verify_token}`,
  ])
    assert.equal(await call(url, { body }), 401, url)
  assert.equal(await call(`${shown.callback_url.slice(0, -1)}!?token=${shown.verify_token}`, { body }), 404)
  assert.equal(await kept(), before)
  assert.equal(await statusOf(message), 'sent')
  assert.ok(!(await asha.get(SMS)).text.includes('the-key'))

  const byHeader = await set(asha, {
    ...json,
    proof: { by: 'header', name: 'Authorization', prefix: 'Bearer ', key: 'password' },
  })
  assert.equal(byHeader.verify_token, null)
  const headers = (authorization: string) => ({ authorization })
  assert.equal(await call(byHeader.callback_url, { body, headers: headers('Bearer wrong') }), 401)
  assert.equal(await call(byHeader.callback_url, { body, headers: headers('the-key') }), 401)
  assert.equal(await call(byHeader.callback_url, { body, headers: headers('Bearer the-key') }), 200)
  await delivered(samvad, message, 'delivered')
})

test('spec 7.86: an HMAC is over the raw body and its time, and a call that is old or was changed is refused', async () => {
  const proof = {
    by: 'hmac',
    name: 'x-signature',
    prefix: 'sha256=',
    key: 'callback_secret',
    timestamp_header: 'x-timestamp',
  }
  const incomplete = await asha.put(SMS, account({ ...json, proof }))
  assertRefused(incomplete, 422, 'invalid_content', 'callback_secret')
  const shown = await set(asha, { ...json, proof }, { callback_secret: 'signed-by-them' })
  assert.ok(!JSON.stringify(shown).includes('signed-by-them'))
  const { message, id } = await sent()
  const before = await kept()
  const body = JSON.stringify({ results: [{ id, status: 'DELIVRD' }] })
  const signed = (secret: string, seconds: number, over = body) => ({
    'x-timestamp': String(seconds),
    'x-signature': `sha256=${createHmac('sha256', secret).update(`${seconds}.${over}`).digest('hex')}`,
  })
  const now = Math.floor(Date.now() / 1000)
  const right = signed('signed-by-them', now)
  for (const headers of [
    {},
    signed('another', now),
    signed('', now),
    signed('signed-by-them', now - 301),
    signed('signed-by-them', now + 400),
    { ...right, 'x-timestamp': String(now + 1) },
    signed('signed-by-them', now, `${body} `),
  ])
    assert.equal(await call(shown.callback_url, { body, headers }), 401, JSON.stringify(headers))
  assert.equal(await kept(), before)
  assert.equal(await call(shown.callback_url, { body, headers: right }), 200)
  await delivered(samvad, message, 'delivered')
  // Both secrets are kept when neither is sent, and must be sent together.
  assert.equal((await asha.put(SMS, account({ ...json, proof }, { password: undefined }))).status, 200)
  const again = signed('signed-by-them', Math.floor(Date.now() / 1000))
  assert.equal(await call(shown.callback_url, { body, headers: again }), 200)
})

test('spec 7.85, 7.87: by GET as gateways in India call: parameters, our own reference, and what contacts write', async () => {
  const query = {
    reports: { format: 'query', reference: 'ref', status: 'dlr', error: 'code', ...said },
    incoming: { format: 'query', from: 'mobile', text: 'msg', time: 'ts' },
  }
  const shown = await set(asha, query)
  const { message } = await sent()
  const reference = (await asha.get(`/v1/messages/${message.id}/deliveries`)).body.data[0].id
  const dlr = `${withToken(shown.callback_url, shown)}&ref=${reference}&dlr=DELIVRD&code=000`
  assert.equal(await call(dlr, { method: 'GET' }), 200)
  assert.equal(await call(dlr, { method: 'GET' }), 200)
  await delivered(samvad, message, 'delivered')
  const bodies = await samvad.rows<{ body: Buffer }>("select body from arrivals where source = 'sms_http'")
  assert.ok(bodies.every(({ body }) => !String(body).includes(shown.verify_token)))

  const text = encodeURIComponent('हाँ, send it & thanks')
  const ts = new Date(Date.now() - 1000).toISOString()
  const inbound = `${withToken(shown.incoming_url, shown)}&mobile=919811122233&msg=${text}&ts=${ts}`
  for (let time = 0; time < 2; time++) assert.equal(await call(inbound, { method: 'GET' }), 200)
  // The same text written again is another message.
  assert.equal(await call(inbound.replace(ts, new Date().toISOString()), { method: 'GET' }), 200)
  await workedOff(samvad, organizationId)
  const rows = await until(received, (all) => all.length >= 2)
  assert.deepEqual(
    rows.map((row) => [row.phone, row.text]),
    Array.from({ length: 2 }, () => ['+919811122233', 'हाँ, send it & thanks']),
  )
})

test('spec 7.87: by a form; STOP unsubscribes; one id is one message, whatever else comes with it', async () => {
  const form = { incoming: { format: 'form', from: 'From', text: 'Body', id: 'Sid' } }
  const shown = await set(asha, form)
  assertRefused(
    await samvad.request('POST', new URL(withToken(shown.callback_url, shown)).pathname, { token: null, json: {} }),
    404,
    'not_found',
  )
  const ravi = await textTo(asha)
  const url = withToken(shown.incoming_url, shown)
  const before = (await received()).length
  const from = encodeURIComponent(ravi.phone_number)
  assert.equal(await call(url, { form: `From=${from}&Body=STOP&Sid=s1` }), 200)
  assert.equal(await call(url, { form: `From=${from}&Body=STOP&Sid=s1&Again=1` }), 200)
  await workedOff(samvad, organizationId)
  assert.equal((await until(received, (all) => all.length > before)).length, before + 1)
  const refused = await asha.post('/v1/messages', {
    conversation_id: ravi.conversationId,
    channel: 'sms',
    text: 'Hello',
  })
  assertRefused(refused, 422, 'recipient_unsubscribed')
})

test('spec 7.86: what comes to an account is of its organization alone, whatever it names', async () => {
  const ours = await set(asha, json)
  const theirs = await set(neighbour, json)
  const { message, id } = await sent()
  const body = { results: [{ id, status: 'REJECTD' }] }
  assert.equal(await call(`${ours.callback_url}?token=${theirs.verify_token}`, { body }), 401)
  assert.equal(await call(`${theirs.callback_url}?token=${ours.verify_token}`, { body }), 401)
  const balance = await balanceOf(samvad)
  assert.equal(await call(withToken(theirs.callback_url, theirs), { body }), 200)
  await until(
    () => samvad.rows('select attempts from arrivals where org_id = $1 and attempts > 0', [banyan.organizationId]),
    (rows) => rows.length > 0,
  )
  assert.equal(await statusOf(message), 'sent')
  assert.equal(await balanceOf(samvad), balance)
  await asha.delete(SMS)
  assert.equal(await call(withToken(ours.callback_url, ours), { body }), 404, 'it is dead with its account')
})

test('spec 7.87: what cannot be understood waits for a person, and is read again once the account is mended', async () => {
  const shown = await set(asha, { reports: { ...json.reports, id: '/wrong' } })
  const { message, id } = await sent()
  const url = withToken(shown.callback_url, shown)
  for (const body of [
    '{"results":[{}]}',
    '[]',
    'null',
    '{"results":{"id":{"a":1}}}',
    `{"results":[${'{},'.repeat(1000)}{}]}`,
  ])
    assert.equal(await call(url, { body }), 200, body.slice(0, 40))
  assert.equal(await call(url, { body: '{' }), 400)
  assert.equal(await call(url, { body: { results: [{ id, status: 'DELIVRD' }] } }), 200)
  const stored = () =>
    samvad.rows<{ is_due: boolean }>(
      'select due_at is not null as is_due from arrivals where org_id = $1 and body is not null',
      [organizationId],
    )
  // All of them: one that is read after the repair of the account would wait again, and nobody would retry it.
  await until(stored, (rows) => rows.length >= 2 && rows.every(({ is_due }) => !is_due))
  assert.equal(await statusOf(message), 'sent')
  await set(asha, json)
  await tryAgain()
  await delivered(samvad, message, 'delivered')
})

test('spec 7.85: what cannot be is refused by its field', async () => {
  const wrong: [object, string][] = [
    [{}, 'callbacks'],
    [{ reports: { ...json.reports, id: null } }, 'reports.id'],
    [{ reports: { ...json.reports, id: 'id' } }, 'reports.id'],
    [{ reports: { ...json.reports, failed: ['delivrd'] } }, 'reports'],
    [{ reports: { format: 'json', id: '/id', status: '/s' } }, 'reports.delivered'],
    [{ reports: { ...json.reports, format: 'form' } }, 'reports.list'],
    [{ incoming: { format: 'form', from: 'a', text: 'b' } }, 'incoming.id'],
    [{ ...json, proof: { by: 'header', name: 'two words' } }, 'proof.name'],
    [{ ...json, proof: { by: 'query', timestamp_header: 'x' } }, 'proof.timestamp_header'],
    [{ incoming: { format: 'query', from: 'a', text: 'b', id: 'c' }, proof: { by: 'hmac', name: 'x' } }, 'proof.by'],
  ]
  for (const [callbacks, field] of wrong)
    assertRefused(await asha.put(SMS, account(callbacks)), 422, 'invalid_content', field)
  assertRefused(await asha.put(SMS, account(json, { callback_secret: 'x' })), 422, 'invalid_content', 'callback_secret')
})
