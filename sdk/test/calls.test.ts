// The installed SDK against the program on a real database: results of calls, and errors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDF } from '../../test/attachments.ts'
import { startSamvad } from '../../test/harness.ts'
import { payAtCheckout } from '../../test/payments.ts'
import { idsOf } from '../../test/story.ts'
import type { SamvadError } from '../src/index.ts'
import { install } from './installed.ts'

const { sdk } = await install()
const server = await startSamvad()
const { organizationId, token } = server.company
const samvad = new sdk.Samvad({ baseUrl: `${server.url}/`, token })

/** The error that a call throws; fails when it throws none. */
async function thrownBy<Kind extends SamvadError>(
  call: PromiseLike<unknown>,
  Kind: new (...words: never[]) => Kind,
): Promise<Kind> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof Kind, String(error))
    assert.ok(error instanceof sdk.SamvadError)
    return error
  }
  return assert.fail('it did not throw')
}

const contact = await samvad.contacts.create({ display_name: 'Ravi', email: 'ravi@farm.example' })
const conversation = await samvad.conversations.create({ contact_id: contact.id })
const draft = { conversation_id: conversation.id, channel: 'email', subject: 'Rice', text: 'It is ready.' }

test('spec 20.6: without money a send is an error of its own, which says how to get on, and nothing is written', async () => {
  const error = await thrownBy(samvad.messages.send(draft), sdk.InsufficientBalanceError)
  assert.deepEqual([error.status, error.code, error.errors, error.tries], [402, 'insufficient_balance', [], 1])
  assert.equal(error.message, error.detail)
  assert.match(error.requestId ?? '', /./)
  assert.equal(error.response?.headers.get('x-request-id'), error.requestId)
  assert.match(error.idempotencyKey ?? '', /^[0-9a-f-]{36}$/)
  assert.equal((await server.rows('select 1 from messages')).length, 0)

  const recharge = await samvad.billing.recharges.create({ amount: '100.00' })
  assert.equal((await payAtCheckout(recharge.checkout_url as string, 'success')).status, 200)
  const message = await samvad.messages.send(draft)
  assert.equal(message.status, 'queued')
  assert.equal(message.price, '0.15', 'money is text')
  assert.equal(typeof message.created_at, 'number', 'times are Unix seconds')
  assert.equal((await samvad.billing.balance.retrieve()).balance, '99.85')
})

test('spec 20.6: every refusal is an error that says which, with the fields at fault', async () => {
  const invalid = await thrownBy(samvad.contacts.create({ email: 'nonsense' }), sdk.ValidationError)
  assert.deepEqual([invalid.status, invalid.code], [422, 'invalid_content'])
  assert.deepEqual(idsOf(invalid.errors.map(({ field }) => ({ id: field }))), ['email'])
  assert.match(invalid.errors[0]?.message ?? '', /./)
  const absent = await thrownBy(samvad.contacts.retrieve('contact_01jd3v9k7he2n8q4x5c6t7w8yz'), sdk.NotFoundError)
  assert.deepEqual([absent.status, absent.code, absent.idempotencyKey], [404, 'not_found', null])
  const viewer = await server.newMember(organizationId, 'viewer')
  const asViewer = new sdk.Samvad({ baseUrl: server.url, token: viewer.token })
  await thrownBy(asViewer.contacts.create({ display_name: 'Lata' }), sdk.PermissionDeniedError)
  const stranger = new sdk.Samvad({ baseUrl: server.url, token: async () => 'nobody' })
  await thrownBy(stranger.me.retrieve(), sdk.UnauthenticatedError)
  for (const none of [undefined, null, () => null])
    await thrownBy(new sdk.Samvad({ baseUrl: server.url, token: none }).me.retrieve(), sdk.UnauthenticatedError)
  const reused = { idempotencyKey: 'mine' }
  await samvad.contacts.create({ display_name: 'One' }, reused)
  const other = await thrownBy(samvad.contacts.create({ display_name: 'Two' }, reused), sdk.ValidationError)
  assert.deepEqual([other.code, other.idempotencyKey], ['idempotency_key_reused', 'mine'])
  const conflict = await thrownBy(
    samvad.billing.recharges.retry((await samvad.billing.recharges.list()).data[0]?.id ?? ''),
    sdk.ConflictError,
  )
  assert.equal(conflict.status, 409)
})

test('spec 20.7: what there is nothing to show of answers nothing, and every answer has its headers', async () => {
  const group = await samvad.groups.create({ name: 'Dealers', contacts: [contact.id] })
  const { data, response } = await samvad.groups.delete(group.id).withResponse()
  assert.deepEqual([data, response.status], [undefined, 204])
  const created = await samvad.contacts.create({ display_name: 'Lata' }).withResponse()
  assert.equal(created.response.status, 201)
  assert.equal(created.response.headers.get('location'), `/v1/contacts/${created.data.id}`)
  const again = await samvad.contacts.update(created.data.id, { display_name: 'Lata B.' })
  assert.equal(again.display_name, 'Lata B.')
  const page = await samvad.contacts.list({ limit: 1 })
  assert.match(page.response.headers.get('ratelimit') ?? '', /r=\d+/)
  assert.deepEqual(Object.keys(page), ['has_more', 'data'], 'a page prints as the API answers it')
})

test('spec 20.3: a list is gone through row by row, or page by page in both directions', async () => {
  for (let n = 0; n < 25; n++) await samvad.groups.create({ name: `Group ${n}`, contacts: [contact.id] })
  const all = []
  for await (const group of samvad.groups.list({ limit: 10 })) all.push(group)
  assert.deepEqual(
    all.map(({ name }) => name),
    Array.from({ length: 25 }, (_, n) => `Group ${24 - n}`),
  )
  const sizes = []
  for await (const { data } of samvad.groups.list({ limit: 10 }).pages()) sizes.push(data.length)
  assert.deepEqual(sizes, [10, 10, 5])

  const first = await samvad.groups.list({ limit: 10 })
  const second = await first.next()
  const third = await second?.next()
  assert.deepEqual(idsOf([...first.data, ...(second?.data ?? []), ...(third?.data ?? [])]), idsOf(all))
  assert.equal(await third?.next(), null)
  assert.equal(await first.previous(), null)
  const back = await third?.previous()
  assert.deepEqual(idsOf(back?.data ?? []), idsOf(second?.data ?? []))
  const start = await back?.previous()
  assert.deepEqual(idsOf(start?.data ?? []), idsOf(first.data))
  assert.equal(await start?.previous(), null)
  assert.deepEqual(idsOf((await start?.next())?.data ?? []), idsOf(second?.data ?? []))

  const newer = []
  for await (const group of samvad.groups.list({ limit: 4, ending_before: (all[20] as { id: string }).id }))
    newer.push(group)
  assert.deepEqual(idsOf(newer), idsOf(all.slice(0, 20).reverse()), 'towards the newer ones')
  const asked: string[] = []
  const counted = new sdk.Samvad({
    baseUrl: server.url,
    token,
    fetch: (...words) => (asked.push(words[0] as string), fetch(...words)),
  })
  for await (const group of counted.groups.list()) if (group.name === 'Group 20') break
  assert.deepEqual(asked, [`${server.url}/v1/groups?limit=100`], 'the longest pages, and none that nobody looks at')
  asked.length = 0
  counted.groups.list()
  assert.deepEqual(asked, [], 'nobody waits for it')
})

test('spec 20.3: a list that says more than its rows, and one that is always whole, are lists like others', async () => {
  const usage = await samvad.billing.usage.list({ from: '2026-01-01', group_by: 'channel' })
  assert.equal(usage.total.messages, 1)
  const channels = []
  for await (const { channel } of samvad.channels.list()) channels.push(channel)
  assert.deepEqual(channels.toSorted(), ['app', 'email', 'sms'])
})

test('spec 20.7: files go up, and come down as they are', async () => {
  const file = new File([Uint8Array.from(PDF)], 'invoice.pdf')
  const attachment = await samvad.attachments.upload({ file })
  assert.deepEqual([attachment.filename, attachment.content_type], ['invoice.pdf', 'application/pdf'])
  const served = await fetch(attachment.url as string)
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), PDF)
  const sent = await samvad.messages.send({ ...draft, attachments: [attachment.id] })
  assert.equal(sent.attachments[0]?.id, attachment.id)

  const [invoice] = (await samvad.billing.invoices.list()).data
  const pdf = await samvad.billing.invoices.retrievePdf(invoice?.id ?? '')
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.match(Buffer.from(await (await pdf.blob()).arrayBuffer()).toString('latin1'), /^%PDF/)
  assert.equal((await samvad.billing.invoices.retrieve(invoice?.id ?? '')).number, invoice?.number)
  const csv = await samvad.billing.transactions.listCsv({ from: '2026-01-01' })
  let text = ''
  for await (const piece of csv.body as ReadableStream<Uint8Array>) text += Buffer.from(piece).toString('utf8')
  assert.match(text, /^id,kind,.*\r\n(txn_.*\r\n){3}$/)
})

test('spec 20.2: a word that is newer than the SDK is read and passed on as it is', async () => {
  const fetchNewer: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const text = (await response.text()).replaceAll('"channel":"email"', '"channel":"fax"')
    return new Response(text, { status: response.status, headers: response.headers })
  }
  const newer = new sdk.Samvad({ baseUrl: server.url, token, fetch: fetchNewer })
  const [message] = (await newer.messages.list({ conversation_id: conversation.id })).data
  assert.equal(message?.channel, 'fax')
  const refused = await thrownBy(
    samvad.messages.send({ ...draft, channel: message?.channel ?? '' }),
    sdk.ValidationError,
  )
  assert.equal(refused.errors[0]?.field, 'channel')
})

test('spec 20.1: settings that cannot be right are refused where they are given, and none of them is printed', async () => {
  for (const baseUrl of ['', 'samvad', 'ftp://samvad.example', 'http://samvad.example?x=1'])
    assert.throws(() => new sdk.Samvad({ baseUrl, token }), /baseUrl is .*give the address of the installation/)
  assert.throws(() => new sdk.Samvad({ baseUrl: server.url, token, retries: 11 }), /it is an integer from 0 to 10/)
  await assert.rejects(async () => samvad.me.retrieve({ retries: -1 }), /it is an integer from 0 to 10/)
  const { inspect } = await import('node:util')
  assert.ok(!inspect(samvad, { depth: 9, showHidden: true }).includes(token))
  const fails = new sdk.Samvad({ baseUrl: server.url, token: () => Promise.reject(new Error('no token today')) })
  await assert.rejects(async () => fails.me.retrieve(), /no token today/)
})

test('a token may be another each time, and headers are sent with every request', async () => {
  let times = 0
  const counted = new sdk.Samvad({
    baseUrl: server.url,
    token: () => (times++, token),
    headers: () => ({ 'x-request-id': `request-${times}` }),
  })
  const first = await counted.me.retrieve().withResponse()
  const second = await counted.me.retrieve().withResponse()
  assert.equal(times, 2)
  assert.notEqual(first.response.headers.get('x-request-id'), second.response.headers.get('x-request-id'))
})
