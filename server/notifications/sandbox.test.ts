// Without a mail server, notices are stored in the sandbox, visible to their recipients.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { createSandboxMailServer } from '#sandbox/mail-server.ts'
import { startSamvad } from '../../test/harness.ts'
import { happen, low, sendNotices, writeNotices } from '../../test/notices.ts'
import { person } from '../../test/story.ts'
import { createMailCarrier } from './mail.ts'

const samvad = await startSamvad()
const server = createSandboxMailServer(samvad.app)
const carrier = createMailCarrier(samvad.app, createSystemMail(samvad.app, server))
after(async () => {
  carrier.close()
  await server.close()
})

test('spec 14.74: a notice in the sandbox is looked at by whose it is, and by nobody else, nor by a token of theirs that is limited to the sandbox', async () => {
  const { organizationId } = samvad.company
  const owner = person(samvad)
  const [billing, admin] = await Promise.all([
    samvad.newPerson(organizationId, 'billing').then((one) => person(samvad, one)),
    samvad.newPerson(organizationId, 'admin').then((one) => person(samvad, one)),
  ])
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  await sendNotices(samvad, { email: carrier })
  const subjectsOf = async (who: typeof owner) => {
    const { body, status, text } = await who.get('/v1/sandbox/messages?limit=100')
    assert.ok(status === 200 || status === 403, text)
    return (body.data ?? []).map(({ subject, id }: { subject: string; id: string }) => ({ subject, id }))
  }
  const [mine, ...others] = await subjectsOf(owner)
  assert.match(mine.subject, /^Balance down to 20%/)
  assert.deepEqual(others, [], 'nor those of colleagues, whatever the owner may see')
  const limited = await owner.make('/v1/tokens', { name: 'Sandbox', permissions: ['sandbox.use'] })
  const sandboxOnly = person(samvad, { token: limited.access_token })
  for (const who of [billing, admin, sandboxOnly]) {
    assert.ok((await subjectsOf(who)).every(({ id }: { id: string }) => id !== mine.id))
    assert.ok([403, 404].includes((await who.get(`/v1/sandbox/messages/${mine.id}`)).status))
  }
})
