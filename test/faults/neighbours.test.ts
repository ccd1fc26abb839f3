// spec 19.6, 19.7: whatever one organization's requests wait for, the writes of others continue. On a real PostgreSQL:
// the test holds a lock on the row that they wait for, while the others write.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { sql } from '#kit/database/sql.ts'
import { EXPORTS_AT_ONCE_MAX } from '#kit/exports.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Company, startSamvad, uuidOf } from '../harness.ts'
import { eventually } from '../program.ts'
import { useUsualLimits } from '../usual-limits.ts'

useUsualLimits(['lock'])

const CALLERS = 60
const WRITES = 5
const EXPORTS = 80

const samvad = await startSamvad()
const holder = new pg.Client(samvad.connection)
await holder.connect()
after(() => holder.end())

const crowd = await samvad.newCompany('Crowd')
const others = await Promise.all([samvad.newCompany('One'), samvad.newCompany('Another')])

async function contactOf({ token }: Company, name: string): Promise<string> {
  const { status, body } = await samvad.request('POST', '/v1/contacts', { token, json: { display_name: name } })
  assert.equal(status, 201)
  return body.id
}

const organizationBy = (id: Uuid) => sql`select id from organizations where id = ${id}`

async function waitingForALock(): Promise<number> {
  const { rows } = await holder.query(
    `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}

/** Every caller requests the row repeatedly, until `meanwhile` is over. */
async function whileAllWait(contactId: string, meanwhile: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const caller = async () => {
    while (!over.signal.aborted) {
      const json = { display_name: 'Changed' }
      const { status } = await samvad.request('PUT', `/v1/contacts/${contactId}`, { token: crowd.token, json })
      assert.ok(over.signal.aborted || status === 503, `${status} while the row is held`)
    }
  }
  await holder.query('begin')
  await holder.query('select from contacts where id = $1 for update', [uuidOf('contact', contactId)])
  const callers = Array.from({ length: CALLERS }, caller)
  try {
    await eventually('requests wait for the row', async () => (await waitingForALock()) >= 2)
    await meanwhile()
  } finally {
    over.abort()
    await holder.query('commit')
    await Promise.all(callers)
  }
}

test('spec 19.6: sixty callers that wait for one row of theirs take no connection from the writes of others', async () => {
  const contactId = await contactOf(crowd, 'Wanted by all')
  const conversations = await Promise.all(
    others.map(async (other) => {
      const contact_id = await contactOf(other, 'Meera')
      const json = { contact_id }
      const { body } = await samvad.request('POST', '/v1/conversations', { token: other.token, json })
      return { ...other, contactId: contact_id, conversationId: body.id as string }
    }),
  )
  await whileAllWait(contactId, async () => {
    for (let count = 0; count < WRITES; count++)
      for (const { token, contactId, conversationId } of conversations) {
        const json = { display_name: `Name ${count}` }
        const answers = await Promise.all([
          samvad.request('POST', '/v1/contacts', { token, json }),
          samvad.request('PUT', `/v1/contacts/${contactId}`, { token, json }),
          samvad.request('PUT', `/v1/conversations/${conversationId}`, { token, json: { archived_at: null } }),
        ])
        assert.deepEqual(
          answers.map(({ status }) => status),
          [201, 200, 200],
        )
      }
    assert.ok((await waitingForALock()) > 0, 'the others still wait')
  })
  const { body } = await samvad.request('GET', `/v1/contacts/${contactId}`, { token: crowd.token })
  assert.ok(['Wanted by all', 'Changed'].includes(body.display_name))
})

test('spec 19.6: nor does an organization that waits with all that it may have keep the installation from its own', async () => {
  const contactId = await contactOf(crowd, 'Wanted again')
  await whileAllWait(contactId, async () => {
    const { database } = samvad.app
    const counts = await Promise.all(
      others.map(({ organizationId }) =>
        database.transaction((tx) => tx.row<{ id: string }>(organizationBy(organizationId))),
      ),
    )
    assert.deepEqual(
      counts.map((row) => row?.id),
      others.map(({ organizationId }) => organizationId),
    )
  })
})

function statementOf({ token }: Company, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
  return fetch(`${samvad.url}/api/v1/billing/transactions`, { headers, signal })
}

const wholeStatement = /^id,.*completed_at_ist\r\n$/

test('spec 9.8, 19.6: a statement is whole while the writes of its organization wait with all that they may have', async () => {
  const contactId = await contactOf(crowd, 'Wanted once more')
  await whileAllWait(contactId, async () => {
    for (const company of [crowd, ...others]) {
      const answer = await statementOf(company)
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), wholeStatement)
    }
  })
})

test('spec 9.8, 19.7: of eighty statements at once each is whole or refused before its first byte, and one of another is whole', async () => {
  const all = Array.from({ length: EXPORTS }, async () => {
    const answer = await statementOf(crowd)
    const text = await answer.text()
    if (answer.status === 200) assert.match(text, wholeStatement)
    else assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
    return answer.status
  })
  for (const other of others) assert.match(await (await statementOf(other)).text(), wholeStatement)
  assert.ok((await Promise.all(all)).includes(200))
})

test('spec 19.7: statements whose callers went away before they began keep no place', async () => {
  const gone = new AbortController()
  await holder.query('begin')
  await holder.query('lock table transactions in access exclusive mode')
  const all = Array.from({ length: EXPORTS_AT_ONCE_MAX }, () => assert.rejects(statementOf(crowd, gone.signal)))
  await eventually('a statement waits', async () => (await waitingForALock()) > 0)
  gone.abort()
  await Promise.all(all)
  await holder.query('commit')
  const answers = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE_MAX }, () => statementOf(crowd)))
  for (const answer of answers) assert.match(await answer.text(), wholeStatement)
})
