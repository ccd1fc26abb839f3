// The contract that every channel adapter must meet, run against a provider that the test makes behave in each way. An
// adapter's own test supplies those behaviours and the provider's log; verdicts compare the adapter's results with that
// log.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { App } from '#kit/app.ts'
import type { Statement } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { englishOf } from '#kit/messages/details.ts'
import type { Adapter, OutboundMessage, SendResult } from '#messaging/channels/adapter.ts'
import { inTime } from './hostile-peers/raw-peer.ts'
import { until } from './mail-story.ts'

/**
 * How the provider treats messages from now on. `hang`: accepts and never answers; `lose`: accepts, and its answer is
 * lost; `away`: cannot be reached.
 */
export type Behaviour = 'accept' | 'refuse' | 'temporary' | 'throttle' | 'away' | 'hang' | 'lose'

/** The fence check of an installation that is not fenced: all an adapter itself reads from the database. */
export const notFenced = {
  reads: {
    row: async ({ text }: Statement) => (text.includes('fenced_since') ? { fenced_since: null } : undefined),
  },
} as unknown as App['database']

export interface AdapterBench {
  adapter: Adapter
  /** A different message on each call. */
  message(deliveryId: Uuid): Omit<OutboundMessage, 'leaving'>
  /** An address that cannot be sent to; undefined where any text is a valid address. */
  badAddress?: string
  /** Switches the provider to each behaviour. */
  behaviours: Partial<Record<Behaviour, () => Promise<void> | void>>
  /** The deliveries that the provider accepted, from its own log. */
  taken(): Promise<Uuid[]>
  /** Number of messages received completely and not answered, for providers that can hang. */
  unanswered?(): number
  close(): Promise<void>
}

const AT_ONCE = 50
const DETAIL_MAX = 500
const never = new AbortController().signal

/** `can`: the behaviours that this provider can be given. */
export function adapterContract(name: string, can: readonly Behaviour[], open: () => Promise<AdapterBench>): void {
  describe(`every adapter: ${name}`, () => {
    let bench: AdapterBench
    before(async () => {
      bench = await open()
    })
    after(() => bench.close())

    /** The deliveries for which the adapter reported the start of transmission. */
    const leaving: Uuid[] = []
    const send = (signal = never, deliveryId = newUuid(), mayLeave = async () => {}, fields = {}) =>
      bench.adapter.send(
        {
          ...bench.message(deliveryId),
          ...fields,
          leaving() {
            leaving.push(deliveryId)
            return mayLeave()
          },
        },
        signal,
      )

    function whenItTells(what: string, body: () => Promise<void>): void {
      test(`leaving: ${what}`, async (context) => {
        if (!bench.adapter.tellsWhenItLeaves) return context.skip('whoever calls it takes it to leave with the call')
        await body()
      })
    }

    async function behave(behaviour: Behaviour): Promise<void> {
      const make = bench.behaviours[behaviour]
      assert.ok(make, `the bench does not say how to: ${behaviour}`)
      await make()
    }

    function when(behaviour: Behaviour, what: string, body: () => Promise<void>): void {
      if (!can.includes(behaviour)) return
      test(`${behaviour}: ${what}`, async () => {
        await behave(behaviour)
        try {
          await body()
        } finally {
          if (can.includes('accept')) await behave('accept')
        }
      })
    }

    /** Resolves once the provider, which does not answer, has received the whole message. */
    async function hanging(signal: AbortSignal, at = bench) {
      const unanswered = () => at.unanswered?.() ?? 0
      const earlier = unanswered()
      const sending =
        at === bench ? send(signal) : at.adapter.send({ ...at.message(newUuid()), async leaving() {} }, signal)
      await until(
        async () => unanswered(),
        (count) => count > earlier,
      )
      return { sending }
    }

    async function mustNotBeTaken(work: () => Promise<void>): Promise<void> {
      const earlier = await bench.taken()
      await work()
      assert.deepEqual(await bench.taken(), earlier)
    }

    /** A message counts as not sent when only the message after it is accepted. */
    async function onlyTheNextIsTaken(work: () => Promise<void>): Promise<void> {
      const earlier = await bench.taken()
      await work()
      const next = newUuid()
      mustBe(await send(never, next), 'accepted')
      assert.deepEqual(await bench.taken(), [...earlier, next])
    }

    when('accept', 'it is accepted under an id of its own, and taken once', async () => {
      const ids = Array.from({ length: AT_ONCE }, () => newUuid())
      const earlier = await bench.taken()
      const results = await Promise.all(ids.map((id) => send(never, id)))
      const names = results.map((result) => (mustBe(result, 'accepted') as { providerId: string }).providerId)
      assert.equal(new Set(names).size, AT_ONCE)
      for (const one of names) assert.ok(one.length > 0)
      assert.deepEqual((await bench.taken()).slice(earlier.length).sort(), ids.sort())
    })

    when('refuse', 'it never leaves, and why is one line', () =>
      mustNotBeTaken(async () => {
        const result = mustBe(await send(), 'refused') as { code: string }
        assert.match(result.code, /^[a-z0-9_]+$/)
      }),
    )

    test('what is no address is refused without a word to the provider', async () => {
      const { badAddress } = bench
      await mustNotBeTaken(async () => {
        for (const address of badAddress === undefined ? [] : [badAddress])
          mustBe(await send(never, newUuid(), undefined, { address }), 'refused')
      })
    })

    if (can.includes('accept')) {
      whenItTells('it is said before the provider can take it, and waited for', async () => {
        const id = newUuid()
        const held = Promise.withResolvers<void>()
        const asked = Promise.withResolvers<void>()
        const sending = send(never, id, () => {
          asked.resolve()
          return held.promise
        })
        await asked.promise
        await onlyTheNextIsTaken(async () => {})
        held.resolve()
        mustBe(await sending, 'accepted')
        assert.equal((await bench.taken()).at(-1), id)
        assert.equal(leaving.filter((one) => one === id).length, 1)
      })

      whenItTells('what must not leave does not, and the next one leaves', async () => {
        await mustNotBeTaken(async () => {
          const refuse = () => Promise.reject(new Error('it was given back'))
          mustBe(await send(never, newUuid(), refuse), 'unavailable')
        })
        mustBe(await send(), 'accepted')
      })

      whenItTells('whose time is up before that has not left', async () => {
        const deadline = new AbortController()
        const held = Promise.withResolvers<void>()
        await onlyTheNextIsTaken(async () => {
          const sending = send(deadline.signal, newUuid(), () => {
            deadline.abort()
            return held.promise
          })
          mustBe(await inTime(sending), 'unavailable', 'temporary')
          held.resolve()
        })
      })
    }

    whenItTells('what was refused before it began never left', async () => {
      const earlier = leaving.length
      const { badAddress } = bench
      if (badAddress !== undefined) await send(never, newUuid(), undefined, { address: badAddress })
      if (can.includes('away')) {
        await behave('away')
        await send()
      }
      assert.equal(leaving.length, earlier)
    })

    when('temporary', 'it has not left, and the same one leaves later', async () => {
      const id = newUuid()
      await mustNotBeTaken(async () => {
        mustBe(await send(never, id), 'temporary')
      })
      await behave('accept')
      mustBe(await send(never, id), 'accepted')
      assert.equal((await bench.taken()).filter((one) => one === id).length, 1)
    })

    when('throttle', 'nothing else is to be sent for a moment', () =>
      mustNotBeTaken(async () => {
        mustBe(await send(), 'throttled', 'unavailable')
      }),
    )

    when('away', 'nothing can leave', () =>
      mustNotBeTaken(async () => {
        mustBe(await send(), 'unavailable')
      }),
    )

    when('lose', 'nobody knows whether it left', async () => {
      mustBe(await send(), 'unknown')
    })

    // The provider never answers. The adapter's own time limit would end the older message first.
    when('hang', 'it ends when its time is up, and nobody knows whether it left', async () => {
      const others = new AbortController()
      const deadline = new AbortController()
      const other = await hanging(others.signal)
      const { sending } = await hanging(deadline.signal)
      const ended: string[] = []
      void other.sending.then(() => ended.push('the other'))
      void sending.then(() => ended.push('the aborted one'))
      deadline.abort()
      mustBe(await inTime(sending), 'unknown')
      assert.equal(ended[0], 'the aborted one')
      others.abort()
      mustBe(await inTime(other.sending), 'unknown')
    })

    test('whose time was up before it began has not left', async () => {
      await mustNotBeTaken(async () => {
        mustBe(await inTime(send(AbortSignal.abort())), 'unavailable', 'temporary')
      })
    })

    // Last, because nothing can be sent afterwards.
    test('closing it ends what is under way, and is safe to do again', async () => {
      const hangs = can.includes('hang')
      // As above: the adapter's own time limit would end an older message, here on an adapter that is not closed.
      const other = hangs ? await open() : null
      const deadline = new AbortController()
      await other?.behaviours.hang?.()
      if (hangs) await behave('hang')
      let isOtherOver = false
      const otherSending = other && (await hanging(deadline.signal, other)).sending.finally(() => (isOtherOver = true))
      const { sending } = hangs ? await hanging(never) : { sending: send() }
      await inTime(bench.adapter.close())
      mustBe(await inTime(sending), 'accepted', 'unknown', 'unavailable', 'temporary')
      assert.equal(isOtherOver, false)
      deadline.abort()
      await otherSending
      await other?.adapter.close()
      await other?.close()
      await inTime(bench.adapter.close())
    })
  })
}

function mustBe(result: SendResult, ...outcomes: SendResult['outcome'][]): SendResult {
  assert.ok(outcomes.includes(result.outcome), `${JSON.stringify(result)} is not ${outcomes.join(' or ')}`)
  const detail = 'detail' in result ? englishOf(result.detail) : ''
  assert.ok(!/[\r\n]/.test(detail) && detail.length <= DETAIL_MAX, detail)
  if ('retryAfterMs' in result) assert.ok(result.retryAfterMs === null || result.retryAfterMs >= 0)
  return result
}
