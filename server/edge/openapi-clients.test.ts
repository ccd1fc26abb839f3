// The contract as client generators read it: every schema that becomes a type has a name and a limited size, and none
// is specific to one language.

import assert from 'node:assert/strict'
import test from 'node:test'
import { typeId } from '#kit/ids.ts'
import { statuses } from '#kit/refusals.ts'
import { In, Out, oneOf, Type } from '#kit/wire.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { message } from '#messaging/messages/examples.ts'
import { draft } from '#messaging/sending/examples.ts'
import { permissions } from '#people/access/rules.ts'
import { readContract } from '../../test/contract.ts'
import type { Contract } from './openapi.ts'
import { declaredContract } from './openapi-file.ts'
import { Components, isPortable, type Json } from './openapi-schemas.ts'
import { exampleProblem } from './pages/explanations.ts'

const contract = JSON.parse(declaredContract()) as Contract
const judge = readContract(contract)
const schemas = contract.components.schemas as Record<string, Json>

const fieldOf = (schema: string, field: string) =>
  (schemas[schema] as { properties: Record<string, Json> }).properties[field]

/** Every object of the document with its path. */
function* places(node: unknown, path = ''): Generator<[path: string, node: Json]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [path, node as Json]
  for (const [key, value] of Object.entries(node)) yield* places(value, `${path}/${key}`)
}
const isShape = (path: string) => !/\/(example|examples|default|x-[a-z-]+)(\/|$)/.test(path)
const shapes = [...places(contract)].filter(([path]) => isShape(path))

test('spec 7.3: a batch is a list of drafts, and each item of the answer either a message or a refusal', () => {
  const { body, responses } = judge.operation('sendMessages')
  assert.deepEqual(body?.properties?.messages?.items, { $ref: '#/components/schemas/NewMessage' })
  assert.deepEqual(schemas.BatchItem, {
    oneOf: [{ $ref: '#/components/schemas/AcceptedBatchItem' }, { $ref: '#/components/schemas/RefusedBatchItem' }],
  })
  assert.ok(responses[200])
  const faultOf = (...data: unknown[]) => {
    const answer = { status: 200, headers: new Headers({ 'content-type': 'application/json' }), text: '-' }
    return judge.faultOf(judge.operation('sendMessages'), { ...answer, body: { data } })
  }
  const accepted = { status: 201, message }
  const refused = { status: 402, error: exampleProblem('insufficient_balance', 'https://samvad.example/docs') }
  assert.equal(faultOf(accepted, refused), null)
  for (const neither of [{}, { status: 201 }, { status: 402, message }, { status: 201, error: refused.error }])
    assert.notEqual(faultOf(neither), null, JSON.stringify(neither))
  assert.equal(draft.conversation_id, message.conversation_id)
})

test('words that several places use are one named list: channels, permissions, methods, statuses, kinds', () => {
  assert.deepEqual(schemas.Channel?.enum, channelNames)
  assert.deepEqual(schemas.Permission?.enum, permissions)
  const named = [
    'DeliveryStatus',
    'RechargeStatus',
    'RefundStatus',
    'TransactionStatus',
    'InvoiceStatus',
    'TransactionKind',
    'PriceKind',
    'InvoiceKind',
    'PaymentMethod',
    'PaymentFailureReason',
  ]
  for (const name of named) assert.ok(((schemas[name]?.enum as string[]) ?? []).length > 1, name)
  const nameless = shapes.filter(
    ([path, { enum: words }]) => Array.isArray(words) && words.length > 1 && !/^\/components\/schemas\/\w+$/.test(path),
  )
  assert.deepEqual(
    nameless.map(([path]) => path),
    [],
    'give oneOf a second argument: what the contract calls the words',
  )
})

test('spec 4.13, changes only add: a client that was made today reads a code of tomorrow', () => {
  const { type, enum: closed, 'x-extensible-enum': known } = schemas.ErrorCode as Json
  assert.equal(type, 'string')
  assert.equal(closed, undefined)
  assert.deepEqual(known, Object.keys(statuses))
})

test('every number says how many bits it takes; times and counts take 64', () => {
  const numbers = shapes.filter(
    ([, { type }]) => type === 'integer' || (Array.isArray(type) && type.includes('integer')),
  )
  assert.ok(numbers.length > 30)
  for (const [path, { format, maximum = Infinity }] of numbers)
    assert.equal(format, (maximum as number) < 2 ** 31 ? 'int32' : 'int64', path)
  assert.equal(fieldOf('Message', 'created_at')?.format, 'int64')
  assert.equal(fieldOf('Transaction', 'message_count')?.format, 'int64')
  assert.equal((schemas.Time as { anyOf: Json[] }).anyOf[0]?.format, 'int64')
})

test('an answer that is a file is bytes of its media type', () => {
  const files = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses as Record<string, { content?: Record<string, Json> }>))
    .flatMap(({ content = {} }) => Object.entries(content))
    .filter(([type]) => !type.endsWith('json'))
  assert.ok(files.some(([type]) => type === 'application/pdf') && files.some(([type]) => type === 'text/csv'))
  for (const [type, { schema }] of files)
    assert.deepEqual(schema, { type: 'string', format: 'binary', contentMediaType: type })
})

test('spec 4.12: a pattern of the contract is one that Go, Java, Python and Rust compile too', () => {
  // Characters, sets, \x and escaped characters; groups without a question mark.
  const common = /^(?:[^\\(]|\\[-.+*?^$|()[\]{}/]|\\x[0-9a-f]{2}|\((?!\?))*$/
  const found = shapes.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []))
  assert.ok(found.length > 20)
  for (const pattern of found) assert.match(pattern, common)
  const components = new Components()
  assert.equal(components.show(In.line()).pattern, undefined, 'what it refuses is said in words')
  for (const ours of ['^[^\\u0000\\p{Cs}]*$', '^(?!a)b$', '(?<=a)b', '(?<year>20)', '^(a)\\1$'])
    assert.equal(isPortable(ours), false, ours)
})

test('the address of the installation is a variable', () => {
  const [server, ...others] = contract.servers as { url: string; variables: Record<string, { default: string }> }[]
  assert.equal(server?.url, '{base_url}')
  assert.match(server?.variables.base_url?.default ?? '', /^http:\/\/localhost:8080$/)
  assert.deepEqual(others, [])
})

test('pages of lists and ids have names', () => {
  const page = judge.operation('listConversations').responses[200]?.content?.['application/json']?.schema
  assert.deepEqual(page, { $ref: '#/components/schemas/ConversationPage' })
  assert.deepEqual(fieldOf('Conversation', 'id'), { $ref: '#/components/schemas/ConversationId' })
  assert.match(
    typeId('conv', '01900000-0000-7000-8000-000000000000'),
    new RegExp(schemas.ConversationId?.pattern as string),
  )
  const raw = contract.paths['/v1/conversations/{id}']?.get?.parameters as Json[]
  assert.deepEqual(raw.find(({ name }) => name === 'id')?.schema, { $ref: '#/components/schemas/ConversationId' })
  const envelopes = shapes.filter(
    ([path, { properties }]) =>
      properties && 'has_more' in (properties as object) && !/^\/components\/schemas\/\w+Page$/.test(path),
  )
  assert.deepEqual(
    envelopes.map(([path]) => path),
    [],
  )
})

test('a use of a named schema may say more of itself: its own description, a default, or null', () => {
  const components = new Components()
  const mode = () => oneOf(['graduated', 'volume'], 'PriceMode')
  const shown = components.show(
    Type.Object({
      mode: Type.Unsafe({ ...mode(), default: 'graduated', description: 'Of this kind.' }),
      before: Out.nullable(mode()),
      at: In.nullable(In.time()),
    }),
  ).properties
  assert.deepEqual(shown, {
    mode: { $ref: '#/components/schemas/PriceMode', default: 'graduated', description: 'Of this kind.' },
    before: { anyOf: [{ $ref: '#/components/schemas/PriceMode' }, { type: 'null' }] },
    at: { anyOf: [{ $ref: '#/components/schemas/Time' }, { type: 'null' }] },
  })
  assert.deepEqual(components.schemas.PriceMode, { type: 'string', enum: ['graduated', 'volume'] })
  assert.throws(() => components.show(oneOf(['flat'], 'PriceMode')), /PriceMode/)
})
