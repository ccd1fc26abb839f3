// Faults between the SDK and the service: what is retried, what is not, and that nothing takes effect twice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../test/company.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import type { SamvadError } from '../src/index.ts'
import { isRepeatable, isWorthAnotherTry, RETRY_AFTER_MAX_SECONDS, waitBehind } from '../src/retries.ts'
import { type Fault, startHostileProxy } from './hostile-proxy.ts'
import { install } from './installed.ts'

const { sdk } = await install()
const server = await startSamvad()
const { conversationId } = await readyToSend(server, server.company, 100n)
const proxy = await startHostileProxy(server.url)
const samvad = new sdk.Samvad({ baseUrl: proxy.url, token: server.company.token, timeoutMs: 20_000 })
const draft = { conversation_id: conversationId, channel: 'email', subject: 'Rice', text: 'It is ready.' }

const sentNow = async () => (await server.rows('select 1 from messages')).length

/** A client whose next requests have these faults. */
function suffer(...faults: Fault[]) {
  proxy.faults = faults
  proxy.seen.length = 0
  return samvad
}

async function thrownBy(call: PromiseLike<unknown>): Promise<SamvadError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof sdk.SamvadError, String(error))
  return error
}

const keysOf = () => new Set(proxy.seen.map(({ key }) => key))

for (const fault of ['cut before', 'cut behind', 'cut within'] as const)
  test(`spec 20.4: a send whose connection is ${fault} its answer is made once, under one key`, async () => {
    const before = await sentNow()
    const { data, response } = await suffer(fault, fault).messages.send(draft).withResponse()
    assert.equal(await sentNow(), before + 1)
    assert.equal(proxy.seen.length, 3)
    assert.equal(keysOf().size, 1)
    assert.match(proxy.seen[0]?.key ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal((await samvad.messages.retrieve(data.id)).text, draft.text)
    assert.equal(response.headers.get('idempotency-replayed'), fault === 'cut before' ? null : 'true')
    const charged = await server.rows('select amount_micros from transactions where kind = $1', ['deduction'])
    assert.equal(charged.length, before + 1, 'charged once')
  })

test('spec 20.4, 20.5: a send that is answered too late is asked for again, and made once', async () => {
  const before = await sentNow()
  const { response } = await suffer('hang behind').messages.send(draft, { timeoutMs: 1500 }).withResponse()
  assert.equal(response.headers.get('idempotency-replayed'), 'true')
  assert.equal(await sentNow(), before + 1)
  assert.equal(proxy.seen.length, 2)
})

test('spec 20.4: several sends at once on a bad line are as many messages', async () => {
  const before = await sentNow()
  const faults = Array.from(
    { length: 20 },
    (_, n): Fault => (['cut before', 'cut behind', 'cut within'] as const)[n % 3] as Fault,
  )
  const client = suffer(...faults)
  const made = await Promise.all(Array.from({ length: 15 }, () => client.messages.send(draft, { retries: 10 })))
  assert.equal(new Set(made.map(({ id }) => id)).size, 15)
  assert.equal(await sentNow(), before + 15)
})

test('spec 20.4: Retry-After is respected, by status 408, 429, 502, 503 and 504 alike', async () => {
  for (const status of [408, 429, 502, 503, 504]) {
    const waits: Record<string, string> = status === 503 ? { 'retry-after': '1' } : {}
    const client = suffer({ status, headers: { ...waits, 'content-type': 'text/html' }, body: '<h1>Busy</h1>' })
    assert.equal((await client.me.retrieve()).user.kind, 'person')
    const [first, second, ...more] = proxy.seen
    assert.deepEqual([more.length, second?.path], [0, '/v1/me'])
    if (status === 503) assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 1000, 'as long as it was told')
  }
})

test('spec 20.4: who is told to wait too long, and who has tried often enough, is told so', async () => {
  const long = { status: 429, headers: { 'retry-after': '61' }, body: '{"code":"rate_limited","detail":"Slowly."}' }
  const limited = await thrownBy(suffer(long).me.retrieve())
  assert.ok(limited instanceof sdk.RateLimitedError)
  assert.deepEqual(
    [limited.code, limited.detail, limited.retryAfter, limited.tries],
    ['rate_limited', 'Slowly.', 61, 1],
  )
  const unread = await thrownBy(suffer({ status: 503 }, { status: 503 }).me.retrieve({ retries: 1 }))
  assert.ok(unread instanceof sdk.SamvadError)
  assert.deepEqual([unread.status, unread.code, unread.tries], [503, 'unreadable_answer', 2])
  const cut = await thrownBy(suffer('cut before', 'cut before').messages.send(draft, { retries: 1 }))
  assert.ok(cut instanceof sdk.UnreachableError)
  assert.deepEqual([cut.status, cut.code, cut.tries, cut.idempotencyKey], [null, 'unreachable', 2, proxy.seen[0]?.key])
  assert.ok(cut.cause instanceof Error)
  const late = await thrownBy(suffer('hang behind').me.retrieve({ timeoutMs: 50, retries: 0 }))
  assert.deepEqual([late.code, late.tries], ['timed_out', 1])
  assert.match(late.message, /GET \/v1\/me: the service did not answer within 50 ms/)
})

test('spec 20.4: what failed for want of an answer is made once by trying again with its key', async () => {
  const before = await sentNow()
  const error = await thrownBy(suffer('cut behind').messages.send(draft, { retries: 0 }))
  await eventually('the service did it', async () => (await sentNow()) === before + 1)
  const message = await suffer().messages.send(draft, { idempotencyKey: error.idempotencyKey })
  assert.equal(message.subject, 'Rice')
  assert.equal(await sentNow(), before + 1)
})

test('spec 20.4: a POST without a key, and a refusal of the service, are never tried again', async () => {
  for (const fault of ['cut before', { status: 503 }, { status: 502 }] satisfies Fault[]) {
    await assert.rejects(async () => suffer(fault).messages.send(draft, { idempotencyKey: null }), sdk.SamvadError)
    assert.deepEqual([proxy.seen.length, proxy.seen[0]?.key], [1, undefined])
  }
  // Not 421: fetch itself repeats such a request on another connection.
  for (const status of [400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 431, 500, 501]) {
    const refusal = { status, body: '{"code":"some_code","detail":"No."}' }
    await assert.rejects(async () => suffer(refusal).messages.send(draft), sdk.SamvadError)
    assert.equal(proxy.seen.length, 1, String(status))
  }
})

test('spec 20.4: a PUT and a DELETE are tried again; gone behind a lost answer is what a DELETE is for', async () => {
  const { id } = await samvad.contacts.create({ display_name: 'Lata' })
  assert.equal((await suffer('cut behind').contacts.update(id, { display_name: 'Lata B.' })).display_name, 'Lata B.')
  assert.equal(await suffer('cut behind').contacts.delete(id), undefined)
  assert.equal(proxy.seen.length, 2)
  await assert.rejects(async () => suffer().contacts.delete(id), sdk.NotFoundError)
  await assert.rejects(async () => suffer({ status: 503 }).contacts.delete(id), sdk.NotFoundError, 'it never arrived')
})

test('spec 20.4: while a first try goes on, its answer is waited for', async () => {
  const inFlight = { status: 409, body: '{"code":"idempotency_in_flight","detail":"Wait."}' }
  const before = await sentNow()
  await suffer('cut behind', inFlight, inFlight).messages.send(draft)
  assert.equal(proxy.seen.length, 4)
  assert.equal(await sentNow(), before + 1)
})

test('spec 20.5: the signal ends a call at once, also while it waits to be tried again, and later ones before they begin', async () => {
  const reason = new Error('the page was left')
  const abort = new AbortController()
  const waiting = suffer({ status: 503, headers: { 'retry-after': '50' } }).messages.send(draft, {
    signal: abort.signal,
  })
  await eventually('it waits', async () => proxy.seen.length === 1)
  abort.abort(reason)
  await assert.rejects(async () => waiting, reason)
  await assert.rejects(async () => suffer().me.retrieve({ signal: abort.signal }), reason)
  assert.equal(proxy.seen.length, 0)
  const second = new AbortController()
  const asked = suffer('hang behind').me.retrieve({ signal: second.signal })
  await eventually('it is asked', async () => proxy.seen.length === 1)
  second.abort()
  await assert.rejects(async () => asked, { name: 'AbortError' })
  const third = new AbortController()
  const never = new sdk.Samvad({ baseUrl: server.url, token: () => new Promise<string>(() => {}) })
  const tokenless = never.me.retrieve({ signal: third.signal })
  third.abort()
  await assert.rejects(async () => tokenless, { name: 'AbortError' })
  const fourth = new AbortController()
  for (const display_name of ['Lata', 'Meena']) await samvad.contacts.create({ display_name })
  const walked = async () => {
    for await (const _ of suffer().contacts.list({ limit: 1, signal: fourth.signal })) fourth.abort(reason)
  }
  await assert.rejects(walked, reason)
})

test('spec 20.5: a signal that outlives many calls keeps nothing of them', async () => {
  const { signal } = new AbortController()
  let listening = 0
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  Object.assign(signal, {
    addEventListener: (...words: Parameters<typeof add>) => (listening++, add(...words)),
    removeEventListener: (...words: Parameters<typeof remove>) => (listening--, remove(...words)),
  })
  suffer('cut before', { status: 503 })
  await Promise.all(Array.from({ length: 5 }, () => samvad.me.retrieve({ signal })))
  assert.equal(listening, 0)
})

test('a redirect is not followed, and said', async () => {
  const moved = { status: 301, headers: { location: 'https://samvad.example/v1/messages' } }
  const error = await thrownBy(suffer(moved).messages.send(draft))
  assert.deepEqual([error.status, error.code, proxy.seen.length], [301, 'redirected', 1])
  assert.match(error.message, /POST \/v1\/messages was redirected to https:\/\/samvad\.example\/v1\/messages/)
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in to the hotel</h1>' }
  const unread = await thrownBy(suffer(page).me.retrieve())
  assert.deepEqual([unread.status, unread.code], [200, 'unreadable_answer'])
  assert.match(unread.message, /with text\/html instead of JSON, perhaps by a proxy: <h1>Sign in to the hotel/)
})

test('spec 20.4: waits grow, are scattered, never shorter than told, and have a most', () => {
  assert.equal(isRepeatable('POST', null), false)
  for (const method of ['GET', 'PUT', 'DELETE']) assert.equal(isRepeatable(method, null), true)
  assert.equal(isWorthAnotherTry({ status: 500, code: 'internal_error' }), false)
  for (const chance of [0, 0.5, 1]) {
    const waits = Array.from({ length: 10 }, (_, n) => waitBehind(n + 1, null, chance) ?? 0)
    assert.deepEqual(
      waits,
      waits.toSorted((left, right) => left - right),
    )
    assert.ok(Math.max(...waits) <= 8000)
    assert.ok((waitBehind(1, 7, chance) ?? 0) >= 7000)
  }
  assert.equal(waitBehind(1, RETRY_AFTER_MAX_SECONDS + 1, 0), null)
  assert.ok((waitBehind(3, null, 0) ?? 0) < (waitBehind(3, null, 1) ?? 0))
})
