// Forms over the API: drafts, versions, slugs, deletion, and operator actions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const asha = person(samvad)
const neighbour = await samvad.newCompany('Neighbour Traders')
const ravi = person(samvad, neighbour)
const boss = await samvad.newMember(company.organizationId, 'viewer')
await samvad.rows('update users set is_operator = true where id = $1', [boss.userId])
const operator = person(samvad, boss)
const { id: organizationId } = (await asha.get('/v1/organization')).body

const NAME = { key: 'name', type: 'short_text', label: 'Name', map_to: 'display_name' }
const NAMES = { ...NAME, label: { en: 'Name', hi: 'नाम' } }
const EMAIL = { key: 'email', type: 'email', label: 'Email', map_to: 'email' }
const CHOICE = { key: 'colour', type: 'dropdown', label: 'Colour', options: ['red', { value: 'blue', label: 'Sky' }] }
const settings = { languages: ['en', 'hi'], default_language: 'en' }

const eventsOf = async (id: string) =>
  (
    await samvad.rows<{ type: string }>('select type from events where org_id = $1 and object_id = $2 order by id', [
      company.organizationId,
      uuidOf('form', id),
    ])
  ).map(({ type }) => type)
const auditOf = async (id: string) =>
  (
    await samvad.rows<{ action: string }>(
      'select action from audit_log where org_id = $1 and object = $2 order by sequence',
      [company.organizationId, id],
    )
  ).map(({ action }) => action)

test('spec 22.1, 22.11, 22.18: a form is created as a draft, shown as it was written, and changed where it is given', async () => {
  const written = { name: 'Feedback', slug: 'asha-feedback', fields: [NAMES, EMAIL, CHOICE], settings }
  const made = await asha.post('/v1/forms', written)
  assert.equal(made.status, 201, made.text)
  const form = made.body
  assert.equal(made.headers.get('location'), `/v1/forms/${form.id}`)
  assert.deepEqual(
    [form.status, form.version, form.has_unpublished_changes, form.submission_count],
    ['draft', null, true, 0],
  )
  assert.match(form.url, /\/f\/asha-feedback$/)
  assert.deepEqual(form.fields, [
    NAMES,
    EMAIL,
    { ...CHOICE, options: [{ value: 'red' }, { value: 'blue', label: 'Sky' }] },
  ])
  assert.deepEqual(form.settings, settings)
  assert.deepEqual((await asha.get(`/v1/forms/${form.id}`)).body, form)

  const same = await asha.put(`/v1/forms/${form.id}`, written)
  assert.deepEqual(same.body, form)
  assert.deepEqual((await asha.put(`/v1/forms/${form.id}`, {})).body, form)
  const changed = await asha.put(`/v1/forms/${form.id}`, { name: 'Feedback 2026' })
  assert.equal(changed.body.name, 'Feedback 2026')
  assert.deepEqual(changed.body.fields, form.fields)
  assert.deepEqual(await eventsOf(form.id), ['form.created', 'form.updated'])
  assert.deepEqual(await auditOf(form.id), ['form.created', 'form.updated'])
  const [event] = await samvad.rows<{ payload: any }>(
    "select payload from events where org_id = $1 and type = 'form.updated'",
    [company.organizationId],
  )
  assert.equal(event?.payload.name, 'Feedback 2026')
  assert.ok(!('fields' in (event?.payload ?? {})), 'an event is small')
})

test('spec 22.1: what is wrong is named by its path, all at once', async () => {
  const wrong = await asha.post('/v1/forms', {
    name: 'Wrong',
    fields: [NAME, { ...CHOICE, options: ['red', 'red'] }, { key: 'x', type: 'rating', label: 'R', max: 99 }],
    settings: { ...settings, redirect_url: 'javascript:alert(1)', opens_at: 1900000000, closes_at: 1800000000 },
  })
  assertRefused(
    wrong,
    422,
    'invalid_content',
    'fields[1].options[1].value',
    'fields[2].max',
    'settings.closes_at',
    'settings.redirect_url',
  )
  const shapes = await asha.post('/v1/forms', {
    name: 'Wrong',
    fields: [{ key: 'A', type: 'colour', label: '' }, { key: 'a' }],
    settings: { languages: [], default_language: 'en', embed_origins: 'https://a.example' },
  })
  assert.equal(shapes.status, 422)
  const fields = shapes.body.errors.map(({ field }: any) => field)
  for (const field of ['fields[0].key', 'fields[0].type', 'fields[0].label', 'fields[1].label', 'settings.languages'])
    assert.ok(fields.includes(field), `${field} in ${fields}`)
})

test('spec 22.10: lists and the template of the reply must be of this organization, and its variables filled', async () => {
  const theirs = await ravi.make('/v1/lists', { name: 'Theirs' })
  const ours = await asha.make('/v1/lists', { name: 'Ours' })
  const fields = [NAME, EMAIL]
  const withLists = (list_ids: string[]) =>
    asha.post('/v1/forms', { name: 'F', fields, settings: { ...settings, list_ids } })
  assertRefused(await withLists([ours.id, theirs.id]), 422, 'invalid_content', 'settings.list_ids[1]')
  assertRefused(await withLists(['list_x']), 422, 'invalid_content', 'settings.list_ids[0]')
  const form = (await withLists([ours.id])).body
  assert.deepEqual(form.settings.list_ids, [ours.id])

  const template = await asha.make('/v1/templates', {
    name: 'thanks',
    channel: 'email',
    language: 'en',
    category: 'utility',
    subject: 'Thanks',
    text: 'Thanks, {{name}}.',
  })
  const reply = (auto_reply: object) => asha.put(`/v1/forms/${form.id}`, { settings: { ...settings, auto_reply } })
  const full = { channel: 'email', template_id: template.id, variables: { name: 'name' } }
  const at = 'settings.auto_reply'
  assertRefused(await reply({ ...full, variables: {} }), 422, 'invalid_content', `${at}.variables.name`)
  assertRefused(
    await reply({ ...full, variables: { name: 'name', age: 'name' } }),
    422,
    'invalid_content',
    `${at}.variables.age`,
  )
  const text = { ...full, template_id: 'tmpl_01jd3w0c5re2n8q4x5c6t7w8yz' }
  assertRefused(await reply(text), 422, 'invalid_content', `${at}.template_id`)
  const right = await reply(full)
  assert.equal(right.status, 200, right.text)
  assert.deepEqual(right.body.settings.auto_reply, full)

  // A list deleted since then is detected when the form is published.
  await asha.put(`/v1/forms/${form.id}`, { settings: { ...settings, list_ids: [ours.id] } })
  assert.equal((await asha.delete(`/v1/lists/${ours.id}`)).status, 204)
  assertRefused(await asha.post(`/v1/forms/${form.id}/publish`), 422, 'invalid_content', 'settings.list_ids[0]')
})

test('spec 22.12, 22.18: publishing makes a version of what was changed, and versions never change', async () => {
  const form = await asha.make('/v1/forms', { name: 'Versions', fields: [NAME] })
  const path = `/v1/forms/${form.id}`
  assertRefused(await asha.post(`${path}/unpublish`), 409, 'conflict')
  const first = (await asha.post(`${path}/publish`)).body
  assert.deepEqual([first.status, first.version, first.has_unpublished_changes], ['published', 1, false])
  assert.deepEqual((await asha.post(`${path}/publish`)).body, first)
  assert.equal((await asha.put(path, { fields: [NAME, EMAIL] })).body.has_unpublished_changes, true)
  assert.equal((await asha.put(path, { fields: [NAME] })).body.has_unpublished_changes, false)
  await asha.put(path, { fields: [NAME, EMAIL] })
  assert.equal((await asha.post(`${path}/publish`)).body.version, 2)
  const { body } = await asha.get(`${path}/versions?limit=1`)
  assert.deepEqual([body.has_more, body.data.map(({ version }: any) => version)], [true, [2]])
  assert.deepEqual(
    (await asha.get(`${path}/versions?starting_after=2`)).body.data.map(({ version }: any) => version),
    [1],
  )
  assert.deepEqual((await asha.get(`${path}/versions/1`)).body.fields, [NAME])
  for (const number of ['3', '0', '01', 'x', '99999999999'])
    assertRefused(await asha.get(`${path}/versions/${number}`), 404, 'not_found')
  const gone = (await asha.post(`${path}/unpublish`)).body
  assert.deepEqual([gone.status, gone.version], ['unpublished', 2])
  assert.deepEqual((await asha.post(`${path}/unpublish`)).body, gone)
  assert.deepEqual((await asha.post(`${path}/publish`)).body.version, 2)
  assert.deepEqual(await eventsOf(form.id), [
    'form.created',
    'form.published',
    'form.updated',
    'form.updated',
    'form.updated',
    'form.published',
    'form.unpublished',
    'form.published',
  ])
  const empty = await asha.make('/v1/forms', { name: 'Empty' })
  assertRefused(await asha.post(`/v1/forms/${empty.id}/publish`), 422, 'invalid_content', 'fields')
})

test('spec 22.13: an address is unique in the installation, and never passes to another organization', async () => {
  const made = await asha.make('/v1/forms', { name: 'ग्राहक सर्वे' })
  assert.match(made.slug, /^grahak-sarve-[a-z0-9]{6}$/)
  const form = await asha.make('/v1/forms', { name: 'Shop', slug: 'asha-shop' })
  const taken = await ravi.post('/v1/forms', { name: 'Shop', slug: 'asha-shop' })
  assertRefused(taken, 409, 'already_exists')
  assert.deepEqual([taken.body.reason, taken.body.params], ['form_slug_taken', { slug: 'asha-shop' }])
  assertRefused(await asha.post('/v1/forms', { name: 'Shop', slug: 'asha-shop' }), 409, 'already_exists')
  for (const slug of ['ab', 'Asha', 'a--b', '-ab', 'ab-', 'a b', 'a/b', '..', 'report', 'x'.repeat(61), 'दुकान'])
    assertRefused(await asha.post('/v1/forms', { name: 'Shop', slug }), 422, 'invalid_content', 'slug')

  assert.equal((await asha.put(`/v1/forms/${form.id}`, { slug: 'asha-store' })).body.slug, 'asha-store')
  assertRefused(await ravi.post('/v1/forms', { name: 'Shop', slug: 'asha-shop' }), 409, 'already_exists')
  assertRefused(await asha.post('/v1/forms', { name: 'Shop', slug: 'asha-shop' }), 409, 'already_exists')
  // A form may use its own earlier address again.
  assert.equal((await asha.put(`/v1/forms/${form.id}`, { slug: 'asha-shop' })).body.slug, 'asha-shop')
  for (let index = 0; index < 18; index++) await asha.put(`/v1/forms/${form.id}`, { slug: `asha-shop-${index}` })
  const many = await asha.put(`/v1/forms/${form.id}`, { slug: 'asha-shop-last' })
  assertRefused(many, 409, 'conflict')
  assert.equal(many.body.reason, 'form_slugs_too_many')
  assert.equal((await asha.delete(`/v1/forms/${form.id}`)).status, 204)
  assertRefused(await ravi.post('/v1/forms', { name: 'Shop', slug: 'asha-shop-3' }), 409, 'already_exists')
  assert.equal((await asha.post('/v1/forms', { name: 'Shop', slug: 'asha-shop-3' })).status, 201)
})

test('spec 22.13: of two forms that take an address at once, one has it', async () => {
  const answers = await Promise.all(
    [asha, ravi, asha, ravi].map((who) => who.post('/v1/forms', { name: 'Race', slug: 'everybodys-favourite' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
})

test('spec 22.14, 22.18: a deleted form is gone at once, and its rows follow', async () => {
  const form = await asha.make('/v1/forms', { name: 'Short-lived', slug: 'short-lived', fields: [NAME] })
  await asha.post(`/v1/forms/${form.id}/publish`)
  assert.equal((await asha.delete(`/v1/forms/${form.id}`)).status, 204)
  assertRefused(await asha.get(`/v1/forms/${form.id}`), 404, 'not_found')
  assertRefused(await asha.delete(`/v1/forms/${form.id}`), 404, 'not_found')
  assert.ok(!idsOf(await walk(asha, '/v1/forms', 100)).includes(form.id))
  assert.deepEqual((await eventsOf(form.id)).at(-1), 'form.deleted')
  assert.deepEqual((await auditOf(form.id)).at(-1), 'form.deleted')
  samvad.startWorker()
  const id = uuidOf('form', form.id)
  const left = () =>
    samvad.rows(
      `select 1 from forms where org_id = $1 and id = $2
        union all select 1 from form_versions where org_id = $1 and form_id = $2
        union all select 1 from form_counts where org_id = $1 and form_id = $2`,
      [company.organizationId, id],
    )
  await until(left, (rows) => rows.length === 0)
  assert.equal((await samvad.rows("select 1 from form_slugs where slug = 'short-lived'")).length, 1)
})

test('spec 22.15: a duplicate is a draft of its own', async () => {
  const form = await asha.make('/v1/forms', { name: 'Original', fields: [NAME, CHOICE], settings })
  await asha.post(`/v1/forms/${form.id}/publish`)
  const copy = await asha.make(`/v1/forms/${form.id}/duplicate`, { name: 'Copy', slug: 'the-copy' })
  assert.deepEqual([copy.name, copy.slug, copy.status, copy.version], ['Copy', 'the-copy', 'draft', null])
  const { body: original } = await asha.get(`/v1/forms/${form.id}`)
  assert.deepEqual([copy.fields, copy.settings], [original.fields, original.settings])
  assert.notEqual((await asha.make(`/v1/forms/${form.id}/duplicate`, {})).slug, form.slug)
})

test('spec 22.11: forms are listed by status, suspension and part of the name, page by page', async () => {
  const ids: string[] = []
  for (const name of ['Listed one', 'Listed TWO', 'Listed three'])
    ids.unshift((await asha.make('/v1/forms', { name, fields: [NAME] })).id)
  assert.deepEqual(idsOf(await walk(asha, '/v1/forms?name=listed', 2)), ids)
  await asha.post(`/v1/forms/${ids[1]}/publish`)
  assert.deepEqual(idsOf((await asha.get('/v1/forms?name=listed&status=published')).body.data), [ids[1]])
  const [row] = (await asha.get('/v1/forms?name=two')).body.data
  assert.equal(row.id, ids[1])
  assert.ok(!('fields' in row) && !('settings' in row))
  assert.deepEqual((await asha.get('/v1/forms?name=listed&suspended=true')).body.data, [])
  assertRefused(await asha.get('/v1/forms?status=open'), 400, 'invalid_query', 'status')
})

test('spec 22.16, 22.18: an operator finds a form by its address and suspends it, with a reason that members see', async () => {
  const form = await asha.make('/v1/forms', { name: 'Bank login', slug: 'bank-login', fields: [NAME] })
  await asha.post(`/v1/forms/${form.id}/publish`)
  assertRefused(await asha.get('/v1/form_addresses/bank-login'), 403, 'permission_denied')
  assertRefused(await operator.get('/v1/form_addresses/nobodys-form'), 404, 'not_found')
  const { body: found } = await operator.get('/v1/form_addresses/bank-login')
  assert.deepEqual([found.organization_id, found.form.id], [organizationId, form.id])
  const path = `/v1/organizations/${organizationId}/forms/${form.id}`
  assertRefused(await operator.post(`${path}/suspend`, {}), 422, 'invalid_content', 'reason')
  const suspended = await operator.post(`${path}/suspend`, { reason: 'It imitates a bank.' })
  assert.equal(suspended.status, 200, suspended.text)
  assert.deepEqual((await operator.post(`${path}/suspend`, { reason: 'Another' })).body, suspended.body)
  const { body: seen } = await asha.get(`/v1/forms/${form.id}`)
  assert.deepEqual([seen.suspension_reason, seen.status], ['It imitates a bank.', 'published'])
  assert.deepEqual(idsOf((await asha.get('/v1/forms?suspended=true')).body.data), [form.id])
  const ofOrganization = await operator.get(`/v1/organizations/${organizationId}/forms?suspended=true`)
  assert.deepEqual(idsOf(ofOrganization.body.data), [form.id])
  for (const act of ['publish', 'duplicate']) {
    const refused = await asha.post(`/v1/forms/${form.id}/${act}`, act === 'publish' ? undefined : {})
    assertRefused(refused, 409, 'conflict')
    assert.equal(refused.body.reason, 'form_suspended')
    assert.match(refused.body.detail, /It imitates a bank\./)
  }
  const resumed = await operator.post(`${path}/resume`)
  assert.deepEqual([resumed.body.suspended_at, resumed.body.suspension_reason], [null, null])
  assert.deepEqual((await eventsOf(form.id)).slice(-2), ['form.suspended', 'form.resumed'])
  assert.deepEqual((await auditOf(form.id)).slice(-2), ['form.suspended', 'form.resumed'])
})

test('spec 22.3: forms.view reads, and changes nothing', async () => {
  const form = await asha.make('/v1/forms', { name: 'Looked at', fields: [NAME] })
  const { access_token: token } = await asha.make('/v1/tokens', { name: 'Screen', permissions: ['forms.view'] })
  const reader = person(samvad, { token })
  assert.equal((await reader.get(`/v1/forms/${form.id}`)).status, 200)
  for (const answer of [
    await reader.post('/v1/forms', { name: 'X' }),
    await reader.put(`/v1/forms/${form.id}`, { name: 'X' }),
    await reader.delete(`/v1/forms/${form.id}`),
    await reader.post(`/v1/forms/${form.id}/publish`),
  ])
    assertRefused(answer, 403, 'permission_denied')
})
