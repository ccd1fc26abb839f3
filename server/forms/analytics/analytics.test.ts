// Analytics: counts of visits and submissions, by day in India, and the sources of visitors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { formStory } from '../../../test/forms.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { createCounting } from './counting.ts'
import { completionOf, isBot } from './rules.ts'

const samvad = await startSamvad()
const { form, store, submission } = formStory(samvad)
const asha = person(samvad)
const { company } = samvad
const counting = createCounting(samvad.app)
samvad.beforeEnd(() => counting.end())
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const analytics = async (id: Uuid, query = '') =>
  (await asha.get(`/v1/forms/${publicId('form', id)}/analytics${query}`)).body

test('spec 22.61: views and starts are counted by day of India, without bots, and stored by a flush', async () => {
  const id = await form(company)
  const visit = { org_id: company.organizationId, form_id: id, version: 1, userAgent: BROWSER, origin: {} }
  // In India the second is already on the next day.
  const [before, after] = [new Date('2026-11-27T18:29:59Z'), new Date('2026-11-27T18:30:00Z')]
  for (const at of [before, after, after]) counting.countView({ ...visit, at })
  counting.countStart({ ...visit, at: after })
  for (const userAgent of ['', 'Googlebot/2.1', 'curl/8.5.0', 'WhatsApp/2.23'])
    counting.countView({ ...visit, at: after, userAgent })
  await Promise.all([counting.flush(), counting.flush()])
  await store.submit(submission(company, id, { rating: 5 }, { submitted_at: after }))
  const shown = await analytics(id, '?from=2026-11-01&to=2026-11-28')
  assert.deepEqual(shown.days, [
    { day: '2026-11-27', views: 1, starts: 0, submissions: 0 },
    { day: '2026-11-28', views: 2, starts: 1, submissions: 1 },
  ])
  assert.deepEqual(shown.total, { views: 3, starts: 1, submissions: 1, completion: 0.3333 })
  assert.deepEqual([shown.from, shown.to], ['2026-11-01', '2026-11-28'])
  assert.equal((await analytics(id, '?from=2026-11-28&to=2026-11-28')).total.views, 2)
  assertRefused(
    await asha.get(`/v1/forms/${publicId('form', id)}/analytics?from=2024-01-01&to=2026-11-28`),
    400,
    'invalid_query',
    'to',
  )
})

test('spec 22.62: the first 100 sources of a day are counted by themselves, all others together', async () => {
  const id = await form(company)
  const at = new Date('2026-11-28T06:00:00Z')
  for (let index = 0; index < 3; index++)
    await Promise.all(
      Array.from({ length: 50 }, (_, of) =>
        store.submit(submission(company, id, { rating: 1 }, { source: `site-${index * 50 + of}`, submitted_at: at })),
      ),
    )
  await store.submit(submission(company, id, { rating: 1 }, { source: 'site-3', submitted_at: at }))
  const { sources } = await analytics(id, '?from=2026-11-28&to=2026-11-28')
  assert.equal(sources.length, 101)
  assert.deepEqual(sources.slice(0, 2), [
    { source: 'other', submissions: 50 },
    { source: 'site-3', submissions: 2 },
  ])
})

test('spec 22.61: what could not be stored is counted with the next flush', async () => {
  const id = await form(company)
  let fails = true
  const { database, log } = samvad.app
  const transaction = (...given: Parameters<typeof database.transaction>) =>
    fails ? Promise.reject(new Error('away')) : database.transaction(...given)
  const own = createCounting({ log, database: { ...database, transaction } as never })
  own.countView({
    org_id: company.organizationId,
    form_id: id,
    version: 1,
    userAgent: BROWSER,
    origin: {},
    at: samvad.app.clock(),
  })
  await own.flush()
  fails = false
  own.countView({
    org_id: company.organizationId,
    form_id: id,
    version: 1,
    userAgent: BROWSER,
    origin: {},
    at: samvad.app.clock(),
  })
  await own.end()
  own.countView({
    org_id: company.organizationId,
    form_id: id,
    version: 1,
    userAgent: BROWSER,
    origin: {},
    at: samvad.app.clock(),
  })
  assert.equal((await analytics(id)).total.views, 2)
})

test('spec 22.61: completion is submissions per view, never more than all', () => {
  assert.deepEqual([completionOf(0, 3), completionOf(4, 1), completionOf(2, 5)], [null, 0.25, 1])
  assert.deepEqual([BROWSER, '', 'Googlebot/2.1'].map(isBot), [false, true, true])
})
