// A departing user with more conversations than one short transaction transfers, and merges of large conversations:
// effective at once, moved in batches, even if processes end at any moment. spec 5.27, 5.28.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import {
  balanceOf,
  becomeDue,
  chargesOf,
  countOf,
  endingAt,
  forgotten,
  handOverNoted,
  mustBeSound,
  NOTHING,
  removeNoted,
  removeQuickly,
  writeMany,
} from '../../../test/deletions.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { useSmallPieces } from '../../../test/small-pieces.ts'
import { assertRefused, idsOf, type Person, person, walk } from '../../../test/story.ts'

useSmallPieces()
const samvad = await startSamvad()
const { organizationId } = samvad.company
const owner = person(samvad)
await fund(samvad, organizationId, 10_000n)

type Employee = Person & { id: string; userId: string }

async function employ(role = 'agent'): Promise<Employee> {
  const member = await samvad.newMember(organizationId, role)
  return { ...person(samvad, member), id: publicId('user', member.userId), userId: member.userId }
}

/** Creates conversations with contacts of the company's owner, each with an inbound message. */
async function haveMany(who: Employee, count: number): Promise<void> {
  await samvad.rows(
    `with people as (
       insert into contacts (org_id, id, owner_id, display_name, created_at)
       select $1, uuidv7(), $2, 'C' || n, now() from generate_series(1, $3::int) n returning id),
     begun as (insert into conversations (org_id, id, user_id, contact_id, created_at)
       select $1, uuidv7(), $4, id, now() from people returning id)
     insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     select $1, uuidv7(), id, 'inbound', 'email', $2, 'Ready', now() from begun`,
    [organizationId, samvad.company.userId, count, who.userId],
  )
}

const conversationsOf = (who: Employee) => countOf(samvad, 'conversations where user_id = $1', who.userId)
const newContact = () => owner.make('/v1/contacts', { email: `${newUuid()}@farm.example` })
const begin = (who: Person, contact_id: string) => who.make('/v1/conversations', { contact_id })

/** Two users with the same contact, the first with many messages. */
async function talkative(messages: number) {
  const [asha, ravi] = [await employ(), await employ()]
  const contact = await newContact()
  const [from, into] = [await begin(asha, contact.id), await begin(ravi, contact.id)]
  const ids = await writeMany(asha, from.id, messages)
  const last = await ravi.make('/v1/messages', { conversation_id: into.id, channel: 'email', text: 'Mine' })
  return { asha, ravi, contact, from, into, ids: [...ids, last.id] }
}

const messagesOf = async (who: Person, { id }: { id: string }) =>
  idsOf(await walk(who, `/v1/messages?conversation_id=${id}`, 100))

test('spec 5.27: who leaves with thousands of conversations leaves at once; they go over in pieces, the newest first', async () => {
  const [asha, ravi] = [await employ(), await employ()]
  await haveMany(asha, 170)
  await samvad.rows('update contacts set owner_id = $1 where owner_id = $2', [asha.userId, samvad.company.userId])
  await removeQuickly(owner, `/v1/users/${asha.id}?transfer_to=${ravi.id}`)

  assert.equal(await conversationsOf(asha), 120)
  const [oldest] = await samvad.rows('select id from conversations where user_id = $1 order by id limit 1', [
    ravi.userId,
  ])
  const newer = 'conversations where user_id = $1 and id > $2'
  assert.equal(await countOf(samvad, newer, asha.userId, oldest?.id), 0)
  assert.equal((await ravi.get('/v1/conversations')).body.data.length, 10)
  await mustBeSound(samvad)

  await handOverNoted(samvad.app)

  assert.deepEqual([await conversationsOf(asha), await conversationsOf(ravi)], [0, 170])
  assert.equal(await countOf(samvad, 'contacts where owner_id = $1', asha.userId), 0)
  assert.equal(await countOf(samvad, 'contacts where owner_id = $1', ravi.userId), 170)
  assert.equal(await countOf(samvad, "events where type = 'conversation.updated'"), 170)
  for (const table of ['leavings', 'merges', "due_work where kind in ('hand_over', 'merge')"])
    assert.equal(await countOf(samvad, table), 0, table)
})

test('spec 5.27: whenever the process ends, the next one goes on, and each conversation goes over once', async () => {
  const asha = await employ()
  await haveMany(asha, 170)
  const told = await countOf(samvad, "events where type = 'conversation.updated'")
  await removeQuickly(owner, `/v1/users/${asha.id}`)
  const left: number[] = []
  for (const [which, when] of [
    [1, 'before'],
    [1, 'behind'],
    [2, 'before'],
    [1, 'behind'],
  ] as const) {
    await handOverNoted(endingAt(samvad, which, when))
    left.push(await conversationsOf(asha))
    await mustBeSound(samvad)
    await becomeDue(samvad)
  }
  assert.deepEqual(left, [120, 70, 20, 0])
  assert.equal(await countOf(samvad, 'leavings'), 1)
  await handOverNoted(samvad.app)
  assert.equal(await countOf(samvad, 'leavings'), 0)
  assert.equal(await countOf(samvad, "events where type = 'conversation.updated'"), told + 170)
})

test('spec 5.27: who may see conversations again meanwhile keeps what has not gone over yet', async () => {
  const asha = await employ()
  await haveMany(asha, 120)
  const change = (role: string) => owner.put(`/v1/users/${asha.id}`, { role })
  assert.equal((await change('billing')).status, 200)
  assert.equal((await asha.get('/v1/conversations')).status, 403)
  assert.equal((await change('agent')).status, 200)
  await handOverNoted(samvad.app)
  assert.equal(await conversationsOf(asha), 70)
  assert.equal(await countOf(samvad, 'leavings'), 0)
})

test('spec 5.27: nobody who sees conversations leaves while some that are to go over would be left to nobody', async () => {
  const company = await samvad.newCompany('Banyan Books')
  const member = await samvad.newMember(company.organizationId, 'agent')
  const boss = person(samvad, company)
  await samvad.rows(
    `with people as (
       insert into contacts (org_id, id, owner_id, display_name, created_at)
       select $1, uuidv7(), $2, 'C' || n, now() from generate_series(1, 60) n returning id)
     insert into conversations (org_id, id, user_id, contact_id, created_at)
     select $1, uuidv7(), $3, id, now() from people`,
    [company.organizationId, company.userId, member.userId],
  )
  assert.equal((await boss.delete(`/v1/users/${publicId('user', member.userId)}`)).status, 204)
  await samvad.rows('update conversations set user_id = $2 where org_id = $1 and user_id = $3', [
    company.organizationId,
    member.userId,
    company.userId,
  ])
  const role = await boss.make('/v1/roles', { name: 'Office', permissions: ['organization.view'] })
  await samvad.newMember(company.organizationId, 'billing')
  await samvad.rows('update memberships set role_name = null, role_id = $3 where org_id = $1 and user_id = $2', [
    company.organizationId,
    company.userId,
    uuidOf('role', role.id),
  ])
  // With no user left who may see conversations, the transfer waits and is retried.
  await handOverNoted({
    ...samvad.app,
    log: { ...samvad.app.log, error: () => {} } as unknown as typeof samvad.app.log,
  })
  assert.equal(await countOf(samvad, 'conversations where user_id = $1', member.userId), 60)
  await samvad.rows("update memberships set role_name = 'owner', role_id = null where org_id = $1 and user_id = $2", [
    company.organizationId,
    company.userId,
  ])
  await becomeDue(samvad)
  await handOverNoted(samvad.app)
  assert.equal(await countOf(samvad, 'conversations where user_id = $1', company.userId), 60)
})

test('spec 5.28: of two that become one all messages are read in it at once, though they come over in pieces', async () => {
  const { asha, ravi, from, into, ids } = await talkative(130)
  const before = await balanceOf(samvad)
  const pinned = ids[3] as string
  const answer = await asha.post(`/v1/conversations/${from.id}/assign`, { user_id: ravi.id })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await countOf(samvad, 'merges'), 1)
  assert.equal(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', from.id)), 130)

  const isReadWhole = async () => {
    assert.deepEqual(await messagesOf(ravi, into), ids.toReversed())
    const page = `/v1/messages?conversation_id=${into.id}&limit=3&ending_before=${ids[10]}`
    assert.deepEqual(idsOf((await ravi.get(page)).body.data), [ids[13], ids[12], ids[11]])
    assertRefused(await ravi.get(`/v1/messages?conversation_id=${from.id}`), 404, 'not_found')
    assertRefused(await asha.get(`/v1/messages?conversation_id=${into.id}`), 404, 'not_found')
    for (const id of [ids[0], ids[70], ids[129]]) {
      const one = await ravi.get(`/v1/messages/${id}`)
      assert.deepEqual([one.status, one.body.conversation_id], [200, into.id], one.text)
      assertRefused(await asha.get(`/v1/messages/${id}`), 404, 'not_found')
    }
    await mustBeSound(samvad)
  }
  await isReadWhole()
  assert.equal((await ravi.put(`/v1/conversations/${into.id}`, { pinned_message_id: pinned })).status, 200)
  assert.equal((await ravi.put(`/v1/messages/${pinned}`, { text: 'Changed' })).body.text, 'Changed')
  assert.equal((await ravi.post(`/v1/messages/${pinned}/reactions`, { emoji: '👍' })).status, 200)
  for (const [which, when] of [
    [1, 'behind'],
    [1, 'before'],
    [2, 'behind'],
  ] as const) {
    await handOverNoted(endingAt(samvad, which, when))
    await isReadWhole()
    await becomeDue(samvad)
  }
  await handOverNoted(samvad.app)
  await isReadWhole()
  assert.equal(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', into.id)), 131)
  assert.equal(await countOf(samvad, 'deliveries where conversation_id = $1', uuidOf('conv', into.id)), 131)
  assert.equal(await countOf(samvad, 'merges'), 0)
  assert.equal(await balanceOf(samvad), before)
})

test('spec 5.28, 7.27: deleted while it comes over, all of it goes, and what waits is given back once', async () => {
  const { asha, ravi, from, into, ids } = await talkative(130)
  const charges = [...(await chargesOf(samvad, from.id)), ...(await chargesOf(samvad, into.id))]
  assert.equal((await asha.post(`/v1/conversations/${from.id}/assign`, { user_id: ravi.id })).status, 200)
  await handOverNoted(endingAt(samvad, 1, 'behind'))
  await removeQuickly(ravi, `/v1/conversations/${into.id}`)
  for (const id of [ids[0], ids[120], ids[130]]) assertRefused(await ravi.get(`/v1/messages/${id}`), 404, 'not_found')
  await mustBeSound(samvad)
  await becomeDue(samvad)
  await handOverNoted(samvad.app)
  await removeNoted(samvad.app)
  assert.deepEqual(await forgotten(samvad, charges), [
    { ...NOTHING, status: 'cancelled', is_given_back: true, count: 131n },
  ])
  for (const table of ['merges', 'deletions']) assert.equal(await countOf(samvad, table), 0, table)
})

test('spec 5.28: what became part of one that becomes part of another is read in that one', async () => {
  const { asha, ravi, contact, from, into, ids } = await talkative(110)
  const meena = await employ()
  const last = await begin(meena, contact.id)
  assert.equal((await asha.post(`/v1/conversations/${from.id}/assign`, { user_id: ravi.id })).status, 200)
  assert.equal((await ravi.post(`/v1/conversations/${into.id}/assign`, { user_id: meena.id })).status, 200)
  assert.deepEqual(await messagesOf(meena, last), ids.toReversed())
  await mustBeSound(samvad)
  await handOverNoted(samvad.app)
  assert.deepEqual(await messagesOf(meena, last), ids.toReversed())
})

test('spec 5.28: who goes on sending while it is handed over is charged for what is read afterwards, and for no more', async () => {
  const { asha, ravi, from, into, ids } = await talkative(110)
  const before = await balanceOf(samvad)
  const accepted: string[] = []
  const writing = Array.from({ length: 4 }, async () => {
    for (;;) {
      const answer = await asha.post('/v1/messages', { conversation_id: from.id, channel: 'email', text: 'Once more' })
      if (answer.status === 201) accepted.push(answer.body.id)
      else return assertRefused(answer, 404, 'not_found', 'conversation_id')
    }
  })
  await until(
    async () => accepted.length,
    (count) => count > 20,
  )
  const handing = asha.post(`/v1/conversations/${from.id}/assign`, { user_id: ravi.id })
  const [answer] = await Promise.all([handing, ...writing])
  assert.equal(answer.status, 200, answer.text)
  const expected = [...ids, ...accepted].toSorted().toReversed()
  assert.deepEqual((await messagesOf(ravi, into)).toSorted().toReversed(), expected)
  await handOverNoted(samvad.app)
  assert.deepEqual((await messagesOf(ravi, into)).toSorted().toReversed(), expected)
  assert.equal(before - (await balanceOf(samvad)), BigInt(accepted.length) * 150_000n)
})

test('spec 5.20, 5.27: what was to go to somebody who left before it came goes to the organization’s owner', async () => {
  const [asha, ravi] = [await employ(), await employ()]
  const owned = () => countOf(samvad, 'contacts where owner_id = $1', samvad.company.userId)
  const before = await owned()
  await haveMany(asha, 70)
  await samvad.rows(
    'update contacts set owner_id = $1 where id in (select contact_id from conversations where user_id = $1)',
    [asha.userId],
  )
  await removeQuickly(owner, `/v1/users/${asha.id}?transfer_to=${ravi.id}`)
  assert.equal(await countOf(samvad, 'contacts where owner_id = $1', asha.userId), 70)
  await removeQuickly(owner, `/v1/users/${ravi.id}`)

  await handOverNoted(samvad.app)

  for (const { userId } of [asha, ravi]) {
    assert.equal(await countOf(samvad, 'contacts where owner_id = $1', userId), 0)
    assert.equal(await countOf(samvad, 'conversations where user_id = $1', userId), 0)
  }
  assert.equal(await owned(), before + 70)
})
