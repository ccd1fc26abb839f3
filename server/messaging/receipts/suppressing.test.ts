// Reports about a delivery and its address at the same time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Uuid } from '#kit/ids.ts'
import type { Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { createReceiptTaker } from './taker.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const take = createReceiptTaker(samvad.app)
const companies = await Promise.all(
  ['Banyan Books', 'Cedar Crafts', 'Dhow Dyes'].map(async (name) =>
    readyToSend(samvad, await samvad.newCompany(name), 500n),
  ),
)
const dispatcher = createDispatcher(samvad.app, {
  email: { send: async ({ deliveryId }) => ({ outcome: 'accepted', providerId: deliveryId }), async close() {} },
})

interface Sent {
  id: Uuid
  organizationId: Uuid
  address: string
}

async function leave({ company: { organizationId, token }, conversationId }: Sending): Promise<Sent> {
  const json = { conversation_id: conversationId, channel: 'email', text: 'Hello' }
  assert.equal((await samvad.request('POST', '/v1/messages', { token, json })).status, 201)
  await dispatcher.run(new AbortController().signal)
  const [row] = await samvad.rows<{ id: Uuid; address: string; status: string }>(
    'select id, address, status from deliveries where org_id = $1 order by id desc limit 1',
    [organizationId],
  )
  assert.equal(row?.status, 'sent')
  return { id: row?.id as Uuid, address: row?.address as string, organizationId }
}

const bounced = ({ id, organizationId, address }: Sent): Receipt => ({
  organizationId,
  channel: 'email',
  delivery: { id },
  status: 'undelivered',
  time: samvad.app.clock(),
  error: { code: 'bounced', detail: '5.1.1' },
  suppressions: [{ address, reason: 'bounced', detail: '5.1.1', time: samvad.app.clock() }],
})

const stateOf = async ({ id, organizationId }: Sent) => {
  const [delivery] = await samvad.rows('select status, xmin from deliveries where id = $1', [id])
  const suppressions = await samvad.rows('select xmin from suppressions where org_id = $1', [organizationId])
  const contacts = await samvad.rows('select suppressed, xmin from contacts where org_id = $1', [organizationId])
  return {
    status: delivery?.status,
    transactions: [delivery, ...suppressions, ...contacts].map((one) => one?.xmin),
    contacts,
  }
}
const letAgain = (organizationId: Uuid) =>
  samvad.rows(
    `with gone as (delete from suppressions where org_id = $1) update contacts set suppressed = '{}' where org_id = $1`,
    [organizationId],
  )

test('spec 7.96: a bounce and what it suppresses are one transaction, of many organizations', async () => {
  const sent = [await leave(companies[0] as Sending)]
  for (const company of companies.slice(1)) sent.push(await leave(company))
  assert.deepEqual(await take(sent.map(bounced)), [])
  const seen = new Set<string>()
  for (const one of sent) {
    const { status, transactions, contacts } = await stateOf(one)
    assert.deepEqual([status, contacts[0]?.suppressed], ['undelivered', { email: 'bounced' }])
    assert.equal(transactions.length, 3)
    for (const transaction of transactions) seen.add(transaction)
    await letAgain(one.organizationId)
  }
  assert.equal(seen.size, 1, 'all of it together')
})

test('spec 7.96: where one of the two cannot be written neither is, and both are once they are brought again', async () => {
  const sent = await leave(companies[0] as Sending)
  await samvad.rows('alter table suppressions rename to suppressions_away')
  const left = await take([bounced(sent)])
  await samvad.rows('alter table suppressions_away rename to suppressions')
  assert.equal(left.length, 1)
  assert.equal((await stateOf(sent)).status, 'sent')
  assert.deepEqual(await take(left), [])
  const { status, contacts } = await stateOf(sent)
  assert.deepEqual([status, contacts[0]?.suppressed], ['undelivered', { email: 'bounced' }])
  await letAgain(sent.organizationId)
})

test('spec 7.96: whoever holds a contact holds up neither the bounces of others nor other receipts', async () => {
  const [mine, theirs, plain] = [
    await leave(companies[0] as Sending),
    await leave(companies[1] as Sending),
    await leave(companies[2] as Sending),
  ]
  const holder = new pg.Client(samvad.connection)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from contacts where org_id = $1 for update', [mine.organizationId])
    const { suppressions: _, ...delivered } = { ...bounced(plain), status: 'delivered' as const, error: null }
    const taking = take([bounced(mine), bounced(theirs), delivered])
    const until = async (sent: Sent, status: string) => {
      while ((await stateOf(sent)).status !== status) await new Promise((done) => setImmediate(done))
    }
    await until(plain, 'delivered')
    await until(theirs, 'undelivered')
    assert.equal((await stateOf(mine)).status, 'sent')
    await holder.query('rollback')
    assert.deepEqual(await taking, [])
    assert.equal((await stateOf(mine)).status, 'undelivered')
  } finally {
    await holder.end()
  }
})
