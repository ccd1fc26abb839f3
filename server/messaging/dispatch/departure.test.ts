// An adapter that hangs: spec 19.36.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DeadlinePassed, useTimer } from '#kit/deadlines.ts'
import { newUuid } from '#kit/ids.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { Departure, withinTime } from './departure.ts'
import type { DispatchJournal } from './journal/journal.ts'

const timers = new Set<() => void>()
after(
  useTimer((_, pass) => {
    timers.add(pass)
    return () => void timers.delete(pass)
  }),
)
const passAll = () => [...timers].forEach((pass) => timers.delete(pass) && pass())
const never = new AbortController().signal
const claimed = { id: newUuid(), org_id: newUuid() } as unknown as ClaimedRow

function departure() {
  const left: unknown[] = []
  const journal = {
    leave: async (one: unknown) => void left.push(one),
    takeBack: () => left.length === 0,
  } as unknown as DispatchJournal
  return { left, departure: new Departure(journal, claimed) }
}

test('spec 19.36: a message whose adapter hangs before it leaves is given back, and does not leave later', async () => {
  const { left, departure: one } = departure()
  const hanging = Promise.withResolvers<never>()
  const sent = withinTime(() => hanging.promise, never, one)
  passAll()
  passAll()
  await assert.rejects(sent, DeadlinePassed)
  assert.deepEqual([one.hasBegun, one.isHeldBack], [false, true])
  await assert.rejects(one.leaving(), /no time left/)
  assert.deepEqual(left, [])
})

test('spec 19.36: of a message whose adapter hangs after it began to leave nobody knows, and its place is free', async () => {
  const { left, departure: one } = departure()
  const sent = withinTime(
    async () => {
      await one.leaving()
      return new Promise<never>(() => {})
    },
    never,
    one,
  )
  await one.leaving()
  passAll()
  passAll()
  await assert.rejects(sent, DeadlinePassed)
  assert.deepEqual([one.hasBegun, one.isHeldBack, left.length], [true, false, 1])
})
