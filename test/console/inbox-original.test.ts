// A received mail in the inbox: what it quotes is folded, and its original is a click away.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { inboundMail } from '../inbound-mail.ts'
import { answer } from '../mails.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'
import { button, downloaded, says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_MAIL_DOMAIN: 'in.samvad.example', SAMVAD_LOG_LEVEL: 'silent' })
const { organizationId } = samvad.company
const mail = inboundMail(samvad)
const QUOTED = 'On Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\n> It leaves today.'

test('what a mail quotes is shown on a click, and "Show original" shows its headers and downloads it (spec 5.36, 5.37)', {
  skip,
}, async () => {
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  const { page } = visitor
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  await samvad.rows(
    `insert into contacts (org_id, id, display_name, email, owner_id, created_at)
     values ($1, $2, 'Ravi', 'ravi@shop.example', $3, now())`,
    [organizationId, newUuid(), uuidOf('user', user.id)],
  )
  const raw = answer({ headers: ['X-Trace: kept-for-you'], text: `Is it ready?\n\n${QUOTED}` })
  await mail.deliver(organizationId, { raw })
  const [row] = await samvad.rows<{ conversation_id: string }>(
    'select conversation_id from messages where org_id = $1',
    [organizationId],
  )
  await visitor.go(`inbox/${publicId('conv', row?.conversation_id as string)}`)
  const message = page.getByRole('article', { name: 'Message that came in' })
  await message.getByText('Is it ready?').waitFor()
  const quoted = message.getByText('It leaves today.')
  assert.equal(await quoted.isVisible(), false)
  await message.locator('summary', { hasText: 'Show what was quoted' }).click()
  await quoted.waitFor({ state: 'visible' })
  await mustBeFine(visitor, 'mail-with-its-quotation')

  await message.getByRole('button', { name: 'What to do with the message' }).click()
  await page.getByRole('menuitem', { name: 'Show original' }).click()
  await says(page, 'X-Trace: kept-for-you')
  await mustBeFine(visitor, 'original-of-a-mail')
  const { name, bytes } = await downloaded(page, () => button(page, 'Download original').click())
  assert.match(name, /^msg_.*\.eml$/)
  assert.equal(bytes.toString(), raw)
  assert.deepEqual(visitor.faults, [])
})
