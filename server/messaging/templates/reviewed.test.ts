// Templates at Meta over time: Meta's decisions, new versions, and deletion.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetFence } from '#installation/fence.ts'
import { account, templateStory } from '../../../test/app-templates.ts'
import { uuidOf } from '../../../test/harness.ts'

const story = await templateStory()
const { api, samvad, asha, templates, work, shown, make, statusOf, submit, decide, later, at, made, review } = story

test('spec 5.42: what no webhook tells is asked, while it is pending or paused', async () => {
  const { id, name } = await make()
  await submit(id)
  await work()
  const [there] = at(name)
  assert.ok(there)
  await later(60_000)
  assert.equal(await statusOf(id), 'submitted')
  there.status = 'APPROVED'
  await later(10 * 60_000)
  assert.equal(await statusOf(id), 'approved')
  const asked = api.requests.length
  await later()
  assert.equal(api.requests.length, asked, 'nothing is pending')

  await review(name, 'paused', new Date(story.now()), { reason: 'LOW_QUALITY', providerId: there.id })
  there.status = 'PAUSED'
  await later()
  assert.equal(await statusOf(id), 'paused')
  there.status = 'APPROVED'
  await later()
  assert.equal(await statusOf(id), 'approved')

  const refused = await make()
  await submit(refused.id)
  await work()
  Object.assign(at(refused.name)[0] as object, { status: 'REJECTED', rejected_reason: 'SCAM' })
  await later()
  assert.deepEqual([await statusOf(refused.id), (await shown(refused.id)).reason], ['rejected', 'SCAM'])

  const gone = await make()
  await submit(gone.id)
  await work()
  templates.all.splice(templates.all.indexOf(at(gone.name)[0] as never), 1)
  await later()
  assert.deepEqual(
    [await statusOf(gone.id), (await shown(gone.id)).reason_details[0]?.code === 'template_gone_at_provider'],
    ['rejected', true],
  )
})

test('spec 5.43: a new version changes the template at Meta, once; the one in use stays until the new one is approved', async () => {
  templates.statusOfNew = 'APPROVED'
  const { id, name } = await make()
  await submit(id)
  await work()
  assert.equal(await statusOf(id), 'approved', 'its creation said so')
  const meta = at(name)[0]?.id
  await asha.put(`/v1/templates/${id}`, { text: 'Order {{order_number}} for {{name}} leaves tomorrow.' })
  await submit(id)
  assert.equal(
    await review(name, 'approved', new Date(story.now()), { providerId: meta }),
    false,
    'that is of the one in use',
  )
  decide('lose answer')
  await work()
  await later()
  await later()
  assert.deepEqual(made(), [
    ['create', name],
    ['edit', meta],
  ])
  assert.equal(at(name)[0]?.components[0].text, 'Order {{1}} for {{2}} leaves tomorrow.')
  const pending = await shown(id)
  assert.deepEqual([pending.status, pending.version, pending.approved_version], ['submitted', 2, 1])
  const before = new Date(story.now() - 7_200_000 - 3600_000)
  await review(name, 'paused', before, { providerId: meta })
  assert.equal((await shown(id)).status, 'submitted', 'of before the change: it is about the one in use')
  await review(name, 'approved', new Date(story.now() + 1000), { providerId: meta })
  const after = await shown(id)
  assert.deepEqual([after.status, after.approved_version], ['approved', 2])
  const orders = await samvad.rows<any>(
    'select version, provider_parameters from template_versions where template_id = $1 order by version',
    [uuidOf('tmpl', id)],
  )
  assert.deepEqual(
    orders.map((one) => one.provider_parameters),
    [
      ['name', 'order_number'],
      ['order_number', 'name'],
    ],
  )
})

test('spec 5.44: a template that is deleted goes at Meta too, once nothing that was made of it waits; its name may be taken again', async () => {
  templates.statusOfNew = 'APPROVED'
  const { id, name } = await make()
  await submit(id)
  await work()
  const meta = at(name)[0]?.id
  const contact = await asha.make('/v1/contacts', { phone_number: '+919876500099' })
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  const sent = await asha.make('/v1/messages', {
    conversation_id: conversation.id,
    channel: 'app',
    template_id: id,
    variables: { name: 'Ravi', order_number: '7' },
    send_at: Math.floor(story.now() / 1000) + 20 * 24 * 3600,
  })
  assert.equal((await asha.delete(`/v1/templates/${id}`)).status, 204)
  await later()
  await later()
  assert.equal(at(name).length, 1, 'a message of it is to leave')
  assert.equal((await asha.delete(`/v1/messages/${sent.id}`)).status, 204)
  decide('lose answer')
  await later()
  await later()
  assert.deepEqual(
    [at(name), made()],
    [
      [],
      [
        ['create', name],
        ['delete', name],
      ],
    ],
  )

  const second = await make()
  await submit(second.id)
  await work()
  const kept = at(second.name)[0]?.id
  assert.equal((await asha.delete(`/v1/templates/${second.id}`)).status, 204)
  const third = await make({ name: second.name, text: 'Another text.' })
  await submit(third.id)
  await work()
  await later()
  assert.deepEqual([at(second.name)[0]?.id, at(second.name)[0]?.components[0].text], [kept, 'Another text.'])
  assert.notEqual(meta, kept)
})

test('spec 5.45, 17.16: nothing is said to Meta while the installation is fenced, nor of another account than the one it is in', async () => {
  const { id, name } = await make()
  await submit(id)
  await samvad.rows('update installation set fenced_since = now(), fenced_reason = $1', ['the test'])
  forgetFence(samvad.app)
  await later()
  assert.equal(at(name).length, 0)
  assert.match((await shown(id)).reason, /fenced/)
  await samvad.rows('update installation set fenced_since = null, fenced_reason = null')
  forgetFence(samvad.app)
  await later()
  assert.equal(at(name).length, 1)
  await asha.put('/v1/channels/app', { ...account, business_account_id: '5550001' })
  assert.equal((await asha.delete(`/v1/templates/${id}`)).status, 204)
  await later()
  await later()
  assert.equal(at(name).length, 1, 'it is not there that it was made')
  const [row] = await samvad.rows<any>('select provider_account, provider_due_at from templates where id = $1', [
    uuidOf('tmpl', id),
  ])
  assert.deepEqual(row, { provider_account: null, provider_due_at: null })
})
