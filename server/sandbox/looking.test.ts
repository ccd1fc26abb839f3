// Permissions to read the sandbox: it contains messages to others, and links that make their reader a member.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { invite, inviteBySandbox } from '../../test/invitations.ts'
import { eventually } from '../../test/program.ts'
import { assertRefused, person } from '../../test/story.ts'

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

test('spec 16.6: a token that is limited to the sandbox does not read the password reset, the notices and the codes of its own user', async () => {
  const { access_token: narrow } = await owner.make('/v1/tokens', { name: 'Sandbox', permissions: ['sandbox.use'] })
  const { body: me } = await owner.get('/v1/me')
  const { email } = me.user
  const asked = await samvad.request('POST', '/console/password_reset', { token: null, json: { email } })
  assert.equal(asked.status, 202, asked.text)
  const [reset] = await eventually('the mail', async () => {
    const found = await inbox(company.token, email)
    return found.length > 0 && found
  })
  assert.match(reset.text, /\/console\/reset#/)
  const phone_number = '+919876500017'
  assert.equal((await owner.put('/v1/notification_number', { phone_number })).status, 200)
  const [code] = await eventually('the SMS', async () => {
    const found = await inbox(company.token, phone_number)
    return found.length > 0 && found
  })
  assert.match(code.text, /^\d{6}/)

  for (const address of [email, phone_number]) assert.deepEqual(await inbox(narrow, address), [], address)
  const all = await samvad.request('GET', '/v1/sandbox/messages?limit=100', { token: narrow })
  const ids = all.body.data.map(({ id }: { id: string }) => id)
  for (const { id } of [reset, code]) {
    assert.ok(!ids.includes(id))
    assertRefused(await samvad.request('GET', `/v1/sandbox/messages/${id}`, { token: narrow }), 404, 'not_found')
  }
  const device = `/v1/sandbox/device?email=${encodeURIComponent(email)}&phone_number=${encodeURIComponent(phone_number)}`
  assert.deepEqual((await samvad.request('GET', device, { token: narrow })).body.entries, [])
  assert.equal((await owner.get(device)).body.entries.length, 2, 'their own device shows both')
})

test('spec 16.6: an invitation is read only by a token that has every permission of its role', async () => {
  const email = 'second-owner@company.example'
  await inviteBySandbox(samvad, company, email, 'owner')
  const permissions = ['sandbox.use', 'users.manage', 'messages.view']
  const { id: role } = await owner.make('/v1/roles', { name: 'Reader', permissions: ['messages.view'] })
  const within = 'reader@company.example'
  await inviteBySandbox(samvad, company, within, role)
  const { access_token: limited } = await owner.make('/v1/tokens', { name: 'Team', permissions })
  assert.deepEqual(await inbox(limited, email), [])
  assert.equal((await inbox(limited, within)).length, 1)
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
