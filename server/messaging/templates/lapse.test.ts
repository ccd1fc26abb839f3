// An approval belongs to the account that gave it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { englishOf } from '#kit/messages/details.ts'
import { account, templateStory } from '../../../test/app-templates.ts'
import { until } from '../../../test/mail-story.ts'
import { person } from '../../../test/story.ts'
import { LAPSED } from './lapse.ts'

const LAPSED_TEXT = englishOf(LAPSED)

const { samvad, asha, work, shown, make, submit, review, now, templates } = await templateStory()

/** Another account, which the server does not have, so that nothing is approved there. */
const another = { ...account, business_account_id: '102290129349999', phone_number_id: '106540352249999' }
const approvedOne = async () => {
  const { id, name } = await make()
  await submit(id)
  await work()
  await review(name, 'approved', new Date(now()))
  const { status, approved_version } = await shown(id)
  assert.deepEqual([status, approved_version], ['approved', 1])
  return { id, name }
}
const seen = async (id: string) => {
  const { status, approved_version, reason } = await shown(id)
  return { status, approved_version, reason }
}
const lapsed = { status: 'draft', approved_version: null, reason: LAPSED_TEXT }

test('spec 5.45: with another account nothing is approved yet; what waits for a decision waits there', async () => {
  const approved = await approvedOne()
  const paused = await approvedOne()
  await review(paused.name, 'paused', new Date(now()))
  const waiting = await make()
  await submit(waiting.id)
  await work()
  const draft = await make()
  const sms = await make({
    channel: 'sms',
    category: 'service',
    registered_id: '1107160000000000001',
    header: 'ASHATX',
  })
  const before = { draft: await shown(draft.id), sms: await shown(sms.id) }
  // The same account with another access token: all approvals stay.
  assert.equal((await asha.put('/v1/channels/app', { ...account, access_token: 'EAAGnew' })).status, 200)
  assert.equal((await shown(approved.id)).status, 'approved')

  assert.equal((await asha.put('/v1/channels/app', another)).status, 200)
  assert.deepEqual(await seen(approved.id), lapsed)
  assert.deepEqual(await seen(paused.id), lapsed)
  assert.deepEqual(await seen(waiting.id), { status: 'submitted', approved_version: null, reason: null })
  assert.deepEqual({ draft: await shown(draft.id), sms: await shown(sms.id) }, before)
  const [due] = await samvad.rows<{ count: bigint }>(
    'select count(*) as count from templates where provider_due_at is not null',
  )
  assert.equal(due?.count, 1n, 'it is told to the new one')
  const told = await asha.get('/v1/audit_log?limit=100')
  const lapses = told.body.data.filter(
    ({ action, details }: { action: string; details: { reason?: string } }) =>
      action === 'template.updated' && details.reason === LAPSED_TEXT,
  )
  assert.equal(lapses.length, 2)

  // The former account again, and submitted: the account has the template already, and its decision applies.
  assert.equal((await asha.put('/v1/channels/app', account)).status, 200)
  assert.equal((await submit(approved.id)).status, 'submitted')
  templates.done.length = 0
  await work()
  assert.deepEqual(templates.done, [], 'nothing is made there a second time')
})

test('spec 5.45: what the sandbox approved is not approved at Meta', async () => {
  const company = await samvad.newCompany('From the sandbox')
  const meena = person(samvad, company)
  samvad.setClock(null)
  samvad.startWorker()
  const fields = { name: 'ready', channel: 'app', language: 'en', category: 'utility', text: 'It is ready.' }
  const { id } = await meena.make('/v1/templates', fields)
  await meena.post(`/v1/templates/${id}/submit`)
  await until(
    async () => (await meena.get(`/v1/templates/${id}`)).body.status,
    (status) => status === 'approved',
  )
  const contact = await meena.make('/v1/contacts', { display_name: 'Ravi', phone_number: '+919876543210' })
  const conversation = await meena.make('/v1/conversations', { contact_id: contact.id })
  const write = () => meena.post('/v1/messages', { conversation_id: conversation.id, channel: 'app', template_id: id })
  assert.equal((await meena.put('/v1/channels/app', another)).status, 200)
  const { status, reason } = (await meena.get(`/v1/templates/${id}`)).body
  assert.deepEqual([status, reason], ['draft', LAPSED_TEXT])
  // Within the seconds for which a process caches it.
  const refused = await until(write, (answer) => answer.status !== 201)
  assert.deepEqual([refused.status, refused.body.code], [422, 'template_unavailable'])
})
