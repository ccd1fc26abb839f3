// The template data that an adapter receives. spec 8.9, 15.6.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import { createChannelAccess } from '#messaging/channels/accounts/access.ts'
import type { OutboundMessage } from '#messaging/channels/adapter.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { createContext, createSender } from '#messaging/sending/send.ts'
import { readyToSend } from '../../../test/company.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { startReceiving } from '../../../test/receiving.ts'
import { person } from '../../../test/story.ts'
import { createDispatcher } from './dispatcher.ts'

const samvad = await startSamvad()
startReceiving(samvad)
const { app, company } = samvad
const asha = person(samvad)
const { conversationId } = await readyToSend(samvad, company, 100n)

/** As if every channel were configured. */
const access = createChannelAccess(app)
const contextOf = createContext(app, access)
const sender = createSender(app, access, async (...asked) => ({
  ...(await contextOf(...asked)),
  unavailable: new Set(),
}))
const handed: OutboundMessage[] = []
const adapter = {
  async send(message: OutboundMessage) {
    handed.push(message)
    return { outcome: 'accepted' as const, providerId: message.deliveryId }
  },
  async close() {},
}

async function approved(fields: object): Promise<string> {
  const { id } = await asha.make('/v1/templates', { language: 'en_US', category: 'utility', ...fields })
  assert.equal((await asha.post(`/v1/templates/${id}/submit`)).body.status, 'approved')
  return uuidOf('tmpl', id)
}

async function send(channel: ChannelName, template_id: string, variables: Record<string, string>) {
  const actor = {
    ...company,
    tokenId: company.userId,
    callerId: company.userId,
    permissions: new Set<string>(),
    isOperator: false,
    at: new Date(),
  }
  const draft = { conversation_id: uuidOf('conv', conversationId), channel, template_id, variables }
  const [outcome] = await sender.send(actor, [draft])
  assert.ok(outcome && !(outcome instanceof Refusal), 'it is accepted')
  return outcome.message.deliveries[0]
}

async function handOver(): Promise<OutboundMessage['content']> {
  await createDispatcher(app, { app: adapter, sms: adapter }).run(new AbortController().signal)
  return (handed.pop() as OutboundMessage).content
}

test('spec 8.9, 15.6: outside the window an app message is a template message, whose values stand in the order of their places', async () => {
  const id = await approved({ name: 'order', channel: 'app', text: '{{1}}, your order {{3}} leaves {{2}}. {{1}}!' })
  const delivery = await send('app', id, { 3: 'seven', 1: 'Ravi', 2: 'today' })
  assert.deepEqual([delivery?.kind, delivery?.price.priceMicros], ['app_template', 650_000n])
  await samvad.rows('update templates set deleted_at = now() where id = $1', [id])
  const { text, template } = await handOver()
  assert.equal(text, 'Ravi, your order seven leaves today. Ravi!')
  assert.deepEqual(template, {
    id,
    name: 'order',
    language: 'en_US',
    category: 'utility',
    registeredId: null,
    header: null,
    parameters: ['Ravi', 'today', 'seven'],
    components: null,
  })
})

test('spec 8.9, 15.6: within the window it is a session message, with a template or without', async () => {
  await samvad.rows('update contacts set last_inbound_at = now() where org_id = $1', [company.organizationId])
  const id = await approved({ name: 'thanks', channel: 'app', text: 'Thank you, {{name}}' })
  const delivery = await send('app', id, { name: 'Ravi' })
  assert.equal(delivery?.kind, 'app_session')
  assert.equal((await handOver()).template?.name, 'thanks')
})

test('spec 15.6: of an SMS the adapter is told the id and the header that its text is registered under', async () => {
  const registered = { registered_id: '1107161234567890123', header: 'ASHATX' }
  const id = await approved({ name: 'code', channel: 'sms', text: 'Code {{code}} for {{name}}', ...registered })
  await send('sms', id, { name: 'Ravi', code: '123' })
  const { template, text } = await handOver()
  assert.equal(text, 'Code 123 for Ravi')
  assert.deepEqual(
    [template?.registeredId, template?.header, template?.parameters],
    [registered.registered_id, registered.header, ['123', 'Ravi']],
  )
})
