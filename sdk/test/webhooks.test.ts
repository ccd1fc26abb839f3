// Webhook verification by our own receiver and by the library of the Standard Webhooks project.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { person } from '../../test/story.ts'
import { endpointOf, samvad as server, tell } from '../../test/webhook-story.ts'
import { startReceiver } from '../../test/webhooks.ts'
import type { SamvadEvent, WebhookCall } from '../src/index.ts'
import { install } from './installed.ts'

const { sdk } = await install()
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes!').toString('base64')}`
const now = new Date('2026-11-22T10:00:00Z')
const payload = JSON.stringify({ id: 'evt_1', type: 'contact.created', data: { display_name: 'रवि 🌾' } })

/** Signed by that library, `seconds` from now. */
function signed(text = payload, secret = SECRET, seconds = 0, id = 'evt_1') {
  const at = new Date(now.getTime() + seconds * 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, at, text),
  }
}

/** The same bytes in non-canonical Base64: the last letter before "=" has two bits that decoders ignore. */
function writtenOtherwise(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const other = letters[letters.indexOf(signature.at(-2) as string) ^ 1]
  const text = `${signature.slice(0, -2)}${other}=`
  assert.deepEqual(Buffer.from(text, 'base64'), Buffer.from(signature, 'base64'))
  return text
}

const verify = (call: Partial<WebhookCall>) =>
  sdk.verifyWebhook({ payload, headers: signed(), secret: SECRET, now, ...call })

async function faultOf(call: Partial<WebhookCall>): Promise<string> {
  try {
    await verify(call)
  } catch (error) {
    assert.ok(error instanceof sdk.WebhookVerificationError, String(error))
    return error.code
  }
  return assert.fail('it was believed')
}

test('spec 20.9: what the library signed is believed, as text and as bytes, with headers of every kind', async () => {
  const event = JSON.parse(payload)
  const bytes = new TextEncoder().encode(payload)
  for (const given of [payload, bytes, bytes.buffer, Buffer.from(payload)])
    assert.deepEqual(await verify({ payload: given as string }), event)
  const { 'webhook-signature': signature, ...rest } = signed()
  const upper = { ...rest, 'Webhook-Signature': [signature], host: undefined }
  for (const headers of [new Headers(signed()), upper]) assert.deepEqual(await verify({ headers }), event)
  assert.deepEqual(await verify({ secret: SECRET.slice('whsec_'.length) }), event)
})

test('spec 20.9: of several signatures and several secrets one that fits is enough, as while secrets are rotated', async () => {
  const both = {
    ...signed(),
    'webhook-signature': `${signed(payload, OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
  }
  assert.ok(await verify({ headers: both }))
  assert.ok(await verify({ headers: both, secret: OTHER }))
  assert.ok(await verify({ secret: undefined, secrets: [OTHER, SECRET] }))
  const versions = `v1a,c2lnbmF0dXJl v2,x v1, ${signed()['webhook-signature']}`
  assert.ok(await verify({ headers: { ...signed(), 'webhook-signature': versions } }))
  assert.equal(await faultOf({ secrets: [OTHER], secret: undefined }), 'signature_mismatch')
})

test('spec 20.9: what is forged, changed, of another call or of another secret is not', async () => {
  const changed = payload.replace('रवि', 'लता')
  assert.equal(await faultOf({ payload: changed }), 'signature_mismatch')
  assert.equal(await faultOf({ payload: `${payload} ` }), 'signature_mismatch')
  assert.equal(await faultOf({ headers: signed(payload, OTHER) }), 'signature_mismatch')
  assert.equal(await faultOf({ headers: { ...signed(), 'webhook-id': 'evt_2' } }), 'signature_mismatch')
  const [version, signature = ''] = signed()['webhook-signature'].split(',')
  for (const forged of [
    'v1,',
    'v1,AAAA',
    'v1,not base64!',
    signature,
    `v1a,${signature}`,
    `v2,${signature}`,
    `${version},${signature.slice(0, -4)}`,
    `${version},${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
    `${version},${writtenOtherwise(signature)}`,
    `${version},${signature.slice(0, -1)}`,
  ])
    assert.equal(await faultOf({ headers: { ...signed(), 'webhook-signature': forged } }), 'signature_mismatch', forged)
})

test('spec 20.9: what is old, ahead or without its time is not, whatever was replayed', async () => {
  assert.equal(await faultOf({ headers: signed(payload, SECRET, -301) }), 'too_old')
  assert.equal(await faultOf({ headers: signed(payload, SECRET, 301) }), 'too_new')
  for (const seconds of [-300, 300]) assert.ok(await verify({ headers: signed(payload, SECRET, seconds) }))
  assert.equal(await faultOf({ headers: signed(payload, SECRET, -11), toleranceSeconds: 10 }), 'too_old')
  assert.ok(await verify({ headers: signed(payload, SECRET, -3000), toleranceSeconds: 3600 }))
  const replayed = { ...signed(payload, SECRET, -3600), 'webhook-timestamp': signed()['webhook-timestamp'] }
  assert.equal(await faultOf({ headers: replayed }), 'signature_mismatch', 'a new time needs a new signature')
  for (const timestamp of ['', 'now', '-1', '1e9', '1795341600.5', '9'.repeat(20)]) {
    const code = timestamp === '' ? 'header_missing' : 'timestamp_unreadable'
    assert.equal(await faultOf({ headers: { ...signed(), 'webhook-timestamp': timestamp } }), code, timestamp)
  }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.equal(await faultOf({ headers: { ...signed(), [name]: undefined } }), 'header_missing')
  assert.ok(
    await sdk.verifyWebhook({
      payload,
      headers: signed(payload, SECRET, ((Date.now() - now.getTime()) / 1000) | 0),
      secret: SECRET,
    }),
  )
})

test('a mistake of who calls it is said as one, and is no reason to refuse a call', async () => {
  const parsed = JSON.parse(payload) as string
  await assert.rejects(verify({ payload: parsed }), /payload is to be the body as it came/)
  await assert.rejects(verify({ secret: undefined }), /There is no secret/)
  for (const secret of ['whsec_', 'whsec_!!', '']) await assert.rejects(verify({ secret }), /A secret is not one/)
})

test('our verdict is that of the library, for calls that are changed in any place', async () => {
  const library = new Webhook(SECRET)
  const at = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': library.sign('evt_1', at, payload),
  }
  const variants: [string, Record<string, string>][] = [[payload, headers]]
  for (const [name, value] of Object.entries(headers))
    for (let place = 0; place < value.length; place += 3)
      variants.push([payload, { ...headers, [name]: `${value.slice(0, place)}x${value.slice(place + 1)}` }])
  for (let place = 0; place < payload.length; place += 5)
    variants.push([`${payload.slice(0, place)}#${payload.slice(place + 1)}`, headers])
  let believed = 0
  for (const [text, given] of variants) {
    const theirs = await Promise.resolve()
      .then(() => library.verify(text, given))
      .then(
        () => true,
        () => false,
      )
    const ours = await sdk.verifyWebhook({ payload: text, headers: given, secret: SECRET }).then(
      () => true,
      () => false,
    )
    assert.equal(ours, theirs, JSON.stringify(given))
    if (ours) believed++
  }
  assert.ok(believed >= 1 && believed < variants.length / 4)
})

test('spec 20.9: what Samvad calls with is believed, by us and by the library, and its event is typed', async () => {
  const receiver = await startReceiver()
  const owner = person(server)
  const endpoint = await endpointOf(owner, receiver)
  const contact = await owner.make('/v1/contacts', { display_name: 'Ravi' })
  await tell()
  const call = receiver.received.find(({ event }) => event.type === 'contact.created')
  assert.ok(call)
  const event: SamvadEvent = await sdk.verifyWebhook({
    payload: call.text,
    headers: call.headers,
    secret: endpoint.secret,
  })
  assert.ok(event.type === 'contact.created' && !('deleted' in event.data))
  assert.deepEqual([event.data.id, event.object_id], [contact.id, contact.id])
  assert.ok(new Webhook(endpoint.secret).verify(call.text, call.headers as Record<string, string>))

  const rotated = await owner.make(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`, {})
  await owner.make('/v1/contacts', { display_name: 'Lata' })
  await tell()
  const later = receiver.received.at(-1)
  assert.ok(later)
  for (const secret of [endpoint.secret, rotated.secret])
    assert.ok(
      await sdk.verifyWebhook({ payload: later.text, headers: later.headers, secret }),
      'both are good for a day',
    )
})
