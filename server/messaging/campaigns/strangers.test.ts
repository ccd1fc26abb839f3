// Objects of other organizations are not found, wherever a campaign may refer to them; read-only permissions; and
// errors that say how to fix them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { createStarter } from './start.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const { campaign, contact, listOf } = campaignStory(samvad, mailbox)

const words = { name: 'ready', channel: 'email', language: 'en', subject: 'Ready', text: 'It is.', category: 'utility' }

test('spec 15.3: lists, segments, templates and contacts of another organization are not there', async () => {
  const asha = person(samvad)
  const stranger = person(samvad, await samvad.newCompany('Strangers'))
  const theirs = {
    list: await listOf(stranger, []),
    segment: await stranger.make('/v1/segments', { name: 'Theirs', filter: { attribute: 'city', is: 'Pune' } }),
    template: await stranger.make('/v1/templates', words),
    contact: await contact(stranger, { email: 'theirs@farm.example' }),
    campaign: await campaign(stranger, [await listOf(stranger, [])]),
  }
  const own = await listOf(asha, [])
  const one = await campaign(asha, [own])
  const draft = { name: 'Offer', channel: 'email', subject: 'Offer', text: 'Seeds', list_ids: [own.id] }
  for (const [fields, field] of [
    [{ list_ids: [own.id, theirs.list.id] }, 'list_ids[1]'],
    [{ exclude_list_ids: [theirs.list.id] }, 'exclude_list_ids[0]'],
    [{ segment_ids: [theirs.segment.id] }, 'segment_ids[0]'],
    [{ template_id: theirs.template.id, subject: null, text: null }, 'template_id'],
  ] as const) {
    assertRefused(await asha.post('/v1/campaigns', { ...draft, ...fields }), 404, 'not_found', field)
    assertRefused(await asha.put(`/v1/campaigns/${one.id}`, fields), 404, 'not_found', field)
  }
  const testing = { contact_id: theirs.contact.id }
  assertRefused(await asha.post(`/v1/campaigns/${one.id}/test`, testing), 404, 'not_found', 'contact_id')
  const { body } = await asha.get(`/v1/campaigns/${one.id}`)
  assert.deepEqual([body.list_ids, body.segment_ids, body.template_id], [[own.id], [], null], 'nothing has changed')

  const path = `/v1/campaigns/${theirs.campaign.id}`
  for (const act of ['estimate', 'start', 'pause', 'resume', 'cancel'])
    assertRefused(await asha.post(`${path}/${act}`, act === 'start' ? {} : undefined), 404, 'not_found')
  assertRefused(await asha.post(`${path}/test`, testing), 404, 'not_found')
  assertRefused(await asha.put(path, { name: 'Mine' }), 404, 'not_found')
  assertRefused(await asha.delete(path), 404, 'not_found')
  for (const read of [path, `${path}/deliveries`]) assertRefused(await asha.get(read), 404, 'not_found')
  assert.equal((await stranger.get(path)).body.status, 'draft')
})

test('spec 15.8: who has campaigns.view alone reads and estimates, and changes nothing', async () => {
  const asha = person(samvad)
  const viewer = person(samvad, await samvad.newMember(samvad.company.organizationId, 'viewer'))
  const reader = await contact(asha, { email: 'reader@farm.example' })
  const list = await listOf(asha, [reader])
  const one = await campaign(asha, [list])
  const path = `/v1/campaigns/${one.id}`
  assert.equal((await viewer.get(path)).status, 200)
  assert.equal((await viewer.post(`${path}/estimate`)).body.recipients, 1)
  const draft = { name: 'Offer', channel: 'email', subject: 'Offer', text: 'Seeds', list_ids: [list.id] }
  for (const refused of [
    await viewer.post('/v1/campaigns', draft),
    await viewer.put(path, { name: 'Mine' }),
    await viewer.delete(path),
    await viewer.post(`${path}/start`, {}),
    await viewer.post(`${path}/pause`),
    await viewer.post(`${path}/resume`),
    await viewer.post(`${path}/cancel`),
    await viewer.post(`${path}/test`, { contact_id: reader.id }),
  ])
    assertRefused(refused, 403, 'permission_denied')
  assert.deepEqual([(await asha.get(path)).body.status, (await asha.get(path)).body.name], ['draft', one.name])
})

test('spec 15.3: a list that is named twice and a time that is none are refused with what to do', async () => {
  const asha = person(samvad)
  const list = await listOf(asha, [])
  const draft = { name: 'Offer', channel: 'email', subject: 'Offer', text: 'Seeds', list_ids: [list.id] }
  const twice = await asha.post('/v1/campaigns', { ...draft, list_ids: [list.id, list.id] })
  assertRefused(twice, 422, 'invalid_content', 'list_ids')
  assert.match(twice.body.detail, /only once/)
  const night = await asha.post('/v1/campaigns', { ...draft, quiet_hours: { from: '25:00', to: '09:00' } })
  assertRefused(night, 422, 'invalid_content', 'quiet_hours.from')
  assert.match(night.body.detail, /such as 21:00/)
})

test('spec 15.10: a draft that is changed while it starts is not started, and says so', async () => {
  const asha = person(samvad)
  const { organizationId, userId } = samvad.company
  await fund(samvad, organizationId, 1n)
  const list = await listOf(asha, [await contact(asha, { email: 'changed@farm.example' })])
  const one = await campaign(asha, [list])
  const scope = { organizationId, userId, at: samvad.app.clock() }
  const starting = { partial: false, maxTotal: null }
  const begin = await createStarter(samvad.app).start(scope, 'system', uuidOf('camp', one.id), starting)
  assert.equal((await asha.put(`/v1/campaigns/${one.id}`, { subject: 'Another offer' })).status, 200)
  await assert.rejects(samvad.app.database.transaction(begin, organizationId), { reason: 'campaign_changed' })
  const { body } = await asha.get(`/v1/campaigns/${one.id}`)
  assert.deepEqual([body.status, body.reserved], ['draft', '0.00'])
})
