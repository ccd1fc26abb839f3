// The writer decides on the state after its last flush. Every other change of the wallet and the conversations must be
// noticed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTDATED_STATE } from '#kit/database/errors.ts'
import { sql } from '#kit/database/sql.ts'
import { newUuid } from '#kit/ids.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as queries from '#money/wallet/queries.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad()

async function company(rupees: bigint) {
  const made = await samvad.newCompany('Asha Textiles')
  if (rupees > 0n) await fund(samvad, made.organizationId, rupees)
  const who = person(samvad, made)
  const talk = async (email: string) => {
    const contact = await who.make('/v1/contacts', { email })
    return (await who.make('/v1/conversations', { contact_id: contact.id })).id as string
  }
  const send = (conversation_id: string, headers = {}) =>
    samvad.request('POST', '/v1/messages', {
      token: made.token,
      json: { conversation_id, channel: 'email', text: 'Ready' },
      headers,
    })
  return { ...made, who, talk, send }
}

test('spec 7.8: money that came in behind a writer is spent at once, and nobody is refused for want of it', async () => {
  const asha = await company(1n)
  const conversation = await asha.talk('ravi@customer.example')
  const statuses = []
  for (let count = 0; count < 7; count++) statuses.push((await asha.send(conversation)).status)
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201, 402])
  await fund(samvad, asha.organizationId, 1n)
  assert.equal((await asha.send(conversation)).status, 201)
})

test('a conversation that is deleted while sends arrive keeps no message, and every send says what became of it', async () => {
  const asha = await company(100n)
  const kept = await asha.talk('meera@customer.example')
  for (let round = 0; round < 5; round++) {
    const conversation = await asha.talk(`ravi${round}@customer.example`)
    const sends = Array.from({ length: 60 }, (_, index) => asha.send(index % 3 === 0 ? kept : conversation))
    const removal = asha.who.delete(`/v1/conversations/${conversation}`)
    const answers = await Promise.all(sends)
    assert.equal((await removal).status, 204)
    for (const [index, { status }] of answers.entries()) {
      assert.ok(index % 3 === 0 ? status === 201 : status === 201 || status === 404, `${index}: ${status}`)
    }
    const left = await samvad.rows('select id from messages where conversation_id = $1', [uuidOf('conv', conversation)])
    assert.deepEqual(left, [])
  }
})

test('spec 3.15: the same Idempotency-Key in flushes that run at the same time is charged once', async () => {
  const asha = await company(100n)
  const conversation = await asha.talk('ravi@customer.example')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => asha.send(conversation, { 'idempotency-key': `key-${index % 4}` })),
  )
  for (const { status } of answers) assert.ok(status === 201 || status === 409, String(status))
  const stored = await samvad.rows('select id from messages where conversation_id = $1', [uuidOf('conv', conversation)])
  assert.equal(stored.length, 4)
  const [walletState] = await samvad.rows('select balance_micros from wallets where org_id = $1', [asha.organizationId])
  assert.equal(walletState?.balance_micros, 100_000_000n - 4n * 150_000n)
})

test('spec 8.5: T3: a flush after midnight in India counts in the new month, whatever the writer remembers', async () => {
  const asha = await company(100n)
  const conversation = await asha.talk('ravi@customer.example')
  samvad.setClock(new Date('2026-03-31T18:29:59Z'))
  await asha.send(conversation)
  await asha.send(conversation)
  samvad.setClock(new Date('2026-03-31T18:30:00Z'))
  await asha.send(conversation)
  samvad.setClock(null)
  const counters = await samvad.rows(
    'select month, message_count from month_counters where org_id = $1 order by month',
    [asha.organizationId],
  )
  assert.deepEqual(counters, [
    { month: '2026-03-01', message_count: 2n },
    { month: '2026-04-01', message_count: 1n },
  ])
})

test('a wallet that others moved by as much as was decided on is still another state', async () => {
  const asha = await company(100n)
  const { reads } = samvad.app.database
  const before = wallet.walletStateOf(
    (await reads.row<queries.WalletRow>(queries.wallet(asha.organizationId))) as queries.WalletRow,
  )
  const after = { ...before, balance: 0n, version: before.version + 1n }
  const move = (from: typeof before) => reads.run(queries.moveWallet(asha.organizationId, from, after, new Date()))
  for (const other of [{ state: newUuid() }, { version: before.version + 1n }, { balance: before.balance - 1n }]) {
    await assert.rejects(move({ ...before, ...other }), { code: OUTDATED_STATE })
  }
  assert.deepEqual(
    await reads.row(queries.wallet(asha.organizationId)).then((row) => wallet.walletStateOf(row as queries.WalletRow)),
    before,
  )
})

test('a writer whose connection broke drops it at once: only what was in flight fails, and what comes next goes through', async () => {
  const asha = await company(1000n)
  const conversation = await asha.talk('ravi@customer.example')
  const ROUNDS = 5
  const SENDERS = 40
  let failed = 0
  let accepted = 0
  const load = { isOver: false, next: 0 }
  // The writer is never idle: each sender sends again as soon as it gets a response.
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!load.isOver) {
      const { status } = await asha.send(conversation, { 'idempotency-key': `load-${load.next++}` })
      if (status === 201) accepted++
      else {
        assert.equal(status, 503)
        failed++
      }
    }
  })
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = accepted + 100
    await eventually('sends are accepted', async () => accepted >= wanted)
    const before = failed
    await samvad.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const later = accepted + 100
    await eventually('and again after all connections were ended', async () => accepted >= later)
    assert.ok(failed - before <= SENDERS * 2, `${failed - before} failed for ${SENDERS} in flight`)
  }
  load.isOver = true
  await Promise.all(senders)
  for (let count = 0; count < 20; count++) assert.equal((await asha.send(conversation)).status, 201)
  const [walletState] = await samvad.rows('select balance_micros from wallets where org_id = $1', [asha.organizationId])
  const [stored] = await samvad.rows('select count(*)::int as count from messages where conversation_id = $1', [
    uuidOf('conv', conversation),
  ])
  assert.ok(stored?.count >= accepted + 20)
  assert.equal(walletState?.balance_micros, 1_000_000_000n - BigInt(stored?.count) * 150_000n)
})

test('who sends waits for no connection that others hold: with none of the pool to be had, sends go through', async () => {
  const asha = await company(10n)
  const conversation = await asha.talk('ravi@customer.example')
  const { pool } = samvad.app.database
  const held = await Promise.all(Array.from({ length: pool.options.max as number }, () => pool.connect()))
  try {
    const answers = await Promise.all(Array.from({ length: 4 }, () => asha.send(conversation)))
    for (const { status } of answers) assert.equal(status, 201)
  } finally {
    for (const client of held) client.release()
  }
})

test('spec 9.1: every write of the wallet names the state that it was decided on, locked or not', async () => {
  const asha = await company(10n)
  const { organizationId } = asha
  await assert.rejects(
    samvad.app.database.transaction(async (tx) => {
      const walletState = await wallet.lock(tx, organizationId)
      await tx.run(sql`update wallets set state = ${newUuid()} where org_id = ${organizationId}`)
      const credit = { kind: 'credit', counterAccount: 'operator', key: 'credit:x', description: 'x' } as const
      await wallet.move(tx, organizationId, walletState, { ...credit, amount: 1_000_000n }, new Date())
    }),
    { code: OUTDATED_STATE },
  )
  const [row] = await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId])
  assert.equal(row?.balance_micros, 10_000_000n)
})
