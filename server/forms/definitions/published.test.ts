// Published forms as pages find them: by any of their slugs, with their current state.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { person } from '../../../test/story.ts'
import { createPublishedForms, PUBLISHED_KEPT_MS, stateOf } from './published.ts'

keepShortly()
const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const boss = await samvad.newMember(company.organizationId, 'viewer')
await samvad.rows('update users set is_operator = true where id = $1', [boss.userId])
const operator = person(samvad, boss)
const { id: organizationId } = (await asha.get('/v1/organization')).body
const NAME = { key: 'name', type: 'short_text', label: 'Name' }
const NOW = new Date('2026-06-15T12:00:00Z')

/** Like a process with an empty cache. */
const find = (slug: string) => createPublishedForms(samvad.app)(slug, NOW)

test('spec 22.17: a page is found by each address of its form, in the version that is published', async () => {
  const form = await asha.make('/v1/forms', { name: 'Found', slug: 'found-form', fields: [NAME] })
  assert.equal(await find('found-form'), null, 'a draft has no page')
  assert.equal(await find('nobodys-form'), null)
  await asha.post(`/v1/forms/${form.id}/publish`)
  const first = await find('found-form')
  assert.deepEqual([first?.state, first?.version, first?.name], ['open', 1, 'Found'])
  assert.deepEqual(first?.definition.fields, [NAME])
  await asha.put(`/v1/forms/${form.id}`, { slug: 'found-again', fields: [NAME, { ...NAME, key: 'more' }] })
  const [old, current] = [await find('found-form'), await find('found-again')]
  assert.deepEqual(old, current)
  assert.deepEqual([old?.slug, old?.version, old?.definition.fields.length], ['found-again', 1, 1])
  await asha.post(`/v1/forms/${form.id}/publish`)
  assert.deepEqual([(await find('found-again'))?.definition.fields.length], [2])
})

test('spec 22.16, 22.17: a form closes when it is suspended with or without its organization, unpublished or deleted', async () => {
  const form = await asha.make('/v1/forms', { name: 'Closing', slug: 'closing-form', fields: [NAME] })
  await asha.post(`/v1/forms/${form.id}/publish`)
  const state = async () => (await find('closing-form'))?.state
  const path = `/v1/organizations/${organizationId}`
  await operator.post(`${path}/forms/${form.id}/suspend`, { reason: 'No.' })
  assert.equal(await state(), 'suspended')
  await operator.post(`${path}/forms/${form.id}/resume`)
  assert.equal(await state(), 'open')
  await operator.post(`${path}/suspend`, { reason: 'No.' })
  assert.equal(await state(), 'suspended')
  await operator.post(`${path}/resume`)
  await asha.post(`/v1/forms/${form.id}/unpublish`)
  assert.equal(await state(), 'gone')
  await asha.post(`/v1/forms/${form.id}/publish`)
  assert.equal(await state(), 'open')
  await asha.delete(`/v1/forms/${form.id}`)
  assert.equal(await state(), 'gone')
})

test('spec 22.17: a form opens and closes at its times, to the second, and at its number of submissions', () => {
  const settings = { languages: ['en'], default_language: 'en', opens_at: 1000, closes_at: 2000, max_submissions: 3 }
  const at = (seconds: number, submissions = 0, rest = {}) =>
    stateOf({ isPublished: true, isSuspended: false, submissions, ...rest }, settings, new Date(seconds * 1000))
  assert.deepEqual(
    [at(999.999), at(1000), at(1999.999), at(2000), at(1500, 2), at(1500, 3)],
    ['not_yet', 'open', 'open', 'closed', 'open', 'full'],
  )
  assert.equal(at(1500, 0, { isSuspended: true, isPublished: false }), 'suspended')
  assert.equal(at(1500, 0, { isPublished: false }), 'gone')
  assert.ok(PUBLISHED_KEPT_MS < 5000)
})

test('spec 22.17: forms of many pages are read together', async () => {
  const slugs = []
  for (const name of ['one', 'two', 'three']) {
    const form = await asha.make('/v1/forms', { name, slug: `together-${name}`, fields: [NAME] })
    await asha.post(`/v1/forms/${form.id}/publish`)
    slugs.push(form.slug)
  }
  const published = createPublishedForms(samvad.app)
  const found = await Promise.all([...slugs, 'nobodys', ...slugs].map((slug) => published(slug, NOW)))
  assert.deepEqual(
    found.map((one) => one?.name ?? null),
    ['one', 'two', 'three', null, 'one', 'two', 'three'],
  )
})
