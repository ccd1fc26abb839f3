// Pictures that a mail shows from elsewhere: nothing is asked for before somebody wants to see them, and then by the
// service alone.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'
import { button, says } from './page.ts'

const skip = whyNoBrowser
/** Stands for what is public. */
const PUBLIC = '127.0.0.2'
const samvad = await startSamvad({ SAMVAD_PICTURE_NETWORKS: `${PUBLIC}/32` })
const { organizationId } = samvad.company
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

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
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  const { page } = visitor
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  const [contact, conversation] = [newUuid(), newUuid()]
  await samvad.rows(
    `insert into contacts (org_id, id, display_name, email, owner_id, created_at)
     values ($1, $2, 'Shop of Pune', 'shop@pune.example', $3, now())`,
    [organizationId, contact, uuidOf('user', user.id)],
  )
  await samvad.rows(
    `insert into conversations (org_id, id, user_id, contact_id, created_at, last_active_at)
     values ($1, $2, $3, $4, now(), now())`,
    [organizationId, conversation, uuidOf('user', user.id), contact],
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
  await visitor.go(`inbox/${publicId('conv', conversation)}`)
  await button(page, 'Show as it was laid out').click()
  const frame = page.frameLocator('iframe[title]')
  await frame.getByRole('img', { name: 'Mangoes' }).waitFor()
  assert.deepEqual(asked, [])
  await mustBeFine(visitor, 'mail-without-pictures')
  await button(page, 'Show pictures').click()
  await says(page, '1 picture could not be had')
  await frame.locator('img[src^="data:image/png"]').waitFor()
  const width = () =>
    frame.locator('img[src]').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)
  assert.equal(await width(), 1, 'the policy of the frame lets it in')
  assert.deepEqual(asked.splice(0).toSorted(), ['/gone.png', '/one.png'])
  await page.getByLabel('Always show those of this sender').check()
  await mustBeFine(visitor, 'mail-with-pictures')

  // The next one of the proven sender shows them by itself; one that anybody may have written does not.
  await samvad.rows('delete from messages where org_id = $1', [organizationId])
  await receive('two', true)
  await page.reload()
  await button(page, 'Show as it was laid out').click()
  await frame.locator('img[src^="data:image/png"]').waitFor()
  assert.deepEqual(asked.splice(0).toSorted(), ['/gone.png', '/two.png'])
  await samvad.rows('delete from messages where org_id = $1', [organizationId])
  await receive('three', false)
  await page.reload()
  await button(page, 'Show as it was laid out').click()
  await button(page, 'Show pictures').waitFor()
  assert.deepEqual(asked, [])
  // Whatever the page asked for, it asked of the service.
  assert.deepEqual(visitor.faults, [])
})
