// spec 7.2, 7.5: the delivery is the unit of charge and of dispatch. Sends are limited by recipients, not by drafts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import fc from '../../../test/cases.ts'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { fit, type Partition } from './partitions.ts'
import type { Submission } from './plan.ts'
import { FLUSH_DELIVERIES_MAX, RECIPIENTS_MAX, type Sizes, within } from './recipient-limits.ts'

const samvad = await startSamvad()

/** Creates so many contacts, as an import does. */
async function contactsOf({ organizationId, userId }: Company, count: number): Promise<Uuid[]> {
  const ids = Array.from({ length: count }, () => newUuid())
  await samvad.rows(
    `insert into contacts (org_id, id, email, owner_id, created_at)
     select $1, id, 'customer-' || n || '@shop.example', $3, now()
       from unnest($2::uuid[]) with ordinality as given (id, n)`,
    [organizationId, ids, userId],
  )
  return ids
}

async function companyWithGroups(name: string, groups: number, members: number, rupees: bigint) {
  const company = await samvad.newCompany(name)
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, rupees)
  const contacts = (await contactsOf(company, members)).map((id) => publicId('contact', id))
  const talks: string[] = []
  for (let count = 0; count < groups; count++) {
    const group = await who.make('/v1/groups', { name: `Traders ${count}`, contacts })
    talks.push((await who.make('/v1/conversations', { group_id: group.id })).id)
  }
  return { company, who, contacts, talks }
}

const draft = (conversation_id: string) => ({ conversation_id, channel: 'email', text: 'The market opens at nine' })

test('spec 7.5: a batch reaches at most 10,000 recipients: the items before are accepted, those from there on are refused, and say what to do', async () => {
  const { company, who, talks } = await companyWithGroups('Asha Mills', 11, 1000, 3000n)
  const contact = await who.make('/v1/contacts', { email: 'meera@customer.example' })
  const single = (await who.make('/v1/conversations', { contact_id: contact.id })).id as string
  const messages = [...talks, single].map(draft)
  const began = performance.now()
  const answer = await who.post('/v1/messages/batch', { messages }, { headers: { 'idempotency-key': 'large' } })
  const tookMs = performance.now() - began
  assert.equal(answer.status, 200, answer.text)
  const statuses = answer.body.data.map(({ status }: any) => status)
  assert.deepEqual(statuses, [...Array(10).fill(201), 422, 422])
  for (const { error } of answer.body.data.slice(10)) {
    assert.equal(error.code, 'too_many_recipients')
    assert.deepEqual(
      error.errors.map(({ field }: any) => field),
      ['conversation_id'],
    )
    assert.deepEqual([error.reason, error.params], ['too_many_recipients', { max: 10_000 }])
  }
  const [stored] = await samvad.rows(
    'select count(*)::int as count, count(distinct xmin::text)::int as transactions from deliveries where org_id = $1',
    [company.organizationId],
  )
  assert.deepEqual(stored, { count: RECIPIENTS_MAX, transactions: 1 }, 'a request is never split')
  assert.equal(await balanceOf(samvad, company), '1500.00')
  const again = await who.post('/v1/messages/batch', { messages }, { headers: { 'idempotency-key': 'large' } })
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.body, answer.body)
  assert.equal(
    (await who.post('/v1/messages/batch', { messages: [draft(talks[10] as string), draft(single)] })).status,
    200,
  )
  console.log(`# the largest request took ${Math.round(tookMs)} ms`)
})

test('requests that arrive together are cut by their recipients, none is split, and each is charged once', async () => {
  const { company, who, talks } = await companyWithGroups('Bela Silks', 1, 1000, 5000n)
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => who.post('/v1/messages', draft(talks[0] as string))),
  )
  for (const { status, text } of answers) assert.equal(status, 201, text)
  const flushes = await samvad.rows<{ count: number; messages: number }>(
    `select count(*)::int as count, count(distinct message_id)::int as messages
      from deliveries where org_id = $1 group by xmin::text`,
    [company.organizationId],
  )
  for (const { count, messages } of flushes) {
    assert.equal(count, messages * 1000)
    assert.ok(count <= FLUSH_DELIVERIES_MAX, String(count))
  }
  assert.equal(
    flushes.reduce((sum, { count }) => sum + count, 0),
    24_000,
  )
  // 10,000 at ₹0.15, 14,000 at ₹0.12.
  assert.equal(await balanceOf(samvad, company), '1820.00')
})

test("spec 7.4: a send to a group tells whom it does not reach, and why; a single contact's has nobody", async () => {
  const company = await samvad.newCompany('Chitra Dairy')
  const who = person(samvad, company)
  await fund(samvad, company.organizationId, 10n)
  const ravi = await who.make('/v1/contacts', { email: 'ravi@farm.example' })
  const without = await who.make('/v1/contacts', { display_name: 'Meera' })
  const left = await who.make('/v1/contacts', { email: 'anu@farm.example', unsubscribed: { email: 1767225600 } })
  const members = [ravi.id, without.id, left.id]
  const group = await who.make('/v1/groups', { name: 'Farmers', contacts: members })
  const talk = await who.make('/v1/conversations', { group_id: group.id })
  const unreachable = [
    { contact_id: without.id, reason: 'recipient_unreachable' },
    { contact_id: left.id, reason: 'recipient_unsubscribed' },
  ].toSorted((one, other) => (uuidOf('contact', one.contact_id) < uuidOf('contact', other.contact_id) ? -1 : 1))
  const keyed = { headers: { 'idempotency-key': 'once' } }
  const sent = await who.post('/v1/messages', draft(talk.id), keyed)
  assert.equal(sent.status, 201, sent.text)
  assert.deepEqual(sent.body.unreachable, unreachable)
  assert.deepEqual((await who.post('/v1/messages', draft(talk.id), keyed)).body, sent.body, 'also to who asks again')
  assert.equal((await who.get(`/v1/messages/${sent.body.id}`)).body.unreachable, null, 'told once')
  const alone = await who.make('/v1/conversations', { contact_id: ravi.id })
  const batch = await who.post('/v1/messages/batch', { messages: [draft(talk.id), draft(alone.id)] })
  assert.deepEqual(
    batch.body.data.map(({ message }: any) => message.unreachable),
    [unreachable, null],
  )
  const nobody = await who.make('/v1/groups', { name: 'Silent', contacts: [without.id, left.id] })
  const silent = await who.make('/v1/conversations', { group_id: nobody.id })
  const refused = await who.post('/v1/messages', draft(silent.id))
  assert.equal(refused.status, 422)
  assert.match(refused.body.code, /^recipient_/)
})

test('spec 5.15: a conversation of somebody else counts as no recipient, and is absent as before', async () => {
  const { who, talks, company } = await companyWithGroups('Divya Steels', 1, 3, 10n)
  const other = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  assertRefused(await other.post('/v1/messages', draft(talks[0] as string)), 404, 'not_found', 'conversation_id')
  assert.equal((await who.post('/v1/messages', draft(talks[0] as string))).status, 201)
})

// --- The rules -------------------------------------------------------------------------------------------------------

const ids = ['a', 'b', 'c', 'd', 'e']
const sizes = fc
  .array(fc.integer({ min: 0, max: 4000 }), { minLength: 5, maxLength: 5 })
  .map((all): Sizes => new Map(all.map((size, at) => [ids[at] as Uuid, { userId: 'me', size, isGroup: size !== 1 }])))
const requests = fc.array(
  fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: 8 }).map((conversations) => ({
    actor: { userId: 'me' },
    drafts: conversations.map((conversation_id) => ({ conversation_id, channel: 'email' as const, text: 'x' })),
  })),
  { maxLength: 20 },
)

test('whatever is sent together, no flush reaches too many, none is split, and what is left over keeps its order', () => {
  const organizations = ['asha', 'bharat', 'chandra']
  fc.assert(
    fc.property(
      fc.array(sizes, { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat({ max: 2 }), requests), { maxLength: 6 }),
      fc.option(fc.integer({ min: 100, max: 9000 }), { nil: undefined }),
      (known, asked, mostOfOne) => {
        const all = asked.flatMap(([place, own]) =>
          own.map((request) => ({
            ...request,
            actor: { ...request.actor, organizationId: organizations[place] },
          })),
        ) as unknown as Submission[]
        const partitions = organizations.map((organizationId) => ({
          organizationId,
          submissions: all.filter(({ actor }) => actor.organizationId === organizationId),
        })) as unknown as Partition[]
        const reachedBy = (one: Submission) =>
          within(one, known[organizations.indexOf(one.actor.organizationId)] as Sizes).recipients
        const { large, later } = fit(all, partitions, known, mostOfOne)
        const now = all.filter((one) => partitions.some(({ submissions }) => submissions.includes(one)))
        assert.equal(now.length + large.length + later.length, all.length)
        assert.deepEqual(
          later,
          all.filter((one) => later.includes(one)),
        )
        for (const one of all) assert.equal(large.includes(one), reachedBy(one) > (mostOfOne ?? Infinity))
        const reached = now.map(reachedBy).filter((size) => size > 0)
        const sum = reached.reduce((total, size) => total + size, 0)
        assert.ok(reached.length <= 1 || sum <= FLUSH_DELIVERIES_MAX)
        if (later.length > 0) assert.ok(reached.length > 0, 'nobody waits for nothing')
      },
    ),
  )
})

test('spec 7.5: whatever a request says, what is accepted of it reaches no more than it may, and one draft more would', () => {
  fc.assert(
    fc.property(sizes, requests, fc.integer({ min: 1, max: 9000 }), (known, all, most) => {
      for (const request of all) {
        const { drafts, recipients } = within(request, known, most)
        const sizeOf = (id: string) => known.get(id)?.size ?? 0
        const reached = request.drafts.slice(0, drafts).reduce((sum, one) => sum + sizeOf(one.conversation_id), 0)
        assert.equal(recipients, reached)
        assert.ok(reached <= most)
        const next = request.drafts[drafts]
        if (next) assert.ok(reached + sizeOf(next.conversation_id) > most)
      }
    }),
  )
})
