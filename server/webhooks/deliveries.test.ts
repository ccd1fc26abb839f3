// A single delivery and the event that it contains.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../test/harness.ts'
import { assertRefused, person } from '../../test/story.ts'
import { company, deliveriesOf, endpointOf, samvad, tell } from '../../test/webhook-story.ts'
import { startReceiver } from '../../test/webhooks.ts'

test('spec 14.150: a delivery has an address, says what it is about, and leads to what it told', async () => {
  const asha = await company('Asha Sarees')
  const receiver = await startReceiver()
  const endpoint = await endpointOf(asha, receiver, ['contact.*'])
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi' })
  await tell()
  const [listed] = await deliveriesOf(asha, endpoint)
  assert.equal(listed.object_id, contact.id)
  const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries/${listed.id}`
  assert.deepEqual((await asha.get(path)).body, listed)
  const event = await asha.get(`/v1/events/${listed.event_id}`)
  assert.equal(event.status, 200, event.text)
  assert.deepEqual(event.body, receiver.received[0]?.event)

  const stranger = await company('Banyan Books')
  const other = await endpointOf(stranger, receiver)
  for (const [who, where] of [
    [stranger, path],
    [stranger, `/v1/webhook_endpoints/${other.id}/deliveries/${listed.id}`],
    [asha, `/v1/webhook_endpoints/${endpoint.id}/deliveries/${publicId('whd', asha.organizationId)}`],
    [stranger, `/v1/events/${listed.event_id}`],
  ] as const)
    assertRefused(await who.get(where), 404, 'not_found')
})

test('spec 14.150: an event is retrieved by who may read it, and by nobody else', async () => {
  const asha = await company('Chola Silks')
  await asha.make('/v1/contacts', { display_name: 'Secret Ravi' })
  await asha.make('/v1/roles', { name: 'Helper', permissions: ['contacts.view'] })
  await tell()
  const idOf = async (type: string) => (await asha.get(`/v1/events?type=${type}`)).body.data[0].id
  const [contact, role] = [await idOf('contact.created'), await idOf('role.created')]
  const billing = person(samvad, await samvad.newMember(asha.organizationId, 'billing'))
  const refused = await billing.get(`/v1/events/${contact}`)
  assertRefused(refused, 404, 'not_found')
  assert.ok(!refused.text.includes('Ravi'))
  assertRefused(await billing.get(`/v1/events/${role}`), 404, 'not_found')
  const viewer = person(samvad, await samvad.newMember(asha.organizationId, 'viewer'))
  assert.equal((await viewer.get(`/v1/events/${contact}`)).body.data.display_name, 'Secret Ravi')
})
