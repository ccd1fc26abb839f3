// Templates created at Meta, over the real protocol: once despite any interruption, or refused with the reason.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateStory } from '../../../test/app-templates.ts'
import { PNG, upload } from '../../../test/attachments.ts'
import { someNumber } from '../../../test/cloud-api/server.ts'
import type { TemplateDecision } from '../../../test/cloud-api/templates.ts'
import { uuidOf } from '../../../test/harness.ts'
import { createAppRegistrar } from '../channels/app/template-registrar.ts'
import { templateJobs } from './jobs.ts'

const story = await templateStory()
const { samvad, asha, templates, work, shown, make, statusOf, submit, decide, later, at, made, review } = story

test('spec 5.40: what is submitted is made at Meta, with its variables by number and an example of each', async () => {
  const { id, name } = await make()
  assert.equal((await submit(id)).status, 'submitted')
  assert.deepEqual(at(name), [], 'nothing leaves within the request')
  await work()
  assert.equal(templates.done.length, 1)
  assert.deepEqual(templates.done[0]?.body, {
    name,
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Dear {{1}}, order {{2}} of {{1}} leaves today.',
        example: { body_text: [['name', 'order number']] },
      },
    ],
  })
  assert.equal(await statusOf(id), 'submitted')
  const [kept] = await samvad.rows<any>(
    `select t.provider_id, t.provider_account, v.provider_parameters from templates t
       join template_versions v on v.template_id = t.id where t.id = $1`,
    [uuidOf('tmpl', id)],
  )
  assert.deepEqual(kept, {
    provider_id: at(name)[0]?.id,
    provider_account: someNumber.businessAccountId,
    provider_parameters: ['name', 'order_number'],
  })
  await later(1000)
  assert.equal(templates.done.length, 1, 'and not again')
})

test('spec 5.40: where the answer is lost it is there once, also when the list does not show it yet', async () => {
  const { id, name } = await make()
  await submit(id)
  decide('lose answer')
  await work()
  assert.match((await shown(id)).reason, /^Meta could not be reached/)
  templates.hidden.add(name)
  await later()
  assert.equal(at(name).length, 1)
  templates.hidden.clear()
  await later()
  assert.deepEqual([at(name).length, (await shown(id)).reason], [1, null])
  const [kept] = await samvad.rows<any>('select provider_id from templates where id = $1', [uuidOf('tmpl', id)])
  assert.equal(kept.provider_id, at(name)[0]?.id)
  assert.deepEqual(made(), [['create', name]])
})

test('spec 5.40: what never came, was answered by a stranger, or was too fast is tried again, ever more slowly', async () => {
  const { id, name } = await make()
  await submit(id)
  decide('lose request', { status: 502 }, { code: 80008, status: 400 }, { code: 190, status: 401 })
  for (const _ of [1, 2, 3, 4]) await later()
  assert.deepEqual([await statusOf(id), at(name).length], ['submitted', 0])
  assert.match((await shown(id)).reason, /^Meta 190/)
  const [row] = await samvad.rows<any>('select provider_tries, provider_due_at from templates where id = $1', [
    uuidOf('tmpl', id),
  ])
  assert.equal(row.provider_tries, 4)
  assert.equal(row.provider_due_at.getTime(), story.now() + 40_000)
  await later()
  assert.equal(at(name).length, 1)
})

test('spec 5.40: of several workers one tells it; one that is killed in between leaves it to be found', async () => {
  const { id, name } = await make()
  await submit(id)
  await Promise.all([work(), work(templateJobs(samvad.app)), work(templateJobs(samvad.app))])
  assert.deepEqual(made(), [['create', name]])

  const second = await make()
  await submit(second.id)
  // Killed after the response, before it is recorded.
  const registrar = createAppRegistrar(samvad.app)
  const killed = templateJobs(samvad.app, {
    app: {
      ...registrar,
      async register(...given) {
        await registrar.register(...given)
        throw new Error('killed')
      },
    },
  })
  await assert.rejects(async () => work(killed), /killed/)
  await work()
  assert.equal(at(second.name).length, 1)
  await later()
  assert.deepEqual(made(), [
    ['create', name],
    ['create', second.name],
  ])
  assert.equal((await shown(second.id)).status, 'submitted')
})

test('spec 5.41: what Meta refuses is rejected, in plain words beside its own', async () => {
  const cases: [TemplateDecision, RegExp][] = [
    [{ code: 100, subcode: 2388019, title: 'Limit exceeded' }, /as many templates as Meta allows.*Meta 100: Limit exc/],
    [{ code: 100, subcode: 2388023 }, /Wait 30 days/],
    [
      { code: 100, subcode: 2388293, title: 'Ratio', text: 'Too many' },
      /too many variables.*Meta 100: Ratio: Too many/,
    ],
    [{ code: 100, subcode: 2388299 }, /no variable at the beginning or the end/],
    [{ code: 100, subcode: 1, title: 'Odd' }, /^Meta 100: Odd$/],
  ]
  for (const [decision, reason] of cases) {
    const { id } = await make()
    await submit(id)
    decide(decision)
    await work()
    const { status, reason: said } = await shown(id)
    assert.equal(status, 'rejected')
    assert.match(said, reason)
  }
  const code = await make({ category: 'authentication', text: 'Your code is {{1}}.' })
  await submit(code.id)
  await work()
  assert.match((await shown(code.id)).reason, /Meta writes the text of authentication templates itself/)
  assert.deepEqual(made(), [])
})

test('spec 5.41: a name that Meta has with another text is refused and left alone; with the same text it is taken as it is', async () => {
  const { id, name } = await make()
  const theirs = {
    id: '77',
    name,
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Somebody else wrote this.' }],
  }
  templates.all.push(theirs)
  await submit(id)
  await work()
  assert.match((await shown(id)).reason, /Choose another name/)
  assert.equal(
    await review(name, 'approved', new Date(story.now() + 5000), { providerId: '77' }),
    false,
    'it is not ours',
  )
  await asha.put(`/v1/templates/${id}`, { text: 'Another try.' })
  await submit(id)
  await work()
  assert.equal(await statusOf(id), 'rejected')
  assert.equal((await asha.delete(`/v1/templates/${id}`)).status, 204)
  await later()
  assert.deepEqual([made(), templates.all.includes(theirs)], [[], true])

  const same = await make({ text: 'Thank you, {{1}}!' })
  templates.all.push({
    ...theirs,
    id: '78',
    name: same.name,
    components: [{ type: 'BODY', text: 'Thank you, {{1}}!' }],
  })
  await submit(same.id)
  await work()
  assert.deepEqual([await statusOf(same.id), made()], ['approved', []])
})

test('spec 15.45: a picture goes to the app of the access token first; while Meta does not name it, the template waits', async () => {
  const { api } = story
  const attachment_id = (await upload(samvad)).body.id
  const { id, name } = await make({ header: { type: 'image', attachment_id }, footer: 'Asha Textiles' })
  await submit(id)
  api.appId = null
  await work()
  assert.match((await shown(id)).reason, /Create the token for a system user of your own app/)
  assert.deepEqual(made(), [])
  api.appId = '200300400500'
  await later()
  const [sent] = api.headerUploads
  assert.deepEqual(
    [sent?.file_name, sent?.file_type, sent?.file_length, sent?.offset, sent?.bytes.equals(PNG)],
    ['photo.png', 'image/png', String(PNG.length), '0', true],
  )
  const [header, , footer] = at(name)[0]?.components ?? []
  assert.deepEqual(header, { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::1'] } })
  assert.deepEqual([footer, (await shown(id)).reason], [{ type: 'FOOTER', text: 'Asha Textiles' }, null])
})

test('spec 15.63: a template with a location that Meta has is taken as it is, and made there where it has none', async () => {
  const same = await make({ text: 'It is here.', header: { type: 'location' } })
  const found = { id: '79', name: same.name, language: 'en_US', category: 'UTILITY', status: 'APPROVED' }
  const components = [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY', text: 'It is here.' },
  ]
  templates.all.push({ ...found, components })
  await submit(same.id)
  await work()
  assert.deepEqual([await statusOf(same.id), made()], ['approved', []])
  const own = await make({ text: 'It is here.', header: { type: 'location' } })
  await submit(own.id)
  await work()
  assert.deepEqual(at(own.name)[0]?.components, components)
})
