// The quoted part of a mail is stored, shown, exported and deleted together with the new text: spec 5.36.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportContact } from '#privacy/export.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { inboundMail } from '../../../test/inbound-mail.ts'
import { answer } from '../../../test/mails.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const { organizationId } = samvad.company
const asha = person(samvad)
const mail = inboundMail(samvad)

const QUOTED = 'On Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\n> It leaves today.'

test('what an answer quotes is its quoted_text, alone and in a list, in the event and in the contact’s export (spec 5.36)', async () => {
  await mail.deliver(
    organizationId,
    { raw: answer({ text: `Is it ready?\n\n${QUOTED}` }) },
    { raw: answer({ id: '<2@shop.example>', text: 'Thanks' }) },
  )
  const [first] = await mail.received(organizationId)
  const shown = (await asha.get(`/v1/messages/${publicId('msg', first?.id as string)}`)).body
  assert.deepEqual([shown.text, shown.quoted_text], ['Is it ready?', QUOTED])
  const { body } = await asha.get(`/v1/messages?conversation_id=${shown.conversation_id}`)
  assert.deepEqual(
    body.data.map((one: { text: string; quoted_text: string | null }) => [one.text, one.quoted_text]),
    [
      ['Thanks', null],
      ['Is it ready?', QUOTED],
    ],
  )
  const [event] = await samvad.rows<{ payload: { quoted_text: string } }>(
    "select payload from events where org_id = $1 and type = 'message.received' order by id",
    [organizationId],
  )
  assert.equal(event?.payload.quoted_text, QUOTED)
  const exported = await samvad.app.database.transaction((tx) =>
    exportContact(tx, { organizationId, at: samvad.app.clock() }, uuidOf('contact', shown.sender)),
  )
  assert.equal((exported.messages[0] as { quoted_text: string }).quoted_text, QUOTED)

  assert.equal((await asha.delete(`/v1/contacts/${shown.sender}`)).status, 204)
  assert.deepEqual(await samvad.rows("select 1 from messages where quoted_text like '%leaves%'"), [])
  assert.deepEqual(await samvad.rows("select 1 from events where payload::text like '%leaves%'"), [])
})

test('a long quotation is whole in a list of messages (spec 5.36)', async () => {
  const long = `> ${'It leaves today. '.repeat(30)}\n`.repeat(900)
  const raw = (count: number) =>
    answer({ id: `<${count}@far.example>`, from: 'ravi@far.example', text: `No. ${count}\n\n${long}` })
  await mail.deliver(organizationId, ...[1, 2, 3].map((count) => ({ raw: raw(count) })))
  const [last] = (await mail.received(organizationId)).slice(-1)
  const { conversation_id } = (await asha.get(`/v1/messages/${publicId('msg', last?.id as string)}`)).body
  const { body } = await asha.get(`/v1/messages?conversation_id=${conversation_id}&limit=3`)
  for (const one of body.data) assert.equal(one.quoted_text.length, long.trimEnd().length)
})
