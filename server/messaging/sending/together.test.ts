// Sends of many organizations share flushes: architecture, "The hot path". Rows, conflicts, failures and locks of one
// organization affect that one only.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'
import { useUsualLimits } from '../../../test/usual-limits.ts'

useUsualLimits(['lock'])

const samvad = await startSamvad()
const PRICE = 150_000n

async function company(name: string, rupees = 100n) {
  const made = await samvad.newCompany(name)
  if (rupees > 0n) await fund(samvad, made.organizationId, rupees)
  const who = person(samvad, made)
  const contact = await who.make('/v1/contacts', { email: 'ravi@customer.example' })
  const conversation: string = (await who.make('/v1/conversations', { contact_id: contact.id })).id
  const send = (conversation_id = conversation, headers = {}) =>
    samvad.request('POST', '/v1/messages', {
      token: made.token,
      json: { conversation_id, channel: 'email', text: 'Ready' },
      headers,
    })
  return { ...made, who, conversation, send }
}

/** One after the other: all at once would wait for each other's connections longer than allowed on a busy machine. */
async function companies(count: number, name: string): Promise<Company[]> {
  const all: Company[] = []
  while (all.length < count) all.push(await company(`${name} ${all.length}`))
  return all
}

async function booksOf(organizationId: Uuid): Promise<{ balance: bigint; messages: bigint }> {
  const [row] = await samvad.rows(
    `select balance_micros, (select count(*) from messages m where m.org_id = w.org_id) as messages
       from wallets w where org_id = $1`,
    [organizationId],
  )
  return { balance: row?.balance_micros, messages: row?.messages }
}

/** Locks a row as another transaction would, until `release`. */
async function hold(statement: string, values: unknown[]) {
  const client = await samvad.app.database.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('spec 19.6: sends of many organizations at once are a few transactions, each charged to its own wallet', async () => {
  const all = await companies(20, 'Bazaar')
  for (let round = 0; round < 3; round++)
    for (const { status } of await Promise.all(all.map(({ send }) => send()))) assert.equal(status, 201)
  for (const { organizationId } of all)
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - 3n * PRICE, messages: 3n })
  const [row] = await samvad.rows(
    'select count(distinct xmin::text)::int as transactions from messages where org_id = any($1::uuid[])',
    [all.map(({ organizationId }) => organizationId)],
  )
  // Three rounds of twenty: separately each organization would have had three. How many arrive together depends on the
  // machine.
  assert.ok(row?.transactions <= 40, `${row?.transactions} transactions`)
})

test("X1: a conversation of another organization is absent, also when both send to it at once, and nobody pays for the other's", async () => {
  const [asha, bharat] = (await companies(2, 'Neighbour')) as [Company, Company]
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      bharat.send(),
      asha.send(bharat.conversation),
      bharat.send(asha.conversation),
      asha.send(),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 404, 404, 201],
    )
  }
  for (const { organizationId } of [asha, bharat])
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - 5n * PRICE, messages: 5n })
})

test('money that came to one of them from elsewhere surprises nobody else, and is there at once', async () => {
  const all = await companies(10, 'Recharged')
  await Promise.all(all.map(({ send }) => send()))
  const [lucky] = all as [Company]
  for (let round = 0; round < 5; round++) {
    await fund(samvad, lucky.organizationId, 1n)
    for (const { status } of await Promise.all(all.map(({ send }) => send()))) assert.equal(status, 201)
  }
  for (const { organizationId } of all) {
    const more = organizationId === lucky.organizationId ? 5_000_000n : 0n
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n + more - 6n * PRICE, messages: 6n })
  }
})

test('spec 19.6: a wallet that somebody holds keeps nobody else waiting; its own sends are told to try again, then go through', async () => {
  const all = await companies(8, 'Held')
  await Promise.all(all.map(({ send }) => send()))
  const [held, ...others] = all as [Company, ...Company[]]
  const release = await hold('select from wallets where org_id = $1 for update', [held.organizationId])
  // Answered while the locked one waits. On a slow machine its wait may end before, and it is repeated.
  await eventually('the others are answered while the held one waits', async () => {
    let isWaiting = true
    const waiting = held.send().finally(() => (isWaiting = false))
    for (const { status } of await Promise.all(others.map(({ send }) => send()))) assert.equal(status, 201)
    const wasWaiting = isWaiting
    assert.equal((await waiting).status, 503)
    return wasWaiting
  })
  await release()
  assert.equal((await held.send()).status, 201)
  assert.deepEqual(await booksOf(held.organizationId), { balance: 100_000_000n - 2n * PRICE, messages: 2n })
})

test('spec 19.6: of many held wallets none waits for the others to be given up', async () => {
  const all = await companies(14, 'Many held')
  await Promise.all(all.map(({ send }) => send()))
  const [last, ...others] = all as [Company, ...Company[]]
  const release = await hold('select from wallets where org_id = any($1::uuid[]) for update', [
    others.map(({ organizationId }) => organizationId),
  ])
  let sent = 0
  // On a slow machine the others may time out before: then all of it is repeated.
  await eventually('the last one is released and answered while the others wait', async () => {
    const releaseLast = await hold(
      "select set_config('application_name', 'holder of the last', true) from wallets where org_id = $1 for update",
      [last.organizationId],
    )
    let given = 0
    const waiting = others.map(({ send }) => send().finally(() => given++))
    let isOver = false
    const sending = last.send().finally(() => (isOver = true))
    await eventually('the last one waits', async () => isOver || (await waitsForTheLast()))
    await releaseLast()
    const { status } = await sending
    const wereWaiting = given === 0
    if (status === 201) sent++
    else assert.equal(status, 503)
    for (const one of await Promise.all(waiting)) assert.equal(one.status, 503)
    return status === 201 && wereWaiting
  })
  await release()
  for (const { status } of await Promise.all(others.map(({ send }) => send()))) assert.equal(status, 201)
  for (const { organizationId } of others)
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - 2n * PRICE, messages: 2n })
  const count = BigInt(1 + sent)
  assert.deepEqual(await booksOf(last.organizationId), { balance: 100_000_000n - count * PRICE, messages: count })
})

async function waitsForTheLast(): Promise<boolean> {
  const rows = await samvad.rows(
    `select 1 from pg_stat_activity waiting
       join pg_stat_activity holder on holder.pid = any(pg_blocking_pids(waiting.pid))
      where holder.application_name = 'holder of the last'`,
  )
  return rows.length > 0
}

test('spec 19.6: what the database refuses of one organization fails that one alone', async () => {
  const all = await companies(6, 'Poison')
  const [poisoned, ...others] = all as [Company, ...Company[]]
  await Promise.all(all.map(({ send }) => send()))
  await samvad.rows(
    `create function refuse_one() returns trigger language plpgsql as $$
     begin if new.org_id = '${poisoned.organizationId}' then raise exception 'not this one'; end if; return new; end $$`,
  )
  await samvad.rows('create trigger refuse_one before insert on messages for each row execute function refuse_one()')
  const answers = await Promise.all([poisoned.send(), ...others.map(({ send }) => send())])
  await samvad.rows('drop trigger refuse_one on messages')
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, ...others.map(() => 201)],
  )
  assert.equal((await poisoned.send()).status, 201)
  for (const { organizationId } of all)
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - 2n * PRICE, messages: 2n })
})

test('a conversation that somebody holds is sent to all the same, and marked active when they let go', async () => {
  const [asha, bharat] = (await companies(2, 'Busy')) as [Company, Company]
  const id = uuidOf('conv', asha.conversation)
  const release = await hold('select from conversations where org_id = $1 and id = $2 for update', [
    asha.organizationId,
    id,
  ])
  for (const { status } of await Promise.all([asha.send(), bharat.send()])) assert.equal(status, 201)
  const active = async () =>
    (await samvad.rows('select last_active_at from conversations where id = $1', [id]))[0]?.last_active_at
  assert.equal(await active(), null)
  await release()
  assert.ok(await eventually('it is marked', active))
})

test('spec 3.14: one Idempotency-Key in several organizations at once is one request in each', async () => {
  const all = await companies(5, 'Keyed')
  const headers = { 'idempotency-key': 'the-same' }
  const answers = await Promise.all(
    all.flatMap(({ send, conversation }) => [send(conversation, headers), send(conversation, headers)]),
  )
  for (const { status } of answers) assert.equal(status, 201)
  for (const { organizationId } of all)
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - PRICE, messages: 1n })
})

test('a large batch of one and small sends of others go through side by side, and each is charged for its own', async () => {
  const all = await companies(4, 'Beside')
  const [heavy, ...small] = all as [Company, ...Company[]]
  const messages = Array.from({ length: 600 }, () => ({
    conversation_id: heavy.conversation,
    channel: 'email',
    text: 'Sale',
  }))
  const batch = heavy.who.post('/v1/messages/batch', { messages })
  const singles = [...Array.from({ length: 10 }, () => heavy.send()), ...small.flatMap(({ send }) => [send(), send()])]
  for (const { status } of await Promise.all(singles)) assert.equal(status, 201)
  assert.equal((await batch).status, 200)
  assert.deepEqual(await booksOf(heavy.organizationId), { balance: 100_000_000n - 610n * PRICE, messages: 610n })
  for (const { organizationId } of small)
    assert.deepEqual(await booksOf(organizationId), { balance: 100_000_000n - 2n * PRICE, messages: 2n })
})

test('X1: of conversations begun and changed together each is of its own organization', async () => {
  const all = await companies(6, 'Begun')
  const contacts = await Promise.all(all.map(({ who }) => who.make('/v1/contacts', { email: 'meera@farm.example' })))
  const made = await Promise.all(
    all.map(({ who }, index) => who.post('/v1/conversations', { contact_id: contacts[index]?.id })),
  )
  for (const [index, { status, body }] of made.entries()) {
    assert.equal(status, 201)
    assert.equal(body.contact_id, contacts[index]?.id)
  }
  // Concurrently with a neighbour that tries the same with objects that are not its own.
  const answers = await Promise.all(
    all.flatMap(({ who }, index) => {
      const next = made[(index + 1) % all.length]?.body
      return [
        who.put(`/v1/conversations/${made[index]?.body.id}`, { is_muted: true }),
        who.put(`/v1/conversations/${next.id}`, { is_pinned: true }),
        who.post('/v1/conversations', { contact_id: next.contact_id }),
      ]
    }),
  )
  for (const [index, { status, body }] of answers.entries()) {
    assert.equal(status, [200, 404, 404][index % 3], JSON.stringify(body))
    if (status === 200) assert.deepEqual([body.is_muted, body.is_pinned], [true, false])
  }
  const rows = await samvad.rows(
    `select e.org_id, e.type, c.org_id as owner from events e join conversations c on c.id = e.object_id
      where c.id = any($1::uuid[])`,
    [made.map(({ body }) => uuidOf('conv', body.id))],
  )
  assert.equal(rows.length, 12)
  for (const { org_id, owner } of rows) assert.equal(org_id, owner)
})

test('who just changes who sees conversations holds up their own, and nobody else', async () => {
  const [asha, bharat] = (await companies(2, 'Leaving')) as [Company, Company]
  const contacts = await Promise.all(
    [asha, bharat].map(({ who }) => who.make('/v1/contacts', { email: 'meera@farm.example' })),
  )
  const release = await hold("select pg_advisory_xact_lock(hashtextextended('readers of ' || $1, 0))", [
    asha.organizationId,
  ])
  let isOver = false
  const waiting = asha.who.post('/v1/conversations', { contact_id: contacts[0]?.id }).finally(() => (isOver = true))
  const beside = await bharat.who.post('/v1/conversations', { contact_id: contacts[1]?.id })
  assert.equal(beside.status, 201)
  assert.equal(isOver, false)
  await release()
  assert.equal((await waiting).status, 201)
})

type Company = Awaited<ReturnType<typeof company>>
