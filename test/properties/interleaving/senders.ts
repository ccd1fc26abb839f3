// Clients of the organizations: each sends one request after another, single messages and batches, and retries with the
// same Idempotency-Key until any process answers. Occasionally it sends the same request to two processes at once.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Answer, request } from '../../harness.ts'
import { type Chance, chance } from '../../kills/chance.ts'
import type { Organization } from './organizations.ts'

const CLIENTS_EACH = 2
const BATCH_MAX = 25
/** One request in this many is a batch, and one in this many is sent twice at once. */
const ONE_OF_WHICH_A_BATCH = 3
const ONE_OF_WHICH_TWICE = 6
/** A connection that was handed to a process which then died never gets an answer. */
const ANSWER_TIMEOUT_MS = 5_000
const GIVE_UP_AFTER_MS = 240_000
/** Pause before a retry, which leaves the processor to the starting program. */
const PAUSE_MS = 200

/** The acknowledged results of an organization. */
export interface Told {
  /** Ids of accepted messages, once for each request that accepted them. */
  accepted: string[]
  /** Number of messages attempted; each is finally accepted or refused. */
  attempts: number
}

export interface Senders {
  told: Map<Organization, Told>
  /** Requests, answers replayed from a stored response, and failed attempts. */
  counts: { requests: number; replayed: number; retried: number }
  acknowledged(): number
  failure(): Error | null
  /** Lets every client finish its current request. */
  end(): Promise<void>
}

export function beginSending(organizations: Organization[], urls: string[], seed: number): Senders {
  const told = new Map(organizations.map((one): [Organization, Told] => [one, { accepted: [], attempts: 0 }]))
  const counts = { requests: 0, replayed: 0, retried: 0 }
  const day: { isOver: boolean; failure: Error | null } = { isOver: false, failure: null }

  async function insist(url: () => string, path: string, token: string, json: unknown, key: string): Promise<Answer> {
    const until = performance.now() + GIVE_UP_AFTER_MS
    const options = { token, json, headers: { 'idempotency-key': key }, timeoutMs: ANSWER_TIMEOUT_MS }
    for (;;) {
      const answer = await request(url(), 'POST', path, options).catch(() => undefined)
      if (answer?.headers.has('idempotency-replayed')) counts.replayed++
      if (answer && answer.status < 500 && answer.body?.code !== 'idempotency_in_flight') return answer
      if (performance.now() > until) throw new Error(`POST ${path} had no answer for long: ${answer?.text}`)
      counts.retried++
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  async function send(organization: Organization, random: Chance): Promise<void> {
    const size = random.integer(ONE_OF_WHICH_A_BATCH) === 0 ? 2 + random.integer(BATCH_MAX - 1) : 1
    const drafts = Array.from({ length: size }, (_, index) => draftOf(organization, random, index))
    const [path, json] = size === 1 ? ['/v1/messages', drafts[0]] : ['/v1/messages/batch', { messages: drafts }]
    const key = randomUUID()
    const anywhere = () => random.pick(urls)
    const isTwice = random.integer(ONE_OF_WHICH_TWICE) === 0
    // Each copy retries with one process, so that both process it concurrently.
    const places = isTwice ? urls.map((url) => () => url) : [anywhere]
    const [answer, ...others] = await Promise.all(
      places.map((place) => insist(place, path, organization.token, json, key)),
    )
    const accepted = acceptedBy(answer as Answer, size)
    // Every copy must return the first answer, from whichever process.
    for (const other of others) assert.deepEqual(acceptedBy(other, size), accepted)
    const own = told.get(organization) as Told
    own.accepted.push(...accepted)
    own.attempts += size
    counts.requests++
  }

  async function act(organization: Organization, random: Chance): Promise<void> {
    while (!day.isOver && day.failure === null) {
      await send(organization, random).catch((error: Error) => {
        day.failure ??= error
      })
    }
  }

  const actors = organizations.flatMap((organization, index) =>
    Array.from({ length: CLIENTS_EACH }, (_, client) =>
      act(organization, chance(seed + index * CLIENTS_EACH + client)),
    ),
  )
  return {
    told,
    counts,
    acknowledged: () => counts.requests,
    failure: () => day.failure,
    async end() {
      day.isOver = true
      await Promise.all(actors)
      if (day.failure) throw day.failure
    },
  }
}

function draftOf({ conversations, channel }: Organization, random: Chance, index: number) {
  const subject = channel === 'email' ? { subject: 'Offer' } : {}
  return { conversation_id: random.pick(conversations), channel, ...subject, text: `Cotton at old prices (${index})` }
}

/** Ids of the accepted messages. A refusal must be for lack of money, and for nothing else. */
function acceptedBy({ status, body, text }: Answer, size: number): string[] {
  if (size === 1) {
    assert.ok(status === 201 || status === 402, text)
    return status === 201 ? [body.id] : []
  }
  assert.equal(status, 200, text)
  const items: { status: number; message?: { id: string } }[] = body.data
  assert.equal(items.length, size)
  for (const item of items) assert.ok(item.status === 201 || item.status === 402, JSON.stringify(item))
  return items.flatMap(({ message }) => (message ? [message.id] : []))
}
