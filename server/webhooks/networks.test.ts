// Private networks that the operator allows for one organization only. spec 14.29.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { englishOf } from '#kit/messages/details.ts'
import { eventKinds } from '#program/events.ts'
import { newOperator } from '../../test/gateways/scene.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { assertRefused, person } from '../../test/story.ts'
import { startReceiver } from '../../test/webhooks.ts'
import { createCaller } from './call.ts'
import { noteTelling, webhookJobs } from './jobs.ts'

const samvad = await startSamvad()
const { app } = samvad
const operator = person(samvad, { token: await newOperator(samvad) })
const caller = createCaller(app, { deadlineMs: GUARD_MS })
after(() => caller.end())
const never = new AbortController().signal

async function tell(): Promise<void> {
  for (const job of eventJobs(app, noteTelling)) while (await job.run(never)) continue
  for (const job of webhookJobs(app, eventKinds, caller)) while (await job.run(never)) continue
}

async function company(name: string) {
  const made = await samvad.newCompany(name)
  const path = `/v1/organizations/${publicId('org', made.organizationId)}/webhook_networks`
  return { ...made, ...person(samvad, made), path }
}

const endpointAt = (url: string) => ({ url, event_types: ['contact.*'] })

test('spec 14.29: the operator allows an organization a private network: it is called there, and only the status is kept', async () => {
  const [asha, bharat] = [await company('Asha Sarees'), await company('Bharat Tools')]
  const receiver = await startReceiver()
  assertRefused(await asha.post('/v1/webhook_endpoints', endpointAt(receiver.url)), 422, 'invalid_content', 'url')
  assert.deepEqual((await operator.get(asha.path)).body, { networks: [] })
  const set = await operator.put(asha.path, { networks: ['127.0.0.1', 'FD00::/8', '127.0.0.1'] })
  assert.deepEqual([set.status, set.body], [200, { networks: ['127.0.0.1', 'fd00::/8'] }], set.text)
  assert.deepEqual((await operator.get(asha.path)).body, set.body)

  const endpoint = await asha.make('/v1/webhook_endpoints', endpointAt(receiver.url))
  await asha.make('/v1/contacts', { display_name: 'Ravi' })
  await tell()
  assert.equal(receiver.received.length, 1)
  const path = `/v1/webhook_endpoints/${endpoint.id}`
  const [delivery] = (await asha.get(`${path}/deliveries`)).body.data
  const { status_code, answer, error } = delivery.attempts[0]
  assert.deepEqual([status_code, answer, error], [200, null, null], 'nothing of what is inside')
  const tested = await asha.post(`${path}/test`)
  assert.deepEqual([tested.body.status_code, tested.body.answer], [200, null], tested.text)

  assertRefused(await bharat.post('/v1/webhook_endpoints', endpointAt(receiver.url)), 422, 'invalid_content', 'url')

  // Revoked: not even an open connection is used, and the address cannot be set again.
  assert.deepEqual((await operator.put(asha.path, { networks: [] })).body, { networks: [] })
  await asha.make('/v1/contacts', { display_name: 'Rani' })
  await tell()
  const deliveries = (await asha.get(`${path}/deliveries`)).body.data
  assert.match(deliveries[0].attempts[0].error, /not a public address/)
  const { error: said, error_details } = (await asha.post(`${path}/test`)).body
  assert.match(said, /not a public address/)
  const expected = [{ code: 'host_not_allowed', params: { host: '127.0.0.1' }, message: said }]
  assert.deepEqual([error_details, deliveries[0].attempts[0].error_details], [expected, expected], 'spec 4.19')
  assertRefused(await asha.put(path, { url: receiver.url }), 422, 'invalid_content', 'url')
  assert.equal(receiver.received.length, 2, 'one of them the test')
})

test('spec 14.29: a connection that stands for one organization carries nothing of another', async () => {
  const receiver = await startReceiver()
  const call = (networks: readonly string[]) =>
    caller.call({ url: receiver.url, headers: { 'webhook-id': 'evt_1' }, body: '{}', networks })
  assert.equal((await call(['127.0.0.0/8'])).statusCode, 200)
  for (const networks of [[], ['10.0.0.0/8'], ['127.0.0.2/32']]) {
    const { error, isForbidden, hasLeft } = await call(networks)
    assert.match(englishOf(error ?? ''), /not a public address/)
    assert.deepEqual([isForbidden, hasLeft], [true, false])
  }
  // However many organizations have networks of their own.
  for (let n = 0; n < 250; n++) assert.equal((await call([`10.0.${n}.0/24`])).isForbidden, true)
  assert.equal((await call(['127.0.0.0/8', '10.0.0.0/8'])).statusCode, 200)
  assert.equal(receiver.received.length, 2)
})

test('spec 14.29: what is no network is named by its place; nobody but the operator reads or sets them', async () => {
  const asha = await company('Chandra Clocks')
  for (const wrong of ['10.0.0.0/33', 'localhost', '10.0.0', '::1/129', '10.0.0.0/8/8'])
    assertRefused(
      await operator.put(asha.path, { networks: ['10.1.0.0/16', wrong] }),
      422,
      'invalid_content',
      'networks[1]',
    )
  assertRefused(await operator.put(asha.path, {}), 422, 'invalid_content', 'networks')
  assert.deepEqual((await operator.get(asha.path)).body, { networks: [] }, 'nothing half done')
  assertRefused(await asha.put(asha.path, { networks: ['10.1.0.0/16'] }), 403, 'permission_denied')
  assertRefused(await asha.get(asha.path), 403, 'permission_denied')
  const nobody = `/v1/organizations/${publicId('org', '01890000-0000-7000-8000-000000000000')}/webhook_networks`
  assertRefused(await operator.put(nobody, { networks: [] }), 404, 'not_found')
  assertRefused(await operator.get(nobody), 404, 'not_found')

  await operator.put(asha.path, { networks: ['10.1.0.0/16'] })
  await operator.put(asha.path, { networks: ['10.1.0.0/16'] })
  const entries = (await asha.get('/v1/audit_log?action=organization.webhook_networks_set')).body.data
  assert.equal(entries.length, 1, 'what changes nothing is no entry')
})
