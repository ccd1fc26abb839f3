// A conversation list that is kept current by the event stream alone: spec 5.68. A console may rely on what this client
// does.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { newUuid } from '#kit/ids.ts'
import fc, { STORY_CASES } from '../../../test/cases.ts'
import { fund, publicId, startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { type Person, person } from '../../../test/story.ts'
import { follow, type Stream, type Told } from '../../../test/stream.ts'
import { endStreams } from '../../../test/telling.ts'
import { previewOf } from './rules.ts'

// Closed before the server, which waits for open streams.
const opened: Stream[] = []
after(() => {
  for (const stream of opened) stream.close()
  endStreams()
})

const samvad = await startSamvad()
samvad.startWorker()
const { organizationId } = samvad.company
await fund(samvad, organizationId, 10_000n)
const owner = person(samvad)

const LIST = '/v1/conversations?sort=last_active&expand=inbox&limit=100'
const QUERY = '?type=conversation.*&type=message.*&type=contact.updated&type=group.updated'

const placeOf = ({ last_active_at, created_at }: any): number => last_active_at ?? created_at
const inOrder = (items: any[]) => items.toSorted((a, b) => placeOf(b) - placeOf(a) || (a.id < b.id ? 1 : -1))

/** Changed conversations are read again; sent messages and their outcomes are taken from the events. */
class Client {
  readonly #who: Person
  readonly #query: string
  readonly #items = new Map<string, any>()
  /** The number of single reads. */
  reads = 0

  constructor(who: Person, query: string) {
    this.#who = who
    this.#query = query
  }

  async begin(): Promise<void> {
    for (const item of await this.fresh()) this.#items.set(item.id, item)
  }

  /** Sorted like the server's list, whose order has a resolution of seconds: within a second by id, as here. */
  async fresh(): Promise<any[]> {
    const { data } = (await this.#who.get(LIST + this.#query)).body
    const ordered = inOrder(data)
    assert.deepEqual(ordered.map(placeOf), data.map(placeOf))
    return ordered
  }

  get list(): any[] {
    return inOrder([...this.#items.values()])
  }

  async take({ data: { type, object_id, data } }: Told): Promise<void> {
    if (type === 'conversation.deleted') this.#items.delete(object_id)
    else if (type.startsWith('conversation.')) await this.#read(object_id)
    else if (type === 'contact.updated' || type === 'group.updated') {
      for (const { id, contact_id, group_id } of this.list)
        if (contact_id === object_id || group_id === object_id) await this.#read(id)
    } else if (data.deleted) return
    else if (type === 'message.created' && this.#items.has(data.conversation_id as string)) this.#sent(data)
    else if (['message.created', 'message.received', 'message.updated', 'message.deleted'].includes(type))
      await this.#read(data.conversation_id as string)
    else {
      const { last_message } = this.#items.get(data.conversation_id as string)?.inbox ?? {}
      if (last_message?.id === object_id) last_message.status = data.status
    }
  }

  #sent(message: any): void {
    const item = this.#items.get(message.conversation_id)
    item.last_active_at = Math.max(item.last_active_at ?? 0, message.created_at)
    if (item.inbox.last_message !== null && item.inbox.last_message.id >= message.id) return
    const { id, direction, channel, sender, template_id, subject, text, status, send_at, created_at } = message
    const preview = previewOf(text ?? '')
    const has_attachments = message.attachments.length > 0
    const shown = { id, direction, channel, sender, template_id, subject, preview, has_attachments }
    item.inbox.last_message = { ...shown, status, read_at: null, send_at, withdrawn_at: null, call: null, created_at }
  }

  /** A reassigned conversation leaves the former user's list; users who may see all still have it in theirs. */
  async #read(id: string): Promise<void> {
    this.reads++
    const { status, body } = await this.#who.get(`/v1/conversations/${id}?expand=inbox`)
    const isListed = status === 200 && (this.#query !== '' || this.own === body.user_id)
    if (isListed) this.#items.set(id, body)
    else this.#items.delete(id)
  }

  own = ''
}

const acts = ['begin', 'send', 'receive', 'read', 'unread', 'change', 'edit', 'remove', 'delete', 'assign'] as const
const happening = fc.record({
  act: fc.constantFrom(...acts, 'send', 'receive', 'receive', 'rename', 'react', 'give'),
  at: fc.nat({ max: 20 }),
  text: fc.string({ minLength: 1, maxLength: 200 }).map((text) => text.replaceAll('\0', '') || 'x'),
})

test('spec 5.68: who reads the list once and follows the stream has what a fresh list has, their own and everybody’s', async () => {
  const made = await samvad.newMember(organizationId, 'agent')
  const [agent, agentId] = [person(samvad, made), publicId('user', made.userId)]
  const ownerId = publicId('user', samvad.company.userId)
  const mine = new Client(agent, '')
  mine.own = agentId
  const all = new Client(owner, '&user_id=all')
  const followed: { client: Client; stream: Stream; taken: number }[] = []
  for (const [client, token] of [
    [mine, made.token],
    [all, samvad.company.token],
  ] as const) {
    const stream = await follow(samvad.url, token, QUERY)
    opened.push(stream)
    await eventually('it is open', async () => stream.beats > 0)
    await client.begin()
    followed.push({ client, stream, taken: 0 })
  }
  const contacts: any[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (happenings) => {
      for (const { act, at, text } of happenings) await happens(agent, contacts, { act, at, text, agentId, ownerId })
      for (const one of followed) {
        await eventually('the list is what a fresh one is', async () => {
          while (one.taken < one.stream.told.length) await one.client.take(one.stream.told[one.taken++] as Told)
          return isDeepStrictEqual(one.client.list, await one.client.fresh())
        }).catch(async () => assert.deepEqual(one.client.list, await one.client.fresh()))
      }
    }),
    { numRuns: STORY_CASES, endOnFailure: true },
  )
  for (const { stream, client } of followed) assert.ok(stream.told.length > 20 && client.reads > 0)
})

interface Happens {
  act: string
  at: number
  text: string
  agentId: string
  ownerId: string
}

/** A refused request changes nothing and publishes no event. */
async function happens(agent: Person, contacts: any[], { act, at, text, agentId, ownerId }: Happens): Promise<void> {
  const owned = (await agent.get('/v1/conversations?limit=100')).body.data
  const conversation = owned[at % Math.max(1, owned.length)]
  const { data = [] } = conversation
    ? (await agent.get(`/v1/messages?conversation_id=${conversation.id}`)).body
    : { data: [] }
  const message = data[at % Math.max(1, data.length)]
  const path = `/v1/conversations/${conversation?.id}`
  if (act === 'begin' || contacts.length === 0 || !conversation) {
    const contact = await agent.make('/v1/contacts', { display_name: 'Ravi', email: `${newUuid()}@farm.example` })
    contacts.push(contact)
    await agent.make('/v1/conversations', { contact_id: contact.id })
    if (at % 5 === 0) {
      const group = await agent.make('/v1/groups', { name: 'Dealers', contacts: [contact.id] })
      await agent.make('/v1/conversations', { group_id: group.id })
    }
  } else if (act === 'send')
    await agent.post('/v1/messages', {
      conversation_id: conversation.id,
      channel: 'email',
      text,
      ...(at % 3 === 0 ? { send_at: Math.floor(Date.now() / 1000) + 3600 } : {}),
    })
  else if (act === 'receive')
    await owner.post('/v1/sandbox/messages', { channel: 'email', from: contacts[at % contacts.length].email, text })
  else if (act === 'read') await agent.post(`${path}/read`, at % 2 && message ? { message_id: message.id } : {})
  else if (act === 'unread') await agent.delete(`/v1/messages/${message?.id}/read`)
  else if (act === 'change') {
    const archived_at = at % 3 === 0 ? 1767225600 : null
    await agent.put(path, { is_pinned: at % 2 === 0, is_muted: at % 5 === 0, archived_at })
  } else if (act === 'edit') await agent.put(`/v1/messages/${message?.id}`, { text })
  else if (act === 'react') await agent.post(`/v1/messages/${message?.id}/reactions`, { emoji: '👍' })
  else if (act === 'remove') await agent.delete(`/v1/messages/${message?.id}`)
  else if (act === 'delete' && at % 3 === 0) await agent.delete(path)
  else if (act === 'assign') await owner.post(`${path}/assign`, { user_id: ownerId })
  else if (act === 'give') {
    const theirs = (await owner.get('/v1/conversations?limit=100')).body.data
    if (theirs.length > 0) await owner.post(`/v1/conversations/${theirs[0].id}/assign`, { user_id: agentId })
  } else if (act === 'rename' && conversation.contact_id)
    await agent.put(`/v1/contacts/${conversation.contact_id}`, { display_name: `Ravi ${at}` })
}
