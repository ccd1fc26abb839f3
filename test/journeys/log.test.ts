// The program's logs and metrics: machine-readable lines without private data, and figures that Prometheus accepts.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { withoutPersons } from '#kit/log.ts'
import { registry } from '#kit/metrics.ts'
import { operationOf } from '#money/gateways/providers/call.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'
import { readSources } from '../structure/sources.ts'

const WORD = 'zanzibar'
const REQUEST_FIELDS = 'level time pid role request_id organization_id method route status ms msg'.split(' ')

const dataDirectory = await newDataDirectory()
const program = await startProgram(dataDirectory, {
  DATABASE_URL: urlOf(await testDatabase()),
  SAMVAD_LOG_LEVEL: 'info',
})
after(async () => {
  await program.stop()
  await removeDataDirectory(dataDirectory)
})
const documented = await readFile(new URL('../../docs/log-and-metrics.md', import.meta.url), 'utf8')
const [ofLog, ofMetrics] = documented.split('## Metrics') as [string, string]
const namesIn = (table: string) =>
  new Set(
    [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
      [...(cell as string).matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
    ),
  )

interface Line extends Record<string, unknown> {
  level: string
  role: string
  msg: string
  request_id?: string
}
/** Every line parses, or this throws. */
const lines = (): Line[] => {
  const text = program.output()
  return text
    .slice(0, text.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Sends half of a body, or all of a request, and goes. */
async function goAway(text: string): Promise<void> {
  const { hostname, port } = new URL(program.url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  // The "100 Continue": one who goes before the request was read is nobody's request.
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
}

test('spec 3.21, 17.8: each request is one line under its id, whatever kind of route, and says nothing of anybody', async () => {
  const ids: string[] = []
  const ask = async (method: string, path: string, options: object = {}) => {
    const answer = await program.request(method, path, options)
    ids.push(answer.headers.get('x-request-id') as string)
    return answer
  }
  const email = `${WORD}@customer.example`
  const contact = (await ask('POST', '/v1/contacts', { json: { display_name: WORD, email } })).body
  const conversation = (await ask('POST', '/v1/conversations', { json: { contact_id: contact.id } })).body
  const draft = { conversation_id: conversation.id, channel: 'email', subject: WORD, text: WORD }
  assert.equal((await ask('POST', '/v1/messages', { json: draft })).status, 402)
  const { checkout_url } = (await ask('POST', '/api/v1/billing/recharges', { json: { amount: '100.00' } })).body
  assert.equal(
    (await ask('POST', new URL(checkout_url).pathname, { form: { method: 'upi', outcome: 'success' } })).status,
    303,
  )
  assert.equal((await ask('POST', '/v1/messages', { json: draft })).status, 201)
  await ask('POST', '/v1/messages/batch', { json: { messages: [draft, { [WORD]: 1 }] } })
  await ask('GET', `/v1/contacts?email=${WORD}%40customer.example`)
  await ask('GET', `/v1/contacts/${WORD}?${WORD}=${WORD}`)
  await ask('GET', `/nowhere/${WORD}?token=${WORD}`)
  await ask('GET', '/v1/conversations', { token: `samvad_${WORD}` })
  await ask('POST', '/v1/contacts', { body: `{"email":"${WORD}`, headers: { 'content-type': 'application/json' } })
  await ask('POST', '/v1/contacts', { json: { phone_number: WORD, email } })
  await ask('PATCH', '/v1/contacts', {})
  await ask('GET', '/docs/errors/not_found')
  await ask('GET', `/unsubscribe/${WORD}`)
  await ask('POST', '/console/session', {
    json: { email, password: `${WORD} ${WORD}` },
    headers: { origin: program.url, 'sec-fetch-site': 'same-origin' },
  })
  await ask('POST', '/webhooks/gateways/razorpay', { json: { [WORD]: WORD } })
  const head = `host: localhost\r\nauthorization: Bearer ${program.token}\r\ncontent-type: application/json\r\nx-request-id: gone-1\r\nexpect: 100-continue\r\n`
  await goAway(`POST /v1/contacts HTTP/1.1\r\n${head}content-length: 500\r\n\r\n{"email":"${WORD}`)

  assert.equal(new Set(ids).size, ids.length)
  const found = await eventually('every request has its line', async () => {
    const all = lines().filter(({ msg }) => msg === 'request')
    return [...ids, 'gone-1'].every((id) => all.some(({ request_id: one }) => one === id)) && all
  })
  for (const id of ids) {
    const [line, ...others] = found.filter(({ request_id: one }) => one === id)
    assert.deepEqual(others, [], 'once')
    assert.deepEqual(Object.keys(line as Line), REQUEST_FIELDS)
    assert.equal(line?.role, 'api')
  }
  const of = (id: number) => found.find(({ request_id: one }) => one === ids[id]) as Line
  assert.deepEqual([of(0).route, of(0).status, of(0).organization_id], ['/v1/contacts', 201, program.organizationId])
  assert.deepEqual([of(9).route, of(9).status, of(9).organization_id], [null, 404, null])
  assert.equal(found.find(({ request_id: id }) => id === 'gone-1')?.status, 499)

  // Also what the worker, the parent and PostgreSQL have to say by now.
  await eventually('the mail has left', async () => {
    const { body } = await program.request('GET', '/v1/sandbox/messages')
    return body.data.filter(({ delivery_id }: { delivery_id: string | null }) => delivery_id !== null).length === 2
  })
  const text = program.output()
  assert.doesNotMatch(text, new RegExp(WORD))
  assert.ok(!text.includes(program.token) && !text.includes('@customer.example'))
  const known = namesIn(ofLog)
  for (const line of lines()) {
    // The parent may have something to say of the folder in which it lies.
    if (line.role !== 'parent') assert.equal(line.level, 'info', `nothing was wrong, but ${JSON.stringify(line)}`)
    assert.ok(['api', 'worker', 'parent'].includes(line.role), JSON.stringify(line))
    for (const field of Object.keys(line)) assert.ok(known.has(field), `${field} is not documented`)
  }
  assert.equal(lines().filter(({ msg }) => /is ready at/.test(msg)).length, 1)
})

test('a field of the log has one name everywhere, and is documented', () => {
  const known = namesIn(ofLog)
  const used = readSources('server/**/*.ts')
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, uncommented }) =>
      [...uncommented.matchAll(/\blog\.(?:debug|info|warn|error|fatal)\(\s*\{([^}]*)\}/g)].flatMap(([, inside]) =>
        [...(inside as string).matchAll(/(?:^|,)\s*(\w+)/g)].map(([, field]) => `${path}: ${field}`),
      ),
    )
  assert.ok(used.length > 15)
  assert.deepEqual(
    used.filter((one) => !known.has(one.split(': ')[1] as string)),
    [],
  )
})

test('spec 17.8: what an error quotes of people and secrets is taken out', () => {
  assert.equal(
    withoutPersons('550 <ravi@customer.example>: no such user, +91 98765 43210, Bearer abc.def, samvad_q7Xk, whsec_a'),
    '550 <[address]>: no such user, [number], Bearer [secret], [secret], [secret]',
  )
})

test('spec 17.8: the metrics of all processes together are what is documented, named as Prometheus wants it, with few values of a label', async () => {
  // A process that is busy while the others are asked is left out, or has no connection idle at that moment.
  const { text, headers } = await eventually('all is handed over and some connection idle', async () => {
    const answer = await program.request('GET', '/metrics')
    const isSent = /^samvad_handover_seconds_count\{channel="email",outcome="sent"\} 2$/m.test(answer.text)
    return isSent && /^samvad_database_connections\{state="idle"\} [1-9]/m.test(answer.text) && answer
  })
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name as string, type]))
  const ours = [...types.keys()].filter((name) => name.startsWith('samvad_')).sort()
  // A counter that nothing was counted of is in its process's list, with no line.
  assert.deepEqual(ours, [...namesIn(ofMetrics)].filter((name) => name.startsWith('samvad_')).sort())
  for (const [name, type] of types) assert.equal(type === 'counter', name.endsWith('_total'), name)
  for (const name of ours) {
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
    assert.doesNotMatch(name, /_(ms|millis\w*|micros|minutes|count|sum|bucket)$/)
  }
  for (const [, value] of text.matchAll(/^samvad_\w+\{(.*)\} /gm))
    assert.doesNotMatch(value as string, /[a-z]+_0[0-9a-hjkmnp-tv-z]{25}|@|zanzibar/)
  const value = (series: string) => Number(new RegExp(`^${series.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1])
  assert.equal(value('samvad_deliveries_accepted_total{channel="email"}'), 2)
  assert.equal(value('samvad_deliveries_due{channel="email"}'), 0)
  assert.equal(value('samvad_recharges_total{gateway="sandbox",status="credited"}'), 1)
  assert.equal(value('samvad_gateway_webhooks_total{gateway="sandbox",result="taken"}'), 1)
  assert.equal(value('samvad_sign_ins_total{result="sign_in_failed"}'), 1)
  assert.equal(value('samvad_queues_readable'), 1)
  assert.match(text, /^samvad_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m)
  assert.ok(registry.getMetricsAsArray().length > 20)
})

test('an operation of a gateway is a pattern, never an id', () => {
  const of = (path: string) => operationOf({ method: 'GET', path })
  assert.equal(of('/v1/orders?receipt=rech_01jd'), 'GET /v1/orders')
  assert.equal(of('/v1/payments/pay_QwErTyUiOpAsDf/refund'), 'GET /v1/payments/:id/refund')
  assert.equal(of('/v1/customers/cust_1Aa00000000004/tokens/token_qwertyuiopasdf'), 'GET /v1/customers/:id/tokens/:id')
  assert.equal(of('/pg/orders/rech_01jd3v9c5ge2n8q4x5c6t7w8yz/payments'), 'GET /pg/orders/:id/payments')
})
