// Contacts over the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)

const unknownContact = publicId('contact', '0198a000-0000-7000-8000-000000000000')

test('spec 4.1, 6.1: a new contact shows every field, and belongs to the user who made it', async () => {
  const at = new Date('2026-03-01T10:00:00Z')
  samvad.setClock(at)
  const answer = await asha.post('/v1/contacts', { display_name: 'Ravi Kulkarni', email: 'ravi@farm.example' })
  samvad.setClock(null)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/contacts/${answer.body.id}`)
  assert.deepEqual(answer.body, {
    id: answer.body.id,
    display_name: 'Ravi Kulkarni',
    email: 'ravi@farm.example',
    phone_number: null,
    app_id: null,
    avatar_url: null,
    attributes: {},
    owner_id: publicId('user', samvad.company.userId),
    unsubscribed: {},
    suppressed: {},
    marketing_stopped_at: null,
    last_active_at: null,
    conversation_id: null,
    created_at: at.getTime() / 1000,
  })
  assert.deepEqual((await asha.get(`/v1/contacts/${answer.body.id}`)).body, answer.body)
})

test('spec 6.1: everything that a contact can hold is kept as it was given', async () => {
  const colleague = await samvad.newMember(samvad.company.organizationId, 'agent')
  const given = {
    display_name: 'Meera Iyer',
    email: 'meera.iyer+orders@shop.example',
    phone_number: '+919876543210',
    app_id: 'wa:919876543210',
    avatar_url: 'https://pictures.example/meera.png?size=64',
    attributes: { city: 'Pune', orders: 12, ratio: 0.5, vip: true, since: null, text: 'a', values: 'b', name: 'c' },
    owner_id: publicId('user', colleague.userId),
    unsubscribed: { sms: 1767225600 },
  }
  const { body } = await asha.post('/v1/contacts', given)
  const { id, suppressed, marketing_stopped_at, last_active_at, conversation_id, created_at, ...kept } = body
  assert.deepEqual(kept, given)
  assert.deepEqual((await asha.get(`/v1/contacts/${id}`)).body, body)
})

test('spec 6.2: a phone number is stored as E.164, and one in national form is refused with the hint', async () => {
  const { body } = await asha.post('/v1/contacts', { phone_number: '+91 98765-43211' })
  assert.equal(body.phone_number, '+919876543211')
  for (const wrong of ['9876543211', '09876543211', '+91987', '+919876543211 ext 5', '+91\n9876543211']) {
    const answer = await asha.post('/v1/contacts', { phone_number: wrong })
    assertRefused(answer, 422, 'invalid_content', 'phone_number')
  }
  const national = await asha.post('/v1/contacts', { phone_number: '9876543211' })
  assert.equal(national.body.errors[0].code, 'phone_without_country_code')
  assert.match(national.body.errors[0].message, /\+919876543210/)
})

test('spec 6.3: an address from which a mail header could grow is refused, wherever the line break stands', async () => {
  const before = (await samvad.rows('select id from contacts')).length
  for (const end of ['\r\n', '\n', '\r', '\u0000', '\u2028']) {
    for (const field of ['display_name', 'email', 'phone_number', 'app_id', 'avatar_url']) {
      const text =
        field === 'avatar_url'
          ? `https://pictures.example/a${end}Bcc:x`
          : `asha@shop.example${end}Bcc: all@shop.example`
      assertRefused(await asha.post('/v1/contacts', { [field]: text }), 422, 'invalid_content', field)
    }
  }
  assert.equal((await samvad.rows('select id from contacts')).length, before)
})

test('spec 3.11: what PostgreSQL cannot store is refused and is no failure of ours', async () => {
  for (const text of ['a\u0000b', 'a\ud800b']) {
    assertRefused(await asha.post('/v1/contacts', { display_name: text }), 422, 'invalid_content', 'display_name')
    const { id } = await asha.make('/v1/contacts', { display_name: 'Ravi' })
    assertRefused(
      await asha.put(`/v1/contacts/${id}`, { attributes: { note: text } }),
      422,
      'invalid_content',
      'attributes.note',
    )
    assertRefused(
      await asha.put(`/v1/contacts/${id}`, { attributes: { [text]: 1 } }),
      422,
      'invalid_content',
      'attributes',
    )
  }
  assertRefused(await asha.get('/v1/contacts?email=a%00b'), 400, 'invalid_query', 'email')
})

test('spec 6.1: a contact needs a name or an address, when it is made and for ever after', async () => {
  const all = ['display_name', 'email', 'phone_number', 'app_id']
  assertRefused(await asha.post('/v1/contacts', {}), 422, 'invalid_content', ...all)
  assertRefused(await asha.post('/v1/contacts', { attributes: { city: 'Pune' } }), 422, 'invalid_content', ...all)
  const contact = await asha.make('/v1/contacts', { email: 'only@shop.example' })
  assertRefused(await asha.put(`/v1/contacts/${contact.id}`, { email: null }), 422, 'invalid_content', ...all)
  assert.deepEqual((await asha.get(`/v1/contacts/${contact.id}`)).body, contact)
})

test('spec 3.12: PUT changes what is given and leaves the rest; null clears', async () => {
  const made = await asha.make('/v1/contacts', {
    display_name: 'Karan',
    email: 'karan@shop.example',
    app_id: 'karan',
    attributes: { city: 'Pune', vip: true },
    unsubscribed: { sms: 1767225600 },
  })
  const renamed = await asha.put(`/v1/contacts/${made.id}`, { display_name: 'Karan Rao' })
  assert.deepEqual(renamed.body, { ...made, display_name: 'Karan Rao' })
  const cleared = await asha.put(`/v1/contacts/${made.id}`, { email: null, attributes: { city: 'Goa' } })
  assert.deepEqual(cleared.body, { ...made, display_name: 'Karan Rao', email: null, attributes: { city: 'Goa' } })
  assert.deepEqual((await asha.put(`/v1/contacts/${made.id}`, {})).body, cleared.body)
})

test('spec 6.4: an unsubscription is set and lifted channel by channel', async () => {
  const { id } = await asha.make('/v1/contacts', { display_name: 'Leela', unsubscribed: { sms: 1767225600 } })
  const set = await asha.put(`/v1/contacts/${id}`, { unsubscribed: { email: '2026-01-01T05:30:00+05:30' } })
  assert.deepEqual(set.body.unsubscribed, { sms: 1767225600, email: 1767225600 })
  const lifted = await asha.put(`/v1/contacts/${id}`, { unsubscribed: { sms: null, app: null } })
  assert.deepEqual(lifted.body.unsubscribed, { email: 1767225600 })
  const wrong = await asha.put(`/v1/contacts/${id}`, { unsubscribed: { fax: 1767225600 } })
  assertRefused(wrong, 422, 'invalid_content', 'unsubscribed.fax')
  const late = await asha.put(`/v1/contacts/${id}`, { unsubscribed: { sms: 1767225600000 } })
  assertRefused(late, 422, 'invalid_content', 'unsubscribed.sms')
  assert.deepEqual((await asha.get(`/v1/contacts/${id}`)).body, lifted.body)
})

test('spec 6.5: the attributes of a contact have named limits', async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n]))
  const put = (attributes: unknown) => asha.post('/v1/contacts', { display_name: 'Leela', attributes })
  assert.equal((await put(many(50))).status, 201)
  assertRefused(await put(many(51)), 422, 'invalid_content', 'attributes')
  assert.equal((await put({ ['k'.repeat(64)]: 'v'.repeat(500) })).status, 201)
  assertRefused(await put({ note: 'v'.repeat(501) }), 422, 'invalid_content', 'attributes.note')
  assertRefused(await put({ address: { city: 'Pune' } }), 422, 'invalid_content', 'attributes.address')
  assertRefused(await put({ tags: ['a'] }), 422, 'invalid_content', 'attributes.tags')
  assert.equal((await put({ ['k'.repeat(65)]: 1 })).status, 422)
})

test('spec 3.2, 3.3: contacts are taken as JSON, form and multipart alike; only text forms are coerced', async () => {
  const form = { display_name: 'Om', 'attributes[city]': 'Pune', 'unsubscribed[sms]': '1767225600', email: '' }
  for (const body of [{ form }, { multipart: form }]) {
    const { status, body: made } = await samvad.request('POST', '/v1/contacts', body)
    assert.equal(status, 201)
    assert.deepEqual(made.attributes, { city: 'Pune' })
    assert.deepEqual(made.unsubscribed, { sms: 1767225600 })
    assert.equal(made.email, null)
  }
  const strict = await asha.post('/v1/contacts', { display_name: 12 })
  assertRefused(strict, 422, 'invalid_content', 'display_name')
  assertRefused(await asha.post('/v1/contacts', { displayname: 'Om' }), 422, 'invalid_content', 'displayname')
})

test('an address finds its contacts exactly, however it is written', async () => {
  const upper = await asha.make('/v1/contacts', { email: 'Find.Me@Shop.example', phone_number: '+14155552671' })
  const twin = await asha.make('/v1/contacts', { email: 'find.me@shop.example' })
  await asha.make('/v1/contacts', { email: 'findxme@shop.example' })
  const byEmail = await asha.get('/v1/contacts?email=FIND.me@shop.example')
  assert.deepEqual(idsOf(byEmail.body.data), [twin.id, upper.id])
  for (const written of ['%2B14155552671', '+1%20415-555-2671', '%2B1%20(415)%20555%202671']) {
    const { body } = await asha.get(`/v1/contacts?phone_number=${written}`)
    assert.deepEqual(idsOf(body.data), [upper.id])
  }
  assert.deepEqual((await asha.get('/v1/contacts?email=nobody')).body, { has_more: false, data: [] })
  assertRefused(await asha.get('/v1/contacts?colour=red'), 400, 'invalid_query', 'colour')
})

test('spec 4.5: the contacts of an organization are walked in pages, newest first', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  const owner = person(samvad, company)
  const made = []
  for (let count = 0; count < 7; count++)
    made.push(await owner.make('/v1/contacts', { display_name: `Contact ${count}` }))
  assert.deepEqual(idsOf(await walk(owner, '/v1/contacts', 3)), idsOf(made).reverse())
  const cursor = await asha.get(`/v1/contacts?starting_after=${made[0].id}`)
  assertRefused(cursor, 400, 'unknown_cursor', 'starting_after')
})

test('spec 6.6: conversation_id is the acting user’s own conversation with the contact', async () => {
  const colleague = person(samvad, await samvad.newMember(samvad.company.organizationId, 'agent'))
  const { id } = await asha.make('/v1/contacts', { display_name: 'Nila' })
  const own = await asha.make('/v1/conversations', { contact_id: id })
  assert.equal((await asha.get(`/v1/contacts/${id}`)).body.conversation_id, own.id)
  assert.equal((await colleague.get(`/v1/contacts/${id}`)).body.conversation_id, null)
})

test('spec 1.1: another organization’s contact is absent, and its users own nothing here', async () => {
  const stranger = person(samvad, await samvad.newCompany('Chennai Traders'))
  const contact = await asha.make('/v1/contacts', { display_name: 'Ours' })
  const path = `/v1/contacts/${contact.id}`
  for (const answer of [
    await stranger.get(path),
    await stranger.put(path, { display_name: 'Theirs' }),
    await stranger.delete(path),
  ])
    assertRefused(answer, 404, 'not_found')
  assert.deepEqual((await asha.get(path)).body, contact)
  const foreign = await samvad.newCompany('Delhi Motors')
  const owner_id = publicId('user', foreign.userId)
  assertRefused(await asha.post('/v1/contacts', { display_name: 'X', owner_id }), 404, 'not_found', 'owner_id')
  assertRefused(await asha.put(path, { owner_id }), 404, 'not_found', 'owner_id')
  assertRefused(await asha.put(path, { owner_id: 'me' }), 422, 'invalid_content', 'owner_id')
  assertRefused(await asha.get('/v1/contacts/ravi'), 404, 'not_found')
  assertRefused(await asha.put(`/v1/contacts/${unknownContact}`, { display_name: 'X' }), 404, 'not_found')
})

test('spec 6.9: who may view contacts may not change them', async () => {
  const viewer = person(samvad, await samvad.newMember(samvad.company.organizationId, 'viewer'))
  const billing = person(samvad, await samvad.newMember(samvad.company.organizationId, 'billing'))
  const contact = await asha.make('/v1/contacts', { display_name: 'Seen' })
  const path = `/v1/contacts/${contact.id}`
  assert.equal((await viewer.get(path)).status, 200)
  assertRefused(await viewer.post('/v1/contacts', { display_name: 'X' }), 403, 'permission_denied')
  assertRefused(await viewer.put(path, { display_name: 'X' }), 403, 'permission_denied')
  assertRefused(await viewer.delete(path), 403, 'permission_denied')
  assertRefused(await billing.get(path), 403, 'permission_denied')
  assertRefused(await billing.get('/v1/contacts'), 403, 'permission_denied')
  assert.deepEqual((await asha.get(path)).body, contact)
})

test('spec 14.1: one event for each change of a contact, with the contact as the API shows it', async () => {
  const made = await asha.make('/v1/contacts', { display_name: 'Told' })
  const { body: changed } = await asha.put(`/v1/contacts/${made.id}`, { display_name: 'Retold' })
  assertRefused(
    await asha.put(`/v1/contacts/${made.id}`, { display_name: null }),
    422,
    'invalid_content',
    'display_name',
    'email',
    'phone_number',
    'app_id',
  )
  const told = () =>
    samvad.rows('select id, type, payload, created_at from events where object_id = $1 order by id', [
      uuidOf('contact', made.id),
    ])
  const before = await told()
  assert.deepEqual(
    before.map(({ type, payload }) => ({ type, payload })),
    [
      { type: 'contact.created', payload: made },
      { type: 'contact.updated', payload: changed },
    ],
  )
  assert.equal((await asha.delete(`/v1/contacts/${made.id}`)).status, 204)
  // Tombstones with the same ids; the event of the deletion itself has no content.
  const after = await told()
  assert.deepEqual(
    after.slice(0, 2),
    before.map((event) => ({ ...event, payload: { deleted: true } })),
  )
  assert.deepEqual([after.length, after[2]?.type, after[2]?.payload], [3, 'contact.deleted', { id: made.id }])
})

test('spec 6.4: an unsubscription in the future is refused by name; one that a clock a little ahead tells is taken', async () => {
  const at = new Date('2026-03-10T06:30:00Z')
  samvad.setClock(at)
  const now = at.getTime() / 1000
  const late = { unsubscribed: { email: now + 61, sms: now + 86_400, app: now } }
  assertRefused(
    await asha.post('/v1/contacts', { display_name: 'Planned', ...late }),
    422,
    'invalid_content',
    'unsubscribed.email',
    'unsubscribed.sms',
  )
  const made = await asha.make('/v1/contacts', { display_name: 'Ahead', unsubscribed: { email: now + 60 } })
  assert.deepEqual(made.unsubscribed, { email: now + 60 })
  const path = `/v1/contacts/${made.id}`
  const change = { unsubscribed: { sms: '2027-01-01T00:00:00Z' } }
  assertRefused(await asha.put(path, change), 422, 'invalid_content', 'unsubscribed.sms')
  assert.deepEqual((await asha.get(path)).body, made)
  assert.deepEqual((await asha.put(path, { unsubscribed: { email: null, sms: now } })).body.unsubscribed, { sms: now })
  samvad.setClock(null)
})
