// Receipts on a distributed database, tested on a single PostgreSQL, which runs the same statements:
// server/kit/database/shards.test.ts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { areShards, useShards } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { claim } from '#messaging/dispatch/claim-queries.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import { underClaims } from '#messaging/dispatch/left-behind-queries.ts'
import type { RecordedRow } from '#messaging/dispatch/queries.ts'
import * as dispatch from '#messaging/dispatch/queries.ts'
import type { Outcome } from '#messaging/dispatch/rules.ts'
import { readyToSend } from '../../../test/company.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { requestedRefund } from '../../../test/refunds.ts'
import { noting, notOnShard } from '../../../test/shards.ts'
import { takeFailed, takeOfMany } from './actions.ts'
import { reportsOf } from './rules.ts'

const samvad = await startSamvad()
const asked = areShards()
const together = samvad.app.groupOf
useShards(true)
samvad.app.groupOf = (organizationId) => organizationId
after(() => {
  useShards(asked)
  samvad.app.groupOf = together
})

test('each statement of receipts compares every table with the one organization that it is about', async () => {
  const { company, conversationId } = await readyToSend(samvad, samvad.company, 500n)
  const { organizationId } = company
  const message = { conversation_id: conversationId, channel: 'email', text: 'Hello' }
  const json = { messages: [message, message, message] }
  const sent = await samvad.request('POST', '/v1/messages/batch', { token: company.token, json })
  assert.equal(sent.status, 200, sent.text)
  const adapter = {
    send: async ({ deliveryId }: { deliveryId: Uuid }) => ({ outcome: 'accepted' as const, providerId: deliveryId }),
    async close() {},
  }
  await createDispatcher(samvad.app, { email: adapter }).run(new AbortController().signal)
  const rows = await samvad.rows<{ id: Uuid; transaction_id: Uuid }>('select id, transaction_id from deliveries')
  const [one, other, last] = rows.map(({ id }) => id) as [Uuid, Uuid, Uuid]
  const charge = publicId('txn', rows[0]?.transaction_id as Uuid)
  await requestedRefund(samvad, { transaction_id: charge, amount: '0.20' }, company)
  for (const type of ['message.delivered', 'message.failed'])
    await samvad.rows('insert into event_subscriptions values ($1, $2, $3)', [organizationId, type, 'test'])

  const at = samvad.app.clock()
  const receipt = (id: Uuid, status: Receipt['status']): Receipt => ({
    organizationId,
    channel: 'email',
    delivery: id === one ? { providerId: id } : { id },
    status,
    time: at,
    error: null,
  })
  const reports = (...receipts: Receipt[]) => reportsOf(receipts, at)
  const statements: Statement[] = []
  const { database } = samvad.app
  const [contact] = await samvad.rows<{ email: string }>('select email from contacts')
  const suppressions = [{ address: contact?.email ?? '', reason: 'bounced' as const, detail: '5.1.1', time: at }]
  const taken = [
    await database.transaction((tx) =>
      takeOfMany(noting(tx, statements), reports({ ...receipt(one, 'delivered'), suppressions }), at),
    ),
    await database.transaction((tx) =>
      takeFailed(
        noting(tx, statements),
        { organizationId, at },
        reports(receipt(other, 'failed'), receipt(last, 'failed')),
      ),
    ),
  ]
  assert.deepEqual(
    taken.map(({ left, moved }) => [left.length, moved.length]),
    [
      [0, 1],
      [0, 2],
    ],
  )
  const states = await samvad.rows('select status from deliveries where id = any($1) order by id', [[one, other, last]])
  assert.deepEqual(
    states.map(({ status }) => status),
    ['delivered', 'failed', 'failed'],
  )
  assert.deepEqual(await samvad.rows('select suppressed from contacts'), [{ suppressed: { email: 'bounced' } }])
  assert.ok(statements.length > 10, 'all of it was looked at')
  for (const statement of statements) assert.deepEqual(notOnShard(statement), [], statement.text)
})

test('so does each of dispatch', () => {
  const at = samvad.app.clock()
  const { organizationId } = samvad.company
  const outcome = { organizationId, id: newUuid(), leaseUntil: at, claimId: null } as Outcome
  const row = { org_id: organizationId, id: newUuid(), message_id: newUuid() } as RecordedRow
  const statements = [
    claim([{ organizationId, free: 1 }], at, { id: newUuid(), leaseUntil: at }),
    dispatch.record([outcome], at),
    dispatch.underLease([outcome]),
    dispatch.lost([organizationId], at, 1),
    dispatch.waiting([organizationId]),
    dispatch.messagesOf([row]),
    dispatch.deliveriesOf([row]),
    underClaims([{ organizationId, claimId: newUuid(), leaseUntil: at }]),
  ]
  for (const statement of statements) assert.deepEqual(notOnShard(statement), [], statement.text)
})

test('a table that is compared with an array of organizations, or with none, is seen', () => {
  const id = newUuid()
  const partly = sql`select from deliveries d join messages m on m.org_id = d.org_id where d.org_id = ${id}`
  assert.deepEqual(notOnShard(partly), ['messages (m.org_id)'])
  assert.deepEqual(notOnShard(sql`select from wallets where org_id = any(${[id]}::uuid[])`), ['wallets (org_id)'])
  const twice = sql`select from deliveries where org_id = ${id} and exists (select from deliveries where id = ${id})`
  assert.deepEqual(notOnShard(twice), ['deliveries (org_id)'])
})
