// The semaphore.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from '../../test/cases.ts'
import { Slots } from './slots.ts'

test('never more at a time than there are slots, each once, in the order of coming, whoever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (scheduler, count, failing) => {
        const slots = new Slots(count)
        const begun: number[] = []
        let running = 0
        const all = failing.map((fails, index) =>
          slots.take(async () => {
            begun.push(index)
            assert.ok(++running <= count)
            await scheduler.schedule(Promise.resolve())
            running--
            if (fails) throw new Error('this one')
            return index
          }),
        )
        await scheduler.waitFor(Promise.allSettled(all))
        assert.deepEqual(
          begun,
          failing.map((_, index) => index),
        )
        assert.equal(running, 0)
      },
    ),
  )
})

test('who finds none free in time is told so, and keeps nobody behind them from theirs', async () => {
  const slots = new Slots(1)
  let end = () => {}
  const first = slots.take(() => new Promise<void>((resolve) => (end = resolve)))
  const limit = { withinMs: 5, otherwise: () => new Error('none was free') }
  const impatient = slots.take(async () => assert.fail('it was given up'), limit)
  const patient = slots.take(async () => 'done', { ...limit, withinMs: 60_000 })
  await assert.rejects(impatient, /none was free/)
  end()
  await first
  assert.equal(await patient, 'done')
  assert.equal(await slots.take(async () => 'free again', { ...limit, withinMs: 0 }), 'free again')
})
