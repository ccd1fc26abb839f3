// samvad contact: the data stored about a person, and its deletion.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../test/harness.ts'
import { correspond, delivered, deliveriesOf, until, write } from '../../test/mail-story.ts'
import { startReceiving } from '../../test/receiving.ts'
import { person } from '../../test/story.ts'
import { UsageError } from './command.ts'
import { contactErase, contactExport } from './contact.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()

const run = async (command: typeof contactExport, options: object) => {
  const { app, connection } = samvad
  const outcome = await command.run({ app, connection, options: { json: true, ...options } as never, say() {} })
  // The printed form.
  return JSON.parse(JSON.stringify(outcome.data))
}

let ravi: Awaited<ReturnType<typeof correspond>>
let meena: Awaited<ReturnType<typeof correspond>>
let group: { id: string }
before(async () => {
  for (const type of ['message.sent', 'message.received'])
    await samvad.rows("insert into event_subscriptions (org_id, event_type, subscriber) values ($1, $2, 'test')", [
      organizationId,
      type,
    ])
  ravi = await correspond(asha, 'ravi@marigold.example', 'Ravi Marigold')
  meena = await correspond(asha, 'meena@tulip.example', 'Meena Tulip')
  const change = { attributes: { note: 'likes marigolds' }, unsubscribed: { sms: 1_700_000_000 } }
  const changed = await asha.put(`/v1/contacts/${ravi.contactId}`, change)
  assert.equal(changed.status, 200, changed.text)
  group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [ravi.contactId, meena.contactId] })
  await delivered(samvad, await write(asha, ravi, { subject: 'About you', text: 'Dear Ravi' }), 'sent')
  await delivered(samvad, await write(asha, meena, { text: 'Dear Meena' }), 'sent')
  const received = { channel: 'email', from: 'ravi@marigold.example', subject: 'Re', text: 'I write marigolds' }
  const heard = (await asha.post('/v1/sandbox/messages', received)).body
  await asha.post(`/v1/messages/${heard.id}/reactions`, { emoji: '👍' })
  const toAll = await asha.make('/v1/conversations', { group_id: group.id })
  const message = await asha.make('/v1/messages', { conversation_id: toAll.id, channel: 'email', text: 'Dear all' })
  await until(
    () => deliveriesOf(samvad, message),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'sent'),
  )
})

test('spec 6.12: the export of a contact has no mail that the program sent to a user with the same address', async () => {
  await samvad.rows(
    `insert into sandbox_messages (org_id, id, channel, from_address, address, text, raw, only_user_id, received_at)
     values ($1, gen_random_uuid(), 'email', 'a@samvad.example', 'ravi@marigold.example', 'reset#link', '', $2, now())`,
    [organizationId, samvad.company.userId],
  )
  const data = await run(contactExport, { email: 'ravi@marigold.example' })
  assert.doesNotMatch(JSON.stringify(data.sandbox_messages), /reset#link/)
})

test('spec 6.12: the export holds all of one person in the shapes of the API, and nothing of anybody else', async () => {
  const data = await run(contactExport, { email: 'Ravi@Marigold.example' })
  assert.equal(data.contact.id, ravi.contactId)
  assert.deepEqual(
    [data.contact.email, data.contact.attributes, data.contact.unsubscribed],
    ['ravi@marigold.example', { note: 'likes marigolds' }, { sms: 1_700_000_000 }],
  )
  assert.ok(data.contact.last_active_at > 0)
  assert.deepEqual(
    data.groups.map(({ name }: { name: string }) => name),
    ['Dealers'],
  )
  assert.deepEqual(
    data.conversations.map(({ id }: { id: string }) => id),
    [ravi.conversationId],
  )
  const words = data.messages.map(({ text }: { text: string }) => text)
  assert.deepEqual(words, ['Dear Ravi', 'I write marigolds', 'Dear all'])
  assert.deepEqual(
    data.messages.map(({ deliveries }: { deliveries: { address: string }[] }) => deliveries.map((one) => one.address)),
    [['ravi@marigold.example'], [], ['ravi@marigold.example']],
  )
  assert.equal(data.messages[1].reactions.length, 1)
  const types = new Set(data.events.map(({ type }: { type: string }) => type))
  for (const type of ['contact.created', 'contact.updated', 'message.sent', 'message.received'])
    assert.ok(types.has(type), type)
  assert.ok(data.sandbox_messages.length >= 2)
  assert.doesNotMatch(JSON.stringify(data), /tulip|Meena/)
  assert.doesNotMatch(JSON.stringify(data), new RegExp(meena.contactId))

  // It contains all of the contact's stored deliveries.
  const stored = await samvad.rows<{ id: string }>('select id from deliveries where contact_id = $1', [
    uuidOf('contact', ravi.contactId),
  ])
  const shown = data.messages.flatMap(({ deliveries }: { deliveries: { id: string }[] }) =>
    deliveries.map(({ id }) => uuidOf('dlv', id)),
  )
  assert.deepEqual(shown.toSorted(), stored.map(({ id }) => id).toSorted())
  const [entry] = await samvad.rows("select actor, object, details from audit_log where action = 'contact.exported'")
  assert.deepEqual(entry, { actor: 'command_line', object: ravi.contactId, details: {} })
})

test('spec 6.12: an address that two share, or nobody has, names nobody; a stranger cannot be named at all', async () => {
  const twin = await asha.make('/v1/contacts', { display_name: 'Twin', email: 'ravi@marigold.example' })
  await assert.rejects(run(contactExport, { email: 'ravi@marigold.example' }), (error: Error) => {
    assert.match(error.message, /Several contacts .* --contact/)
    for (const id of [ravi.contactId, twin.id]) assert.ok(error.message.includes(id))
    return true
  })
  await asha.delete(`/v1/contacts/${twin.id}`)
  await assert.rejects(run(contactExport, { phone: '+919876543210' }), /No contact/)
  await assert.rejects(run(contactExport, { contact: 'nobody' }), /not the ID of a contact/)
  for (const wrong of [{}, { contact: ravi.contactId, email: 'ravi@marigold.example' }])
    await assert.rejects(run(contactErase, wrong), UsageError)
  const elsewhere = await samvad.newCompany('Banyan Books')
  const organization = person(samvad, elsewhere)
  const stranger = await organization.make('/v1/contacts', { email: 'secret@banyan.example' })
  const own = (await asha.get('/v1/organization')).body.id
  for (const command of [contactExport, contactErase])
    await assert.rejects(
      run(command, { organization: own, contact: stranger.id, yes: true }),
      /There is no such contact/,
    )
  assert.equal((await organization.get(`/v1/contacts/${stranger.id}`)).status, 200)
})

test('spec 6.13: erasing asks first, takes the person with all that was said, and leaves the money as it was', async () => {
  const organization = (await asha.get('/v1/organization')).body.id
  const named = { organization, contact: ravi.contactId }
  const balance = (await asha.get('/api/v1/billing/balance')).body.balance
  const ledger = await samvad.rows('select id, amount_micros from transactions order by id')
  await assert.rejects(run(contactErase, named), /Delete contact_.* for good: 1 conversations with 2 messages.*--yes/)
  assert.equal((await asha.get(`/v1/contacts/${ravi.contactId}`)).status, 200)

  const done = await run(contactErase, { ...named, yes: true })
  assert.deepEqual(done.erased, {
    conversations: 1,
    messages: 2,
    groups: 1,
    queued_deliveries: 0,
    quarantined: 0,
    waiting: 0,
  })
  assert.match(done.remains.join(), /ledger and the invoices.*backups/s)
  assert.equal((await asha.get(`/v1/contacts/${ravi.contactId}`)).status, 404)
  assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, balance)
  assert.deepEqual(await samvad.rows('select id, amount_micros from transactions order by id'), ledger)
  for (const [table, column] of [
    ['messages', 'text'],
    ['deliveries', 'address'],
    ['events', 'payload'],
    ['sandbox_messages', 'raw'],
    ['audit_log', 'details'],
  ] as [string, string][])
    assert.deepEqual(await samvad.rows(`select 1 from ${table} where ${column}::text ilike '%marigold%'`), [], table)
  const [entry] = await samvad.rows("select actor, object, details from audit_log where action = 'contact.erased'")
  assert.deepEqual(entry, { actor: 'command_line', object: ravi.contactId, details: done.erased })
  // The other member of the group is unaffected.
  assert.match(JSON.stringify(await run(contactExport, { organization, contact: meena.contactId })), /Dear all/)
})
