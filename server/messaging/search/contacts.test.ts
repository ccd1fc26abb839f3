// Contacts created or deleted by imports and merges are found correctly. spec 7.143, 7.145.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexingJob } from '#messaging/search/indexing.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { imported } from '../../../test/imports.ts'
import { foundBy, indexAll, search } from '../../../test/search.ts'
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

test('spec 7.147: while an import runs, a piece of its contacts is indexed per look, and all of them after it', async () => {
  await indexAll(samvad.app)
  const names = Array.from({ length: 1100 }, (_, n) => `Potter ${n}`)
  const { id } = await imported(samvad, `Name\n${names.join('\n')}\n`, { mapping: { Name: 'display_name' } })
  const setStatus = (status: string, endedAt: Date | null) =>
    samvad.rows('update imports set status = $1, ended_at = $2 where id = $3', [status, endedAt, uuidOf('imp', id)])
  const job = indexingJob(samvad.app)
  const waiting = async () => (await samvad.rows('select from search_changes')).length
  const look = async () => [await job.run(new AbortController().signal), await waiting()]
  await setStatus('running', null)
  assert.deepEqual(
    [await look(), await look()],
    [
      [false, 600],
      [false, 100],
    ],
  )
  await setStatus('completed', samvad.app.clock())
  await indexAll(samvad.app)
  assert.equal(await waiting(), 0)
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

test('spec 6.31, 7.145: a contact is found by an address of the one that became part of it', async () => {
  const into = await owner.make('/v1/contacts', { display_name: 'Chitra', email: 'chitra@looms.example' })
  const from = await owner.make('/v1/contacts', { email: 'chitra@spindles.example', phone_number: '+919876598765' })
  const other = await owner.make('/v1/contacts', { display_name: 'Own number', phone_number: '+919876512399' })
  assert.equal((await owner.post(`/v1/contacts/${other.id}/merge`, { from: from.id })).status, 200)
  assert.equal((await owner.post(`/v1/contacts/${into.id}/merge`, { from: other.id })).status, 200)
  await indexAll(samvad.app)
  for (const words of ['spindles', '98765 98765'])
    assert.deepEqual(await foundBy(owner, 'contacts', words), [into.id], words)
  assert.equal((await owner.delete(`/v1/contacts/${into.id}`)).status, 204)
  assert.deepEqual(await foundBy(owner, 'contacts', 'spindles'), [])
})

test('spec 7.150: a search is narrowed by what narrows the list of contacts, and shows of each what the list shows', async () => {
  const here = await owner.make('/v1/contacts', { display_name: 'Zubin One', email: 'zubin.one@parsi.example' })
  const there = await owner.make('/v1/contacts', { display_name: 'Zubin Two', phone_number: '+919876512345' })
  const list = await owner.make('/v1/lists', { name: 'Parsis' })
  assert.equal((await owner.post(`/v1/lists/${list.id}/members`, { contact_ids: [here.id] })).status, 200)
  await indexAll(samvad.app)
  const found = async (more: string) => (await search(owner, 'contacts', 'zubin', more)).data
  const ids = async (more: string) => (await found(more)).map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(''), [there.id, here.id])
  assert.deepEqual(await ids(`&list_id=${list.id}`), [here.id])
  assert.deepEqual(await ids('&channel=sms'), [there.id])
  assert.deepEqual(await ids('&suppressed=true'), [])
  assert.deepEqual(await ids(`&owner_id=${here.owner_id}&unsubscribed=false&limit=1`), [there.id])
  assert.deepEqual(
    await ids(`&owner_id=${here.owner_id}&limit=1&starting_after=${there.id}`),
    [here.id],
    'page by page',
  )
  const [{ owner_id, created_at, suppressed, unsubscribed }] = await found('&channel=email')
  assert.deepEqual(
    { owner_id, created_at, suppressed, unsubscribed },
    { owner_id: here.owner_id, created_at: here.created_at, suppressed: {}, unsubscribed: {} },
  )
})
