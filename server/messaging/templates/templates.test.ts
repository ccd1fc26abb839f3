// Templates over the API: created, approved, changed, paused, previewed; and which organization they belong to.
// spec 15.1, 15.2.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { takeReview } from './review.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
const { organizationId } = samvad.company
const member = await samvad.newMember(organizationId, 'owner')
await samvad.rows('update users set is_operator = true where id = $1', [member.userId])
const operator = person(samvad, member)

let count = 0
const fields = (more: object = {}) => ({
  name: `order_${++count}`,
  channel: 'email',
  language: 'en',
  category: 'utility',
  subject: 'Order {{number}}',
  text: 'Dear {{name}}, {{number}} leaves today.',
  ...more,
})
const make = (more: object = {}) => asha.make('/v1/templates', fields(more))
const act = (id: string, what: string, json?: object) => asha.post(`/v1/templates/${id}/${what}`, json)
const shown = async (id: string) => (await asha.get(`/v1/templates/${id}`)).body

/** As if the organization had its own account on the channel. */
async function withAccount(channel: 'app' | 'sms', work: () => Promise<void>): Promise<void> {
  await samvad.rows(
    `insert into channel_accounts (org_id, channel, settings, updated_at) values ($1, $2, '{}', now())`,
    [organizationId, channel],
  )
  try {
    await work()
  } finally {
    await samvad.rows('delete from channel_accounts where org_id = $1 and channel = $2', [organizationId, channel])
  }
}

test('spec 15.1: a template is a draft, listed, and unique by channel, name and language', async () => {
  const template = await make({ language: 'en-in' })
  assert.deepEqual(
    { ...template, id: null, name: null, created_at: null },
    {
      id: null,
      name: null,
      channel: 'email',
      language: 'en_IN',
      category: 'utility',
      status: 'draft',
      version: 1,
      approved_version: null,
      subject: 'Order {{number}}',
      text: 'Dear {{name}}, {{number}} leaves today.',
      html: null,
      variables: ['number', 'name'],
      registered_id: null,
      header: null,
      footer: null,
      buttons: [],
      reason: null,
      reason_details: [],
      created_at: null,
      updated_at: null,
    },
  )
  const again = fields({ name: template.name, language: 'en_IN' })
  assertRefused(await asha.post('/v1/templates', again), 409, 'already_exists', 'name')
  await make({ name: template.name, language: 'hi' })
  const { data } = (await asha.get(`/v1/templates?name=${template.name}`)).body
  assert.deepEqual(
    data.map(({ language }: { language: string }) => language),
    ['hi', 'en_IN'],
  )
  assert.equal((await asha.delete(`/v1/templates/${template.id}`)).status, 204)
  assertRefused(await asha.get(`/v1/templates/${template.id}`), 404, 'not_found')
  await make({ name: template.name, language: 'en_IN' })
})

test('spec 15.1: what cannot be is refused by its field', async () => {
  const refused: [object, string][] = [
    [{ text: 'Dear {{' }, 'text'],
    [{ text: null, html: '<a href={{url}}>' }, 'html'],
    [{ text: null }, 'text'],
    [{ language: 'english!' }, 'language'],
    [{ category: 'promotional' }, 'category'],
    [{ registered_id: '1107' }, 'registered_id'],
    [{ channel: 'app', subject: null, name: 'Order Sent' }, 'name'],
    [{ channel: 'app', subject: null, text: 'x'.repeat(1025) }, 'text'],
    [{ channel: 'sms' }, 'subject'],
    [{ subject: 'a\nb' }, 'subject'],
  ]
  for (const [more, field] of refused)
    assertRefused(await asha.post('/v1/templates', fields(more)), 422, 'invalid_content', field)
})

test('spec 15.1, 4.19: in the sandbox what is submitted is approved at once, unless its name begins with reject_', async () => {
  const { id } = await make()
  const approved = await act(id, 'submit')
  assert.deepEqual([approved.status, approved.body.status, approved.body.approved_version], [200, 'approved', 1])
  assertRefused(await act(id, 'submit'), 409, 'conflict')
  const refused = await make({ name: 'reject_order' })
  const { body } = await act(refused.id, 'submit')
  assert.deepEqual([body.status, body.approved_version], ['rejected', null])
  assert.match(body.reason, /sandbox/)
  assert.deepEqual(body.reason_details, [{ code: 'rejected_by_sandbox', params: {}, message: body.reason }])
  for (const channel of ['app', 'sms']) {
    const other = await make({ channel, subject: null })
    assert.equal((await act(other.id, 'submit')).body.status, 'approved')
  }
})

test('spec 15.1: an approved template stays in use until its new version is approved; a draft is changed in its place', async () => {
  const { id } = await make()
  const put = (json: object) => asha.put(`/v1/templates/${id}`, json)
  assert.deepEqual([(await put({ text: 'One {{a}}' })).body.version, (await shown(id)).status], [1, 'draft'])
  await act(id, 'submit')
  assert.equal((await put({ text: 'One {{a}}' })).body.version, 1, 'what changes nothing has no effect')
  const second = (await put({ text: 'Two {{b}}' })).body
  assert.deepEqual(
    [second.status, second.version, second.approved_version, second.variables],
    ['draft', 2, 1, ['number', 'b']],
  )
  assert.equal((await put({ text: 'Two {{c}}' })).body.version, 2)
  const { body } = await act(id, 'submit')
  assert.deepEqual([body.status, body.version, body.approved_version, body.text], ['approved', 2, 2, 'Two {{c}}'])
  const stored = await samvad.rows('select version, text from template_versions where template_id = $1 order by 1', [
    uuidOf('tmpl', id),
  ])
  assert.deepEqual(stored, [
    { version: 1, text: 'One {{a}}' },
    { version: 2, text: 'Two {{c}}' },
  ])
})

test('spec 15.1: what is paused is not in use until it is resumed, and the same twice changes nothing', async () => {
  const { id } = await make()
  assertRefused(await act(id, 'pause'), 409, 'conflict')
  await act(id, 'submit')
  for (const _ of [1, 2]) {
    const { body } = await act(id, 'pause')
    assert.deepEqual([body.status, body.approved_version], ['paused', null])
  }
  for (const _ of [1, 2]) assert.equal((await act(id, 'resume')).body.approved_version, 1)
  const told = await samvad.rows('select type from events where object_id = $1 order by id', [uuidOf('tmpl', id)])
  assert.deepEqual(
    told.map(({ type }) => type),
    ['created', 'submitted', 'approved', 'paused', 'resumed'].map((name) => `template.${name}`),
  )
  const logged = await samvad.rows(`select action from audit_log where object = $1 order by sequence`, [id])
  assert.deepEqual(
    logged.map(({ action }) => action),
    told.map(({ type }) => type),
  )
})

test('spec 15.1: where no provider decides an operator does, of any organization, and nobody else', async () => {
  await withAccount('sms', async () => {
    const { id } = await make({ channel: 'sms', subject: null, registered_id: '1107161234567890123', header: 'ASHATX' })
    assert.equal((await act(id, 'submit')).body.status, 'submitted')
    assertRefused(await asha.put(`/v1/templates/${id}`, { text: 'Other' }), 409, 'conflict')
    const limited = person(samvad, await samvad.newMember(organizationId, 'admin'))
    assertRefused(await limited.post(`/v1/templates/${id}/approve`), 403, 'permission_denied')
    const { data } = (await operator.get('/v1/submitted_templates')).body
    const [one] = data
    assert.deepEqual([data.length, one.id, one.category], [1, id, 'service'])
    const rejected = await operator.post(`/v1/organizations/${one.organization_id}/templates/${id}/reject`, {
      reason: 'No DLT id',
    })
    assert.deepEqual([rejected.status, rejected.body.status, rejected.body.reason], [200, 'rejected', 'No DLT id'])
    assert.deepEqual(rejected.body.reason_details, [], 'the words of a person')
    assert.deepEqual([one.organization_name, rejected.body.organization_name], ['Asha Textiles', 'Asha Textiles'])
    assert.equal((await act(id, 'submit')).body.reason, null)
    const { body } = await operator.post(`/v1/templates/${id}/approve`)
    assert.deepEqual([body.status, body.approved_version], ['approved', 1])
    assert.deepEqual((await operator.get('/v1/submitted_templates')).body.data, [])
    const taken = (await operator.post(`/v1/templates/${id}/reject`, { reason: 'Complaints' })).body
    assert.deepEqual([taken.status, taken.approved_version], ['rejected', null])
  })
})

test('spec 15.7: what a provider decides moves the template of that name and language, in whatever order it is told', async () => {
  const { id, name } = await make({ channel: 'app', subject: null, language: 'en_US' })
  await withAccount('app', async () => {
    await act(id, 'submit')
    await samvad.rows(`update templates set provider_account = '1' where id = $1`, [uuidOf('tmpl', id)])
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
    const take = (status: TemplateReview['status'], time: Date, reason: string | null = null, language = 'en-US') =>
      samvad.app.database.transaction(
        (tx) => takeReview(tx, { organizationId, at: new Date() }, 'app', { name, language, status, reason, time }),
        organizationId,
      )
    assert.equal(await take('approved', at(1), null, 'hi'), false)
    assert.equal(await take(null, at(1)), false)
    assert.equal(await take('approved', at(1)), true)
    assert.equal((await shown(id)).status, 'approved')
    assert.equal(await take('paused', at(3), 'Low quality'), true)
    assert.deepEqual([(await shown(id)).status, (await shown(id)).reason], ['paused', 'Low quality'])
    assert.equal(await take('approved', at(2)), false, 'older than what was said last')
    assertRefused(await act(id, 'resume'), 409, 'conflict')
    assert.equal(await take('approved', at(4)), true)
    assert.equal(await take('approved', at(5)), false, 'so already')
    assert.equal(await take('rejected', at(6), 'Policy'), true)
    assert.deepEqual([(await shown(id)).status, (await shown(id)).approved_version], ['rejected', null])

    // Messages were made from it: that version keeps its content, whatever is changed from now on.
    const { version, text } = await shown(id)
    const changed = await asha.put(`/v1/templates/${id}`, { text: 'Dear {{name}}, {{number}} left today.' })
    assert.deepEqual([changed.body.status, changed.body.version], ['draft', version + 1], changed.text)
    const words = await samvad.rows<{ text: string }>(
      'select text from template_versions where template_id = $1 and version = $2',
      [uuidOf('tmpl', id), version],
    )
    assert.deepEqual(words, [{ text }])
  })
})

test('spec 15.2: a preview shows the latest version with values in it, and names what is missing and unknown', async () => {
  const { id } = await make({ html: '<p title="{{name}}">{{number}}</p>' })
  const { body } = await act(id, 'preview', { variables: { name: '"><script>', number: '7' } })
  assert.deepEqual(body, {
    subject: 'Order 7',
    text: 'Dear "><script>, 7 leaves today.',
    html: '<p title="&quot;&gt;&lt;script&gt;">7</p>',
    header: null,
    footer: null,
    buttons: [],
  })
  assertRefused(
    await act(id, 'preview', { variables: { name: 'Ravi', other: 'x' } }),
    422,
    'invalid_content',
    'variables.number',
    'variables.other',
  )
  assertRefused(
    await act(id, 'preview', { variables: { name: 7, number: '7' } }),
    422,
    'invalid_content',
    'variables.name',
  )
  const form = await samvad.request('POST', `/v1/templates/${id}/preview`, {
    form: { 'variables[name]': 'Ravi', 'variables[number]': '7' },
  })
  assert.equal(form.body.subject, 'Order 7', form.text)
})

test('spec 1.1, 15.1: another organization has neither the template nor its name', async () => {
  const template = await make()
  const other = person(samvad, await samvad.newCompany('Bela Silks'))
  assertRefused(await other.get(`/v1/templates/${template.id}`), 404, 'not_found')
  assertRefused(await other.post(`/v1/templates/${template.id}/submit`), 404, 'not_found')
  await other.make('/v1/templates', fields({ name: template.name }))
  assert.equal((await shown(template.id)).status, 'draft')
})
