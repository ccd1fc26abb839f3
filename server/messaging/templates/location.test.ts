// A template with a location in its header: valid values, and the way from creating it to the tile on the sandbox
// phone.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { delivered, until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { foundBy, indexAll } from '../../../test/search.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { readWritten } from './component-rules.ts'
import type { HeaderIn } from './component-schema.ts'
import { shownWith } from './components.ts'
import { readTemplate, renderTemplate } from './rules.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { ended, listOf } = campaignStory(samvad, mailbox)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
samvad.startWorker()

const named = {
  type: 'location',
  latitude: '{{latitude}}',
  longitude: '{{longitude}}',
  name: '{{location_name}}',
  address: '{{location_address}}',
} as const
const place = {
  latitude: '18.5204',
  longitude: '-73.8567',
  location_name: 'Asha Textiles',
  location_address: '12 MG Road, Pune 411001',
}
const shownPlace = {
  type: 'location',
  latitude: '18.5204',
  longitude: '-73.8567',
  name: 'Asha Textiles',
  address: '12 MG Road, Pune 411001',
}

const written = (header: Partial<HeaderIn>, category: 'marketing' | 'utility' | 'authentication' = 'utility') =>
  readWritten({ header: { type: 'location', ...header }, footer: null, buttons: null }, category)
const errorsOf = (...given: Parameters<typeof written>) => {
  const found = written(...given)
  return found && 'errors' in found ? found.errors.map(({ field, code }) => `${field} ${code}`) : []
}

test('spec 15.60: a location is variables where it is not said, and what Meta would refuse of it is told at the field', () => {
  assert.deepEqual(written({}), { header: named, footer: null, buttons: [] })
  const fixed = { latitude: '-90', longitude: '180', name: 'Shop {{1}}', address: '{{2}}, Pune' }
  assert.deepEqual(errorsOf(fixed, 'marketing'), [])
  for (const latitude of ['90.1', '-91', '18,5', '18.5°', 'x', '१८'])
    assert.deepEqual(errorsOf({ latitude }), ['header.latitude latitude_not_valid'], latitude)
  assert.deepEqual(errorsOf({ longitude: '180.01' }), ['header.longitude longitude_not_valid'])
  assert.deepEqual(errorsOf({ longitude: '{{a}}{{b}}' }), ['header.longitude coordinate_or_variable'])
  assert.deepEqual(errorsOf({ latitude: '18.{{a}}' }), ['header.latitude coordinate_or_variable'])
  assert.deepEqual(errorsOf({ latitude: '{{ä}}' }), ['header.latitude not_a_variable'])
  assert.deepEqual(errorsOf({ name: 'x'.repeat(1001) }), ['header.name too_long'])
  assert.deepEqual(errorsOf({ address: ' ' }), ['header.address required'])
  assert.deepEqual(errorsOf({ text: 'Here' }), ['header.text not_allowed_with'])
  assert.deepEqual(errorsOf({}, 'authentication'), ['header.type location_for_category'])
  const text = readWritten({ header: { type: 'text', text: 'Here', name: 'Shop' }, footer: null, buttons: null }, null)
  assert.ok(text && 'errors' in text)
  assert.deepEqual([text.errors[0]?.field, text.errors[0]?.code], ['header.name', 'not_allowed_with'])
})

test('spec 15.61: values are filled into a location, and one that is no place is refused at its variable', () => {
  const components = { header: named, footer: null, buttons: [] }
  const read = readTemplate('app', { subject: null, text: 'Dear {{name}}', html: null, components })
  assert.ok(!('errors' in read))
  assert.deepEqual(read.names, ['name', 'latitude', 'longitude', 'location_name', 'location_address'])
  const variables = { name: 'Ravi', ...place }
  const made = renderTemplate(read, variables)
  assert.ok(!(made instanceof Refusal))
  assert.deepEqual(made.components?.header, shownPlace)
  assert.deepEqual(shownWith(components, variables), made.components)
  const refused = (more: object) => {
    const found = renderTemplate(read, { ...variables, ...more })
    assert.ok(found instanceof Refusal)
    return found.errors.map(({ field, code }) => `${field} ${code}`)
  }
  assert.deepEqual(refused({ latitude: '95', longitude: 'east' }), [
    'variables.latitude latitude_not_valid',
    'variables.longitude longitude_not_valid',
  ])
  assert.deepEqual(refused({ location_name: ' ' }), ['variables.location_name variable_not_one_line'])
  assert.deepEqual(refused({ location_address: 'x'.repeat(1001) }), ['variables variables_too_long'])
})

const PHONE = '+919876543210'
const device = async (phone = PHONE) =>
  (await asha.get(`/v1/sandbox/device?${new URLSearchParams({ phone_number: phone })}`)).body.entries

test('spec 15.60, 15.61, 15.63, 15.64: created, approved, previewed, sent, and shown as a tile with name and address', async () => {
  const fields = { channel: 'app', language: 'en', category: 'utility', text: 'Dear {{name}}, it is here.' }
  const header = { type: 'location', address: '{{location_address}}, India' }
  const template = await asha.make('/v1/templates', { ...fields, name: 'pickup', header })
  assert.deepEqual(template.header, { ...named, address: '{{location_address}}, India' })
  const bad = { ...fields, name: 'bad', header: { type: 'location', latitude: '91' } }
  assertRefused(await asha.post('/v1/templates', bad), 422, 'invalid_content', 'header.latitude')
  const approved = await asha.post(`/v1/templates/${template.id}/submit`)
  assert.equal(approved.body.status, 'approved', approved.text)

  const variables = { name: 'Ravi', ...place }
  const filled = { ...shownPlace, address: '12 MG Road, Pune 411001, India' }
  const preview = await asha.post(`/v1/templates/${template.id}/preview`, { variables })
  assert.deepEqual(preview.body.header, filled, preview.text)

  const contact = await asha.make('/v1/contacts', { phone_number: PHONE, display_name: 'Ravi' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const message = { conversation_id: conversation.id, channel: 'app', template_id: template.id, variables }
  const nowhere = { ...message, variables: { ...variables, longitude: '181' } }
  assertRefused(await asha.post('/v1/messages', nowhere), 422, 'invalid_content', 'variables.longitude')
  const sent = await asha.make('/v1/messages', message)
  assert.deepEqual([sent.header, sent.attachments], [filled, []])
  await delivered(samvad, sent, 'read')
  const [received] = await device()
  assert.deepEqual([received.text, received.header], ['Dear Ravi, it is here.', filled])
  const { raw } = (
    await samvad.rows<{ raw: string }>("select raw from sandbox_messages where channel = 'app'")
  )[0] as any
  const { type: _, ...location } = filled
  assert.deepEqual(JSON.parse(raw).template.components[0], {
    type: 'header',
    parameters: [{ type: 'location', location }],
  })
  await indexAll(samvad.app)
  assert.deepEqual(await foundBy(asha, 'messages', 'india'), [sent.id], 'spec 15.44: the words of its template')
})

test('spec 15.62: each recipient of a campaign has a place of their own from their attributes, else the fallback; without a place none is sent', async () => {
  const { id } = await asha.make('/v1/templates', {
    name: 'depots',
    channel: 'app',
    language: 'en',
    category: 'utility',
    text: 'Your depot is here.',
    header: { type: 'location', name: 'Depot', address: '{{city}}' },
  })
  await asha.post(`/v1/templates/${id}/submit`)
  const contactAt = (phone_number: string, attributes: object) =>
    asha.make('/v1/contacts', { phone_number, attributes })
  const contacts = [
    await contactAt('+919800000001', { lat: 19.076, lng: '72.8777', city: 'Mumbai' }),
    await contactAt('+919800000002', {}),
    await contactAt('+919800000003', { lat: 'north', lng: '72', city: 'Nowhere' }),
  ]
  const list = await listOf(asha, contacts)
  const campaign = await asha.make('/v1/campaigns', {
    name: 'Depots',
    channel: 'app',
    template_id: id,
    list_ids: [list.id],
    variables: {
      latitude: { attribute: 'lat', fallback: '18.5204' },
      longitude: { attribute: 'lng', fallback: '73.8567' },
      city: { attribute: 'city', fallback: 'Pune' },
    },
  })
  const started = await asha.post(`/v1/campaigns/${campaign.id}/start`, {})
  assert.equal(started.status, 200, started.text)
  const sent = await ended(asha, campaign)
  assert.deepEqual(
    [sent.skipped.map(({ reason, count }: any) => [reason, count]), sent.counts.recipients],
    [[['content_invalid', 1]], 2],
  )
  const headerAt = async (phone: string) => {
    const [entry] = await until(
      () => device(phone),
      (entries: any[]) => entries.length > 0,
    )
    return entry.header
  }
  const depot = { type: 'location', name: 'Depot' }
  const mumbai = { ...depot, latitude: '19.076', longitude: '72.8777', address: 'Mumbai' }
  assert.deepEqual(await headerAt('+919800000001'), mumbai)
  const fallback = { ...depot, latitude: '18.5204', longitude: '73.8567', address: 'Pune' }
  assert.deepEqual(await headerAt('+919800000002'), fallback)
})
