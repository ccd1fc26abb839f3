// A piece of a deletion, and the lookup of existing conversations, read only the rows concerned, on tables that were
// never analyzed: an organization may have a million other rows. spec 5.4, 5.26.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { forgetAnswers } from '#edge/idempotency.ts'
import { planByKey } from '#kit/database/by-key.ts'
import { setUp, TRANSACTION_TIMEOUTS } from '#kit/database/connection-settings.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import * as deletionQueries from '#messaging/messages/deletion-queries.ts'
import { cancelQueued, forgetDeliveriesTo, forgetMessages } from '#messaging/messages/removal.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as sandbox from '#sandbox/forget.ts'
import { writeMany } from '../deletions.ts'
import { fund, startSamvad, uuidOf } from '../harness.ts'
import { correspond } from '../mail-story.ts'
import { looked, nodesOf, type PlanNode } from '../plans.ts'
import { person } from '../story.ts'

const samvad = await startSamvad({}, { breaks: 'all' })
const asha = person(samvad)
const { organizationId, userId } = samvad.company
const GROWING = [
  'contacts',
  'conversations',
  'messages',
  'deliveries',
  'transactions',
  'events',
  'idempotency_keys',
  'sandbox_messages',
]
for (const table of GROWING) await samvad.rows(`alter table ${table} set (autovacuum_enabled = off)`)
await fund(samvad, organizationId, 10_000n)
const one = await correspond(asha, 'one@farm.example')

const BESIDE = 6000
const PIECE = 100
/** For each row of a piece: the row, its charge, its prices, before and after. */
const LOOKED_OF_EACH = 10

// Many other queued messages in the organization.
await writeMany(asha, one.conversationId, BESIDE)
await samvad.rows(
  `insert into contacts (org_id, id, email, owner_id, created_at)
   select $1, uuidv7(), 'n' || n || '@company.example', $2, now() from generate_series(1, $3::int) n`,
  [organizationId, userId, BESIDE],
)
await samvad.rows(
  `insert into conversations (org_id, id, user_id, contact_id, created_at)
   select org_id, uuidv7(), owner_id, id, now() from contacts on conflict do nothing`,
)
await samvad.rows(
  `insert into events (org_id, id, type, object_id, payload, created_at)
   select org_id, uuidv7(), 'message.sent', id, '{"deleted": true}', now() from messages`,
)
await samvad.rows(
  `insert into idempotency_keys (org_id, token_id, key, fingerprint, status, body, object_ids, created_at)
   select org_id, $1, id::text, '\\x00', 201, '{}', array[id, conversation_id], now() from messages`,
  [newUuid()],
)

await samvad.rows(
  `insert into sandbox_messages (org_id, id, channel, from_address, address, raw, message_id, conversation_id,
                                 contact_id, received_at)
   select org_id, uuidv7(), 'email', 'a@a.example', 'b@b.example', 'raw', message_id, conversation_id, contact_id, now()
     from deliveries`,
)

const client = new pg.Client(samvad.connection)
await client.connect()
void setUp(client, TRANSACTION_TIMEOUTS)

/** Rows that each statement of the work read, by its text. The work is rolled back. */
async function lookedIn(work: (tx: Tx) => Promise<unknown>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const measured = async ({ text, values }: Statement) => {
    await client.query('savepoint before')
    const { rows } = await client.query(`explain (analyze, format json, timing off) ${text}`, values as unknown[])
    await client.query('rollback to before')
    found.set(text, looked(nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode)))
    return client.query(text, values as unknown[])
  }
  const last: Statement[] = []
  const tx: Tx = {
    rows: async <Row>(statement: Statement) => (await measured(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await measured(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await measured(statement)).rowCount ?? 0,
    onCommit: (statement) => last.push(statement as Statement),
  }
  await client.query('begin')
  try {
    await work(tx)
    for (const statement of last) await measured(statement)
  } finally {
    await client.query('rollback')
  }
  return found
}

function mustLookAtFew(found: Map<string, number>, rows: number): void {
  for (const [text, count] of found)
    assert.ok(count <= rows * LOOKED_OF_EACH, `it looks at ${count} rows for ${rows}: ${text}`)
}

const scope = { organizationId, at: new Date() }

test('spec 5.26: a piece of a deletion looks at its own rows, on tables that were never analyzed', async () => {
  const found = await lookedIn(async (tx) => {
    await tx.run(planByKey())
    const next = deletionQueries.nextOfConversation(organizationId, uuidOf('conv', one.conversationId), PIECE)
    const messageIds = (await tx.rows<{ id: Uuid }>(next)).map(({ id }) => id)
    assert.equal(messageIds.length, PIECE)
    await cancelQueued(tx, scope, await wallet.lock(tx, organizationId), { messageIds }, 'it was deleted')
    await forgetDeliveriesTo(tx, scope, { messageIds, contactIds: [uuidOf('contact', one.contactId)] })
    await forgetMessages(tx, scope, messageIds)
    await sandbox.forgetDeliveries(tx, scope, { messageIds, contactIds: [uuidOf('contact', one.contactId)] })
    await sandbox.forgetMessages(tx, scope, messageIds)
    tx.onCommit(forgetAnswers(organizationId, messageIds))
  })
  assert.ok(found.size > 12)
  mustLookAtFew(found, PIECE)
})

test('spec 5.26: whether a conversation is large is found by looking at as much as is small', async () => {
  const ids = [uuidOf('conv', one.conversationId)]
  const found = await lookedIn(async (tx) => {
    await tx.run(planByKey())
    await tx.row(conversationQueries.countHeld(organizationId, ids, PIECE))
  })
  mustLookAtFew(found, PIECE)
})

test('spec 5.4: the conversations that are there are found by whom they are with, not among all of the user', async () => {
  const rows = await samvad.rows<{ contact_id: Uuid }>(
    'select contact_id from conversations where org_id = $1 order by id limit 20',
    [organizationId],
  )
  const wanted = rows.map(({ contact_id }) => ({ id: newUuid(), user_id: userId, contact_id, group_id: null }))
  const found = await lookedIn(async (tx) => {
    assert.equal((await tx.rows(conversationQueries.byCounterparts(organizationId, wanted))).length, wanted.length)
  })
  mustLookAtFew(found, wanted.length)
})

test('nothing of it was ever analyzed', async () => {
  const analyzed = await samvad.rows(
    'select relname from pg_stat_user_tables where last_analyze is not null or last_autoanalyze is not null',
  )
  assert.deepEqual(
    analyzed.filter(({ relname }) => GROWING.includes(relname)),
    [],
  )
  await client.end()
})
