// An organization's own account that accepts nothing: notified once, and again when it recovers, by any process.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { SendResult } from '#messaging/channels/adapter.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { person } from '../../../test/story.ts'
import { createDispatcher } from './dispatcher.ts'
import { ChannelOutages, TOLD_AFTER_MS } from './outages.ts'
import { OUTAGE_PAUSE_MS } from './rules.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const goesOn = new AbortController().signal
const samvad = await startSamvad()
const { app } = samvad
beforeEach(() => samvad.setClock(NOON))
const later = (ms: number) => samvad.setClock(new Date(app.clock().getTime() + ms))

const ACCOUNT = { host: 'mail.farm.example', from: 'hello@farm.example' }
const accepted = (): SendResult => ({ outcome: 'accepted', providerId: crypto.randomUUID() })
const away = (): SendResult => ({ outcome: 'unavailable', detail: '535 wrong password' })

async function sender(name: string, account: object | null = ACCOUNT) {
  const sending = await readyToSend(samvad, await samvad.newCompany(name), 500n)
  const who = person(samvad, sending.company)
  if (account) assert.equal((await who.put('/v1/channels/email', account)).status, 200)
  // Messages in several conversations, so that none waits for an earlier one.
  const conversations = await alsoIn(samvad, sending, 20)
  return {
    ...who,
    organizationId: sending.company.organizationId,
    write: async (first: number, count = 1) => {
      for (const conversation_id of conversations.slice(first, first + count))
        await who.make('/v1/messages', { conversation_id, channel: 'email', text: 'Hello' })
    },
  }
}
type Sender = Awaited<ReturnType<typeof sender>>

/** A process that dispatches; `answer` is the account's response. */
function process(answer: () => SendResult) {
  const outages = new ChannelOutages()
  const table = { email: { send: async () => answer(), async close() {} } }
  const dispatcher = createDispatcher(app, table, app.groupOf, undefined, outages)
  const job = outages.job(app)
  return {
    outages,
    dispatch: () => dispatcher.run(goesOn),
    look: () => job.run(goesOn),
    async both() {
      await dispatcher.run(goesOn)
      await job.run(goesOn)
    },
  }
}

const told = async ({ organizationId }: Sender) => {
  const rows = await samvad.rows<{ type: string; payload: any }>(
    "select type, payload from events where org_id = $1 and type like 'channel_account.%' order by version",
    [organizationId],
  )
  return rows.map(({ type, payload }) => ({ type: type.slice('channel_account.'.length), payload }))
}
const outagesOf = ({ organizationId }: Sender) =>
  samvad.rows('select channel, since, told_at from channel_outages where org_id = $1', [organizationId])

test('spec 14.72: an own account that takes nothing for five minutes is told once, and that it takes again', async () => {
  const asha = await sender('Asha Mills')
  let answer = away
  const { both } = process(() => answer())
  await asha.write(0, 3)
  await both()
  const since = app.clock().getTime() / 1000
  assert.equal((await outagesOf(asha)).length, 1)
  // The queued message is retried again and again in the meantime.
  for (let waited = 0; waited + OUTAGE_PAUSE_MS < TOLD_AFTER_MS; waited += OUTAGE_PAUSE_MS) {
    assert.deepEqual(await told(asha), [])
    later(OUTAGE_PAUSE_MS)
    await both()
  }
  for (let more = 0; more < 5; more++) {
    later(OUTAGE_PAUSE_MS)
    await both()
  }
  const [failing, ...others] = await told(asha)
  assert.deepEqual(others, [])
  assert.equal(failing?.type, 'failing')
  const { channel, failing_since, health } = failing?.payload ?? {}
  assert.deepEqual([channel, failing_since, health.status], ['email', since, 'failing'])
  const said = '535 wrong password'
  assert.deepEqual(health.error, {
    code: 'provider_unavailable',
    detail: said,
    details: [{ code: 'provider_said', params: { said }, message: said }],
  })

  answer = accepted
  later(3_600_000)
  await both()
  await both()
  assert.deepEqual((await told(asha)).slice(1), [
    { type: 'recovered', payload: { channel: 'email', failing_since: since } },
  ])
  assert.deepEqual(await outagesOf(asha), [])
})

test('spec 14.72: one that is back before, or of which nothing waits any more, is not worth a word', async () => {
  const [brief, idle] = [await sender('Brief Bakes'), await sender('Idle Inks')]
  let answer = away
  const { both, look } = process(() => answer())
  await brief.write(0)
  await idle.write(0)
  await both()
  assert.equal((await outagesOf(idle)).length, 1)
  await samvad.rows('update deliveries set error_code = null where org_id = $1', [idle.organizationId])
  answer = accepted
  later(TOLD_AFTER_MS / 2)
  await both()
  await both()
  assert.deepEqual(await outagesOf(brief), [])
  later(TOLD_AFTER_MS)
  await look()
  for (const one of [brief, idle]) assert.deepEqual([await told(one), await outagesOf(one)], [[], []])
})

test('spec 14.72: an account of the installation is not theirs to mend; one that was removed is not told', async () => {
  const [shared, gone] = [await sender('Shared Shoes', null), await sender('Gone Goods')]
  const { both, look } = process(away)
  await shared.write(0)
  await gone.write(0)
  await both()
  assert.deepEqual(await outagesOf(shared), [])
  assert.equal((await outagesOf(gone)).length, 1)
  assert.equal((await gone.delete('/v1/channels/email')).status, 204)
  later(TOLD_AFTER_MS)
  await look()
  for (const one of [shared, gone]) assert.deepEqual([await told(one), await outagesOf(one)], [[], []])
})

test('spec 14.72, 1.2: several processes tell it once; the one in which it takes again takes it back', async () => {
  const asha = await sender('Many Mills')
  let answer = away
  const several = [0, 1, 2].map(() => process(() => answer()))
  const [first, second] = several as [(typeof several)[0], (typeof several)[0]]
  await asha.write(0, 3)
  await first.both()
  later(TOLD_AFTER_MS)
  await Promise.all(several.map(({ look }) => look()))
  assert.deepEqual(
    (await told(asha)).map(({ type }) => type),
    ['failing'],
  )
  answer = accepted
  later(3_600_000)
  await second.both()
  await Promise.all(several.map(({ look }) => look()))
  assert.deepEqual(
    (await told(asha)).map(({ type }) => type),
    ['failing', 'recovered'],
  )
})

test('spec 14.72: whose outage cannot be written down for a while is not forgotten', async () => {
  const asha = await sender('Away Arts')
  const { dispatch, look } = process(away)
  await asha.write(0)
  await dispatch()
  await samvad.rows('alter table channel_outages rename to channel_outages_away')
  try {
    await assert.rejects(look(), /channel_outages/)
  } finally {
    await samvad.rows('alter table channel_outages_away rename to channel_outages')
  }
  await look()
  assert.equal((await outagesOf(asha)).length, 1)
})
