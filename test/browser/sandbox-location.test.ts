// A location message on the sandbox's phone, in a real browser.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fund, startSamvad } from '../harness.ts'
import { delivered } from '../mail-story.ts'
import { person } from '../story.ts'
import { faultsAt, open, type Seen, sharedBrowser, whyNoBrowser, widths } from './browser.ts'
import { signIn } from './signed-in.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
let window: Seen
after(() => window?.context.close())

before(async () => {
  if (skip) return
  window = await open(await sharedBrowser())
  await fund(samvad, samvad.company.organizationId, 100n)
  samvad.startWorker()
})

test('spec 15.64: a location is a tile with its name, address and coordinates', { skip }, async () => {
  const { page, faults, go } = window
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', phone_number: '+919876543210' })
  const { id: conversation_id } = await asha.make('/v1/conversations', { contact_id: contact.id })
  const fields = { name: 'pickup', channel: 'app', language: 'en', category: 'utility', text: 'It is here.' }
  const header = { type: 'location', name: 'Asha Textiles', address: '12 MG Road, Pune' }
  const { id: template_id } = await asha.make('/v1/templates', { ...fields, header })
  await asha.post(`/v1/templates/${template_id}/submit`)
  const variables = { latitude: '18.5204', longitude: '73.8567' }
  const located = { conversation_id, channel: 'app', template_id, variables }
  await delivered(samvad, await asha.make('/v1/messages', located), 'read')
  await go(`${samvad.url}/sandbox`)
  await signIn(samvad, page)
  await page.getByRole('heading', { name: 'Ravi' }).waitFor()
  await page.getByRole('tab', { name: 'App' }).click()
  const tile = page.getByRole('log', { name: 'App' }).locator('article', { hasText: 'It is here.' }).locator('.place')
  await tile.getByText('Asha Textiles').waitFor()
  await tile.getByText('12 MG Road, Pune').waitFor()
  await tile.getByText('Location: 18.5204, 73.8567').waitFor()
  for (const width of widths) faults.push(...(await faultsAt(page, width, 'location-light')))
  assert.deepEqual(faults.splice(0), [])
})
