// How requests are parsed, tested with conversations: spec 2.1, 3.2.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToken } from '#people/access/actions.ts'
import { permissions } from '#people/access/rules.ts'
import { startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad: TestSamvad = await startSamvad()
const asha = person(samvad)
const { organizationId, userId } = samvad.company

const newContact = async () => (await asha.make('/v1/contacts', { email: 'ravi@farm.example' })).id
const newConversation = async () => asha.make('/v1/conversations', { contact_id: await newContact() })
const newToken = (expiresAt: Date | null, allowedAddresses: string[] | null) =>
  samvad.app.database.transaction((tx) =>
    createToken(tx, organizationId, { userId, name: 'x', permissions, allowedAddresses, expiresAt }, new Date()),
  )

test('spec 2.1: a request carries Authorization with Bearer and a token, else 401 with WWW-Authenticate', async () => {
  const { id } = await newConversation()
  const tried: [string, Record<string, string>][] = [
    ['no header', {}],
    ['an unknown token', { authorization: 'Bearer samvad_unknown' }],
    ['no token', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${samvad.company.token}` }],
    ['the bare token', { authorization: samvad.company.token }],
    ['two words', { authorization: `Bearer ${samvad.company.token} x` }],
  ]
  for (const [name, headers] of tried) {
    const answers = [
      await samvad.request('GET', `/v1/conversations/${id}`, { token: null, headers }),
      await samvad.request('POST', '/v1/conversations', { token: null, headers, json: {} }),
      await samvad.request('DELETE', `/external/conversations/${id}`, { token: null, headers }),
    ]
    for (const answer of answers) {
      assertRefused(answer, 401, 'unauthenticated')
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/, name)
    }
  }
  assert.equal((await asha.get(`/v1/conversations/${id}`)).status, 200)
})

test('spec 2.5: a token holds until it expires, and only from its allowed addresses', async () => {
  const expired = await newToken(new Date(Date.now() - 1000), null)
  const elsewhere = await newToken(null, ['192.0.2.0/24'])
  const here = await newToken(new Date(Date.now() + 3_600_000), ['192.0.2.1', '127.0.0.0/8'])
  assertRefused(await person(samvad, { token: expired.secret }).get('/v1/conversations'), 401, 'unauthenticated')
  assertRefused(await person(samvad, { token: elsewhere.secret }).get('/v1/conversations'), 403, 'address_denied')
  assert.equal((await person(samvad, { token: here.secret }).get('/v1/conversations')).status, 200)
})

test('spec 1.5: a permission that the role or the token lacks is a 403', async () => {
  const conversation = await newConversation()
  const path = `/v1/conversations/${conversation.id}`
  const onlyView = person(samvad, await samvad.newMember(organizationId, 'agent', ['conversations.view']))
  const viewer = person(samvad, await samvad.newMember(organizationId, 'viewer'))
  const billing = person(samvad, await samvad.newMember(organizationId, 'billing'))
  for (const who of [onlyView, viewer, billing]) {
    const refused = [
      await who.post('/v1/conversations', { contact_id: conversation.contact_id }),
      await who.put(path, { is_muted: true }),
      await who.delete(path),
      await who.post('/external/conversations', {}),
    ]
    for (const answer of refused) {
      assertRefused(answer, 403, 'permission_denied')
      assert.match(answer.body.detail, /conversations\.manage/)
    }
  }
  assert.equal((await onlyView.get('/v1/conversations')).status, 200)
  assertRefused(await billing.get('/v1/conversations'), 403, 'permission_denied')
  assertRefused(await billing.get(path), 403, 'permission_denied')
  assert.deepEqual((await asha.get(path)).body, conversation)
})

test('spec 3.2: JSON, form and multipart make and change the same conversation', async () => {
  for (const kind of ['json', 'form', 'multipart'] as const) {
    const contact_id = await newContact()
    const made = await samvad.request('POST', '/v1/conversations', { [kind]: { contact_id } })
    assert.equal(made.status, 201, kind)
    assert.equal(made.body.contact_id, contact_id)
    const archived_at = kind === 'json' ? 1767225600 : '1767225600'
    const is_muted = kind === 'json' ? true : 'true'
    const changed = await samvad.request('PUT', `/v1/conversations/${made.body.id}`, {
      [kind]: { archived_at, is_muted },
    })
    assert.deepEqual(changed.body, { ...made.body, archived_at: 1767225600, is_muted: true })
  }
})

test('spec 3.3: text forms are coerced: true, false, 1 and 0', async () => {
  const { id } = await newConversation()
  for (const [text, value] of [
    ['true', true],
    ['0', false],
    ['1', true],
    ['false', false],
  ] as const) {
    for (const kind of ['form', 'multipart'] as const) {
      const { body } = await samvad.request('PUT', `/v1/conversations/${id}`, { [kind]: { is_pinned: text } })
      assert.equal(body.is_pinned, value, `${kind} ${text}`)
    }
  }
  for (const text of ['yes', 'TRUE', '2', '', 'null']) {
    const answer = await samvad.request('PUT', `/v1/conversations/${id}`, { form: { is_pinned: text } })
    assertRefused(answer, 422, 'invalid_content', 'is_pinned')
  }
})

test('spec 3.3: JSON is not coerced: a string where a boolean belongs is an error', async () => {
  const conversation = await newConversation()
  for (const is_pinned of ['true', '1', 1, 0, null, '', [], {}]) {
    const answer = await asha.put(`/v1/conversations/${conversation.id}`, { is_pinned, is_muted: true })
    assertRefused(answer, 422, 'invalid_content', 'is_pinned')
  }
  assertRefused(await asha.post('/v1/conversations', { contact_id: 7 }), 422, 'invalid_content', 'contact_id')
  assertRefused(await asha.post('/v1/conversations', { contact_id: ['a'] }), 422, 'invalid_content', 'contact_id')
  assert.deepEqual((await asha.get(`/v1/conversations/${conversation.id}`)).body, conversation)
})

test('spec 3.5: an unknown field is refused by name, and each field at fault is told', async () => {
  const conversation = await newConversation()
  const path = `/v1/conversations/${conversation.id}`
  assertRefused(await asha.put(path, { is_pined: true }), 422, 'invalid_content', 'is_pined')
  assertRefused(await asha.put(path, { last_opened_at: 1767225600 }), 422, 'invalid_content', 'last_opened_at')
  assertRefused(await asha.put(path, { id: conversation.id }), 422, 'invalid_content', 'id')
  assertRefused(await asha.post('/v1/conversations', { contact: 'x' }), 422, 'invalid_content', 'contact')
  assertRefused(
    await samvad.request('PUT', path, { form: { 'is_pinned[]': 'true' } }),
    422,
    'invalid_content',
    'is_pinned',
  )
  const several = await asha.put(path, { is_pined: true, is_muted: 'no', archived_at: 'later' })
  assertRefused(several, 422, 'invalid_content', 'is_pined', 'is_muted', 'archived_at')
  assertRefused(await asha.post(`${path}/open`, { at: 1 }), 422, 'invalid_content', 'at')
  assert.deepEqual((await asha.get(path)).body, conversation)
})

test('spec 3.6: a body that cannot be read is a 400', async () => {
  const { id } = await newConversation()
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{', 'is_pinned=true', '{"is_pinned":true,}', "{'is_pinned':true}", '\u0000']) {
    const answer = await samvad.request('PUT', `/v1/conversations/${id}`, { body, headers })
    assertRefused(answer, 400, 'malformed_body')
  }
  for (const body of ['[]', '"x"', '7', 'true']) {
    const answer = await samvad.request('PUT', `/v1/conversations/${id}`, { body, headers })
    assertRefused(answer, 422, 'invalid_content')
  }
  const truncated = '--line\r\nContent-Disposition: form-data; name="is_pinned"\r\n\r\ntrue'
  const type = { 'content-type': 'multipart/form-data; boundary=line' }
  assertRefused(
    await samvad.request('PUT', `/v1/conversations/${id}`, { body: truncated, headers: type }),
    400,
    'malformed_body',
  )
})

test('spec 3.2: another content type, and an encoded body, is a 415', async () => {
  const { id } = await newConversation()
  for (const type of ['text/plain', 'application/xml', 'application/octet-stream']) {
    const answer = await samvad.request('PUT', `/v1/conversations/${id}`, {
      body: '{}',
      headers: { 'content-type': type },
    })
    assertRefused(answer, 415, 'unsupported_media_type')
  }
  const zipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  assertRefused(
    await samvad.request('PUT', `/v1/conversations/${id}`, { body: '{}', headers: zipped }),
    415,
    'unsupported_media_type',
  )
})

test('spec 3.6: a body that is too large is a 413', async () => {
  const { id } = await newConversation()
  const answer = await asha.put(`/v1/conversations/${id}`, { note: 'x'.repeat(1024 * 1024) })
  assertRefused(answer, 413, 'body_too_large')
})

test('spec 3.20: another method on a known path is a 405 with Allow, and an unknown path a 404', async () => {
  const { id } = await newConversation()
  const tried: [string, string, string[]][] = [
    ['PATCH', `/v1/conversations/${id}`, ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['POST', `/v1/conversations/${id}`, ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['DELETE', '/v1/conversations', ['GET', 'HEAD', 'POST']],
    ['PUT', '/external/conversations', ['GET', 'HEAD', 'POST']],
    ['GET', `/v1/conversations/${id}/open`, ['POST']],
  ]
  for (const [method, path, allowed] of tried) {
    const answer = await samvad.request(method, path)
    assertRefused(answer, 405, 'method_not_allowed')
    assert.deepEqual((answer.headers.get('allow') ?? '').split(', ').sort(), allowed)
  }
  for (const path of ['/v1/conversation', `/v1/conversations/${id}/close`, '/v2/conversations', '/conversations'])
    assertRefused(await asha.get(path), 404, 'not_found')
})

test('spec 3.21: X-Request-Id is on every answer, the caller’s own when it is a sane one', async () => {
  const given = await asha.get('/v1/conversations', { headers: { 'x-request-id': 'order-4711' } })
  assert.equal(given.headers.get('x-request-id'), 'order-4711')
  const ids = new Set<string | null>()
  for (const headers of [
    {},
    { 'x-request-id': 'two words' },
    { 'x-request-id': 'x'.repeat(65) },
    { 'x-request-id': '<b>' },
  ] as Record<string, string>[])
    ids.add((await asha.get('/v1/conversations', { headers })).headers.get('x-request-id'))
  ids.add((await asha.get('/nothing')).headers.get('x-request-id'))
  ids.add((await samvad.request('GET', '/v1/conversations', { token: null })).headers.get('x-request-id'))
  assert.equal(ids.size, 6)
  for (const id of ids) assert.match(id ?? '', /^req_/)
})

test('spec 4.9, 4.10: an error is an RFC 9457 problem whose type is a page of the documentation', async () => {
  const { body } = await asha.get('/v1/conversations/none')
  assert.deepEqual(Object.keys(body).sort(), [
    'code',
    'detail',
    'params',
    'reason',
    'request_id',
    'status',
    'title',
    'type',
  ])
  assert.equal(body.type, `${samvad.url}/docs/errors/not_found`)
})
