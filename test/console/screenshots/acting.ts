// Actions of the screenshots' companies, over the API and by the sandbox's devices, at a given time.

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Company, publicId, type TestSamvad, uuidOf } from '../../harness.ts'
import { type Person, person } from '../../story.ts'
import type { Cast, Line, Someone } from './cast.ts'

export const PASSWORD = 'monsoon over konkan'

export interface Troupe {
  cast: Cast
  organizationId: string
  company: Company
  /** The first colleague. */
  owner: Person
  emails: string[]
  contacts: { id: string; someone: Someone }[]
  conversations: Map<Someone, string>
  groupConversation: string
  groupId: string
}

const UNTIL_MAX_MS = 600_000
const LOOK_AGAIN_MS = 100
const LOOKS_PER_SECOND = 30

/**
 * Polls until the state is reached; more patient than tests and polling less often, because the machine may be busy.
 */
export async function until<Seen>(look: () => Promise<Seen>, isSo: (seen: Seen) => boolean): Promise<Seen> {
  const deadline = performance.now() + UNTIL_MAX_MS
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    assert.ok(performance.now() < deadline, 'it did not come true')
    await pause(LOOK_AGAIN_MS)
  }
}

/** A caller that retries while a busy machine answers 503. */
export function patient(samvad: TestSamvad, member?: { token: string }): Person {
  const hasty = person(samvad, member)
  const again =
    (ask: (path: string, json?: object) => Promise<Answer>) =>
    (path: string, json?: object): Promise<Answer> =>
      until(
        () => ask(path, json),
        ({ status }) => status !== 503,
      )
  const post = again(hasty.post)
  return {
    ...hasty,
    get: again(hasty.get),
    put: again(hasty.put),
    post,
    async make(path, json) {
      const answer = await post(path, json as object)
      assert.ok(answer.status === 201 || answer.status === 200, `${path}: ${answer.text}`)
      return answer.body
    },
  }
}

const TRIES_MAX = 10

/** Retries work of the harness in this process while the database is busy. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await act()
    } catch (error) {
      if (tried === TRIES_MAX || (error as { code?: string }).code !== 'temporarily_unavailable') throw error
    }
  }
}

/** Recharges a wallet at the sandbox's checkout, settled by its webhook. */
export async function recharge(samvad: TestSamvad, who: Person, amount: string): Promise<any> {
  const made = await who.make('/api/v1/billing/recharges', { amount, payment_method: 'upi' })
  await fetch(made.checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ method: 'upi', outcome: 'success' }),
    redirect: 'manual',
  })
  await until(
    () => who.get(`/api/v1/billing/recharges/${made.id}`),
    ({ body }) => body.status === 'succeeded',
  )
  return made
}

/**
 * Waits until everything is sent and received. A retry on a busy machine is due a second later, so the clock advances.
 */
export async function settled(samvad: TestSamvad): Promise<void> {
  let looks = 0
  await until(
    () => {
      if (++looks % LOOKS_PER_SECOND === 0) samvad.setClock(new Date(samvad.app.clock().getTime() + 1000))
      return samvad.rows(
        `select (select count(*) from deliveries where status = 'queued' and due_at <= $1)::int as leaving,
         (select count(*) from arrivals where due_at is not null)::int as arriving`,
        [samvad.app.clock()],
      )
    },
    ([row]) => row?.leaving === 0 && row.arriving === 0,
  )
}

export async function say(samvad: TestSamvad, troupe: Troupe, someone: Someone, line: Line): Promise<void> {
  const { owner } = troupe
  const { channel, text, subject, html } = line
  if (line.by === 'them') {
    const from = channel === 'email' ? someone.email : someone.phone
    const { status } = await until(
      () => owner.post('/v1/sandbox/messages', { channel, from, text, ...(subject && { subject }) }),
      (answer) => answer.status !== 503,
    )
    assert.ok(status < 300, `${someone.name} could not write`)
    return settled(samvad)
  }
  if (line.fails) await owner.put('/v1/sandbox/settings', { channel, fail_next: line.fails })
  const conversation_id = troupe.conversations.get(someone)
  const sent = await owner.make('/v1/messages', {
    conversation_id,
    channel,
    text,
    ...(subject && { subject }),
    ...(html && { html }),
  })
  await settled(samvad)
  await owner.post(`/v1/conversations/${conversation_id}/read`, {})
  if (line.reaction)
    await owner.post('/v1/sandbox/reactions', {
      channel,
      from: someone.phone,
      message_id: sent.id,
      emoji: line.reaction,
    })
  await settled(samvad)
}

/** Creates a company with its people, and everything that exists before the first message. */
export async function found(samvad: TestSamvad, company: Company, cast: Cast): Promise<Troupe> {
  const emails: string[] = []
  const people: { token: string }[] = []
  for (const { name, email, role } of cast.colleagues) {
    const known = { name, email, password: PASSWORD }
    people.push(await patiently(() => samvad.newPerson(company.organizationId, role, known)))
    emails.push(email)
  }
  const owner = patient(samvad, people[0])
  const contacts: Troupe['contacts'] = []
  const conversations: Troupe['conversations'] = new Map()
  for (const someone of cast.contacts) {
    const { name, email, phone, attributes } = someone
    const made = await owner.make('/v1/contacts', {
      display_name: name,
      ...(email && { email }),
      ...(phone && { phone_number: phone }),
      ...(phone && someone.thread && { app_id: phone }),
      ...(attributes && { attributes }),
    })
    contacts.push({ id: made.id, someone })
    if (!someone.thread) continue
    conversations.set(someone, (await owner.make('/v1/conversations', { contact_id: made.id })).id)
  }
  const members = contacts.filter(({ someone }) => someone.email).slice(0, GROUP_SIZE)
  const group = await owner.make('/v1/groups', { ...cast.group, contacts: members.map(({ id }) => id) })
  const groupConversation = (await owner.make('/v1/conversations', { group_id: group.id })).id
  for (const [place, list] of cast.lists.entries()) {
    const { id } = await owner.make('/v1/lists', list)
    const contact_ids = contacts.filter((_, n) => n % (place + 2) === 0).map(({ id }) => id)
    await owner.make(`/v1/lists/${id}/members`, { contact_ids: contact_ids.slice(0, LISTED_MAX) })
  }
  const [list] = (await owner.get('/v1/lists')).body.data
  for (const { name, filter } of cast.segments) await owner.make('/v1/segments', { name, filter: filter(list.id) })
  await owner.put('/api/v1/billing/profile', cast.profile)
  return {
    cast,
    company,
    organizationId: publicId('org', company.organizationId),
    owner,
    emails,
    contacts,
    conversations,
    groupConversation,
    groupId: group.id,
  }
}
const GROUP_SIZE = 60
const LISTED_MAX = 100

/** Moves what the harness and the API stamped with the real time to the day on which the companies were founded. */
export async function dateBack(samvad: TestSamvad, at: Date): Promise<void> {
  for (const table of ['organizations', 'users', 'memberships', 'tokens', 'events'])
    await samvad.rows(`update ${table} set created_at = $1 where created_at > $2`, [at, samvad.app.clock()])
}

export { uuidOf }
