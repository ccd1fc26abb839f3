// Contact lists, filters of contacts, and contacts as a file, over the API.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#kit/database/sql.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { csvRows, exported } from '../../../../test/exports.ts'
import { publicId, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/program.ts'
import { assertRefused, idsOf, person, walk } from '../../../../test/story.ts'
import * as lists from './actions.ts'
import { listJobs } from './jobs.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { company } = samvad

test('spec 6.10: a list has a name and a count; contacts are members once, and leave it when they are deleted', async () => {
  const made = await asha.post('/v1/lists', { name: 'Farmers', description: 'Of\nPune' })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers.get('location'), `/v1/lists/${made.body.id}`)
  const { id } = made.body
  const contacts = await Promise.all(['A', 'B', 'C'].map((display_name) => asha.make('/v1/contacts', { display_name })))
  const contact_ids = contacts.map((one) => one.id)
  const members = `/v1/lists/${id}/members`
  assert.equal((await asha.post(members, { contact_ids })).body.contact_count, 3)
  assert.equal((await asha.post(members, { contact_ids })).body.contact_count, 3)
  const unknown = publicId('contact', '0198a000-0000-7000-8000-000000000000')
  assertRefused(await asha.post(members, { contact_ids: [unknown] }), 404, 'not_found', 'contact_ids')
  const taken = await asha.delete(members, { json: { contact_ids: [contact_ids[0], unknown] } })
  assert.deepEqual([taken.status, taken.body.contact_count], [200, 2])
  assert.equal((await asha.delete(`/v1/contacts/${contact_ids[1]}`)).status, 204)
  assert.equal((await asha.get(`/v1/lists/${id}`)).body.contact_count, 1)
  assert.deepEqual(idsOf((await asha.get(members)).body.data), [contact_ids[2]])
  const other = await asha.make('/v1/lists', { name: 'Shops' })
  const listsOf = async (one: unknown) => idsOf((await asha.get(`/v1/lists?contact_id=${one}`)).body.data)
  assert.deepEqual([await listsOf(contact_ids[2]), await listsOf(contact_ids[0])], [[id], []])
  await asha.post(`/v1/lists/${other.id}/members`, { contact_ids: [contact_ids[2]] })
  assert.deepEqual(await listsOf(contact_ids[2]), [other.id, id])
  assert.equal((await asha.delete(`/v1/lists/${other.id}`)).status, 204)
  assert.deepEqual(await listsOf(contact_ids[2]), [id])
  const changed = await asha.put(`/v1/lists/${id}`, { description: null })
  assert.deepEqual([changed.body.name, changed.body.description], ['Farmers', null])

  assert.equal((await asha.delete(`/v1/lists/${id}`)).status, 204)
  for (const path of [`/v1/lists/${id}`, members]) assertRefused(await asha.get(path), 404, 'not_found')
  assertRefused(await asha.post(members, { contact_ids: [contact_ids[2]] }), 404, 'not_found')
  for (const job of listJobs(samvad.app)) while (await job.run(new AbortController().signal));
  assert.deepEqual(await samvad.rows('select list_id from list_members'), [])
  assert.equal((await asha.get(`/v1/contacts/${contact_ids[2]}`)).status, 200)
})

test('spec 6.10: a contact that is deleted while it is added to a list is not on it, whichever commits first', async () => {
  const { id } = await asha.make('/v1/lists', { name: 'Leaving' })
  const { organizationId } = company
  const { database, clock } = samvad.app
  const isWaiting = async () => (await samvad.rows('select from pg_locks where not granted')).length > 0
  for (const isDeletedFirst of [true, false]) {
    const contact = await asha.make('/v1/contacts', { display_name: 'Leaves' })
    const uuid = uuidOf('contact', contact.id)
    const add = () => asha.post(`/v1/lists/${id}/members`, { contact_ids: [contact.id] })
    const scope = { organizationId, at: clock() }
    let other: Promise<{ status: number }> | undefined
    await database.transaction(async (tx) => {
      if (isDeletedFirst) await contacts.remove(tx, scope, uuid)
      else {
        await tx.rows(sql`select from contacts where org_id = ${organizationId} and id = ${uuid} for key share`)
        await lists.addImported(tx, scope, uuidOf('list', id), [uuid])
      }
      other = isDeletedFirst ? add() : asha.delete(`/v1/contacts/${contact.id}`)
      await eventually('the other waits', isWaiting)
    }, organizationId)
    assert.equal((await other)?.status, isDeletedFirst ? 404 : 204)
    assert.deepEqual(await samvad.rows('select from list_members where contact_id = $1', [uuid]), [])
    assert.equal((await asha.get(`/v1/lists/${id}`)).body.contact_count, 0)
  }
})

test('spec 6.29: contacts are found by group, list, channel, suppression, consent, owner and time, page by page; and so exported', async (t) => {
  t.after(() => samvad.setClock(null))
  const firm = await samvad.newCompany('Filtered')
  const who = person(samvad, firm)
  const at = (day: number) => new Date(Date.UTC(2027, 2, day, 12))
  const make = async (day: number, fields: object) => {
    samvad.setClock(at(day))
    return (await who.make('/v1/contacts', fields)).id as string
  }
  const mail = await make(1, { display_name: '=1+1', email: 'a@x.example' })
  const phone = await make(2, { phone_number: '+919876543210', attributes: { city: 'Pune' } })
  const both = await make(3, { email: 'b@x.example', phone_number: '+919876543211' })
  const app = await make(4, { app_id: 'IN.1' })
  await who.make('/v1/suppressions', { channel: 'email', address: 'a@x.example' })
  await who.put(`/v1/contacts/${both}`, { unsubscribed: { sms: 1767225600 } })
  const group = await who.make('/v1/groups', { name: 'G', contacts: [mail, app] })
  const list = await who.make('/v1/lists', { name: 'L' })
  await who.post(`/v1/lists/${list.id}/members`, { contact_ids: [mail, both] })
  const owner = publicId('user', firm.userId)
  const cases: [string, string[]][] = [
    ['channel=email', [both, mail]],
    ['channel=sms', [both, phone]],
    ['channel=app', [app, both, phone]],
    ['suppressed=true', [mail]],
    ['suppressed=true&channel=sms', []],
    ['suppressed=false&channel=email', [both]],
    ['unsubscribed=true', [both]],
    ['unsubscribed=false', [app, phone, mail]],
    [`group_id=${group.id}`, [app, mail]],
    [`list_id=${list.id}`, [both, mail]],
    [`list_id=${list.id}&group_id=${group.id}`, [mail]],
    ['from=2027-03-02&to=2027-03-03', [both, phone]],
    [`owner_id=${owner}`, [app, both, phone, mail]],
  ]
  for (const [query, expected] of cases) {
    assert.deepEqual(idsOf((await who.get(`/v1/contacts?${query}`)).body.data), expected, query)
    assert.deepEqual(idsOf(await walk(who, `/v1/contacts?${query}`, 1)), expected, query)
  }
  const theirs = await asha.make('/v1/lists', { name: 'Theirs' })
  assert.deepEqual((await who.get(`/v1/contacts?list_id=${theirs.id}`)).body.data, [])

  const { bytes, shown } = await exported(samvad, 'contacts', { from: '2027-03-01', to: '2027-03-31' }, firm)
  const rows = await csvRows(samvad, bytes)
  assert.deepEqual(
    rows.map(({ id }) => id),
    [mail, phone, both, app],
  )
  assert.equal(shown.row_count, 4)
  const [first, second, third] = rows
  assert.deepEqual([first?.display_name, first?.suppressed_email], ["'=1+1", 'yes'])
  assert.deepEqual([second?.attributes, third?.unsubscribed_sms], ['{"city": "Pune"}', 'yes'])
})

test('spec 6.29: an export is narrowed as the list is, and only of contacts', async () => {
  const asked = { format: 'csv', from: '2026-01-01', to: '2026-12-31', filter: { suppressed: true } }
  const path = '/api/v1/billing/exports'
  assertRefused(await asha.post(path, { ...asked, kind: 'transactions' }), 422, 'invalid_content', 'filter')
  assert.equal((await asha.post(path, { ...asked, kind: 'contacts' })).status, 202)
  const agent = person(samvad, await samvad.newMember(company.organizationId, 'agent'))
  assert.equal((await agent.post(path, { ...asked, kind: 'contacts' })).status, 202)
  assertRefused(await agent.post(path, { ...asked, kind: 'log', format: 'xlsx' }), 403, 'permission_denied', 'kind')
})
