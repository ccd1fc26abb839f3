// Users' reactions sent to contacts over the real protocol, and contacts' reactions.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAppAdapter } from '#messaging/channels/app/adapter.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { reactAsContact } from '#messaging/messages/contact-reactions.ts'
import { account } from '../../../test/app-templates.ts'
import { startCloudApi } from '../../../test/cloud-api/server.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { reactionJob } from './reactions.ts'

const api = await startCloudApi()
after(() => api.close())
const samvad = await startSamvad({ SAMVAD_CLOUD_API_URL: api.url })
const { app } = samvad
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
await asha.put('/v1/channels/app', account)
const adapter = createAppAdapter(app, { accountFor: () => Promise.reject(new Error('none')), async close() {} })
after(() => adapter.close())
const work = () => reactionJob(app, { app: adapter }).run(new AbortController().signal)
const DAY_MS = 24 * 3600_000

let people = 0
async function written(channel: 'app' | 'sms' = 'app', at = new Date()) {
  const from = `+9198765${43000 + ++people}`
  const content = { subject: null, text: 'Is it ready?', html: null, attachments: [] }
  const providerId = `wamid.in.${people}`
  await app.database.transaction((tx) =>
    receive(tx, { organizationId, at }, { channel, from, providerId, content, time: at }),
  )
  const [row] = await samvad.rows<{ id: string }>('select id from messages where provider_id = $1', [providerId])
  const { publicId } = await import('#kit/wire.ts')
  return { id: publicId('msg', row?.id as string) as string, providerId, to: from.slice(1), uuid: row?.id as string }
}
const react = (id: string, emoji: string) => asha.post(`/v1/messages/${id}/reactions`, { emoji })
const unreact = (id: string, emoji: string) =>
  asha.delete(`/v1/messages/${id}/reactions?emoji=${encodeURIComponent(emoji)}`)
const told = ({ providerId }: { providerId: string }) =>
  api.accepted
    .filter(({ body }) => body.reaction?.message_id === providerId)
    .map(({ body }) => [body.to, body.type, body.reaction.emoji])
const errorsOf = async (id: string) =>
  (await asha.get(`/v1/messages/${id}`)).body.reactions.map((one: any) => [one.emoji, one.error?.code ?? null])
const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

test('spec 5.46: a reaction to what a contact wrote in the app goes out, changes and is taken back there, in order and for nothing', async () => {
  const message = await written()
  const before = await balance()
  assert.equal((await react(message.id, '👍')).status, 200)
  assert.deepEqual(told(message), [], 'nothing leaves within the request')
  await Promise.all([work(), work()])
  await react(message.id, '❤️')
  await work()
  await unreact(message.id, '❤️')
  await work()
  await unreact(message.id, '👍')
  await work()
  await work()
  const { to } = message
  assert.deepEqual(
    told(message),
    ['👍', '❤️', '👍', ''].map((emoji) => [to, 'reaction', emoji]),
  )
  assert.equal(await balance(), before)
})

test('spec 5.46: what was taken back before it left leaves nothing; by SMS it stays inside', async () => {
  const message = await written()
  await react(message.id, '👍')
  await unreact(message.id, '👍')
  await work()
  assert.deepEqual(told(message), [])
  const sms = await written('sms')
  assert.equal((await react(sms.id, '👍')).status, 200)
  await work()
  assert.deepEqual(told(sms), [])
  assert.deepEqual(await errorsOf(sms.id), [['👍', null]])
})

test('spec 5.47, 4.19: outside the 24 hours it is refused, and what waited until then says in codes why it did not go', async () => {
  const old = await written('app', new Date(Date.now() - DAY_MS - 1000))
  assertRefused(await react(old.id, '👍'), 422, 'session_window_closed')
  assert.deepEqual(await errorsOf(old.id), [])
  const message = await written()
  await react(message.id, '👍')
  samvad.setClock(new Date(Date.now() + DAY_MS + 60_000))
  await work()
  assert.deepEqual([told(message), await errorsOf(message.id)], [[], [['👍', 'session_window_closed']]])
  const detailOf = async (path: string) => (await asha.get(path)).body
  const shown = await detailOf(`/v1/messages/${message.id}`)
  const listed = (await detailOf(`/v1/messages?conversation_id=${shown.conversation_id}`)).data.at(0)
  for (const { reactions } of [shown, listed])
    assert.deepEqual(
      reactions[0].error.details.map(({ code }: { code: string }) => code),
      ['reaction_session_over'],
    )
  samvad.setClock(null)
})

test('spec 5.47: a lost answer is told again; a refusal is shown beside the reaction, until another one is taken', async () => {
  const message = await written()
  api.answer(() => 'drop')
  await react(message.id, '👍')
  await work()
  assert.deepEqual(await errorsOf(message.id), [['👍', 'not_sent_yet']])
  api.answer(() => 'accept')
  await work()
  assert.deepEqual(told(message), [], 'not at once')
  samvad.setClock(new Date(Date.now() + 10_000))
  await work()
  assert.deepEqual([told(message).length, await errorsOf(message.id)], [1, [['👍', null]]])
  api.answer(() => ({ code: 131009, message: 'Parameter value is not valid' }))
  await react(message.id, '🙏')
  await work()
  assert.deepEqual(await errorsOf(message.id), [
    ['👍', null],
    ['🙏', 'invalid_message'],
  ])
  api.answer(() => 'accept')
  samvad.setClock(null)
})

test('spec 5.48: by the provider’s time what a contact said last holds, in whatever order it comes, also that there is none', async () => {
  const message = await written()
  const from = `+${message.to}`
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000)
  const say = (emoji: string | null, seconds: number) =>
    app.database.transaction((tx) =>
      reactAsContact(tx, { organizationId, at: new Date() }, 'app', {
        from,
        providerId: message.providerId,
        emoji,
        time: at(seconds),
      }),
    )
  const shown = async () => (await errorsOf(message.id)).map(([emoji]: [string]) => emoji)
  await say('👍', 1)
  await say(null, 5)
  await say('❤️', 3)
  await say('👍', 1)
  assert.deepEqual(await shown(), [], 'what was taken back stays so')
  await say('🙏', 6)
  await say(null, 4)
  assert.deepEqual(await shown(), ['🙏'])
})

test('spec 5.46: with its message goes what was to be told', async () => {
  const message = await written()
  await react(message.id, '👍')
  assert.equal((await asha.delete(`/v1/messages/${message.id}`)).status, 204)
  await work()
  assert.deepEqual(told(message), [])
  for (const table of ['reaction_sends', 'reactions'])
    assert.deepEqual(await samvad.rows(`select * from ${table} where message_id = $1`, [message.uuid]), [])
})
