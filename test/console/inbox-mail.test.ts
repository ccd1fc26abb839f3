// A received mail in the inbox: inline images, remote images on request, its reply-to address, its quoted text, and its
// original.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { createAttachmentTaker } from '#messaging/inbound/attachments.ts'
import { PNG } from '../attachments.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { inboundMail } from '../inbound-mail.ts'
import { answer } from '../mails.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, downloaded, says } from './page.ts'

const skip = whyNoBrowser
/** Stands for a public address. */
const PUBLIC = '127.0.0.2'
const samvad = await startSamvad({
  SAMVAD_MAIL_DOMAIN: 'in.samvad.example',
  SAMVAD_PICTURE_NETWORKS: `${PUBLIC}/32`,
  SAMVAD_LOG_LEVEL: 'silent',
})
const { organizationId } = samvad.company
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor
let ownerId: string

before(async () => {
  if (skip) return
  owner = await console.signIn('owner')
  const { user } = await (await owner.page.request.get(`${samvad.url}/console/session`)).json()
  ownerId = user.id
})

/** A new contact of the visitor, whose mails the visitor may read. */
async function newContact(name: string, email: string): Promise<Uuid> {
  const id = newUuid()
  await samvad.rows(
    `insert into contacts (org_id, id, display_name, email, owner_id, created_at) values ($1, $2, $3, $4, $5, now())`,
    [organizationId, id, name, email, uuidOf('user', ownerId)],
  )
  return id
}

const HTML = '<p>Which one?</p><img src="cid:red@shop" alt="Red"><img src="cid:gone@shop" alt="Blue">'

/** A mail with an image, in a conversation of the organization's owner. */
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
        from: 'meera@shop.example',
        replyTo: 'orders@shop.example',
        providerId: '<which@shop.example>',
        content: { subject: 'Two saris', text: 'Which one?', html: HTML, attachments: [] },
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
  skip,
}, async () => {
  const { page } = owner
  await person(samvad).post(`/v1/conversations/${publicId('conv', conversation)}/assign`, { user_id: ownerId })
  await owner.goWithin(`inbox/${publicId('conv', conversation)}`)
  await page.getByText('Replies go to orders@shop.example').waitFor()
  await button(page, 'Show original layout').click()
  const frame = page.frameLocator('iframe[title]')
  await frame.locator('img[alt="Red"][src^="data:image/png"]').waitFor()
  const subject = page.getByLabel('Subject', { exact: true })
  assert.equal(await subject.inputValue(), 'Re: Two saris')
  await subject.fill('Your sari')
  assert.equal(await subject.inputValue(), 'Your sari')
})

const receiver = inboundMail(samvad)
const QUOTED = 'On Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\n> It leaves today.'

test('what a mail quotes is shown on a click, and "Show original" shows its headers and downloads it (spec 5.36, 5.37)', {
  skip,
}, async () => {
  const { page } = owner
  const from = await newContact('Ravi', 'ravi@shop.example')
  const raw = answer({ headers: ['X-Trace: kept-for-you'], text: `Is it ready?\n\n${QUOTED}` })
  await receiver.deliver(organizationId, { raw })
  const [row] = await samvad.rows<{ conversation_id: string }>(
    'select conversation_id from messages where org_id = $1 and sender_id = $2',
    [organizationId, from],
  )
  await owner.goWithin(`inbox/${publicId('conv', row?.conversation_id as string)}`)
  const message = page.getByRole('article', { name: 'Received message' })
  await message.getByText('Is it ready?').waitFor()
  const quoted = message.getByText('It leaves today.')
  assert.equal(await quoted.isVisible(), false)
  await message.locator('summary', { hasText: 'Show quoted text' }).click()
  await quoted.waitFor({ state: 'visible' })

  await message.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Show original' }).click()
  await says(page, 'X-Trace: kept-for-you')
  await mustBeFine(owner, 'original-of-a-mail')
  const { name, bytes } = await downloaded(page, () => button(page, 'Download original').click())
  assert.match(name, /^msg_.*\.eml$/)
  assert.equal(bytes.toString(), raw)
  assert.deepEqual(owner.faults, [])
})

test('spec 18.60, 18.61, 21.15: the pictures of a mail are shown when somebody presses, through the service, and from then on those of a proven sender', {
  skip,
}, async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(request.url === '/gone.png' ? 404 : 200, { 'content-type': 'image/png' }).end(PNG)
  })
  server.listen(0, PUBLIC)
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = `http://${PUBLIC}:${(server.address() as AddressInfo).port}`
  const { page } = owner
  const contact = await newContact('Shop of Pune', 'shop@pune.example')
  const conversation = newUuid()
  await samvad.rows(
    `insert into conversations (org_id, id, user_id, contact_id, created_at, last_active_at)
     values ($1, $2, $3, $4, now(), now())`,
    [organizationId, conversation, uuidOf('user', ownerId), contact],
  )
  const receive = (name: string, authenticated: boolean) =>
    samvad.rows(
      `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html,
                             is_authenticated, created_at)
       values ($1, uuidv7(), $2, 'inbound', 'email', $3, $4, $4, $5, $6, now())`,
      [
        organizationId,
        conversation,
        contact,
        name,
        `<p>${name}</p><img src="${at}/${name}.png" alt="Mangoes" width="200" height="100"><img src="${at}/gone.png">
         <img src="${at}/seen.gif" width="1" height="1">`,
        authenticated,
      ],
    )
  await receive('one', true)
  await owner.goWithin(`inbox/${publicId('conv', conversation)}`)
  await button(page, 'Show original layout').click()
  const frame = page.frameLocator('iframe[title]')
  await frame.getByRole('img', { name: 'Mangoes' }).waitFor()
  assert.deepEqual(asked, [])
  await button(page, 'Show images').click()
  await says(page, '1 image didn’t load')
  await frame.locator('img[src^="data:image/png"]').waitFor()
  const width = () =>
    frame.locator('img[src]').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)
  assert.equal(await width(), 1, 'the policy of the frame lets it in')
  assert.deepEqual(asked.splice(0).toSorted(), ['/gone.png', '/one.png'])
  await page.getByLabel('Always show images from this sender').check()
  await mustBeFine(owner, 'mail-with-pictures')

  // The authenticated sender's next mail shows images automatically; an unauthenticated one does not.
  await samvad.rows('delete from messages where org_id = $1 and conversation_id = $2', [organizationId, conversation])
  await receive('two', true)
  await page.reload()
  await button(page, 'Show original layout').click()
  await frame.locator('img[src^="data:image/png"]').waitFor()
  assert.deepEqual(asked.splice(0).toSorted(), ['/gone.png', '/two.png'])
  await samvad.rows('delete from messages where org_id = $1 and conversation_id = $2', [organizationId, conversation])
  await receive('three', false)
  await page.reload()
  await button(page, 'Show original layout').click()
  await button(page, 'Show images').waitFor()
  assert.deepEqual(asked, [])
  // All of the page's requests went to the service.
  assert.deepEqual(owner.faults, [])
})
