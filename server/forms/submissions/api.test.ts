// Submissions over the API: lists, search, spreadsheet files, spam, retries, deletion and permissions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { dayEnd, indianDate } from '#kit/india/calendar.ts'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import { exportContact } from '#privacy/export.ts'
import { sheetsOf } from '../../../test/exports.ts'
import { contactFields, formStory } from '../../../test/forms.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { indexAll } from '../../../test/search.ts'
import { assertRefused, person, walk } from '../../../test/story.ts'
import { retentionJob } from './retention.ts'

const samvad = await startSamvad()
const { form, store, submission, when } = formStory(samvad)
samvad.startWorker()
const asha = person(samvad)
const { company } = samvad

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const submit = async (formId: Uuid, answers: any, more = {}) => {
  const { outcome, id } = await store.submit(submission(company, formId, answers, more))
  assert.equal(outcome, 'stored')
  return id as Uuid
}
const done = async (formId: Uuid, answers: any, more = {}) => when(asha, await submit(formId, answers, more))
const pathOf = (formId: Uuid) => `/v1/forms/${publicId('form', formId)}/submissions`
const idsOf = ({ body }: any) => body.data.map(({ id }: any) => id)

test('spec 22.55: submissions are listed newest first, filtered, and found by words and by the answer to a field', async () => {
  const formId = await form(company)
  const made: any[] = []
  for (let index = 0; index < 25; index++)
    made.push(
      await submit(formId, {
        village: index % 5 === 0 ? 'Wai Bazaar' : 'Satara',
        rating: (index % 5) + 1,
        name: `Farmer ${index}`,
      }),
    )
  const all = await Promise.all(made.map((id) => when(asha, id)))
  const newest = all.map(({ id }) => id).toReversed()
  const path = pathOf(formId)
  assert.deepEqual(
    (await walk(asha, path, 7)).map(({ id }) => id),
    newest,
  )
  assert.deepEqual(
    (await walk(asha, `${path}?q=bazaar`, 2)).map(({ id }) => id),
    newest.filter((_, index) => (24 - index) % 5 === 0),
  )
  assert.deepEqual(idsOf(await asha.get(`${path}?field=village&value=wai%20BAZAAR&limit=100`)).length, 5)
  assert.deepEqual(idsOf(await asha.get(`${path}?field=rating&value=3&q=satara&limit=100`)).length, 5)
  assert.deepEqual(idsOf(await asha.get(`${path}?q=nowhere`)), [])
  const [, second] = newest
  assert.deepEqual(idsOf(await asha.get(`${path}?q=farmer&ending_before=${second}`)), [newest[0]])
  assert.deepEqual(idsOf(await asha.get(`${path}?state=spam`)), [])
  const later = Math.ceil(Date.now() / 1000) + 60
  assert.deepEqual(idsOf(await asha.get(`${path}?from=${later}`)), [])
  assert.equal(idsOf(await asha.get(`${path}?to=${later}&state=done&limit=100`)).length, 25)
  assertRefused(await asha.get(`${path}?field=village`), 400, 'invalid_query', 'value')
})

test('spec 22.56: who is of another organization, or lacks the permission, sees no submission and changes none', async () => {
  const formId = await form(company)
  const one = await done(formId, { rating: 4 })
  const other = person(samvad, await samvad.newCompany('Neighbours'))
  const path = `/v1/submissions/${one.id}`
  assertRefused(await other.get(path), 404, 'not_found')
  assertRefused(await other.get(pathOf(formId)), 404, 'not_found')
  assertRefused(await other.delete(path), 404, 'not_found')
  assertRefused(await other.post(`${path}/spam`), 404, 'not_found')
  assertRefused(await other.get(`/v1/forms/${publicId('form', formId)}/analytics`), 404, 'not_found')
  const viewer = person(samvad, await samvad.newMember(company.organizationId, 'viewer'))
  assertRefused(await viewer.get(path), 403, 'permission_denied')
  assert.equal((await viewer.get(`/v1/forms/${publicId('form', formId)}/analytics`)).status, 200)
})

test('spec 22.57: CSV and XLSX have the columns of all versions, and nothing that a spreadsheet runs', async () => {
  const formId = await form(company)
  await done(formId, {
    name: '=HYPERLINK("http://evil.example")',
    email: '@SUM(A1)',
    rating: 5,
    offers: true,
    village: 'वाई',
  })
  const definition = {
    fields: [{ key: 'crop', type: 'short_text', label: 'Crop' }, ...contactFields.slice(0, 1)],
    settings: { languages: ['en'], default_language: 'en' },
  }
  await samvad.rows(
    `insert into form_versions (org_id, form_id, version, name, definition, published_by, published_at)
     values ($1, $2, 2, 'Seeds', $3, $4, now())`,
    [company.organizationId, formId, JSON.stringify(definition), company.userId],
  )
  await done(formId, { crop: '-2+3 cotton', name: 'Ravi' }, { version: 2 })
  const csv = await asha.get(pathOf(formId), { headers: { accept: 'text/csv' } })
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  const [header, first, second] = csv.text.split('\r\n') as [string, string, string]
  assert.equal(
    header,
    'Submission ID,Submitted (IST),State,Version,Language,Source,Contact ID,Contact,Crop,Name,Email,Phone,Village,Rating,Offers',
  )
  assert.match(first, /,"'=HYPERLINK\(""http:\/\/evil\.example""\)",'@SUM\(A1\),,वाई,5,Yes$/)
  assert.match(second, /,2,en,,,,'-2\+3 cotton,Ravi,,,,,$/)
  const xlsx = await fetch(samvad.url + pathOf(formId), {
    headers: { authorization: `Bearer ${company.token}`, accept: XLSX },
  })
  const [sheet] = sheetsOf(Buffer.from(await xlsx.arrayBuffer()))
  assert.equal(sheet?.rows.length, 3)
  assert.deepEqual([sheet?.rows[1]?.J, sheet?.rows[1]?.N], ['\'=HYPERLINK("http://evil.example")', 5])
})

test('spec 22.58: spam is kept aside, uncounted and unprocessed; what is no spam is processed', async () => {
  const formId = await form(company)
  const id = await submit(formId, { email: 'spam@customer.example', name: 'Spam' }, { is_spam: true })
  const path = `/v1/submissions/${publicId('sub', id)}`
  assert.deepEqual([(await asha.get(path)).body.state, (await asha.get(path)).body.contact_id], ['spam', null])
  const total = async () => (await asha.get(`/v1/forms/${publicId('form', formId)}/analytics`)).body.total.submissions
  assert.equal(await total(), 0)
  assert.equal((await asha.post(`${path}/not_spam`)).status, 200)
  const shown = await when(asha, id)
  assert.equal(shown.contact_link, 'created')
  assert.equal(await total(), 1)
  assert.equal((await asha.post(`${path}/spam`)).body.state, 'spam')
  assert.equal(await total(), 0)
  assertRefused(await asha.post(`${path}/retry`), 409, 'conflict')
})

test('spec 22.59: a submission that keeps failing waits for a person with its reason, and a retry ends it', async () => {
  const formId = await form(company, { create_conversation: true })
  await samvad.rows(`update form_submissions set tries = 0 where form_id = $1`, [formId])
  const broken = await form(company, {}, [
    { key: 'email', type: 'email', label: 'Email', map_to: 'email' },
    { key: 'name', type: 'short_text', label: 'Name', map_to: { attribute: 'x'.repeat(65) } },
  ])
  await samvad.rows(
    `alter table contacts add constraint refuses_stones check (display_name <> 'stone@customer.example')`,
  )
  const id = await submit(broken, { email: 'stone@customer.example' })
  const path = `/v1/submissions/${publicId('sub', id)}`
  await until(
    async () => {
      await samvad.rows(`update form_submissions set due_at = now() where id = $1 and due_at is not null`, [id])
      await samvad.rows(
        `insert into due_work (kind, org_id, due_at) values ('form_submissions', $1, now())
      on conflict (kind, org_id) do update set due_at = now()`,
        [company.organizationId],
      )
      samvad.app.wake('form_submissions')
      return (await asha.get(path)).body
    },
    ({ state }) => state === 'failed',
  )
  assert.equal((await asha.get(path)).body.error, 'internal_error')
  assert.deepEqual(idsOf(await asha.get(`${pathOf(broken)}?state=failed`)), [publicId('sub', id)])
  await samvad.rows('alter table contacts drop constraint refuses_stones')
  assert.equal((await asha.post(`${path}/retry`)).status, 200)
  const shown = await when(asha, id)
  assert.deepEqual([shown.error, shown.contact_link], [null, 'created'])
})

test('spec 22.60: deleting a contact deletes its submissions, merging moves them, and its export has them', async () => {
  const formId = await form(company)
  const kept = await done(formId, { email: 'kept@customer.example', village: 'Wai' })
  const gone = await done(formId, { email: 'gone@customer.example' })
  const claims = await done(formId, { email: 'gone@customer.example', name: 'Somebody' })
  const merged = await done(formId, { email: 'merged@customer.example' })
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  const exported = await exportContact(samvad.app.database.reads, scope, uuidOf('contact', kept.contact_id))
  assert.deepEqual(
    exported.submissions.map(({ id }: any) => id),
    [kept.id],
  )
  assert.equal((await asha.post(`/v1/contacts/${kept.contact_id}/merge`, { from: merged.contact_id })).status, 200)
  assert.equal((await asha.get(`/v1/submissions/${merged.id}`)).body.contact_id, kept.contact_id)
  await samvad.app.database.transaction(async (tx) => {
    const id = uuidOf('contact', gone.contact_id)
    await eraseContact(tx, scope, id, await extentOf(tx, scope, id))
  }, company.organizationId)
  for (const { id } of [gone, claims]) assertRefused(await asha.get(`/v1/submissions/${id}`), 404, 'not_found')
  const events = await samvad.rows(`select payload from events where object_id = any($1)`, [
    [gone, claims].map(({ id }) => uuidOf('sub', id)),
  ])
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [{ deleted: true }, { deleted: true }],
  )
  assert.equal((await asha.delete(`/v1/submissions/${kept.id}`)).status, 204)
  assert.deepEqual(idsOf(await asha.get(pathOf(formId))), [merged.id])
})

test('spec 22.86: the search over everything finds processed submissions by their answers, for who may see them, until they go', async () => {
  const formId = await form(company)
  const answers = { name: 'Zubeida Begum', phone: '+919811112222', village: 'Wai Bazaar', rating: 4 }
  const sub = await done(formId, answers)
  const spam = await submit(formId, { name: 'Zubeida robot' }, { is_spam: true })
  await indexAll(samvad.app)
  const search = async (q: string, who = asha) =>
    (await who.get(`/v1/search?q=${encodeURIComponent(q)}`)).body.submissions?.data
  const [found, ...more] = await search('zubeida wai')
  assert.deepEqual(more, [])
  assert.deepEqual(found, {
    id: sub.id,
    form_id: publicId('form', formId),
    form_name: 'Seeds',
    contact_id: sub.contact_id,
    snippet: {
      text: 'Zubeida Begum · +919811112222 · 4 · Wai Bazaar',
      matches: [
        { start: 0, end: 7 },
        { start: 36, end: 39 },
      ],
    },
    submitted_at: sub.submitted_at,
  })
  assert.deepEqual(
    (await search('1122')).map(({ id }: any) => id),
    [sub.id],
    'part of a phone number',
  )
  const only = (await asha.get(`/v1/search?q=zubeida&type=submissions&starting_after=${sub.id}`)).body
  assert.deepEqual(only, { submissions: { has_more: false, data: [] } })
  const viewer = await samvad.newMember(company.organizationId, 'viewer')
  assert.equal(await search('zubeida', person(samvad, viewer)), undefined)
  const stranger = person(samvad, await samvad.newCompany('Onlookers'))
  assert.deepEqual(await search('zubeida', stranger), [])
  await asha.post(`/v1/submissions/${publicId('sub', spam)}/not_spam`)
  await when(asha, spam)
  await indexAll(samvad.app)
  assert.equal((await search('zubeida')).length, 2)
  assert.equal((await asha.delete(`/v1/contacts/${sub.contact_id}`)).status, 204)
  assert.deepEqual(
    (await search('zubeida')).map(({ id }: any) => id),
    [publicId('sub', spam)],
  )
  const entries = 'select from search_entries where org_id = $1 and id = $2'
  assert.deepEqual(await samvad.rows(entries, [company.organizationId, uuidOf('sub', sub.id)]), [])
})

test('spec 22.85: submissions older than their form keeps them are deleted with files, words and events at midnight in India', async () => {
  const formId = await form(company, {}, [{ key: 'name', type: 'short_text', label: 'Name', map_to: 'display_name' }])
  const path = `/v1/forms/${publicId('form', formId)}`
  const kept = await asha.put(path, { submissions_kept_days: 30 })
  assert.deepEqual([kept.status, kept.body.submissions_kept_days, kept.body.has_unpublished_changes], [200, 30, false])
  for (const days of [0, 3651, 1.5])
    assertRefused(
      await asha.put(path, { submissions_kept_days: days }),
      422,
      'invalid_content',
      'submissions_kept_days',
    )
  // Submissions from before that midnight are deleted 30 days after it.
  const midnight = dayEnd(indianDate(new Date()))
  const at = new Date(midnight.getTime() + (30 * 24 + 12) * 3600_000)
  const files = [newUuid()]
  const old = await submit(formId, { name: 'Marigold' })
  await samvad.rows(
    `insert into form_files (org_id, id, form_id, submission_id, field_key, filename, content_type, size, sha256,
                             created_at)
     values ($1, $2, $3, $4, 'photo', 'shelf.png', 'image/png', 1, '\\x01', now())`,
    [company.organizationId, files[0], formId, old],
  )
  const other = await submit(await form(company), { name: 'Marigold elsewhere' })
  const young = await submit(formId, { name: 'Marigold too' }, { submitted_at: midnight })
  for (const id of [old, other]) await when(asha, id)
  const job = retentionJob({ ...samvad.app, clock: () => at })
  while (await job.run(new AbortController().signal));
  const there = async (id: Uuid) => (await asha.get(`/v1/submissions/${publicId('sub', id)}`)).status
  assert.deepEqual([await there(old), await there(young), await there(other)], [404, 200, 200])
  assert.deepEqual(await samvad.rows('select from form_files where form_id = $1', [formId]), [])
  assert.equal((await asha.get(path)).body.submission_count, 1)
  // The worker publishes events a moment after their transaction.
  const events = async (query: string): Promise<any[]> => (await asha.get(`/v1/events?${query}`)).body.data
  const [event] = await until(
    () => events('type=form.submissions_expired'),
    (rows) => rows.length > 0,
  )
  const { form_id, count, before } = event.data
  assert.deepEqual(
    { form_id, count, before },
    { form_id: publicId('form', formId), count: 1, before: midnight.getTime() / 1000 },
  )
  // The event about it is a tombstone.
  await until(
    () => events('type=form.submitted&limit=100'),
    (rows) => rows.some(({ data }) => data.deleted === true),
  )
  const { data: log } = (await asha.get('/v1/audit_log?action=form.submissions_expired')).body
  assert.deepEqual(log[0].details, { count: 1, submissions_kept_days: 30 })
})
