// Whatever the outcomes of messages, and however many workers send and die: each message is sent once, and those of a
// conversation in order. Verdicts are the provider's, which records what it receives, with a clock set by the test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import { anotherProcess } from '../../../test/another-process.ts'
import { alsoIn, readyToSend } from '../../../test/company.ts'
import { startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { createDispatcher } from './dispatcher.ts'
import { HOLDS_FOR_MS } from './strand-rules.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const CONVERSATIONS = 6
const EACH = 10
const WORKERS = 3
const STEPS = 30
/**
 * Waiting time besides postponed messages: for the next check, for leases of dead workers, for an unreachable provider.
 */
const BESIDES_MS = 5 * 60_000

/** Reproducible random numbers for a seed: mulberry32. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The provider's data about a message. */
interface Known {
  /** Its position in its conversation. */
  place: number
  conversationId: Uuid
  writtenAt: number
  wasAsked: boolean
  firstPutOffAt: number | null
  /** Accepted, refused, or received without a response. */
  isOver: boolean
  accepted: number
}

const results: readonly [number, SendResult][] = [
  [0.62, { outcome: 'accepted', providerId: '<a@b>' }],
  [0.8, { outcome: 'temporary', detail: 'not now', retryAfterMs: null }],
  [0.86, { outcome: 'throttled', detail: 'slower', retryAfterMs: 2000 }],
  [0.9, { outcome: 'throttled', detail: 'slower', retryAfterMs: 6000, of: 'recipient' }],
  [0.94, { outcome: 'unavailable', detail: 'away' }],
  [0.96, { outcome: 'unknown', detail: 'lost' }],
  [1, { outcome: 'refused', code: 'refused', detail: 'no such mailbox' }],
]

async function story(seed: number): Promise<void> {
  const chance = chances(seed)
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  let now = NOON
  const apps: App[] = [samvad.app]
  while (apps.length < WORKERS) apps.push(await anotherProcess(samvad))
  const setClock = (at: Date) => {
    now = at
    samvad.setClock(at)
  }
  setClock(now)
  const sending = await readyToSend(samvad, samvad.company, 1000n)
  const conversations = await alsoIn(samvad, sending, CONVERSATIONS)
  const known = new Map<Uuid, Known>()

  async function write(): Promise<void> {
    const messages = conversations.flatMap((conversation_id) =>
      Array.from({ length: Math.ceil(chance() * 3) }, () => ({ conversation_id, channel: 'email', text: 'Hello' })),
    )
    const { token } = sending.company
    const answer = await samvad.request('POST', '/v1/messages/batch', { token, json: { messages } })
    assert.equal(answer.status, 200, answer.text)
    const rows = await samvad.rows<{ id: Uuid; conversation_id: Uuid }>(
      'select id, conversation_id from deliveries order by id',
    )
    const places = new Map<Uuid, number>()
    for (const { id, conversation_id: conversationId } of rows) {
      const place = places.get(conversationId) ?? 0
      places.set(conversationId, place + 1)
      const fresh = { writtenAt: now.getTime(), wasAsked: false, firstPutOffAt: null, isOver: false, accepted: 0 }
      if (!known.has(id)) known.set(id, { place, conversationId, ...fresh })
    }
  }

  /** True for a delivery of a dead worker that never reached the provider. */
  async function isUnknown(one: Known): Promise<boolean> {
    const [id] = [...known].find(([, other]) => other === one) ?? []
    const rows = await samvad.rows("select 1 from deliveries where id = $1 and error_code = 'outcome_unknown'", [id])
    return rows.length > 0
  }

  async function mustBeItsTurn({ deliveryId }: OutboundMessage): Promise<Known> {
    const one = known.get(deliveryId) as Known
    assert.ok(!one.isOver, 'it left before')
    one.wasAsked = true
    const waitedMs = now.getTime() - one.writtenAt
    for (const before of known.values()) {
      if (before.conversationId !== one.conversationId || before.place >= one.place || before.isOver) continue
      const heldForMs = before.firstPutOffAt === null ? 0 : now.getTime() - before.firstPutOffAt
      const isHeldInAll = before.firstPutOffAt !== null && waitedMs >= HOLDS_FOR_MS
      if (heldForMs >= HOLDS_FOR_MS || isHeldInAll || (await isUnknown(before))) continue
      assert.fail(`${one.place} before ${before.place}, which is held for ${heldForMs} ms`)
    }
    return one
  }

  /** However many earlier ones were postponed in turn. Deliveries of dead workers block none. */
  async function mustNotWaitLonger(): Promise<void> {
    for (const { id } of await samvad.rows<{ id: Uuid }>("select id from deliveries where status = 'queued'")) {
      const { wasAsked, writtenAt, place } = known.get(id) as Known
      const waitedMs = now.getTime() - writtenAt
      assert.ok(wasAsked || waitedMs <= HOLDS_FOR_MS + BESIDES_MS, `${place} was not asked for ${waitedMs} ms`)
    }
  }

  const faults: unknown[] = []
  let isCalm = false
  const killed: (() => Promise<void>)[] = []

  /** A separate worker; `die` disconnects it from the database, with its deliveries in flight. */
  function worker(app: App) {
    let isDead = false
    let isCut = false
    const death = Promise.withResolvers<void>()
    const stop = new AbortController()
    let running: Promise<void> = Promise.resolve()
    const end = Promise.withResolvers<never>()
    end.promise.catch(() => {})
    const database = Object.create(app.database) as App['database']
    database.transaction = ((...args: Parameters<typeof app.database.transaction>) =>
      isCut ? Promise.reject(new Error('dead')) : app.database.transaction(...args)) as typeof database.transaction
    const email: Adapter = {
      async send(message) {
        if (isDead) return end.promise
        try {
          const one = await mustBeItsTurn(message)
          await new Promise(setImmediate)
          if (!isCalm && chance() < 0.02) {
            isDead = true
            isCut = true
            death.resolve()
            killed.push(() => {
              // Later results of its deliveries change nothing.
              isCut = false
              stop.abort()
              end.reject(new Error('dead'))
              return running
            })
            // Its outcome is lost: when its lease has ended, nothing waits for it.
            one.isOver = true
            return end.promise
          }
          const drawn = chance()
          const [, result] = results.find(([most]) => isCalm || drawn < most) as (typeof results)[number]
          if (result.outcome === 'accepted') one.accepted++
          if (['accepted', 'unknown', 'refused'].includes(result.outcome)) one.isOver = true
          else one.firstPutOffAt ??= now.getTime()
          return result
        } catch (error) {
          faults.push(error)
          throw error
        }
      },
      async close() {},
    }
    const dispatcher = createDispatcher({ ...app, database }, { email })
    return {
      get isDead() {
        return isDead
      },
      run() {
        running = dispatcher.run(stop.signal)
        return Promise.race([running, death.promise])
      },
    }
  }

  let workers = apps.map(worker)
  for (let step = 0; step < STEPS || (await isAnyWaiting(samvad)); step++) {
    assert.ok(step < STEPS * 4, 'it ends')
    if (step < EACH) await write()
    isCalm = step >= STEPS
    await Promise.all(workers.map(({ run }) => run()))
    if (faults.length > 0) throw faults[0]
    await mustNotWaitLonger()
    workers = workers.map((one, index) => (one.isDead ? worker(apps[index] as App) : one))
    setClock(new Date(now.getTime() + Math.ceil(chance() * (isCalm ? 3_600_000 : 90_000))))
  }
  for (const { accepted } of known.values()) assert.ok(accepted <= 1, 'one left twice')
  const rows = await samvad.rows<{ id: Uuid; status: string }>('select id, status from deliveries')
  for (const { id, status } of rows) {
    const { accepted } = known.get(id) as Known
    // An accepted message has an unknown outcome if its worker died before recording it.
    const may = accepted === 1 ? ['sent', 'sending'] : ['sending', 'failed']
    assert.ok(may.includes(status), `${status} after ${accepted}`)
  }
  for (const bury of killed) await bury()
}

async function isAnyWaiting(samvad: TestSamvad): Promise<boolean> {
  const rows = await samvad.rows("select 1 from deliveries where status = 'queued' or lease_until is not null limit 1")
  return rows.length > 0
}

for (const seed of [1, 2])
  test(`spec 7.75, 7.127: whatever becomes of messages and workers, each leaves once and in its order (story ${seed})`, () =>
    story(seed))
