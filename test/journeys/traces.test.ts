// A message from request to receipt, as a trace collector receives it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseTypeId } from '#kit/ids.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import { type CollectedSpan, startCollector } from '../collector.ts'
import { readyToSend } from '../company.ts'
import { startSamvad, testDatabase } from '../harness.ts'
import { startMailbox } from '../mailbox.ts'
import { payAtCheckout } from '../payments.ts'
import { urlOf } from '../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'

const SERVER = 2
const CLIENT = 3
const PRODUCER = 4
const CONSUMER = 5

const collector = await startCollector()
after(() => collector.close())
const mailbox = await startMailbox()
after(() => mailbox.close())
const SECRET = 'of-the-collector'
const environment = {
  SAMVAD_SMTP_URL: mailbox.url,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
}
const samvad = await startSamvad(environment)
const asha = await readyToSend(samvad, samvad.company, 500n)
samvad.startWorker()

const draft = (text = 'It leaves today.') => ({
  conversation_id: asha.conversationId,
  channel: 'email',
  subject: 'Your order',
  text,
})
const traceIdOf = (messageId: string) => parseTypeId('msg', messageId)?.replaceAll('-', '') as string
const inTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
const called = (spans: CollectedSpan[], name: string) => {
  const found = spans.filter((span) => span.name === name)
  assert.equal(found.length, 1, `${name} among ${spans.map((span) => span.name)}`)
  return found[0] as CollectedSpan
}

/** The spans of its trace, once the delivery is recorded. */
const traced = (messageId: string) =>
  eventually('the trace came', async () => {
    const spans = inTrace(traceIdOf(messageId))
    return spans.some(({ name }) => name === 'process email') && spans
  })
const spanOf = async ({ traceId, spanId }: { traceId: string; spanId: string } = { traceId: '', spanId: '' }) =>
  eventually('what is linked came', async () =>
    collector.spans.find((span) => span.traceId === traceId && span.spanId === spanId),
  )

async function send(options: object = {}): Promise<string> {
  const answer = await samvad.request('POST', '/v1/messages', { json: draft(), ...options })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

test('spec 17.21: a message is one trace, from the request to the hand-over, and names its flush and its rounds', async () => {
  const id = await send()
  const spans = await traced(id)
  assert.deepEqual(
    spans.map(({ name }) => name).toSorted(),
    ['POST /v1/messages', 'create email', 'process email', 'record', 'send email'].toSorted(),
  )
  const request = called(spans, 'POST /v1/messages')
  const create = called(spans, 'create email')
  const processing = called(spans, 'process email')
  const handOver = called(spans, 'send email')
  const record = called(spans, 'record')
  assert.deepEqual(
    [request, create, processing, handOver].map(({ kind }) => kind),
    [SERVER, PRODUCER, CONSUMER, CLIENT],
  )
  assert.deepEqual(
    [request, create, processing, handOver, record].map(({ parentSpanId }) => parentSpanId),
    [null, request.spanId, create.spanId, processing.spanId, processing.spanId],
  )
  assert.equal(request.attributes['http.response.status_code'], 201)
  assert.equal(create.attributes['messaging.message.id'], id)
  assert.equal(processing.attributes['samvad.delivery.status'], 'sent')
  assert.equal(handOver.attributes['samvad.outcome'], 'sent')
  assert.deepEqual(new Set(spans.map(({ isError }) => isError)), new Set([false]))

  const flush = await spanOf(create.links[0])
  assert.deepEqual([flush.name, flush.attributes['messaging.batch.message_count']], ['flush', 1])
  const claimed = await spanOf(processing.links[0])
  assert.deepEqual([claimed.name, claimed.attributes['messaging.batch.message_count']], ['dispatch round', 1])
  const recorded = await spanOf(record.links[0])
  assert.deepEqual([recorded.name, recorded.attributes['samvad.recorded']], ['dispatch round', 1])
  assert.notEqual(recorded.spanId, claimed.spanId)
  for (const linked of [flush, claimed, recorded]) assert.notEqual(linked.traceId, request.traceId)

  const order = [request, create, processing, handOver, record].map(({ begunAt }) => begunAt)
  assert.deepEqual(order, order.toSorted(), 'each begins behind the one before')
  assert.ok(handOver.endedAt <= processing.endedAt && flush.begunAt >= create.begunAt)

  // As from a provider that reports: none here does yet.
  const [row] = await samvad.rows<{ id: string; provider_id: string }>(
    'select id, provider_id from deliveries where message_id = $1',
    [parseTypeId('msg', id)],
  )
  const left = await createReceiptTaker(samvad.app)([
    {
      organizationId: asha.company.organizationId,
      channel: 'email',
      delivery: { id: row?.id as string },
      status: 'delivered',
      time: new Date(),
      error: null,
    },
  ])
  assert.deepEqual(left, [])
  const receipt = await eventually('the receipt came', async () =>
    inTrace(request.traceId).find(({ name }) => name === 'settle email'),
  )
  assert.deepEqual([receipt.parentSpanId, receipt.attributes['samvad.delivery.status']], [create.spanId, 'delivered'])
})

test('spec 17.21: the request belongs to its caller, who is linked from the message', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const id = await send({ headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  const create = called(await traced(id), 'create email')
  const request = await spanOf(create.links[1])
  assert.deepEqual(
    [request.name, request.parentSpanId, create.parentSpanId],
    ['POST /v1/messages', '00f067aa0ba902b7', null],
  )
  assert.deepEqual(create.links[1], { traceId, spanId: request.spanId })

  const quiet = 'a'.repeat(32)
  const other = await send({ headers: { traceparent: `00-${quiet}-00f067aa0ba902b7-00` } })
  assert.equal(called(await traced(other), 'create email').links.length, 1, 'nothing leads to what was not made')
  assert.deepEqual(inTrace(quiet), [])
})

test('spec 17.21: each message of a batch has its trace, and all of them name the request', async () => {
  const json = { messages: [draft('one'), draft('two'), { ...draft(), channel: 'pigeon' }] }
  const answer = await samvad.request('POST', '/v1/messages/batch', { json })
  const ids = answer.body.data.flatMap((one: { message?: { id: string } }) => one.message?.id ?? [])
  assert.equal(ids.length, 2)
  const creations = await Promise.all(ids.map(async (id: string) => called(await traced(id), 'create email')))
  const request = await spanOf(creations[0]?.links[1])
  assert.equal(request.name, 'POST /v1/messages/batch')
  for (const { links, parentSpanId, traceId } of creations) {
    assert.deepEqual([links[0], links[1]], [creations[0]?.links[0], creations[0]?.links[1]])
    assert.deepEqual([parentSpanId, traceId === request.traceId], [null, false])
  }
})

test('spec 17.21: what a mail server refuses is an error of the trace, and given back in it', async () => {
  mailbox.answer(() => ({ code: 550, text: 'no such mailbox here: ravi@farm.example' }))
  const spans = await traced(await send())
  mailbox.answer(() => 'accept')
  for (const name of ['send email', 'process email'])
    assert.deepEqual([called(spans, name).isError, called(spans, name).attributes['error.type']], [true, 'refused'])
  assert.equal(called(spans, 'process email').attributes['samvad.delivery.status'], 'failed')
  assert.deepEqual(called(spans, 'record').links, [], 'money comes back in a transaction of the organization alone')
})

test('spec 17.21: no span says of whom, to whom, what or by which token', async () => {
  await samvad.request('GET', '/v1/contacts?email=ravi@farm.example')
  await samvad.request('GET', '/v1/no-such-place-with-ravi')
  await samvad.request('GET', '/v1/messages', { token: 'samvad_wrong' })
  await traced(await send({ headers: { 'user-agent': 'a program called asha' } }))
  const all = collector.requests.map(({ body }) => body).join('\n')
  const { token } = asha.company
  for (const said of ['ravi', 'farm.example', 'Your order', 'leaves today', 'asha', '127.0.0.1', SECRET, token])
    assert.ok(!all.toLowerCase().includes(said.toLowerCase()), said)
  assert.ok(all.includes('"GET /v1/contacts"'))
  assert.equal(collector.requests[0]?.headers.authorization, `Bearer ${SECRET}`)
})

test('spec 17.21: through the processes of the program it is one trace; a collector that hangs holds up neither sends nor the end', async () => {
  const { SAMVAD_SMTP_URL: _, ...traces } = environment
  const dataDirectory = await newDataDirectory()
  after(() => removeDataDirectory(dataDirectory))
  const ofProgram = {
    DATABASE_URL: urlOf(await testDatabase()),
    ...traces,
    OTEL_SERVICE_NAME: 'shop',
  }
  const program = await startProgram(dataDirectory, ofProgram)
  try {
    const recharge = await program.request('POST', '/api/v1/billing/recharges', { json: { amount: '100.00' } })
    await payAtCheckout(recharge.body.checkout_url, 'success')
    const contact = await program.request('POST', '/v1/contacts', {
      json: { display_name: 'Meena', email: 'meena@farm.example' },
    })
    const conversation = await program.request('POST', '/v1/conversations', { json: { contact_id: contact.body.id } })
    const sendOne = async (): Promise<string> => {
      const json = { ...draft(), conversation_id: conversation.body.id }
      const sent = await program.request('POST', '/v1/messages', { json })
      assert.equal(sent.status, 201, sent.text)
      const { id } = sent.body
      await eventually('it left', async () =>
        /^(sent|delivered)$/.test((await program.request('GET', `/v1/messages/${id}`)).body.status),
      )
      return id
    }
    const spans = await traced(await sendOne())
    assert.deepEqual(new Set(spans.map(({ resource }) => resource['service.name'])), new Set(['shop']))
    const roleOf = (name: string) => called(spans, name).resource['samvad.role']
    assert.deepEqual([roleOf('create email'), roleOf('send email')], ['api', 'worker'])
    assert.equal(called(spans, 'process email').parentSpanId, called(spans, 'create email').spanId)
    // From now on the collector hangs.
    const before = collector.requests.length
    collector.answer(() => 'hang')
    await sendOne()
    await eventually('it hangs', async () => collector.requests.length > before)
  } finally {
    assert.equal(await program.stop(), 0)
  }
})
