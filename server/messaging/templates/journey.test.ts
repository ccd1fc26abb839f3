// A template with a picture and buttons, from creating it to the button that a contact presses, in the sandbox.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PDF, upload } from '../../../test/attachments.ts'
import { campaignStory } from '../../../test/campaigns.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { foundBy, indexAll } from '../../../test/search.ts'
import { assertRefused, person } from '../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { ended, listOf } = campaignStory(samvad, mailbox)
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 100n)
samvad.startWorker()

const PHONE = '+919876543210'
const device = async () =>
  (await asha.get(`/v1/sandbox/device?${new URLSearchParams({ phone_number: PHONE })}`)).body.entries
const picture = async (filename = 'offer.png') => (await upload(samvad, { filename })).body.id

const offer = {
  name: 'monsoon_offer',
  channel: 'app',
  language: 'en',
  category: 'marketing',
  text: 'Dear {{name}}, the sale is on.',
  footer: 'Asha Textiles',
  buttons: [
    { type: 'quick_reply', text: 'Yes please' },
    { type: 'quick_reply', text: 'No thanks' },
    { type: 'url', text: 'Shop', url: 'https://shop.example/{{path}}' },
    { type: 'copy_code', code: '{{code}}' },
  ],
}

test('spec 15.16, 15.40, 15.42, 15.44, 15.47, 15.48: created, approved, previewed, sent to a list, pressed on the sandbox phone, and counted once', async () => {
  const fileId = await picture()
  const template = await asha.make('/v1/templates', { ...offer, header: { type: 'image', attachment_id: fileId } })
  assert.deepEqual(template.variables, ['name', 'path', 'code'])
  assert.deepEqual([template.header.type, template.header.attachment_id], ['image', fileId])
  const other = { ...offer, name: 'other', header: { type: 'image', attachment_id: fileId } }
  assertRefused(await asha.post('/v1/templates', other), 422, 'invalid_content', 'header.attachment_id')
  const approved = await asha.post(`/v1/templates/${template.id}/submit`)
  assert.equal(approved.body.status, 'approved', approved.text)

  const variables = { name: 'Ravi', path: 'sale', code: 'SAVE20' }
  const filled = [
    { type: 'quick_reply', text: 'Yes please' },
    { type: 'quick_reply', text: 'No thanks' },
    { type: 'url', text: 'Shop', url: 'https://shop.example/sale' },
    { type: 'copy_code', code: 'SAVE20' },
  ]
  const preview = await asha.post(`/v1/templates/${template.id}/preview`, { variables })
  assert.deepEqual([preview.body.buttons, preview.body.footer], [filled, 'Asha Textiles'])

  const contact = await asha.make('/v1/contacts', { phone_number: PHONE, display_name: 'Ravi' })
  await asha.make(`/v1/contacts/${contact.id}/consents`, { channel: 'app', status: 'granted' })
  const list = await listOf(asha, [contact])
  const rest = { channel: 'app', template_id: template.id, list_ids: [list.id], variables }
  const campaign = await asha.make('/v1/campaigns', { ...rest, name: 'Monsoon' })
  const started = await asha.post(`/v1/campaigns/${campaign.id}/start`, {})
  assert.equal(started.status, 200, started.text)
  const sent = await ended(asha, campaign)
  assert.deepEqual([sent.not_delivered, sent.skipped, sent.counts.recipients], [[], [], 1])
  assert.deepEqual(
    sent.buttons.map(({ text, count }: any) => [text, count]),
    [
      ['Yes please', 0],
      ['No thanks', 0],
    ],
  )
  const [received] = await until(device, (entries: any[]) => entries.length > 0)
  assert.deepEqual(
    [received.text, received.header, received.footer, received.buttons],
    ['Dear Ravi, the sale is on.', { type: 'image', attachment_id: fileId }, 'Asha Textiles', filled],
  )
  assert.equal(received.attachments[0].filename, 'offer.png')

  const press = (index: number) => asha.post('/v1/sandbox/button_presses', { delivery_id: received.delivery_id, index })
  assertRefused(await press(2), 422, 'invalid_content', 'index')
  for (const index of [0, 0]) {
    const { status, body, text } = await press(index)
    assert.equal(status, 200, text)
    assert.equal(body.text, 'Yes please')
  }
  const report = (await asha.get(`/v1/campaigns/${campaign.id}`)).body
  assert.deepEqual(
    [report.buttons.map(({ count }: any) => count), report.counts.replied],
    [[1, 0], 1],
    'twice pressed, once counted',
  )
  const [conversation] = (await asha.get('/v1/conversations?limit=1')).body.data
  const messages = (await asha.get(`/v1/messages?conversation_id=${conversation.id}`)).body.data.toReversed()
  const [ofCampaign, pressed] = messages
  assert.deepEqual([ofCampaign.header, ofCampaign.buttons], [{ type: 'image', attachment_id: fileId }, filled])
  assert.equal(ofCampaign.attachments[0].id, fileId)
  assert.equal(pressed.in_reply_to.message_id, ofCampaign.id)

  await indexAll(samvad.app)
  for (const words of ['textiles', 'no thanks'])
    assert.deepEqual(await foundBy(asha, 'messages', words), [ofCampaign.id], words)

  // The press opened the session: the same template costs as much as a session message, with a file of its own.
  const own = await picture('own.png')
  const message = await asha.make('/v1/messages', {
    conversation_id: conversation.id,
    channel: 'app',
    template_id: template.id,
    variables,
    attachments: [own],
  })
  assert.deepEqual(
    [message.price, message.header, message.buttons.length],
    ['0.45', { type: 'image', attachment_id: own }, 4],
  )

  // Pressed again below the message of an older campaign: it does not count as a reply to the newer one.
  const newer = await asha.make('/v1/campaigns', { ...rest, name: 'Newer' })
  assert.equal((await asha.post(`/v1/campaigns/${newer.id}/start`, {})).status, 200)
  await ended(asha, newer)
  for (const index of [0, 1]) assert.equal((await press(index)).status, 200)
  const answered = async ({ id }: { id: string }) => {
    const { buttons, counts } = (await asha.get(`/v1/campaigns/${id}`)).body
    return [buttons.map(({ count }: any) => count), counts.replied]
  }
  assert.deepEqual(await answered(campaign), [[1, 1], 1])
  assert.deepEqual(await answered(newer), [[0, 0], 0])

  const document = await upload(samvad, { bytes: PDF, filename: 'bill.pdf' })
  const wrong = await asha.post('/v1/messages', {
    conversation_id: conversation.id,
    channel: 'app',
    template_id: template.id,
    variables,
    attachments: [document.body.id],
  })
  assertRefused(wrong, 422, 'invalid_content', 'attachments[0]')
})

test('spec 15.43: a file goes with the last version that names it, or with the template once nothing made of it waits', async () => {
  const [first, second] = [await picture('one.png'), await picture('two.png')]
  const header = (attachment_id: string) => ({ header: { type: 'image', attachment_id } })
  const template = await asha.make('/v1/templates', { ...offer, ...header(first), name: 'pictures' })
  const isThere = async (id: string) => (await asha.get(`/v1/attachments/${id}`)).status
  const changed = await asha.put(`/v1/templates/${template.id}`, header(second))
  assert.deepEqual([changed.body.header.filename, await isThere(first), await isThere(second)], ['two.png', 404, 200])
  const pdf = (await upload(samvad, { bytes: PDF, filename: 'bill.pdf' })).body.id
  const refused = await asha.put(`/v1/templates/${template.id}`, header(pdf))
  assertRefused(refused, 422, 'invalid_content', 'header.attachment_id')
  assert.equal((await asha.delete(`/v1/templates/${template.id}`)).status, 204)
  samvad.setClock(new Date(Date.now() + 600_000))
  await until(
    () => isThere(second),
    (status) => status === 404,
  )
  samvad.setClock(null)
})
