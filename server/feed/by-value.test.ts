// Events whose readers depend on a field of the payload: an export's events are visible to everybody who may create
// such an export.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventKinds } from '#program/events.ts'
import { askForExport, EXPORTS, type Kind, makeExports } from '../../test/exports.ts'
import { startSamvad } from '../../test/harness.ts'
import { writeNotices } from '../../test/notices.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import { follow, type Stream } from '../../test/stream.ts'
import { isReadableBy, readableOf, setsOf, typesOf } from './rules.ts'
import { endStreams } from './stream.ts'

const opened: Stream[] = []
after(() => {
  for (const stream of opened) stream.close()
  endStreams()
})

const samvad = await startSamvad()
const { organizationId } = samvad.company
const PERIOD = { from: '2026-01-01', to: '2026-01-31' }
const EXPORTED = '/v1/events?type=export.*'

/** People: tokens of programs get no notices. */
const member = async (role: string) => {
  const made = await samvad.newPerson(organizationId, role)
  return { ...made, ...person(samvad, made) }
}
const owner = await member('owner')
const agent = await member('agent')

async function made(kind: Kind, who: { token: string } = owner): Promise<string> {
  const { status, body, text } = await askForExport(samvad, kind, PERIOD, who)
  assert.equal(status, 202, text)
  await makeExports(samvad)
  await writeNotices(samvad)
  return body.id
}

async function readBy(who: { get: typeof owner.get }): Promise<string[]> {
  const { status, body, text } = await who.get(EXPORTED)
  assert.equal(status, 200, text)
  return body.data.map(({ object_id: id }: { object_id: string }) => id)
}

test('spec 13.22, 13.26: an agent hears of the export of contacts that they asked for, and of no statement', async () => {
  const stream = await follow(samvad.url, agent.token, '?type=export.*')
  opened.push(stream)
  await eventually('it is open', async () => stream.beats > 0)
  const statement = await made('statement')
  const contacts = await made('contacts', agent)
  assert.deepEqual(await readBy(agent), [contacts])
  assert.deepEqual(await readBy(owner), [contacts, statement])
  await eventually('the stream tells it', async () => stream.told.length > 0)
  assert.deepEqual(
    stream.told.map(({ data }) => [data.type, data.object_id]),
    [['export.completed', contacts]],
  )
  const [told] = (await owner.get(`${EXPORTED}&object_id=${statement}`)).body.data
  assert.equal((await agent.get(`/v1/events/${told.id}`)).status, 404)
  const { data } = (await agent.get('/v1/notifications')).body
  assert.equal(data.length, 1)
  assert.match(data[0].url, /\/contacts\/exports$/)
  const [ofOwner] = (await owner.get('/v1/notifications?limit=1')).body.data
  assert.match(ofOwner.url, /\/billing\/exports$/)

  await owner.delete(`${EXPORTS}/${statement}`)
  assert.equal((await agent.get(`/v1/events/${told.id}`)).status, 404, 'nor what is left of it')
})

test('by the field alone: what says nothing, or something new, is for who may read all of them', () => {
  const of = (...permissions: string[]) => readableOf(eventKinds, { permissions: new Set(permissions) }, ['export.*'])
  const reads = (readable: ReturnType<typeof of>, payload: Record<string, unknown> | null) =>
    isReadableBy('', setsOf(readable), {
      type: 'export.completed',
      conversation_id: null,
      user_id: null,
      owner_id: null,
      payload,
    })
  const some = of('contacts.view', 'usage.view')
  assert.deepEqual(typesOf(some), ['export.completed', 'export.failed', 'export.withdrawn'])
  const kinds = ['statement', 'log', 'transactions', 'contacts', 'other', undefined]
  assert.deepEqual(
    kinds.filter((kind) => reads(some, { kind })),
    ['log', 'contacts'],
  )
  for (const payload of [{ deleted: true }, {}, null]) assert.equal(reads(some, payload), false)
  const all = of('contacts.view', 'usage.view', 'invoices.download', 'balance.view')
  assert.equal(reads(all, { deleted: true }), true)
  assert.deepEqual(typesOf(of('messages.view')), [])
})
