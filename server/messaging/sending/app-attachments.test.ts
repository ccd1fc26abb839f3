// Attachments that the app does not accept are refused before a charge, in every kind of request.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upload } from '../../../test/attachments.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
const asked = await asha.make('/v1/sandbox/messages', { channel: 'app', from: '+919876543210', text: 'Is it ready?' })
const contactId = (await asha.get('/v1/contacts?limit=1')).body.data[0].id
const group = await asha.make('/v1/groups', { name: 'Buyers', contacts: [contactId] })
const toGroup = await asha.make('/v1/conversations', { group_id: group.id })
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

test('spec 7.103: two attachments in a message of the app are refused before a charge, however it is sent', async () => {
  const before = await balance()
  const files = [await upload(samvad), await upload(samvad)].map(({ body }) => body.id)
  const two = { conversation_id: asked.conversation_id, channel: 'app', attachments: files }
  const refused = async (path: string, body: object) =>
    assertRefused(await asha.post(path, body), 422, 'invalid_content', 'attachments')
  await refused('/v1/messages', two)
  await refused('/v1/messages/estimate', two)
  await refused('/v1/messages', { ...two, conversation_id: toGroup.id })
  await refused('/v1/messages/estimate', { ...two, conversation_id: toGroup.id })
  const template = await asha.make('/v1/templates', {
    name: 'ready',
    channel: 'app',
    language: 'en',
    category: 'utility',
    text: 'It is ready.',
  })
  await asha.post(`/v1/templates/${template.id}/submit`)
  await refused('/v1/messages', { ...two, template_id: template.id })
  await refused('/v1/messages', { ...two, attachments: files.slice(0, 1), template_id: template.id })
  const { status, body } = await asha.post('/v1/messages/batch', {
    messages: [two, { ...two, attachments: null, text: 'Yes' }],
  })
  assert.equal(status, 200)
  const [bad, good] = body.data
  assert.equal(bad.status, 422)
  assert.deepEqual(
    bad.error.errors.map(({ field, code }: any) => [field, code]),
    [['attachments', 'one_attachment']],
  )
  assert.equal(good.status, 201)
  assert.equal(Math.round((Number(before) - Number(await balance())) * 100), 45, 'only the other one was charged')
  const [row] = await samvad.rows<{ n: number }>(
    'select count(*)::int as n from attachments where message_id is not null',
  )
  assert.equal(row?.n, 0, 'and the files may still go with another message')
})
