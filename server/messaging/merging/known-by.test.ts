// After a merge, the addresses of the merged contact belong to the remaining one: spec 6.31.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnsubscribeTokens } from '#messaging/channels/email/unsubscribe.ts'
import { lostAddresses } from '#messaging/contacts/known-by.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import { exportContact } from '#privacy/export.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { imported } from '../../../test/imports.ts'
import { inboundMail } from '../../../test/inbound-mail.ts'
import { answer } from '../../../test/mails.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { app } = samvad
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
const mail = inboundMail(samvad)
const scope = () => ({ organizationId, at: app.clock() })

let count = 0
const address = () => `k${++count}@farm.example`
const number = () => `+9198765${String(40_000 + ++count)}`
const contact = (fields: object) => asha.make('/v1/contacts', fields)
const merge = async (into: { id: string }, from: { id: string }, take: string[] = []) => {
  const merged = await asha.post(`/v1/contacts/${into.id}/merge`, { from: from.id, take })
  assert.equal(merged.status, 200, merged.text)
}
const shown = async ({ id }: { id: string }) => (await asha.get(`/v1/contacts/${id}`)).body

async function writes(from: string): Promise<string> {
  await mail.deliver(organizationId, { raw: answer({ from, id: `<${++count}@farm.example>` }) })
  const [row] = await samvad.rows<{ sender_id: string }>(
    "select sender_id from messages where org_id = $1 and direction = 'inbound' order by id desc limit 1",
    [organizationId],
  )
  return row?.sender_id as string
}

test('mail from the address of an absorbed contact is the other’s, whose own address is written to (spec 6.31)', async () => {
  const [into, from] = [await contact({ email: address() }), await contact({ email: address() })]
  await merge(into, from)
  assert.equal(await writes(from.email.toUpperCase()), uuidOf('contact', into.id))
  const conversation = await asha.make('/v1/conversations', { contact_id: into.id })
  const { id } = await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Hello' })
  const deliveries = (await asha.get(`/v1/messages/${id}/deliveries`)).body.data
  assert.deepEqual(
    deliveries.map((one: { address: string }) => one.address),
    [into.email],
  )
  const found = (await asha.get(`/v1/contacts?email=${from.email}`)).body.data
  assert.deepEqual(
    found.map((one: { id: string }) => one.id),
    [into.id],
    'it is found by that address, so that nobody makes it again',
  )
})

test('it sticks through a chain of merges, and where the absorbed one’s address is taken over (spec 6.31)', async () => {
  const [a, b, c] = [
    await contact({ email: address() }),
    await contact({ email: address() }),
    await contact({ email: address() }),
  ]
  await merge(b, c)
  await merge(a, b, ['email'])
  assert.equal((await shown(a)).email, b.email)
  for (const email of [a.email, b.email, c.email]) assert.equal(await writes(email), uuidOf('contact', a.id), email)
})

test('a contact that is made with the address afterwards has it (spec 6.31)', async () => {
  const [into, from] = [await contact({ email: address() }), await contact({ email: address() })]
  await merge(into, from)
  const made = await contact({ email: from.email })
  assert.equal(await writes(from.email), uuidOf('contact', made.id))
})

test('who complains by the absorbed address, or did, is written to no more; a bounce there says nothing (spec 6.31, 6.21)', async () => {
  const [into, from] = [await contact({ email: address() }), await contact({ email: address() })]
  await asha.make('/v1/suppressions', { channel: 'email', address: from.email, reason: 'bounced' })
  await merge(into, from)
  assert.deepEqual((await shown(into)).suppressed, {})
  const other = await contact({ email: address() })
  const { id } = await asha.make('/v1/suppressions', { channel: 'email', address: other.email, reason: 'complained' })
  await merge(into, other)
  assert.deepEqual((await shown(into)).suppressed, { email: 'complained' })
  assert.equal((await asha.delete(`/v1/suppressions/${id}`)).status, 204)
  assert.deepEqual((await shown(into)).suppressed, {})
  await asha.make('/v1/suppressions', { channel: 'email', address: other.email, reason: 'complained' })
  assert.deepEqual((await shown(into)).suppressed, { email: 'complained' })
})

test('STOP from the absorbed number, and the link in a mail to the absorbed contact, unsubscribe (spec 6.31, 6.23)', async () => {
  const [into, from] = [
    await contact({ phone_number: number(), email: address() }),
    await contact({ phone_number: number(), email: address() }),
  ]
  await merge(into, from)
  const written = { channel: 'app' as const, providerId: 'wamid.stop', time: app.clock() }
  const content = { subject: null, text: 'STOP', html: null, attachments: [] }
  await app.database.transaction((tx) => receive(tx, scope(), { ...written, from: from.phone_number, content }))
  assert.deepEqual(Object.keys((await shown(into)).unsubscribed), ['app'])
  const [row] = await samvad.rows('select last_inbound_at, last_active_at from contacts where id = $1', [
    uuidOf('contact', into.id),
  ])
  assert.equal(row?.last_inbound_at, null, 'no session opens with the number that is written to')
  assert.ok(row?.last_active_at)
  const token = createUnsubscribeTokens(app.sealer).make({
    organizationId,
    contactId: uuidOf('contact', from.id),
    channel: 'email',
  })
  const response = await fetch(`${samvad.url}/unsubscribe/${token}`, { method: 'POST', body: new URLSearchParams() })
  assert.equal(response.status, 200)
  assert.deepEqual(Object.keys((await shown(into)).unsubscribed).toSorted(), ['app', 'email'])
})

test('the export names the absorbed addresses, and erasing forgets them with what was written from them (spec 6.31, 6.12)', async () => {
  const [into, from] = [
    await contact({ email: address() }),
    await contact({ email: address(), phone_number: number() }),
  ]
  await merge(into, from, ['phone_number'])
  const id = uuidOf('contact', into.id)
  const exported = await app.database.transaction((tx) => exportContact(tx, scope(), id))
  assert.deepEqual(
    exported.known_by.map((one) => [one.field, one.address]),
    [['email', from.email]],
  )
  await samvad.rows(
    `insert into quarantine (id, channel, source, fingerprint, body, address, text, received_at)
     values (gen_random_uuid(), 'email', 'mail', $1, '', $2, 'Hello', now())`,
    [Buffer.from(from.email), from.email],
  )
  const extent = await extentOf(app.database.reads, scope(), id)
  assert.equal(extent.quarantined, 1)
  await app.database.transaction((tx) => eraseContact(tx, scope(), id, extent))
  for (const query of [
    'select 1 from contact_addresses where contact_id = $1',
    'select 1 from merged_contacts where into_id = $1',
  ])
    assert.deepEqual(await samvad.rows(query, [id]), [])
  assert.deepEqual(await samvad.rows('select 1 from quarantine where address = $1', [from.email]), [])
  assert.notEqual(await writes(from.email), id)
})

test('an import finds the contact by the absorbed address, and leaves the one that is written to (spec 6.31, 6.25)', async () => {
  const [into, from] = [await contact({ email: address() }), await contact({ email: address() })]
  await merge(into, from)
  const fields = { mapping: { Name: 'display_name', Email: 'email' }, existing: 'update' }
  const done = await imported(samvad, `Name,Email\nRavi Rao,${from.email}\n`, fields)
  assert.deepEqual([done.created, done.updated], [0, 1])
  const { email, display_name } = await shown(into)
  assert.deepEqual([email, display_name], [into.email, 'Ravi Rao'])
})

test('what a merged contact is known by: what it does not have as its own, a mail address in any case once (spec 6.31)', () => {
  const merged = { email: 'A@farm.example', phone_number: '+91', app_id: null }
  const both = [
    { email: 'a@farm.example', phone_number: null, app_id: 'IN.1' },
    { email: 'b@farm.example', phone_number: '+91', app_id: null },
  ]
  assert.deepEqual(lostAddresses(both, merged), [
    { field: 'app_id', address: 'IN.1' },
    { field: 'email', address: 'b@farm.example' },
  ])
})
