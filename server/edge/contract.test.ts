// Whatever is sent, the response is one that the contract documents: never an internal error, never an undocumented
// status or schema.

import assert from 'node:assert/strict'
import test from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { someOf } from '../../test/cases.ts'
import { type Judge, type Operation, type Parameter, readContract, type Shape } from '../../test/contract.ts'
import { type Answer, fund, type RequestOptions, startSamvad } from '../../test/harness.ts'
import { isLong } from '../../test/long-stories.ts'
import { declaredContract } from './openapi-file.ts'

const AT_ONCE = 8
const HUGE = 'a'.repeat(120_000)
const HALF_A_FORM = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx'

const samvad = await startSamvad()
const contract = JSON.parse(declaredContract())
const judge: Judge = readContract(contract)
const real = await company()

/** Ids of existing resources: with them an invalid request reaches the action. */
async function company(): Promise<Map<string, string>> {
  await fund(samvad, samvad.company.organizationId, 500n)
  const make = async (path: string, json: object): Promise<string> => {
    const { status, body, text } = await samvad.request('POST', path, { json })
    assert.equal(status, 201, text)
    return body.id
  }
  const contact = await make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@company.example' })
  const group = await make('/v1/groups', { name: 'Pune dealers', contacts: [contact] })
  const conversation = await make('/v1/conversations', { contact_id: contact })
  const draft = { conversation_id: conversation, channel: 'email', subject: 'Your order', text: 'It leaves today.' }
  return new Map([
    ['contact', contact],
    ['group', group],
    ['conv', conversation],
    ['msg', await make('/v1/messages', draft)],
  ])
}

/** Each operation gets a share of the values; neighbouring operations get different shares. */
const placeOf = (operation: Operation) => judge.operations.indexOf(operation)

interface Attempt {
  operation: Operation
  path: string
  what: string
  options: RequestOptions
}

// --- Paths ----------------------------------------------------------------------------------------------------------

const prefixOf = ({ schema }: Parameter) => /^\^([a-z]+)_/.exec(schema.pattern ?? '')?.[1] ?? 'x'

/** The path with an id for each parameter. Deletions use ids of nonexistent resources, so that the company stays. */
function pathOf(operation: Operation, idOf?: (parameter: Parameter) => string): string {
  const choose =
    idOf ??
    ((parameter: Parameter) => {
      const known = operation.method === 'DELETE' ? undefined : real.get(prefixOf(parameter))
      return known ?? publicId(prefixOf(parameter) as 'conv', newUuid())
    })
  return operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, parameter) => path.replace(`{${parameter.name}}`, choose(parameter)), operation.path)
}

function badPaths(operation: Operation): string[] {
  if (!operation.path.includes('{')) return []
  const unknown = (parameter: Parameter) => publicId(prefixOf(parameter) as 'conv', newUuid())
  const malformed = [
    () => 'x',
    () => '0',
    () => '%00',
    () => "'%20or%201=1--",
    () => '%F0%9F%92%A5',
    () => 'a'.repeat(199),
    (parameter: Parameter) => `${prefixOf(parameter)}_`,
    (parameter: Parameter) => `${prefixOf(parameter)}_8zzzzzzzzzzzzzzzzzzzzzzzzz`,
    (parameter: Parameter) => `${prefixOf(parameter)}_01JD3V9K7HE2N8Q4X5C6T7W8YZ`,
    (parameter: Parameter) => publicId(prefixOf(parameter) === 'conv' ? 'msg' : 'conv', newUuid()),
  ]
  return [unknown, ...someOf(malformed, placeOf(operation))].map((idOf) => pathOf(operation, idOf))
}

// --- Queries --------------------------------------------------------------------------------------------------------

const BAD_TEXTS = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1e9',
  '999999999999999999999',
  'null',
  '%00',
  '%F0%9F%92%A5',
  'a'.repeat(3000),
]

function badQueries(operation: Operation): string[] {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return [
    'no_such_parameter=1',
    '__proto__[x]=1&constructor=1',
    ...names.flatMap((name, index) => [
      ...someOf(BAD_TEXTS, index).map((text) => `${name}=${text}`),
      `${name}=1&${name}=2`,
      `${name}[x]=1`,
      `${name}[]=`,
    ]),
    ...(names.includes('limit') ? ['limit=0', 'limit=101', 'limit=2.5'] : []),
  ]
}

// --- Bodies ---------------------------------------------------------------------------------------------------------

const BAD_VALUES: unknown[] = [
  null,
  true,
  '',
  ' ',
  'x',
  '1',
  0,
  -1,
  2.5,
  1e15,
  1e300,
  [],
  [null],
  ['x'],
  {},
  { x: 1 },
  HUGE,
  '\u0000',
  'a\u0000b',
  '\ud800',
  '💥',
  '2026-02-31',
  '1970-01-01',
  1767225600123,
  '1e3',
  '-5.00',
  '0',
  '0.001',
  '999999999999.999999',
] // prettier-ignore

/** A body that the schema accepts, so that each attempt is refused for one invalid value. */
function plausible(given: Shape): unknown {
  const shape = judge.resolve(given)
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return plausible(shape.anyOf[0] as Shape)
  const type = ([] as (string | undefined)[]).concat(shape.type)[0]
  const prefix = /^\^([a-z]+)_\[/.exec(shape.pattern ?? '')?.[1]
  if (prefix) return real.get(prefix) ?? publicId(prefix as 'conv', newUuid())
  if (shape.examples) return shape.examples[0]
  switch (type) {
    case 'object': {
      const required = Object.entries(shape.properties ?? {}).filter(([name]) => shape.required?.includes(name))
      return Object.fromEntries(required.map(([name, one]) => [name, plausible(one)]))
    }
    case 'array':
      return shape.minItems ? [plausible(shape.items ?? {})] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return 'some text'
  }
}

function badBodies(operation: Operation): { what: string; options: RequestOptions }[] {
  const json = (what: string, value: unknown) => ({ what, options: { json: value } })
  const raw = (what: string, type: string, body: string) => ({
    what,
    options: { body, headers: { 'content-type': type } },
  })
  const all = [
    json('a list for a body', []),
    json('text for a body', 'x'),
    json('null for a body', null),
    json('an unknown field', { no_such_field: 1 }),
    raw('half of a body', 'application/json', '{"a":'),
    raw('nothing that is JSON', 'application/json', '\u0000'),
    raw('a body that is not taken', 'text/xml', '<a/>'),
    raw('a broken media type', ';;', 'x'),
    raw('a form of odd names', 'application/x-www-form-urlencoded', '__proto__[x]=1&a[b][c][d][e][f]=1&%ZZ=%'),
    raw('a multipart body without a boundary', 'multipart/form-data', 'x'),
    raw('a multipart body that ends early', 'multipart/form-data; boundary=b', HALF_A_FORM),
    raw('deep JSON', 'application/json', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`),
  ]
  const always = someOf(all, placeOf(operation))
  if (!operation.body) return always
  const base = (operation.bodyExample ?? plausible(operation.body)) as Record<string, unknown>
  const good = { ...(plausible(operation.body) as object), ...withRealIds(base) }
  const fields = Object.keys(operation.body.properties ?? {})
  return [
    ...always,
    json('an empty body', {}),
    json('a good body and one unknown field', { ...good, no_such_field: 1 }),
    json('a prototype', JSON.parse('{"__proto__":{"x":1},"constructor":1}')),
    ...fields.flatMap((field, index) => [
      ...someOf(BAD_VALUES, index).map((value) =>
        json(`${field} = ${JSON.stringify(value).slice(0, 40)}`, { ...good, [field]: value }),
      ),
      ...someOf(formsOf(field), index + placeOf(operation)),
    ]),
  ]
}

const formsOf = (field: string): { what: string; options: RequestOptions }[] => [
  { what: `${field} as a list in a form`, options: { form: [[`${field}[]`, 'x']] } },
  { what: `${field} empty in a form`, options: { form: { [field]: '' } } },
  { what: `${field} in a multipart form`, options: { multipart: { [field]: '\u0000' } } },
]

/** The examples refer to nonexistent resources; these are replaced by existing ones. */
function withRealIds(value: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(value).replace(/"([a-z]+)_[0-9a-z]{26}"/g, (whole, prefix: string) =>
    real.has(prefix) ? JSON.stringify(real.get(prefix)) : whole,
  )
  return JSON.parse(text)
}

// --- All of them ----------------------------------------------------------------------------------------------------

function attemptsOn(operation: Operation): Attempt[] {
  const writes = operation.method !== 'GET'
  const attempt = (path: string, what: string, options: RequestOptions = {}) => ({ operation, path, what, options })
  return [
    ...badPaths(operation).map((path) => attempt(path, 'a bad path')),
    ...badQueries(operation).map((query) => attempt(`${pathOf(operation)}?${query}`, 'a bad query')),
    ...(writes ? badBodies(operation) : []).map(({ what, options }) => attempt(pathOf(operation), what, options)),
    ...(operation.method === 'POST'
      ? [attempt(pathOf(operation), 'a bad key', { headers: { 'idempotency-key': 'k'.repeat(300) }, json: {} })]
      : []),
  ]
}

async function faultsOf(attempts: Attempt[]): Promise<string[]> {
  const faults: string[] = []
  const queue = [...attempts]
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { operation, path, what, options } = next
      const answer: Answer = await samvad.request(operation.method, path, options)
      const fault = answer.status >= 500 ? 'it failed' : judge.faultOf(operation, answer)
      if (fault)
        faults.push(`${operation.method} ${path.slice(0, 100)} with ${what}: ${fault}: ${answer.text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

/** Without an account this operation queries no name server for the address of an earlier operation's mail server. */
const before: Record<string, () => Promise<Answer>> = {
  testEmailAccount: () => samvad.request('DELETE', '/v1/channels/email'),
}

for (const operation of judge.operations) {
  test(`spec 4.11, 19.7: ${operation.operationId} answers bad requests as the contract says, and never fails`, async () => {
    await before[operation.operationId]?.()
    const attempts = attemptsOn(operation).filter((_, index) => isLong || (index + placeOf(operation)) % 2 === 0)
    assert.ok(attempts.length > 0)
    assert.deepEqual(await faultsOf(attempts), [])
  })
}

test('spec 2.1: without a token, or with an unknown one, every operation but the public ones is a documented 401', async () => {
  for (const operation of judge.operations.filter(({ isPublic }) => !isPublic)) {
    for (const token of [null, 'samvad_unknown']) {
      const answer = await samvad.request(operation.method, pathOf(operation), { token })
      assert.equal(answer.status, 401, operation.operationId)
      assert.equal(judge.faultOf(operation, answer), null, operation.operationId)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    }
  }
})

test('spec 1.5: with a token that may do nothing, every operation that needs a permission is a documented 403', async () => {
  const { token } = await samvad.newMember(samvad.company.organizationId, 'viewer', [])
  const guarded = judge.operations.filter(({ responses }) => responses[403])
  assert.ok(guarded.length > 10)
  for (const operation of guarded) {
    const needs = contract.paths[operation.path][operation.method.toLowerCase()]['x-permission']
    if (!needs) continue
    const answer = await samvad.request(operation.method, pathOf(operation), { token })
    assert.equal(answer.status, 403, operation.operationId)
    assert.match(answer.body.detail, new RegExp(needs))
    assert.equal(judge.faultOf(operation, answer), null, operation.operationId)
  }
})
