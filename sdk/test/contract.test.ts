// The generated client against the contract: every operation as declared, and no others.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { generate } from '../generate/client.ts'
import { type Document, operationsOf, readContract } from '../generate/contract.ts'
import { takenNames } from '../generate/main.ts'
import { camel, nameFor } from '../generate/names.ts'
import { methodNames } from '../generate/operations.ts'
import { install } from './installed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { folder, sdk } = await install()
const contract = readContract()
const operations = operationsOf(contract)

interface Sent {
  method: string
  url: URL
  headers: Headers
  body: unknown
}

const sent: Sent[] = []
const record: typeof fetch = async (input, init = {}) => {
  const url = new URL(input as string)
  sent.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers), body: init.body })
  const isStream = url.pathname.endsWith('/stream')
  return new Response(isStream ? ': \n\n' : '{"has_more": false, "data": []}', { status: 200 })
}
const samvad = new sdk.Samvad({ baseUrl: 'http://samvad.example/', token: 'token', fetch: record })

type Method = (...words: unknown[]) => PromiseLike<unknown> & AsyncIterable<unknown>

const groupOf = (path: readonly string[]) =>
  path.reduce((group, name) => group[name] as Record<string, unknown>, samvad as unknown as Record<string, unknown>)

async function requestOf(path: readonly string[], name: string, words: readonly unknown[], isStream = false) {
  const group = groupOf(path)
  const answer = (group[name] as Method).apply(group, [...words])
  sent.length = 0
  if (isStream)
    await answer[Symbol.asyncIterator]()
      .next()
      .catch(() => {})
  else await answer
  return sent.at(-1) as Sent
}

const sampleOf = (name: string) => `a ${name}/of?mine`

const isStreamed = ({ otherMediaTypes }: (typeof operations)[number]) => otherMediaTypes.includes('text/event-stream')
/** A method that only returns a file is named after the file. */
const isFile = (operation: (typeof operations)[number]) =>
  operation.answer === null && operation.otherMediaTypes.length > 0 && !isStreamed(operation)
const called = (operation: (typeof operations)[number]) => {
  const { group, name } = nameFor(operation)
  return { group, name: isFile(operation) ? (methodNames({ ...operation, group, name })[0] as string) : name }
}

for (const operation of operations) {
  const { group, name } = called(operation)
  const said = `samvad.${[...group, name].join('.')}`
  test(`spec 4.17, 20.2: ${operation.id} is ${said}, and sends what the contract says`, async () => {
    const isStream = isStreamed(operation)
    const ids = operation.pathParameters.map((parameter) => sampleOf(parameter.name))
    const query = Object.fromEntries(operation.query.map((parameter) => [parameter.name, sampleOf(parameter.name)]))
    const body = operation.body?.isUpload ? { file: new Blob(['of mine']) } : { of: 'mine' }
    const options = { ...query, headers: { 'x-request-id': 'mine' }, timeoutMs: 1000, retries: 1 }
    const streamed = { types: ['message.*'], lastEventId: 'evt_1', signal: AbortSignal.timeout(50) }
    const words = [...ids, ...(operation.body ? [body] : []), isStream ? streamed : options]
    const request = await requestOf(group, name, words, isStream)

    const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(sampleOf(parameter)))
    assert.equal(`${request.method} ${request.url.pathname}`, `${operation.method} ${path}`)
    assert.deepEqual(Object.fromEntries(request.url.searchParams), isStream ? { type: 'message.*' } : query)
    assert.equal(request.headers.get('authorization'), 'Bearer token')
    assert.equal(request.headers.get('idempotency-key') !== null, operation.takesKey)
    if (isStream) return assert.equal(request.headers.get('last-event-id'), 'evt_1')
    assert.equal(request.headers.get('accept'), isFile(operation) ? operation.otherMediaTypes[0] : 'application/json')
    assert.equal(request.headers.get('x-request-id'), 'mine')
    if (operation.body?.isUpload)
      assert.ok(request.body instanceof FormData && request.body.get('file') instanceof Blob)
    else assert.equal(request.body, operation.body ? '{"of":"mine"}' : undefined)
    assert.equal(
      request.headers.get('content-type'),
      operation.body && !operation.body.isUpload ? 'application/json' : null,
    )
  })
}

test('spec 20.2: the client has no method that is no operation, apart from `request`', () => {
  const found: string[] = []
  const walk = (group: object, path: string[]) => {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(group)))
      if (name !== 'constructor') found.push([...path, name].join('.'))
    for (const [name, child] of Object.entries(group)) walk(child as object, [...path, name])
  }
  walk(samvad, [])
  const expected = operations.map(called).map(({ group, name }) => [...group, name].join('.'))
  const billing = ['invoices.retrievePdf', 'summaries.retrievePdf', 'transactions.listCsv']
  const files = [
    ...billing.map((name) => `billing.${name}`),
    'campaigns.deliveries.listCsv',
    'campaigns.recipients.listCsv',
    'forms.analytics.retrieveCsv',
    'forms.submissions.listCsv',
    'forms.submissions.listXlsx',
  ]
  assert.deepEqual(found.toSorted(), [...expected, ...files, 'request'].toSorted())
})

test('spec 20.7: what is also a file has a method that asks for it', async () => {
  const pdf = await requestOf(['billing', 'invoices'], 'retrievePdf', ['inv_1'])
  assert.equal(`${pdf.url.pathname} ${pdf.headers.get('accept')}`, '/api/v1/billing/invoices/inv_1 application/pdf')
  const csv = await requestOf(['billing', 'transactions'], 'listCsv', [{ kind: 'refund' }])
  assert.equal(`${csv.url.search} ${csv.headers.get('accept')}`, '?kind=refund text/csv')
  const xlsx = await requestOf(['forms', 'submissions'], 'listXlsx', ['form_1', { state: 'done' }])
  assert.equal(
    `${xlsx.url.pathname}${xlsx.url.search} ${xlsx.headers.get('accept')}`,
    '/v1/forms/form_1/submissions?state=done application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
})

test('spec 20.2: an operation that is newer than the SDK can be called', async () => {
  const body = { of: 'mine' }
  const request = await requestOf([], 'request', ['POST', '/v1/things', { query: { of: ['a', 'b'] }, body }])
  assert.equal(`${request.method} ${request.url.pathname}${request.url.search}`, 'POST /v1/things?of=a&of=b')
  assert.equal(request.body, '{"of":"mine"}')
  assert.match(request.headers.get('idempotency-key') ?? '', /^[0-9a-f-]{36}$/)
})

test('an id that is none is refused before anything is sent', () => {
  sent.length = 0
  for (const id of ['', '.', '..', undefined, null, 7])
    assert.throws(() => samvad.contacts.delete(id as string), /is no id: give the id of what is meant/)
  assert.deepEqual(sent, [])
})

test('spec 20.2: every schema and every event of the contract is a type of the package', () => {
  const index = readFileSync(join(folder, 'node_modules/@samvad/sdk/dist/generated/index.d.ts'), 'utf8')
  const files = [...index.matchAll(/from '\.\/(.+)\.js'/g)].map(([, name]) => name as string)
  const texts = files.map((name) =>
    readFileSync(join(folder, `node_modules/@samvad/sdk/dist/generated/${name}.d.ts`), 'utf8'),
  )
  const types = new Set(
    texts.flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name)),
  )
  const schemas = Object.keys(contract.components.schemas).filter((name) => name !== 'Event')
  const events = Object.keys(contract.webhooks).map((type) => `${pascal(type)}Event`)
  assert.deepEqual(
    [...schemas, ...events].filter((name) => !types.has(name)),
    [],
  )
})

const pascal = (type: string) => camel(`_${type.replaceAll('.', '_')}`)

test('what is generated is what is committed, and a stale file fails the check', () => {
  const texts = generate(contract, takenNames())
  for (const [name, text] of texts)
    assert.equal(readFileSync(join(root, 'sdk/src/generated', name), 'utf8'), text, name)
  const { status, stderr } = spawnSync(process.execPath, ['sdk/generate/main.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})

test('names that collide, and what the generator cannot say, fail the generation with a sentence', () => {
  const changed = (change: (document: Document) => void) => {
    const document = structuredClone(contract)
    change(document)
    return () => generate(document, takenNames())
  }
  const messages = (document: Document) => document.paths['/v1/messages'] as Record<string, any>
  const rename = (id: string) => changed((document) => Object.assign(messages(document).post, { operationId: id }))
  assert.throws(rename('listMessage'), /listMessages and listMessage would both be samvad\.messages\.list/)
  assert.throws(
    rename('deliveriesMessage'),
    /deliveriesMessage would be samvad\.messages\.deliveries, which holds other methods/,
  )
  const move = (to: string) =>
    changed((document) => Object.assign(document.paths, { [to]: { get: messages(document).get } }))
  assert.throws(move('/v1/request'), /listMessages would be under samvad\.request, which the client has itself/)
  const also = changed((document) => Object.assign(document.components.schemas, { SamvadError: { type: 'string' } }))
  assert.throws(also, /SamvadError would stand in shared\.ts and in sdk\/src\/index\.ts/)
  const gone = changed((document) => delete document.paths['/v1/messages/batch'])
  assert.throws(gone, /no operation is called sendMessages any more/)
  const both = changed((document) => messages(document).post.parameters.push({ name: 'html', in: 'query', schema: {} }))
  assert.throws(both, /sendMessage has a body and a query/)
  const clash = changed((document) =>
    messages(document).get.parameters.push({ name: 'signal', in: 'query', schema: {} }),
  )
  assert.throws(clash, /listMessages has the parameter signal, which is an option of every call/)
})
