// Hand-over of conversations during other work, over two servers: sends to the disappearing conversation, its deletion,
// two crossing hand-overs, a departing member, replies. Nothing hangs, no message is lost or charged without being
// stored, and no conversation is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import fc, { SLOW_CASES } from '../cases.ts'
import { fund, mustBeHealthy, publicId, request, startSamvad, testDatabase, uuidOf } from '../harness.ts'
import { eventually } from '../program.ts'
import { startReceiving } from '../receiving.ts'
import { assertRefused } from '../story.ts'
import { useUsualLimits } from '../usual-limits.ts'

useUsualLimits(['lock'])

const AT_ONCE = 24
const connection = await testDatabase()
const [samvad, other] = await Promise.all([startSamvad({}, { connection }), startSamvad({}, { connection })])
startReceiving(samvad)
samvad.startWorker()

const acts = [
  'send',
  'batch',
  'assign',
  'assign back',
  'delete',
  'begin',
  'reply',
  'pin',
  'react',
  'leave',
  'role',
] as const
type Act = (typeof acts)[number]

/** Possible results of each: done, not found, no longer the caller's, or, on a busy machine, 503. */
const statuses = [200, 201, 204, 401, 403, 404, 409, 422, 503]

async function scene() {
  const company = await samvad.newCompany('Asha Textiles')
  const { organizationId, token } = company
  await fund(samvad, organizationId, 1000n)
  const members = [
    company,
    await samvad.newMember(organizationId, 'agent'),
    await samvad.newMember(organizationId, 'admin'),
  ]
  const leaver = await samvad.newMember(organizationId, 'agent')
  members.push(leaver)
  const email = `${newUuid()}@farm.example`
  const contact = await request(samvad.url, 'POST', '/v1/contacts', { token, json: { email } })
  const begun = await Promise.all(
    members.map((member) =>
      request(samvad.url, 'POST', '/v1/conversations', { token: member.token, json: { contact_id: contact.body.id } }),
    ),
  )
  const people = members.map((member, index) => ({
    ...member,
    id: publicId('user', member.userId),
    own: begun[index]?.body.id,
  }))
  return { company, people, email, contactId: contact.body.id }
}

test('spec 5.22: whatever happens at once, nothing is lost, and nobody waits for somebody who waits for them', async () => {
  const action = fc.record({
    act: fc.constantFrom(...acts),
    who: fc.nat(3),
    whose: fc.nat(3),
    to: fc.nat(3),
    second: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      fc.boolean(),
      async (written, mayDelete) => {
        const script = written.filter(({ act }) => mayDelete || act !== 'delete')
        const { company, people, email, contactId } = await scene()
        const accepted: string[] = []
        const did: string[] = []
        let isDeleted = false
        await Promise.all(
          script.map(async ({ act, who, whose, to, second }) => {
            const url = second ? samvad.url : other.url
            const [actor, target, heir] = [people[who], people[whose], people[to]] as [any, any, any]
            const ask = (method: string, path: string, json?: object) =>
              request(url, method, path, { token: actor.token, ...(json ? { json } : {}) })
            const draft = { conversation_id: actor.own, channel: 'email', text: newUuid() }
            const doing: Record<Act, () => ReturnType<typeof ask>> = {
              send: () => ask('POST', '/v1/messages', draft),
              batch: () => ask('POST', '/v1/messages/batch', { messages: [draft, draft] }),
              assign: () => ask('POST', `/v1/conversations/${target.own}/assign`, { user_id: heir.id }),
              'assign back': () => ask('POST', `/v1/conversations/${heir.own}/assign`, { user_id: target.id }),
              delete: () => ask('DELETE', `/v1/conversations/${actor.own}`),
              begin: () => ask('POST', '/v1/conversations', { contact_id: contactId }),
              reply: () => ask('POST', '/v1/sandbox/messages', { channel: 'email', from: email, text: newUuid() }),
              pin: () => ask('PUT', `/v1/conversations/${target.own}`, { is_pinned: true }),
              react: () => ask('POST', `/v1/conversations/${target.own}/open`),
              leave: () =>
                request(url, 'DELETE', `/v1/users/${people[3]?.id}${second ? `?transfer_to=${heir.id}` : ''}`, {
                  token: company.token,
                }),
              role: () =>
                request(url, 'PUT', `/v1/users/${people[1]?.id}`, {
                  token: company.token,
                  json: { role: second ? 'billing' : 'agent' },
                }),
            }
            const { status, body, text } = await doing[act]()
            did.push(`${act} ${status}`)
            assert.ok(statuses.includes(status), `${act} answered ${status} ${text}`)
            if (act === 'delete' && status === 204) isDeleted = true
            if ((act === 'send' || act === 'reply') && status === 201) accepted.push(body.id)
            if (act === 'batch' && status === 200)
              for (const item of body.data) if (item.status === 201) accepted.push(item.message.id)
          }),
        )
        const rows = await samvad.rows<{ id: string }>(
          `select m.id from messages m join conversations c on c.org_id = m.org_id and c.id = m.conversation_id
            where m.org_id = $1`,
          [company.organizationId],
        )
        const stored = new Set(rows.map(({ id }) => id))
        // A deleted conversation's messages are deleted too; otherwise every accepted message is stored.
        if (!isDeleted) for (const id of accepted) assert.ok(stored.has(uuidOf('msg', id)), `${id} is lost: ${did}`)
        const strays = await samvad.rows(
          `select m.id from messages m where m.org_id = $1
           and not exists (select 1 from conversations c where c.org_id = m.org_id and c.id = m.conversation_id)`,
          [company.organizationId],
        )
        assert.deepEqual(strays, [])
        await mustBeHealthy(samvad.app.database)
      },
    ),
    // Shrinking a script shows nothing more about a race.
    { numRuns: SLOW_CASES, endOnFailure: true },
  )
  const [counted] = await samvad.rows('select deadlocks from pg_stat_database where datname = current_database()')
  assert.equal(counted?.deadlocks, 0n)
})

test('spec 5.17: a send that was decided while the conversation was the sender’s is not made once it is another’s', async () => {
  const { company, people } = await scene()
  const [, agent, admin] = people as any[]
  const send = () =>
    request(samvad.url, 'POST', '/v1/messages', {
      token: agent.token,
      json: { conversation_id: agent.own, channel: 'email', text: 'Ready' },
    })
  // From now on the writer has the wallet's state cached: it decides the next send on it, and writes without reading
  // first.
  assert.equal((await send()).status, 201)
  const hander = await samvad.app.database.pool.connect()
  try {
    // What a hand-over does: locks the wallet, then changes the conversation's user, then the wallet's state.
    await hander.query('begin')
    await hander.query('select 1 from wallets where org_id = $1 for update', [company.organizationId])
    const late = send()
    await eventually('the send waits for the wallet', async () => {
      const { rows } = await samvad.app.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from wallets%'",
      )
      return rows.length > 0
    })
    await hander.query('delete from conversations where id = $1', [uuidOf('conv', admin.own)])
    await hander.query('update conversations set user_id = $1 where id = $2', [admin.userId, uuidOf('conv', agent.own)])
    await hander.query('update wallets set state = gen_random_uuid() where org_id = $1', [company.organizationId])
    await hander.query('commit')
    assertRefused(await late, 404, 'not_found', 'conversation_id')
  } finally {
    hander.release()
  }
  const sent = await samvad.rows('select id from messages where org_id = $1', [company.organizationId])
  assert.equal(sent.length, 1)
})
