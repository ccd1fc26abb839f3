// Contacts that came or went otherwise than one by one are found as they are now. spec 7.143, 7.145.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { imported } from '../../../test/imports.ts'
import { foundBy, indexAll } from '../../../test/search.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad()
const owner = person(samvad)

test('spec 7.143: who was imported is found', async () => {
  await indexAll(samvad.app)
  const mapping = { Name: 'display_name', Email: 'email' }
  await imported(samvad, 'Name,Email\nKanchana Devi,kanchana@weavers.example\n', { mapping })
  await indexAll(samvad.app)
  assert.equal((await foundBy(owner, 'contacts', 'kanchana')).length, 1)
})

test('spec 7.145: of two that became one, the one that is left is found by what it took, the other by nothing', async () => {
  const into = await owner.make('/v1/contacts', { display_name: 'Bhima Rao' })
  const from = await owner.make('/v1/contacts', { display_name: 'Bhimsen', email: 'rao@drums.example' })
  await indexAll(samvad.app)
  assert.deepEqual(await foundBy(owner, 'contacts', 'drums'), [from.id])
  const merged = await owner.post(`/v1/contacts/${into.id}/merge`, { from: from.id })
  assert.equal(merged.status, 200, merged.text)
  assert.deepEqual(await foundBy(owner, 'contacts', 'bhimsen'), [], 'at once')
  await indexAll(samvad.app)
  assert.deepEqual(await foundBy(owner, 'contacts', 'drums'), [into.id])
})
