// A mail in the inbox: its pictures in their places, where its writer wants answers, and the subject of an answer.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { createAttachmentTaker } from '#messaging/inbound/attachments.ts'
import { PNG } from '../attachments.ts'
import { publicId, startSamvad } from '../harness.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'
import { button } from './page.ts'

const WAIT_MS = 30_000
const samvad = await startSamvad()
const { organizationId } = samvad.company
const html = '<p>Which one?</p><img src="cid:red@shop" alt="Red"><img src="cid:gone@shop" alt="Blue">'

/** A mail with a picture, in a conversation of the organization's owner. */
async function mail(): Promise<{ message: Uuid; conversation: Uuid }> {
  const scope = { organizationId, at: samvad.app.clock() }
  const taker = createAttachmentTaker(samvad.app)
  const picture = {
    filename: 'red.png',
    contentType: 'image/png',
    contentId: 'red@shop',
    open: async () => Readable.from([PNG], { objectMode: false }),
  }
  const ids = await taker.keepAttachments(scope, [picture])
  const { message } = await samvad.app.database.transaction((tx) =>
    receive(
      tx,
      scope,
      {
        channel: 'email',
        from: 'ravi@shop.example',
        replyTo: 'orders@shop.example',
        providerId: '<which@shop.example>',
        content: { subject: 'Two saris', text: 'Which one?', html, attachments: [] },
        isAuthenticated: true,
        time: scope.at,
      },
      (id) => taker.attach(tx, scope, id, ids),
    ),
  )
  return { message: message?.id as Uuid, conversation: message?.conversation_id as Uuid }
}

const { message, conversation } = await mail()

test('spec 7.163: the sanitised HTML names the picture that came with the mail, and its file is read by who sees the message', async () => {
  const asha = person(samvad)
  const { body } = await asha.get(`/v1/messages/${publicId('msg', message)}?html=sanitised`)
  const [{ id }] = body.attachments
  assert.equal(body.html, `<p>Which one?</p><img alt="Red" data-attachment="${id}" /><img alt="Blue" />`)
  const file = await fetch(`${samvad.url}/v1/attachments/${id}/file`, {
    headers: { authorization: `Bearer ${samvad.company.token}` },
  })
  assert.deepEqual(
    [file.status, file.headers.get('content-type'), Buffer.from(await file.arrayBuffer())],
    [200, 'image/png', PNG],
  )
})

test('spec 7.161, 7.162, 7.163: a mail shows its picture in its place and where answers go; an answer has its subject', {
  skip: whyNoBrowser,
}, async () => {
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  const { page } = visitor
  page.setDefaultTimeout(WAIT_MS)
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  await person(samvad).post(`/v1/conversations/${publicId('conv', conversation)}/assign`, { user_id: user.id })
  await visitor.go(`inbox/${publicId('conv', conversation)}`)
  await page.getByText('Answers go to orders@shop.example').waitFor()
  await button(page, 'Show as it was laid out').click()
  const frame = page.frameLocator('iframe[title]')
  await frame.locator('img[alt="Red"][src^="data:image/png"]').waitFor()
  const subject = page.getByLabel('Subject', { exact: true })
  assert.equal(await subject.inputValue(), 'Re: Two saris')
  await subject.fill('Your sari')
  assert.equal(await subject.inputValue(), 'Your sari')
  await mustBeFine(visitor, 'mail-with-its-picture')
})
