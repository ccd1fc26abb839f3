// The contract: complete, generated from the routes, and matched by the responses.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import fastJsonStringify from 'fast-json-stringify'
import { newUuid, parseTypeId, typeId, typeIdPattern } from '#kit/ids.ts'
import { statuses } from '#kit/refusals.ts'
import { In, Out, readAmount, readId, Type } from '#kit/wire.ts'
import { routesOf } from '#program/routes.ts'
import { tags } from '#program/tags.ts'
import fc from '../../test/cases.ts'
import { readContract } from '../../test/contract.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import { type Contract, contractText } from './openapi.ts'
import { CONTRACT_FILE, declaredContract } from './openapi-file.ts'
import { Components } from './openapi-schemas.ts'
import type { Route } from './route.ts'
import { compileCheck } from './validation.ts'

const samvad = await startSamvad()
const contract = JSON.parse(declaredContract()) as Contract
const judge = readContract(contract)
const routes = routesOf(samvad.app)

test('spec 4.12: api/openapi.json is what the routes declare; `node bin/run.mjs server/edge/openapi-file.ts` renews it', async () => {
  const isRenewed = (await readFile(CONTRACT_FILE, 'utf8')) === declaredContract()
  assert.ok(isRenewed, 'it is stale')
})

test('spec 4.12: /v1/openapi.json is the contract, served to anybody and the same as the committed one', async () => {
  const answer = await samvad.request('GET', '/v1/openapi.json', { token: null })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.openapi, '3.1.1')
  assert.ok(answer.text === declaredContract(), 'another document is served')
})

test('spec 4.12: every route under /v1 and /api/v1 is in the contract, with its permission, and no other', () => {
  const declared = routes
    .filter(({ path }) => /^\/(api\/)?v1\//.test(path))
    .map(({ method, path, permission }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${permission ?? 'none'}`)
  const published = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path} ${(operation['x-permission'] as string | undefined) ?? 'none'}`,
    ),
  )
  assert.deepEqual(published.sort(), declared.sort())
})

test('spec 4.13: every operation has a name of its own', () => {
  const names = judge.operations.map(({ operationId }) => operationId)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
})

test('every schema of a route can be compiled, though that waits until it is first used', () => {
  for (const { path, query, body, responses, produces } of routes) {
    if (query) assert.doesNotThrow(() => compileCheck(query, 'parameter')({}), path)
    if (body) assert.doesNotThrow(() => compileCheck(body)({}), path)
    const written = produces ? [] : Object.values(responses).filter((schema) => schema !== null)
    for (const schema of written) assert.doesNotThrow(() => fastJsonStringify(schema), path)
  }
  const wrong = Type.Unsafe<string>({ type: 'tea' })
  assert.throws(() => compileCheck(Type.Object({ wrong }))({}))
})

test('a name that is there already, or a tag that nothing describes, keeps the contract from being made', () => {
  const [route, other] = routes.filter(({ operationId }) => operationId !== undefined) as [Route, Route]
  assert.throws(
    () => contractText([...routes, { ...other, operationId: 'listContacts' }], tags),
    /both called listContacts/,
  )
  assert.throws(() => contractText([{ ...route, tag: 'Tea' }], tags), /the tag Tea/)
})

test('only what the contract names has refusals and examples, and an example of a request is taken', () => {
  for (const { operationId, path, refuses, example, body } of routes) {
    if (operationId === undefined) assert.deepEqual([refuses, example], [undefined, undefined], path)
    if (!example?.request) continue
    assert.ok(body, `${operationId} takes no body`)
    assert.deepEqual(compileCheck(body)(structuredClone(example.request)), [], path)
  }
  assert.deepEqual(
    contract.tags.map(({ name }) => name),
    Object.keys(tags),
    'a tag that no route has',
  )
})

test('the names that SDKs are built on do not change: spec 4.13', () => {
  const named = judge.operations
    .filter(({ path }) => path.startsWith('/v1/conversations'))
    .map(({ method, path, operationId }) => [`${method} ${path}`, operationId])
  assert.deepEqual(Object.fromEntries(named), {
    'GET /v1/conversations': 'listConversations',
    'POST /v1/conversations': 'createConversation',
    'GET /v1/conversations/{id}': 'retrieveConversation',
    'PUT /v1/conversations/{id}': 'updateConversation',
    'DELETE /v1/conversations/{id}': 'deleteConversation',
    'POST /v1/conversations/{id}/open': 'openConversation',
    'POST /v1/conversations/{id}/assign': 'assignConversation',
    'POST /v1/conversations/{id}/read': 'markConversationRead',
    'GET /v1/conversations/counts': 'countConversations',
  })
})

test('spec 4.8, 4.12: a write takes three kinds of bodies, a POST an Idempotency-Key, and a 201 tells the Location', () => {
  for (const operation of judge.operations) {
    const { requestBody } = (contract.paths[operation.path]?.[operation.method.toLowerCase()] ?? {}) as {
      requestBody?: { content: object }
    }
    if (requestBody) {
      // A file can be sent in one media type only.
      const texts = ['application/json', 'application/x-www-form-urlencoded']
      const others = operation.operationId === 'uploadAttachment' ? [] : texts
      assert.deepEqual(Object.keys(requestBody.content), [...others, 'multipart/form-data'])
    }
    const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    assert.equal(takesKey, operation.method === 'POST' && !operation.isPublic, operation.operationId)
    if (operation.responses[201]) assert.ok(operation.responses[201].headers?.Location, operation.operationId)
  }
})

test('spec 4.11: an operation documents the refusals that it may give', () => {
  const statusesOf = (operationId: string) => Object.keys(judge.operation(operationId).responses).map(Number)
  assert.deepEqual(
    statusesOf('sendMessage'),
    [201, 400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 421, 422, 429, 431, 500, 503],
  )
  assert.deepEqual(statusesOf('retrieveConversation'), [200, 400, 401, 403, 404, 408, 415, 421, 429, 431, 500, 503])
  assert.deepEqual(statusesOf('retrieveContract'), [200, 400, 408, 415, 421, 431, 500, 503])
})

test('our own keywords are said in those that every reader of JSON Schema knows, and every reference leads somewhere', () => {
  const text = declaredContract()
  assert.doesNotMatch(text, /"x-(id|time|amount)"|"\$id"|"nullable"/)
  for (const [, reference] of text.matchAll(/"\$ref": "([^"]+)"/g)) judge.resolve({ $ref: reference as string })
})

test('a named schema is said once: nullable it is a choice, another one of the same name is an error', () => {
  const components = new Components()
  const Address = Type.Object({ city: Type.String() }, { $id: 'Address' })
  assert.deepEqual(components.show(Type.Object({ home: Address, work: Out.nullable(Address) })).properties, {
    home: { $ref: '#/components/schemas/Address' },
    work: { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] },
  })
  assert.deepEqual(Object.keys(components.schemas), ['Address'])
  assert.throws(() => components.show(Type.Object({ street: Type.String() }, { $id: 'Address' })), /Address/)
})

test('spec 4.12: the patterns of the contract accept exactly what the program accepts', () => {
  const patternOf = (schema: Parameters<Components['show']>[0]) =>
    new RegExp(new Components().show(schema).pattern as string)
  const id = new RegExp(typeIdPattern('conv'))
  const letters = fc.string({ unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz_A'), maxLength: 30 })
  fc.assert(
    fc.property(
      fc.oneof(
        letters,
        letters.map((text) => `conv_${text.padEnd(26, '0').slice(0, 26)}`),
      ),
      (text) => assert.equal(id.test(text), 'value' in readId('conv', text), text),
    ),
  )
  fc.assert(fc.property(fc.uuid(), (uuid) => assert.match(typeId('conv', uuid), id)))
  assert.ok(parseTypeId('conv', typeId('conv', newUuid())))

  const digits = fc.string({ unit: fc.constantFrom(...'0019.-e,'), maxLength: 16 })
  for (const precision of ['paise', 'micros'] as const) {
    const pattern = patternOf(In.amount(precision))
    fc.assert(
      fc.property(digits, (text) => assert.equal(pattern.test(text), 'value' in readAmount(precision, text), text)),
    )
  }
})

test('spec 4.12: the examples of the contract are what the schemas say', () => {
  for (const operation of judge.operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const example = content?.['application/json']?.example
      if (example === undefined) continue
      const headers = new Headers({ 'content-type': 'application/json' })
      const answer = { status: Number(status), headers, body: example, text: '-' }
      assert.equal(judge.faultOf(operation, answer), null, operation.operationId)
    }
  }
  const problems = contract.components.responses as Record<
    string,
    { content: { [type: string]: { examples: object } } }
  >
  const shown = Object.values(problems).flatMap(({ content }) =>
    Object.keys(content['application/problem+json']?.examples ?? {}),
  )
  const answered = Object.keys(statuses).filter((code) => code !== 'method_not_allowed')
  assert.deepEqual(shown.sort(), answered.sort())
})

test("spec 4.12, 5.5: a conversation's whole life answers as the contract says", async () => {
  await fund(samvad, samvad.company.organizationId, 500n)
  const call = async (operationId: string, path: string, json?: unknown) => {
    const operation = judge.operation(operationId)
    const answer = await samvad.request(operation.method, path, json === undefined ? {} : { json })
    assert.equal(judge.faultOf(operation, answer), null, `${operationId}: ${answer.text}`)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const contact = await call('createContact', '/v1/contacts', { display_name: 'Ravi', email: 'ravi@company.example' })
  const conversation = await call('createConversation', '/v1/conversations', { contact_id: contact.id })
  await call('createConversation', '/v1/conversations', { contact_id: contact.id })
  const draft = { conversation_id: conversation.id, channel: 'email', subject: 'Your order', text: 'It leaves today.' }
  const message = await call('sendMessage', '/v1/messages', draft)
  await call('sendMessages', '/v1/messages/batch', { messages: [draft, { channel: 'email' }] })
  await call('listMessages', `/v1/messages?conversation_id=${conversation.id}`)
  await call('listMessageDeliveries', `/v1/messages/${message.id}/deliveries`)
  await call('updateConversation', `/v1/conversations/${conversation.id}`, { is_pinned: true, archived_at: null })
  await call('openConversation', `/v1/conversations/${conversation.id}/open`)
  await call('listConversations', '/v1/conversations?pinned=true')
  await call('retrieveConversation', `/v1/conversations/${conversation.id}`)
  await call('deleteConversation', `/v1/conversations/${conversation.id}`)
})
