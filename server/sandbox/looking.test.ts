// Who reads what in the sandbox: it holds what went to others, and links that make their reader a member.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { invite, inviteBySandbox } from '../../test/invitations.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
await fund(samvad, company.organizationId, 10n)
samvad.startWorker()
const owner = person(samvad)
const inbox = async (token: string, address: string) => {
  const path = `/v1/sandbox/messages?address=${encodeURIComponent(address)}`
  const { status, body, text } = await samvad.request('GET', path, { token })
  assert.equal(status, 200, text)
  return body.data
}

test("spec 16.6: an invitation's link is read by who invited, and by who may do all that an owner may; never by who merely tries the sandbox", async () => {
  const email = 'newowner@company.example'
  const link = await inviteBySandbox(samvad, company, email, 'owner')
  const agent = await samvad.newMember(company.organizationId, 'agent')
  const admin = await samvad.newMember(company.organizationId, 'admin')
  const { id: role } = await owner.make('/v1/roles', { name: 'Tester', permissions: ['sandbox.use'] })
  const { id: user_id } = await owner.make('/v1/service_users', { name: 'Tests', role })
  const { access_token: service } = await owner.make('/v1/tokens', { name: 'Tests', user_id })
  const { access_token: narrow } = await owner.make('/v1/tokens', { name: 'Narrow', permissions: ['sandbox.use'] })
  for (const token of [agent.token, admin.token, service, narrow]) assert.deepEqual(await inbox(token, email), [])
  assert.ok((await inbox(company.token, email))[0].text.includes(link))

  const invited = await invite(samvad, admin, 'helper@company.example', 'agent')
  assert.equal(invited.status, 202, invited.text)
  await eventually('the mail', async () => (await inbox(admin.token, 'helper@company.example')).length === 1)
  assert.deepEqual(await inbox(agent.token, 'helper@company.example'), [])
})

test("spec 16.6: mail of a colleague's conversation is not shown to who does not see the conversation", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => samvad.newMember(company.organizationId, 'agent')))
  const [writer, other] = [first, second] as [typeof company, typeof company]
  const contact = await person(samvad, writer).make('/v1/contacts', { email: 'ravi@farm.example' })
  const conversation = await person(samvad, writer).make('/v1/conversations', { contact_id: contact.id })
  const draft = { conversation_id: conversation.id, channel: 'email', text: 'Between us' }
  await person(samvad, writer).make('/v1/messages', draft)
  await eventually('it arrived', async () => (await inbox(writer.token, 'ravi@farm.example')).length === 1)
  assert.deepEqual(await inbox(other.token, 'ravi@farm.example'), [])
  assert.equal((await inbox(company.token, 'ravi@farm.example')).length, 1)
})
