// Conversations of one organization: retrieved, changed, created, and listed where there are few and where there are
// many.

import { typeId } from '#kit/ids.ts'
import { makeConversations } from './installation.ts'
import { ROUNDS } from './report.ts'
import { type Bench, CONNECTIONS, measure } from './rounds.ts'

/** More than all rounds together use. */
const NEW_CONTACTS = 300_000
const listLoad = { connections: CONNECTIONS, requests: [{ path: '/v1/conversations' }] }

/** `many`: conversations of one user, for the large list; 0 skips that part. */
export async function measureConversations(bench: Bench, conversations: string[], many: number): Promise<void> {
  const { at, add } = bench
  const byId = conversations.map((id) => ({ path: `/v1/conversations/${id}` }))
  await measure(bench, 'retrieve a conversation', 15_000, { connections: CONNECTIONS, requests: byId })
  const changes = conversations.map((id, index) => ({
    path: `/v1/conversations/${id}`,
    body: { is_muted: index % 2 === 0 },
  }))
  await measure(bench, 'update a conversation', 8_000, { method: 'PUT', connections: CONNECTIONS, requests: changes })
  const small = await measure(
    bench,
    `list conversations, 10 of ${conversations.length.toLocaleString('en-US')} of one user`,
    null,
    listLoad,
  )

  await at.database.query(
    `insert into contacts (org_id, id, email, owner_id, created_at)
     select $1, uuidv7(), 'new' || n || '@company.example', $2, now() from generate_series(1, $3::int) n`,
    [at.organizationId, at.userId, NEW_CONTACTS],
  )
  const { rows: fresh } = await at.database.query(
    'select id from contacts t where org_id = $1 and not exists (select from conversations c where c.org_id = t.org_id and c.contact_id = t.id)',
    [at.organizationId],
  )
  const creations = fresh.map(({ id }) => ({ path: '/v1/conversations', body: { contact_id: typeId('contact', id) } }))
  // Each round has contacts of its own: for a contact that has a conversation already, none is created.
  const each = Math.ceil(creations.length / ROUNDS)
  await measure(bench, 'create a conversation', 8_000, (count) => ({
    method: 'POST',
    connections: CONNECTIONS,
    requests: creations.slice(count * each, (count + 1) * each),
  }))

  if (many > 0) {
    await makeConversations(at, many, 1)
    const large = await measure(
      bench,
      `list conversations, 10 of ${many.toLocaleString('en-US')} of one user`,
      12_000,
      listLoad,
    )
    add({ what: '… ÷ the rate with few', value: large / small, unit: '×', aim: 0.9 })
  }
}
