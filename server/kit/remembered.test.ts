// The cache: reads, hits and background refreshes.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Remembered } from './remembered.ts'

const LIMITS = { keptMs: 1000, keysMax: 3 }

/** Reads that the test ends, and a clock that it sets. */
function controlled() {
  const reads: { key: string; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const remembered = new Remembered<string>((key) => new Promise((end, fail) => reads.push({ key, end, fail })), LIMITS)
  return { reads, remembered }
}

test('who asks first waits, who asks later does not; it is read ahead of its time, and never given out too old', async (t) => {
  let now = 0
  mock.method(performance, 'now', () => now)
  t.after(() => mock.restoreAll())
  const { reads, remembered } = controlled()
  const [first, beside] = [remembered.get('asha'), remembered.get('asha')]
  assert.equal(reads.length, 1)
  reads[0]?.end('one')
  assert.deepEqual(await Promise.all([first, beside]), ['one', 'one'])

  now = 400
  assert.equal(remembered.get('asha'), 'one')
  assert.equal(reads.length, 1)
  now = 600
  assert.equal(remembered.get('asha'), 'one')
  assert.equal(remembered.get('asha'), 'one')
  assert.equal(reads.length, 2)

  // The second read has not resolved when the first value expires.
  now = 1000
  const late = remembered.get('asha')
  assert.ok(late instanceof Promise)
  assert.equal(reads.length, 2)
  reads[1]?.end('two')
  assert.equal(await late, 'two')
  now = 1599
  assert.equal(remembered.get('asha'), 'two')
  now = 1600
  assert.ok(remembered.get('asha') instanceof Promise, 'its time counts from when it was asked for')
})

test('a read that fails fails who waits for it, and is not remembered; what no longer serves is read again', async () => {
  const { reads, remembered } = controlled()
  const first = remembered.get('asha')
  reads[0]?.fail(new Error('away'))
  await assert.rejects(Promise.resolve(first), /away/)
  const second = remembered.get('asha')
  reads[1]?.end('one')
  assert.equal(await second, 'one')
  const third = remembered.get('asha', (value) => value !== 'one')
  reads[2]?.end('two')
  assert.equal(await third, 'two')
})

test('no more keys are remembered than may be', async () => {
  const { reads, remembered } = controlled()
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
    const value = remembered.get(key)
    reads[index]?.end(key)
    assert.equal(await value, key)
  }
  assert.equal(remembered.get('d'), 'd')
  assert.ok(remembered.get('a') instanceof Promise)
})

test('what is not there is asked for again, and takes no room', async () => {
  let reads = 0
  const remembered = new Remembered<string | undefined>(async (key) => {
    reads++
    return key === 'asha' ? 'one' : undefined
  }, LIMITS)
  assert.equal(await remembered.get('asha'), 'one')
  for (const key of ['b', 'c', 'd', 'e', 'b']) assert.equal(await remembered.get(key), undefined)
  assert.equal(remembered.get('asha'), 'one')
  assert.equal(reads, 6)
})
