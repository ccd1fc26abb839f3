// The soak test's verdict detects growth, and ignores fluctuation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendsOf, uncleared } from './verdict.ts'

const grows = (name: string, values: number[]) => trendsOf(new Map([[name, values]]))[0]?.grows
const samples = (value: (index: number) => number) => Array.from({ length: 100 }, (_, index) => value(index))

test('the soak: what grows on and on is seen, in memory and in counts; a warm-up and a saw are not', () => {
  assert.equal(
    grows(
      'child 1: memory, MB',
      samples((index) => 200 + index),
    ),
    true,
  )
  assert.equal(
    grows(
      'child 1: memory, MB',
      samples((index) => Math.min(100 + 10 * index, 200)),
    ),
    false,
  )
  assert.equal(
    grows(
      'child 1: memory, MB',
      samples((index) => 200 + 40 * (index % 5)),
    ),
    false,
  )
  assert.equal(
    grows(
      'child 1: descriptors',
      samples((index) => 50 + index / 5),
    ),
    true,
  )
  assert.equal(
    grows(
      'child 1: descriptors',
      samples((index) => 50 + (index % 4)),
    ),
    false,
  )
  assert.equal(
    grows(
      'child 1: descriptors',
      // Connections opened in bursts and closed when idle: at first rarely sampled, then often.
      samples((index) => 66 + (index % 10 < index / 12 ? 22 : 0)),
    ),
    false,
  )
  assert.equal(
    grows(
      'PostgreSQL: oldest transaction, s',
      samples((index) => (index === 70 ? 500 : 0)),
    ),
    true,
  )
})

test('the soak: a table whose dead rows stay is seen; a small or a cleared one is not', () => {
  const table = (rows: number, dead: number) => uncleared([{ name: 'due_work', rows, dead, bytes: 0 }])
  assert.equal(table(1_000, 30_000).length, 1)
  assert.deepEqual(table(1_000, 900), [])
  assert.deepEqual(table(1_000_000, 250_000), [])
})
