// A user who leaves an organization, or may no longer see conversations, keeps none: spec 5.20.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { handOverNoted } from '../../../test/deletions.ts'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { useSmallPieces } from '../../../test/small-pieces.ts'
import { assertRefused, idsOf, type Person, person } from '../../../test/story.ts'

useSmallPieces()
const samvad = await startSamvad()
startReceiving(samvad)
const INBOX = '/v1/sandbox/messages'

type Employee = Person & { id: string }

/** A company with its owner and these members, without any data. */
async function team(...roles: string[]): Promise<[company: Company, owner: Employee, ...members: Employee[]]> {
  const company = await samvad.newCompany('Asha Textiles')
  await fund(samvad, company.organizationId, 100n)
  const members = []
  for (const role of roles) members.push(await samvad.newMember(company.organizationId, role))
  const [owner, ...others] = [company, ...members].map((member) => ({
    ...person(samvad, member),
    id: publicId('user', member.userId),
  }))
  return [company, owner as Employee, ...others]
}

const newContact = (who: Person) => who.make('/v1/contacts', { email: `${newUuid()}@farm.example` })
const begin = (who: Person, contact_id: string) => who.make('/v1/conversations', { contact_id })
const userOf = async (owner: Person, { id }: { id: string }) =>
  (await owner.get(`/v1/conversations/${id}`)).body.user_id
const reply = (owner: Person, { email }: { email: string }) =>
  owner.make(INBOX, { channel: 'email', from: email, text: 'Thank you' })

test('spec 5.20: what somebody had who leaves goes to the user named in transfer_to, and a reply lands there', async () => {
  const [, owner, asha, ravi] = await team('agent', 'agent')
  const contact = await newContact(asha as Employee)
  const made = await begin(asha as Employee, contact.id)
  const left = await owner.delete(`/v1/users/${asha?.id}?transfer_to=${ravi?.id}`)
  assert.equal(left.status, 204, left.text)
  assert.equal(await userOf(owner, made), ravi?.id)
  const [removed] = (await owner.get('/v1/audit_log?action=member.removed')).body.data
  assert.deepEqual(removed.details, { role: 'agent', transfer_to: ravi?.id })
  assert.equal((await owner.get(`/v1/contacts/${contact.id}`)).body.owner_id, ravi?.id)
  const { conversation_id, id } = await reply(owner, contact)
  assert.equal(conversation_id, made.id)
  assert.equal((await ravi?.get(`/v1/messages/${id}`))?.status, 200)
  const [event] = await samvad.rows(
    "select payload from events where type = 'conversation.updated' and object_id = $1",
    [uuidOf('conv', made.id)],
  )
  assert.equal(event?.payload.user_id, ravi?.id)
})

test('spec 5.20: else to the contact’s owner, else to the owner of the organization; a group’s to who made it', async () => {
  const [, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const of = [await newContact(ravi), await newContact(owner), await newContact(asha)]
  const conversations = []
  for (const contact of of) conversations.push(await begin(asha, contact.id))
  for (const who of [ravi, asha]) {
    const { id: group_id } = await who.make('/v1/groups', { name: `Dealers ${who.id}` })
    conversations.push(await asha.make('/v1/conversations', { group_id }))
  }
  assert.equal((await owner.delete(`/v1/users/${asha.id}`)).status, 204)
  const users = await Promise.all(conversations.map((one) => userOf(owner, one)))
  assert.deepEqual(users, [ravi.id, owner.id, owner.id, ravi.id, owner.id])
  assert.equal((await owner.get(`/v1/contacts/${of[2].id}`)).body.owner_id, owner.id)
  for (const contact of of) {
    const { conversation_id } = await reply(owner, contact)
    assert.ok(idsOf(conversations).includes(conversation_id))
  }
})

test('spec 5.22: a contact’s owner who may not see conversations gets none, neither what is left nor a first message', async () => {
  const [, owner, asha, billing] = (await team('agent', 'billing')) as [Company, Employee, Employee, Employee]
  const contact = await newContact(owner)
  await owner.put(`/v1/contacts/${contact.id}`, { owner_id: billing.id })
  const made = await begin(asha, contact.id)
  assert.equal((await owner.delete(`/v1/users/${asha.id}`)).status, 204)
  assert.equal(await userOf(owner, made), owner.id)

  const other = await newContact(owner)
  await owner.put(`/v1/contacts/${other.id}`, { owner_id: billing.id })
  const { conversation_id } = await reply(owner, other)
  assert.equal(await userOf(owner, { id: conversation_id }), owner.id)
})

test('spec 5.19, 5.20: where the one who takes over has one with the contact, the two become one', async () => {
  const [, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const contact = await newContact(owner)
  const [gone, stays] = [await begin(asha, contact.id), await begin(ravi, contact.id)]
  const message = await asha.make('/v1/messages', { conversation_id: gone.id, channel: 'email', text: 'Ready' })
  assert.equal((await owner.delete(`/v1/users/${asha.id}?transfer_to=${ravi.id}`)).status, 204)
  assertRefused(await owner.get(`/v1/conversations/${gone.id}`), 404, 'not_found')
  assert.equal((await ravi.get(`/v1/messages/${message.id}`)).body.conversation_id, stays.id)
})

test('spec 5.20: a role without conversations.view leaves none behind, one with it keeps them', async () => {
  const [, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const contact = await newContact(asha)
  const made = await begin(asha, contact.id)
  const change = (json: object) => owner.put(`/v1/users/${asha.id}`, json)
  assert.equal((await change({ role: 'viewer' })).status, 200)
  assert.equal(await userOf(owner, made), asha.id)
  assert.equal((await change({ role: 'viewer', transfer_to: ravi.id })).status, 200)
  assert.equal(await userOf(owner, made), asha.id, 'a viewer sees it still')
  assert.equal((await change({ role: 'billing', transfer_to: ravi.id })).status, 200)
  assert.equal(await userOf(owner, made), ravi.id)
  assert.equal((await owner.get(`/v1/contacts/${contact.id}`)).body.owner_id, asha.id, 'who stays keeps their contacts')
})

test('spec 5.20: a custom role that loses conversations.view hands over what all its members have', async () => {
  const [, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const granted = ['conversations.view', 'conversations.manage', 'contacts.manage', 'contacts.view']
  const role = await owner.make('/v1/roles', { name: 'Clerk', permissions: granted })
  for (const { id } of [asha, ravi]) assert.equal((await owner.put(`/v1/users/${id}`, { role: role.id })).status, 200)
  const shared = await newContact(owner)
  const made = [
    await begin(asha, shared.id),
    await begin(ravi, shared.id),
    await begin(ravi, (await newContact(ravi)).id),
  ]
  const change = (permissions: string[]) => owner.put(`/v1/roles/${role.id}`, { permissions })
  assert.equal((await change(granted.slice(0, 2))).status, 200)
  assert.equal(await userOf(owner, made[0]), asha.id, 'what is not about seeing them moves nothing')
  assert.equal((await change(granted.slice(1))).status, 200)
  // Two conversations with one contact are transferred to one owner: they are merged.
  const { data } = (await owner.get('/v1/conversations?user_id=all')).body
  assert.deepEqual(idsOf(data).toSorted(), [made[0].id, made[2].id].toSorted())
  assert.deepEqual(new Set(data.map((one: { user_id: string }) => one.user_id)), new Set([owner.id]))
})

test('spec 5.21: transfer_to names another member who sees conversations, else nobody leaves and nothing moves', async () => {
  const [, owner, asha, billing] = (await team('agent', 'billing')) as [Company, Employee, Employee, Employee]
  const made = await begin(asha, (await newContact(asha)).id)
  const foreign = publicId('user', (await samvad.newCompany('Banyan Books')).userId)
  const cases: [string, number, string][] = [
    [foreign, 404, 'not_found'],
    [publicId('user', newUuid()), 404, 'not_found'],
    [asha.id, 422, 'invalid_content'],
    [billing.id, 422, 'invalid_content'],
  ]
  for (const [transfer_to, status, code] of cases) {
    const removed = await owner.delete(`/v1/users/${asha.id}?transfer_to=${transfer_to}`)
    assertRefused(removed, status, code, 'transfer_to')
    const changed = await owner.put(`/v1/users/${asha.id}`, { role: 'billing', transfer_to })
    assertRefused(changed, status, code, 'transfer_to')
  }
  assertRefused(await owner.delete(`/v1/users/${asha.id}?transfer_to=all`), 400, 'invalid_query', 'transfer_to')
  assertRefused(
    await owner.put(`/v1/users/${asha.id}`, { transfer_to: owner.id }),
    422,
    'invalid_content',
    'transfer_to',
  )
  assert.equal((await owner.get(`/v1/users/${asha.id}`)).body.role, 'agent')
  assert.equal(await userOf(owner, made), asha.id)
})

test('spec 1.18: what somebody had in another organization stays there', async () => {
  const [company, owner, asha] = (await team('agent')) as [Company, Employee, Employee]
  const [other, otherOwner] = await team()
  await samvad.rows(
    "insert into memberships (org_id, user_id, role_name, created_at) values ($1, $2, 'agent', now())",
    [other.organizationId, uuidOf('user', asha.id)],
  )
  const contact = await newContact(otherOwner)
  await samvad.rows(
    `insert into conversations (org_id, id, user_id, contact_id, created_at) values ($1, $2, $3, $4, now())`,
    [other.organizationId, newUuid(), uuidOf('user', asha.id), uuidOf('contact', contact.id)],
  )
  assert.equal((await owner.delete(`/v1/users/${asha.id}`)).status, 204)
  const { data } = (await otherOwner.get('/v1/conversations?user_id=all')).body
  assert.deepEqual(
    data.map((one: { user_id: string }) => one.user_id),
    [asha.id],
  )
  assert.notEqual(company.organizationId, other.organizationId)
})

test('spec 5.22: a reply never lands with a user who cannot see it, also if one had it against the rule', async () => {
  const [company, owner, billing] = (await team('billing')) as [Company, Employee, Employee]
  const contact = await newContact(owner)
  const lost = newUuid()
  await samvad.rows(
    `insert into conversations (org_id, id, user_id, contact_id, last_active_at, created_at)
    values ($1, $2, $3, $4, now(), now())`,
    [company.organizationId, lost, uuidOf('user', billing.id), uuidOf('contact', contact.id)],
  )
  const { conversation_id } = await reply(owner, contact)
  assert.equal(await userOf(owner, { id: conversation_id }), owner.id)
  await samvad.rows('delete from conversations where id = $1', [lost])
})

test('spec 5.20: conversations of five pieces, half of them with contacts of the one who takes over too, leave none behind', async () => {
  const [company, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const { organizationId } = company
  const ids = { asha: uuidOf('user', asha.id), ravi: uuidOf('user', ravi.id) }
  await samvad.rows(
    `with people as (
       insert into contacts (org_id, id, owner_id, display_name, created_at)
       select $1, gen_random_uuid(), $2, 'C' || n, now() from generate_series(1, 250) n returning id),
     counted as (select id, row_number() over () as n from people),
     first as (insert into conversations (org_id, id, user_id, contact_id, created_at)
       select $1, gen_random_uuid(), $2, id, now() from counted returning id),
     second as (insert into conversations (org_id, id, user_id, contact_id, created_at)
       select $1, gen_random_uuid(), $3, id, now() from counted where n <= 125)
     insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
     select $1, gen_random_uuid(), id, 'outbound', 'email', $2, 'Ready', now() from first cross
       join generate_series(1, 3)`,
    [organizationId, ids.asha, ids.ravi],
  )
  const left = await owner.delete(`/v1/users/${asha.id}?transfer_to=${ravi.id}`)
  assert.equal(left.status, 204, left.text)
  await handOverNoted(samvad.app)
  const counts = await samvad.rows(
    `select user_id, count(*)::int as conversations,
            (select count(*)::int from messages m join conversations o on o.org_id = m.org_id
                and o.id = m.conversation_id
              where m.org_id = $1 and o.user_id = c.user_id) as messages
       from conversations c where org_id = $1 group by user_id`,
    [organizationId],
  )
  assert.deepEqual(counts, [{ user_id: ids.ravi, conversations: 250, messages: 750 }])
  const owners = await samvad.rows('select distinct owner_id from contacts where org_id = $1', [organizationId])
  assert.deepEqual(owners, [{ owner_id: ids.ravi }])
})

test("spec 5.21: whom another's conversations go to is named by who sees them and may hand them over", async () => {
  const [company, owner, colleague] = (await team('agent')) as [Company, Employee, Employee]
  const permissions = [
    'users.view',
    'users.manage',
    'tokens.manage',
    'contacts.view',
    'contacts.manage',
    'groups.view',
    'groups.manage',
    'organization.view',
    'channels.view',
    'conversations.view',
    'conversations.manage',
    'conversations.assign',
    'messages.view',
    'messages.send',
    'messages.manage',
    'templates.view',
    'templates.manage',
    'campaigns.view',
    'campaigns.manage',
    'campaigns.send',
    'forms.view',
    'forms.manage',
    'submissions.view',
    'sandbox.use',
  ]
  const { id: role } = await owner.make('/v1/roles', { name: 'Staff office', permissions })
  const member = await samvad.newMember(company.organizationId, 'viewer')
  const id = publicId('user', member.userId)
  assert.equal((await owner.put(`/v1/users/${id}`, { role })).status, 200)
  const office = person(samvad, member)
  const made = await begin(colleague, (await newContact(colleague)).id)
  for (const answer of [
    await office.put(`/v1/users/${colleague.id}`, { role: 'agent', transfer_to: id }),
    await office.delete(`/v1/users/${colleague.id}?transfer_to=${id}`),
  ])
    assertRefused(answer, 403, 'permission_denied', 'transfer_to')
  assert.equal(await userOf(owner, made), colleague.id)
  assert.equal((await office.delete(`/v1/users/${colleague.id}`)).status, 204, 'without naming anybody')
})

test('spec 5.23: a reply lands in the conversation that is active, not in one that was only just begun', async () => {
  const [, owner, asha, ravi] = (await team('agent', 'agent')) as [Company, Employee, Employee, Employee]
  const contact = await newContact(asha)
  const active = await begin(asha, contact.id)
  assert.equal((await reply(owner, contact)).conversation_id, active.id)
  await begin(ravi, contact.id)
  assert.equal((await reply(owner, contact)).conversation_id, active.id)
})
