// Groups and their members over the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const stranger = person(samvad, await samvad.newCompany('Chennai Traders'))

const newContacts = async (count: number): Promise<string[]> => {
  const made: string[] = []
  for (let one = 0; one < count; one++)
    made.push((await asha.make('/v1/contacts', { display_name: `Dealer ${one}` })).id)
  return made
}
const [ravi, meera, karan] = (await newContacts(3)) as [string, string, string]
const unknownContact = publicId('contact', '0198a000-0000-7000-8000-000000000000')

test('spec 4.1, 6.7: a new group shows every field', async () => {
  const at = new Date('2026-03-01T10:00:00Z')
  samvad.setClock(at)
  const answer = await asha.post('/v1/groups', { name: 'Dealers of Pune' })
  samvad.setClock(null)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/groups/${answer.body.id}`)
  assert.deepEqual(answer.body, {
    id: answer.body.id,
    name: 'Dealers of Pune',
    description: null,
    avatar_url: null,
    contacts: [],
    conversation_id: null,
    archived_at: null,
    created_at: at.getTime() / 1000,
  })
  assert.deepEqual((await asha.get(`/v1/groups/${answer.body.id}`)).body, answer.body)
})

test('spec 3.4: members are given as JSON, and as bracket arrays in a form or multipart', async () => {
  const { body } = await asha.post('/v1/groups', { name: 'Dealers', contacts: [meera, ravi, meera] })
  assert.deepEqual(body.contacts, [ravi, meera])
  const form: [string, string][] = [
    ['name', 'Dealers'],
    ['contacts[]', ravi],
    ['contacts[]', karan],
  ]
  const asForm = await samvad.request('POST', '/v1/groups', { form })
  assert.deepEqual(asForm.body.contacts, [ravi, karan])
  const asMultipart = await samvad.request('POST', '/v1/groups', {
    multipart: { name: 'Dealers', 'contacts[]': meera },
  })
  assert.deepEqual(asMultipart.body.contacts, [meera])
  const emptied = await samvad.request('PUT', `/v1/groups/${body.id}`, { form: { contacts: '' } })
  assert.deepEqual(emptied.body.contacts, [])
})

test('spec 3.12, 6.8: PUT changes what is given and leaves the rest; contacts given are the members from now on', async () => {
  const made = await asha.make('/v1/groups', { name: 'Dealers', description: 'All of\nthem', contacts: [ravi, meera] })
  const renamed = await asha.put(`/v1/groups/${made.id}`, { name: 'Old dealers' })
  assert.deepEqual(renamed.body, { ...made, name: 'Old dealers' })
  const replaced = await asha.put(`/v1/groups/${made.id}`, { contacts: [karan, meera], description: null })
  assert.deepEqual(replaced.body, { ...made, name: 'Old dealers', description: null, contacts: [meera, karan] })
  assertRefused(
    await asha.put(`/v1/groups/${made.id}`, { contacts: [ravi, unknownContact] }),
    404,
    'not_found',
    'contacts',
  )
  assertRefused(await asha.put(`/v1/groups/${made.id}`, { name: null }), 422, 'invalid_content', 'name')
  assertRefused(await asha.put(`/v1/groups/${made.id}`, { name: 'a\nb' }), 422, 'invalid_content', 'name')
  assertRefused(await asha.put(`/v1/groups/${made.id}`, { contacts: ['ravi'] }), 422, 'invalid_content', 'contacts[0]')
  assert.deepEqual((await asha.get(`/v1/groups/${made.id}`)).body, replaced.body)
})

test('spec 6.7: a group is archived with a timestamp and restored with null, and the list is filtered by it', async () => {
  const owner = person(samvad, await samvad.newCompany('Bharat Seeds'))
  const open = await owner.make('/v1/groups', { name: 'Open' })
  const old = await owner.make('/v1/groups', { name: 'Old', archived_at: 1767225600 })
  assert.equal(old.archived_at, 1767225600)
  const listed = async (filter: string) => idsOf((await owner.get(`/v1/groups${filter}`)).body.data)
  assert.deepEqual(await listed('?archived=true'), [old.id])
  assert.deepEqual(await listed('?archived=false'), [open.id])
  assert.deepEqual(await listed(''), [old.id, open.id])
  const late = await owner.put(`/v1/groups/${open.id}`, { archived_at: 1767225600000 })
  assertRefused(late, 422, 'invalid_content', 'archived_at')
  assert.equal((await owner.put(`/v1/groups/${old.id}`, { archived_at: null })).body.archived_at, null)
  assert.deepEqual(await listed('?archived=true'), [])
})

test('spec 6.8: members are listed as contacts in pages, added once however often it is asked, and taken out', async () => {
  const five = await newContacts(5)
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [five[0]] })
  const members = `/v1/groups/${group.id}/contacts`
  const added = await asha.post(members, { contacts: five.slice(0, 4) })
  assert.equal(added.status, 200)
  assert.deepEqual(added.body.contacts, five.slice(0, 4))
  assert.deepEqual((await asha.post(members, { contacts: five.slice(1, 3) })).body, added.body)
  assert.deepEqual(idsOf(await walk(asha, members, 2)), five.slice(0, 4).reverse())
  const [shown] = (await asha.get(members)).body.data
  assert.deepEqual(shown, (await asha.get(`/v1/contacts/${shown.id}`)).body)

  assert.equal((await asha.delete(`${members}/${five[1]}`)).status, 204)
  assertRefused(await asha.delete(`${members}/${five[1]}`), 404, 'not_found')
  assertRefused(await asha.delete(`${members}/${five[4]}`), 404, 'not_found')
  assertRefused(await asha.delete(`${members}/ravi`), 404, 'not_found')
  assert.deepEqual((await asha.get(`/v1/groups/${group.id}`)).body.contacts, [five[0], five[2], five[3]])
  assert.equal((await asha.get(`/v1/contacts/${five[1]}`)).status, 200)

  assertRefused(await asha.post(members, { contacts: [five[4], unknownContact] }), 404, 'not_found', 'contacts')
  assertRefused(await asha.post(members, { contacts: [] }), 422, 'invalid_content', 'contacts')
  assertRefused(await asha.post(members, {}), 422, 'invalid_content', 'contacts')
  assert.deepEqual((await asha.get(`/v1/groups/${group.id}`)).body.contacts, [five[0], five[2], five[3]])
})

test('spec 6.8: a group has at most 1,000 members, also when two add at once', async () => {
  const { organizationId, userId } = samvad.company
  const rows = await samvad.rows<{ id: string }>(
    `insert into contacts (org_id, id, display_name, owner_id, created_at)
     select $1, gen_random_uuid(), 'Dealer ' || n, $2, now() from generate_series(1, 1001) n returning id`,
    [organizationId, userId],
  )
  const all = rows.map(({ id }) => publicId('contact', id))
  assertRefused(await asha.post('/v1/groups', { name: 'Everyone', contacts: all }), 422, 'invalid_content', 'contacts')
  const group = await asha.make('/v1/groups', { name: 'Everyone', contacts: all.slice(0, 999) })
  const answers = await Promise.all(
    all.slice(999).map((contact) => asha.post(`/v1/groups/${group.id}/contacts`, { contacts: [contact] })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  assert.equal((await asha.get(`/v1/groups/${group.id}`)).body.contacts.length, 1000)
})

test('spec 6.6: conversation_id is the acting user’s own conversation with the group', async () => {
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
  const { id } = await asha.make('/v1/groups', { name: 'Dealers' })
  const own = await asha.make('/v1/conversations', { group_id: id })
  assert.equal((await asha.get(`/v1/groups/${id}`)).body.conversation_id, own.id)
  assert.equal((await colleague.get(`/v1/groups/${id}`)).body.conversation_id, null)
})

test('spec 1.1, 6.8: another organization’s group is absent, and its contacts cannot join ours', async () => {
  const group = await asha.make('/v1/groups', { name: 'Ours', contacts: [ravi] })
  const path = `/v1/groups/${group.id}`
  for (const answer of [
    await stranger.get(path),
    await stranger.put(path, { name: 'Theirs' }),
    await stranger.delete(path),
    await stranger.get(`${path}/contacts`),
    await stranger.delete(`${path}/contacts/${ravi}`),
  ])
    assertRefused(answer, 404, 'not_found')
  const theirs = await stranger.make('/v1/contacts', { display_name: 'Theirs' })
  assertRefused(await stranger.post(`${path}/contacts`, { contacts: [theirs.id] }), 404, 'not_found')
  assertRefused(await asha.post(`${path}/contacts`, { contacts: [theirs.id] }), 404, 'not_found', 'contacts')
  assertRefused(
    await asha.get(`/v1/groups?starting_after=${publicId('group', uuidOf('contact', ravi))}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  assert.deepEqual((await asha.get(path)).body, group)
})

test('spec 6.9: who may view groups may not change them, nor see the addresses of members without contacts.view', async () => {
  const { organizationId } = samvad.company
  const viewer = person(samvad, await samvad.newMember(organizationId, 'viewer'))
  const onlyGroups = person(samvad, await samvad.newMember(organizationId, 'agent', ['groups.view']))
  const group = await asha.make('/v1/groups', { name: 'Seen', contacts: [ravi] })
  const path = `/v1/groups/${group.id}`
  assert.equal((await viewer.get(path)).status, 200)
  assert.equal((await viewer.get(`${path}/contacts`)).status, 200)
  assert.equal((await onlyGroups.get(path)).status, 200)
  for (const answer of [
    await onlyGroups.get(`${path}/contacts`),
    await viewer.post('/v1/groups', { name: 'X' }),
    await viewer.put(path, { name: 'X' }),
    await viewer.delete(path),
    await viewer.post(`${path}/contacts`, { contacts: [meera] }),
    await viewer.delete(`${path}/contacts/${ravi}`),
  ])
    assertRefused(answer, 403, 'permission_denied')
  assert.deepEqual((await asha.get(path)).body, group)
})

test('spec 14.1: one event for each change of a group and none where nothing changed', async () => {
  const made = await asha.make('/v1/groups', { name: 'Told' })
  const members = `/v1/groups/${made.id}/contacts`
  const { body: grown } = await asha.post(members, { contacts: [ravi, meera] })
  await asha.post(members, { contacts: [ravi] })
  assert.equal((await asha.delete(`${members}/${meera}`)).status, 204)
  assertRefused(await asha.delete(`${members}/${meera}`), 404, 'not_found')
  const { body: renamed } = await asha.put(`/v1/groups/${made.id}`, { name: 'Retold' })
  const told = () =>
    samvad.rows('select type, payload from events where object_id = $1 order by id', [uuidOf('group', made.id)])
  const before = await told()
  assert.deepEqual(before, [
    { type: 'group.created', payload: made },
    { type: 'group.updated', payload: grown },
    { type: 'group.updated', payload: { ...grown, contacts: [ravi] } },
    { type: 'group.updated', payload: renamed },
  ])
  assert.equal((await asha.delete(`/v1/groups/${made.id}`)).status, 204)
  assert.deepEqual(await told(), [
    ...before.map(({ type }) => ({ type, payload: { deleted: true } })),
    { type: 'group.deleted', payload: { id: made.id } },
  ])
})
