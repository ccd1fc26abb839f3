// SMS through an HTTP gateway that is described by data, over real sockets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { type AdapterBench, adapterContract } from '../../../../../test/adapter-contract.ts'
import fc from '../../../../../test/cases.ts'
import { httpGatewayAdapter } from '../../../../../test/channel-adapters.ts'
import { uuidOf } from '../../../../../test/harness.ts'
import { type HttpGateway, startHttpGateway } from '../../../../../test/http-gateway.ts'
import type { HttpSettings } from '../settings.ts'
import { callOf, mustBeGateway, textAt } from './description.ts'
import { outcomeOf } from './outcomes.ts'

const settings: HttpSettings = {
  protocol: 'http',
  from: 'ASHATX',
  dlt: null,
  messages_per_second: null,
  url: 'https://gateway.example/send',
  method: 'POST',
  headers: ['Authorization: Bearer {password}'],
  format: 'json',
  body: '{"to": "{to}", "text": "{text}", "ref": "{reference}", "nested": [{"from": "{from}"}]}',
  success: { statuses: [200], pointer: null, equals: null },
  refusal: null,
  message_id: '/id',
}
const values = {
  to: '919876543210',
  from: 'ASHATX',
  text: 'Hello',
  reference: 'dlv_1',
  name: 'Ravi',
  password: 'key',
  entity_id: '',
  template_id: '',
  chain: '',
}

function benchOf(gateway: HttpGateway, behaviours: AdapterBench['behaviours']): AdapterBench {
  return {
    ...httpGatewayAdapter(gateway.url),
    behaviours,
    taken: async () => gateway.taken.map(({ body }): Uuid => uuidOf('dlv', JSON.parse(body).ref)),
    unanswered: () => gateway.unanswered.length,
    close: () => gateway.close(),
  }
}

adapterContract('SMS by an HTTP gateway', ['accept', 'refuse', 'temporary', 'throttle', 'lose', 'hang'], async () => {
  const gateway = await startHttpGateway()
  const saying = (status: number) => () => gateway.answer(() => ({ status, body: '{}' }))
  return benchOf(gateway, {
    accept: () => gateway.answer((_, count) => ({ status: 200, body: `{"id":"gw-${count}"}` })),
    refuse: saying(422),
    temporary: saying(408),
    throttle: saying(429),
    lose: () => gateway.answer(() => 'lose'),
    hang: () => gateway.answer(() => 'hang'),
  })
})

adapterContract('SMS by an HTTP gateway, while nobody answers', ['away'], async () => {
  const gateway = await startHttpGateway()
  await gateway.close()
  return { ...benchOf(gateway, { away() {} }), close: async () => {} }
})

test('spec 7.41: whatever a text holds, it stays the value of its field', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('json', 'form', 'get'), (text, as) => {
      const given = { ...values, text }
      if (as === 'json') {
        const { body } = callOf(settings, given)
        assert.deepEqual(JSON.parse(body ?? ''), {
          to: '919876543210',
          text,
          ref: 'dlv_1',
          nested: [{ from: 'ASHATX' }],
        })
        return
      }
      if (!text.isWellFormed()) return
      const form = { ...settings, format: 'form' as const, body: 'to={to}&text={text}' }
      const get = {
        ...settings,
        method: 'GET' as const,
        url: 'https://gateway.example/send?text={text}&to={to}',
        body: '',
      }
      const call = callOf(as === 'form' ? form : get, given)
      const fields = as === 'form' ? new URLSearchParams(call.body ?? '') : new URL(call.url).searchParams
      assert.deepEqual(Object.fromEntries(fields), { to: '919876543210', text })
      assert.equal(new URL(call.url).host, 'gateway.example')
    }),
  )
})

test('spec 7.41: an answer that its rules do not know is unknown', () => {
  const rules: HttpSettings = {
    ...settings,
    success: { statuses: [200], pointer: '/results/0/status', equals: '0' },
    refusal: { statuses: [200], pointer: '/results/0/status', equals: '7' },
    message_id: '/results/0/id',
  }
  const of = (status: number, body: unknown) =>
    outcomeOf(rules, { status, text: typeof body === 'string' ? body : JSON.stringify(body), retryAfterMs: null })
  assert.deepEqual(of(200, { results: [{ status: 0, id: 12 }] }), { outcome: 'accepted', providerId: '12' })
  assert.equal(of(200, { results: [{ status: 7 }] }).outcome, 'refused')
  for (const [status, body] of [
    [200, { results: [{ status: 1, id: 'x' }] }],
    [200, { results: [{ status: 0 }] }],
    [200, 'OK'],
    [202, { results: [{ status: 0, id: 'x' }] }],
    [302, ''],
    [500, ''],
    [504, ''],
  ] as const)
    assert.equal(of(status, body).outcome, 'unknown', `${status} ${JSON.stringify(body)}`)
  assert.equal(of(401, '').outcome, 'unavailable')
  assert.equal(of(503, '').outcome, 'throttled')
  assert.equal(textAt({ 'a/b': { '~': 1 } }, '/a~1b/~0'), '1')
  assert.equal(textAt({}, '/__proto__/constructor'), null)
})

test('spec 7.41: what cannot be a gateway is refused by its field', () => {
  const errorOf = (more: Partial<HttpSettings>) => {
    try {
      mustBeGateway({ ...settings, ...more })
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [first] = error.errors
      return `${first?.field} ${first?.code}`
    }
  }
  assert.equal(errorOf({}), null)
  assert.equal(errorOf({ url: 'ftp://gateway.example' }), 'url url_without_https')
  assert.equal(errorOf({ url: 'https://{to}.example/{text}' }), 'url placeholder_in_host')
  assert.equal(errorOf({ url: 'https://me:secret@gateway.example' }), 'url url_with_password')
  assert.equal(errorOf({ headers: ['Host: other.example'] }), 'headers[0] header_reserved')
  assert.equal(errorOf({ headers: ['no header'] }), 'headers[0] not_a_header_line')
  assert.equal(errorOf({ body: '{"to": "{to}"' }), 'body not_json')
  assert.equal(errorOf({ body: '{"to": "{to}"}' }), 'body placeholder_text_missing')
  assert.equal(errorOf({ body: '{"text": "{text} {nobody}"}' }), 'body placeholder_unknown')
  assert.equal(errorOf({ message_id: 'id' }), 'message_id not_a_json_pointer')
  assert.equal(
    errorOf({ refusal: { statuses: [200], pointer: null, equals: null } }),
    'refusal pointer_and_value_required',
  )
})
