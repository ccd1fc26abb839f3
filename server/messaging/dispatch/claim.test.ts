// What a claim takes of a conversation with deliveries in flight elsewhere: decided by the statement alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { claim, type LookedAtRow } from './claim-queries.ts'
import type { Share } from './due-queries.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
samvad.setClock(NOON)

/** Queues messages in one conversation. */
async function waiting(count: number): Promise<{ of: Sending; ids: Uuid[] }> {
  const of = await readyToSend(samvad, await samvad.newCompany('Weavers'), 500n)
  const messages = Array.from({ length: count }, () => ({
    conversation_id: of.conversationId,
    channel: 'email',
    text: 'Hello',
  }))
  const answer = await samvad.request('POST', '/v1/messages/batch', { token: of.company.token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
  const rows = await samvad.rows<{ id: Uuid }>('select id from deliveries where org_id = $1 order by id', [
    of.company.organizationId,
  ])
  return { of, ids: rows.map(({ id }) => id) }
}

/** Claims as one worker, a moment after the messages were accepted. */
async function take({ company: { organizationId } }: Sending, more: Partial<Share> = {}): Promise<Uuid[]> {
  const share = { organizationId, free: 100, ...more }
  const now = new Date(NOON.getTime() + 1000)
  const lease = { id: newUuid(), leaseUntil: new Date(NOON.getTime() + 60_000) }
  const rows = await samvad.app.database.transaction((tx) => tx.rows<LookedAtRow>(claim([share], now, lease)))
  return rows.flatMap((row) => (row.is_taken ? [row.id] : [])).toSorted()
}
const stateOf = ({ company: { organizationId } }: Sending) =>
  samvad.rows('select id, status, attempts, due_at from deliveries where org_id = $1 order by id', [organizationId])

test('spec 7.75: while somebody holds the first of a conversation nothing behind it is taken, and all stays as it is', async () => {
  const { of, ids } = await waiting(3)
  const before = await stateOf(of)
  const holder = new pg.Client(samvad.connection)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from deliveries where id = $1 for update', [ids[0]])
    assert.deepEqual(await take(of), [])
    assert.deepEqual(await stateOf(of), before)
    await holder.query('rollback')
    assert.deepEqual(await take(of), ids)
  } finally {
    await holder.end()
  }
})

test('spec 7.75: what is behind what somebody else has in hand is not taken', async () => {
  const { of, ids } = await waiting(3)
  assert.deepEqual(await take(of, { free: 1 }), ids.slice(0, 1))
  assert.deepEqual(await take(of), [])
})

test('spec 7.76: who has some in hand takes those behind them, four of a conversation at most', async () => {
  const { of, ids } = await waiting(8)
  assert.deepEqual(await take(of, { free: 2 }), ids.slice(0, 2))
  assert.deepEqual(await take(of, { inHand: ids.slice(0, 2) }), ids.slice(2, 4))
  await samvad.rows("update deliveries set due_at = $2 where org_id = $1 and status = 'queued'", [
    of.company.organizationId,
    NOON,
  ])
  assert.deepEqual(await take(of, { inHand: ids.slice(0, 4) }), [])
})

test('spec 15.12: a single send is taken before deliveries of a campaign that are due longer, and those of a paused one are not', async () => {
  const { of, ids } = await waiting(4)
  const { organizationId } = of.company
  const [campaign] = await samvad.rows<{ id: Uuid }>(
    `insert into campaigns (org_id, id, name, channel, status, pause_reasons, list_ids, created_by, created_at,
                            price_list_id)
     values ($1, $2, 'Offer', 'email', 'paused', '{user}', '{}', $3, now(), (select id from price_lists limit 1))
     returning id`,
    [organizationId, newUuid(), of.company.userId],
  )
  for (const [index, id] of ids.slice(0, 3).entries()) {
    await samvad.rows(
      `insert into campaign_recipients (org_id, campaign_id, number, status) values ($1, $2, $3, 'queued')`,
      [organizationId, campaign?.id, index + 1],
    )
    await samvad.rows(
      `update deliveries set campaign_id = $2, recipient_number = $3, message_id = null, conversation_id = null,
              due_at = due_at - interval '1 minute' where id = $1`,
      [id, campaign?.id, index + 1],
    )
  }
  // As a batch numbers its charges.
  await samvad.rows(
    `insert into campaign_counts (org_id, campaign_id, name, reason, count)
     select org_id, campaign_id, 'charged', tier || ' ' || price_micros, count(*) from deliveries
      where campaign_id = $1 group by org_id, campaign_id, tier, price_micros`,
    [campaign?.id],
  )
  const single = ids[3] as Uuid
  await samvad.rows("update campaigns set status = 'running', pause_reasons = '{}' where id = $1", [campaign?.id])
  assert.deepEqual(await take(of, { free: 1 }), [single])
  await samvad.rows("update campaigns set status = 'paused', pause_reasons = '{user}' where id = $1", [campaign?.id])
  assert.deepEqual(await take(of), [])
  await samvad.rows("update campaigns set status = 'running', pause_reasons = '{}' where id = $1", [campaign?.id])
  assert.deepEqual(await take(of), ids.slice(0, 3))
})
