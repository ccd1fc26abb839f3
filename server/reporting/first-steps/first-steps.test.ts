import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad()
samvad.startWorker()
const PATH = '/v1/first_steps'

interface Step {
  name: string
  is_done: boolean
  permission: string
}
async function taken(who = person(samvad)): Promise<string[]> {
  const { status, body, text } = await who.get(PATH)
  assert.equal(status, 200, text)
  const names = body.steps.filter(({ is_done }: Step) => is_done).map(({ name }: Step) => name)
  assert.equal(body.is_done, names.length === body.steps.length)
  return names
}

test('spec 13.60: each first step is taken with what it is about, and by nobody else', async () => {
  const asha = person(samvad)
  const bharat = person(samvad, await samvad.newCompany('Bharat Tools'))
  assert.deepEqual(await taken(), ['channel'], 'the sandbox sends')
  const contact = await asha.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@farm.example' })
  assert.deepEqual(await taken(), ['channel', 'contact'])
  const conversation = await asha.make('/v1/conversations', { contact_id: contact.id })
  assert.deepEqual(await taken(), ['channel', 'contact', 'conversation'])
  const recharge = await openRecharge(samvad, '100.00')
  assert.deepEqual(await taken(), ['channel', 'contact', 'conversation'], 'asked for is not paid')
  await payAtCheckout(recharge.checkout_url, 'success')
  assert.deepEqual(await taken(), ['channel', 'contact', 'conversation', 'recharge'])

  await asha.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', subject: 'Hi', text: 'Hello' })
  await eventually('it left', async () => (await taken()).includes('sent_message'))
  await asha.make('/v1/service_users', { name: 'Shop', role: 'agent' })
  assert.ok(!(await taken()).includes('colleague'), 'a program is no colleague')
  const invited = await asha.post('/v1/invitations', { email: 'meena@farm.example', role: 'agent' })
  assert.equal(invited.status, 202, invited.text)
  assert.deepEqual(await taken(), ['channel', 'contact', 'conversation', 'sent_message', 'recharge', 'colleague'])
  assert.deepEqual(await taken(bharat), ['channel'])
})

test('spec 13.60: who is there already is a colleague, and every member reads the steps', async () => {
  const chola = await samvad.newCompany('Chola Silks')
  const agent = await samvad.newMember(chola.organizationId, 'agent')
  assert.deepEqual(await taken(person(samvad, agent)), ['channel', 'colleague'])
  const { body } = await person(samvad, agent).get(PATH)
  assert.deepEqual(
    body.steps.map(({ permission }: Step) => permission),
    ['channels.manage', 'contacts.manage', 'conversations.manage', 'messages.send', 'wallet.recharge', 'users.manage'],
  )
})

test('spec 13.60: without a sandbox and an account no channel sends', async () => {
  const bare = await startSamvad({ SAMVAD_SANDBOX: 'off' })
  assert.deepEqual(await taken(person(bare)), [])
})
