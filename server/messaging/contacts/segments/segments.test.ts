// Segments over the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)

const make = async (fields: object) => (await asha.make('/v1/contacts', fields)).id as string
const pune = await make({ display_name: 'A', phone_number: '+919876543210', attributes: { city: 'Pune', orders: 12 } })
const small = await make({ display_name: 'B', email: 'b@x.example', attributes: { city: 'pune', orders: '3' } })
await make({ display_name: 'C', phone_number: '+919876543211', attributes: { city: 'Nagpur' } })
const nowhere = await make({ display_name: 'D', email: 'd@x.example' })
const list = await asha.make('/v1/lists', { name: 'Farmers' })
await asha.post(`/v1/lists/${list.id}/members`, { contact_ids: [pune, nowhere] })

test('spec 6.41: a segment is a saved filter, whose contacts are selected when it is used', async () => {
  const filter = { all: [{ attribute: 'city', is: 'Pune' }, { not: { attribute: 'orders', before: 10 } }] }
  const made = await asha.post('/v1/segments', { name: 'Pune', filter })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.equal(made.headers.get('location'), `/v1/segments/${id}`)
  assert.deepEqual(made.body, { id, name: 'Pune', filter, created_at: made.body.created_at })
  assert.deepEqual((await asha.get(`/v1/segments/${id}`)).body, made.body)
  assert.deepEqual(idsOf((await asha.get('/v1/segments')).body.data), [id])
  assert.deepEqual((await asha.get(`/v1/segments/${id}/count`)).body, { count: 1 })
  const contacts = `/v1/segments/${id}/contacts`
  const [first] = (await asha.get(contacts)).body.data
  assert.deepEqual(first, (await asha.get(`/v1/contacts/${pune}`)).body)

  const later = await make({ display_name: 'E', attributes: { city: 'PUNE', orders: 10 } })
  assert.deepEqual(idsOf(await walk(asha, contacts, 1)), [later, pune])
  await asha.delete(`/v1/contacts/${later}`)

  const named = await asha.put(`/v1/segments/${id}`, { name: 'In Pune' })
  assert.deepEqual([named.body.name, named.body.filter], ['In Pune', filter])
  const filtered = await asha.put(`/v1/segments/${id}`, { filter: { attribute: 'city', is: 'Pune' } })
  assert.deepEqual([filtered.body.name, filtered.body.filter], ['In Pune', { attribute: 'city', is: 'Pune' }])
  assert.deepEqual(idsOf((await asha.get(contacts)).body.data), [small, pune])

  assert.equal((await asha.delete(`/v1/segments/${id}`)).status, 204)
  for (const path of [`/v1/segments/${id}`, `/v1/segments/${id}/count`, contacts])
    assertRefused(await asha.get(path), 404, 'not_found')
  assert.equal((await asha.get(`/v1/contacts/${pune}`)).status, 200)
  const events = await samvad.rows("select type from events where type like 'segment.%' order by id")
  assert.deepEqual(
    events.map(({ type }) => type),
    ['segment.created', 'segment.updated', 'segment.updated', 'segment.deleted'],
  )
})

test('spec 6.42: a filter is counted before it is saved, and a contact without the attribute is not in the city', async () => {
  const counted = async (filter: object) => {
    const answer = await asha.post('/v1/segments/count', { filter })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.count
  }
  await asha.post(`/v1/contacts/${nowhere}/consents`, { channel: 'email', status: 'granted' })
  await asha.post('/v1/suppressions', { channel: 'sms', address: '+919876543211' })
  const cases: [object, number][] = [
    [{ attribute: 'city', is: 'Pune' }, 2],
    [{ attribute: 'city', is_not: 'Pune' }, 2],
    [
      {
        all: [
          { attribute: 'city', exists: true },
          { attribute: 'city', is_not: 'Pune' },
        ],
      },
      1,
    ],
    [{ attribute: 'orders', after: 3 }, 2],
    [{ attribute: 'city', contains: 'UN' }, 2],
    [{ list_id: list.id }, 2],
    [{ not: { list_id: list.id } }, 2],
    [{ any: [{ list_id: list.id }, { attribute: 'city', is: 'Nagpur' }] }, 3],
    [{ reachable: 'sms' }, 1],
    [{ reachable: 'email' }, 2],
    [{ consent: 'email' }, 1],
    [{ created_at: { within_days: 1 } }, 4],
    [{ not: { last_active_at: { within_days: 90 } } }, 4],
  ]
  for (const [filter, expected] of cases) assert.equal(await counted(filter), expected, JSON.stringify(filter))
  assert.deepEqual((await asha.get('/v1/segments')).body.data, [])
  const form = await samvad.request('POST', '/v1/segments/count', {
    token: samvad.company.token,
    form: {
      'filter[all][0][attribute]': 'city',
      'filter[all][0][exists]': 'false',
      'filter[all][1][reachable]': 'email',
    },
  })
  assert.deepEqual([form.status, form.body.count], [200, 1], form.text)
})

test('spec 6.41: counting a filter returns as many of its contacts as requested, the newest first', async () => {
  const filter = { attribute: 'city', is: 'Pune' }
  const counted = async (fields: object) => (await asha.post('/v1/segments/count', { filter, ...fields })).body
  assert.deepEqual(await counted({}), { count: 2, examples: [] })
  const one = await counted({ examples: 1 })
  assert.deepEqual([one.count, idsOf(one.examples)], [2, [small]])
  assert.deepEqual(idsOf((await counted({ examples: 10 })).examples), [small, pune])
  const nobody = await counted({ filter: { attribute: 'city', is: 'Agra' }, examples: 3 })
  assert.deepEqual(nobody, { count: 0, examples: [] })
  assertRefused(await asha.post('/v1/segments/count', { filter, examples: 11 }), 422, 'invalid_content', 'examples')
})

test('spec 6.43: a filter names only contact lists of the organization, and such a list stays until the filter changes', async () => {
  const theirs = await person(samvad, await samvad.newCompany('Neighbour')).make('/v1/lists', { name: 'Theirs' })
  const unknown = publicId('list', '0198a000-0000-7000-8000-000000000000')
  for (const list_id of [theirs.id, unknown]) {
    const filter = { all: [{ list_id: list.id }, { not: { list_id } }] }
    const place = 'filter.all[1].not.list_id'
    assertRefused(await asha.post('/v1/segments', { name: 'S', filter }), 422, 'invalid_content', place)
    assertRefused(await asha.post('/v1/segments/count', { filter }), 422, 'invalid_content', place)
  }
  const segment = await asha.make('/v1/segments', { name: 'On the list', filter: { list_id: list.id } })
  const refused = await asha.delete(`/v1/lists/${list.id}`)
  assertRefused(refused, 409, 'conflict')
  assert.deepEqual([refused.body.reason, refused.body.params], ['list_in_segments', { segments: ['On the list'] }])
  assert.equal((await asha.get(`/v1/segments/${segment.id}/count`)).body.count, 2)

  await asha.put(`/v1/segments/${segment.id}`, { filter: { reachable: 'sms' } })
  assert.equal((await asha.delete(`/v1/lists/${list.id}`)).status, 204)
  const again = await asha.put(`/v1/segments/${segment.id}`, { filter: { list_id: list.id } })
  assertRefused(again, 422, 'invalid_content', 'filter.list_id')
})

test('spec 6.41, 1.21: the audit log names who changed a segment, and never what its filter compares', async () => {
  const { id } = await asha.make('/v1/segments', { name: 'Ravi', filter: { attribute: 'mail', is: 'ravi@x.example' } })
  await asha.put(`/v1/segments/${id}`, { name: 'Asha', filter: { attribute: 'mail', is: 'asha@x.example' } })
  await asha.delete(`/v1/segments/${id}`)
  const entries = (await asha.get(`/v1/audit_log?object=${id}`)).body.data
  assert.deepEqual(
    entries.map(({ action, details }: { action: string; details: object }) => [action, details]),
    [
      ['segment.deleted', { name: 'Asha' }],
      ['segment.updated', { before: { name: 'Ravi' }, after: { name: 'Asha' }, changed: ['filter'] }],
      ['segment.created', { name: 'Ravi' }],
    ],
  )
})
