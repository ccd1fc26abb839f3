// Batched reads of single keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gathered } from './gathered.ts'

test('what is asked for in one turn is read at once, a key once; a key without a value has none', async () => {
  const reads: (readonly string[])[] = []
  const read = gathered<string, string>(async (keys) => {
    reads.push(keys)
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const found = await Promise.all([read('asha'), read('ravi'), read('asha'), read('nobody')])
  assert.deepEqual(found, ['ASHA', 'RAVI', 'ASHA', undefined])
  assert.deepEqual(reads, [['asha', 'ravi', 'nobody']])
  assert.equal(await read('asha'), 'ASHA')
  assert.equal(reads.length, 2, 'nothing is remembered')
})

test('who waits takes those along that nobody waits for; by themselves these gather for a moment', async () => {
  const reads: (readonly string[])[] = []
  const read = gathered<string, string>(async (keys) => {
    reads.push(keys)
    return new Map(keys.map((key) => [key, key]))
  })
  const ahead = read('asha', true)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  assert.deepEqual(reads, [])
  await read('ravi')
  assert.deepEqual(reads, [['asha', 'ravi']])
  await ahead
  await Promise.all([read('asha', true), read('ravi', true)])
  assert.deepEqual(reads.slice(1), [['asha', 'ravi']])
})

test('a read that fails fails all who asked for it, and nobody after', async () => {
  let isAway = true
  const read = gathered<string, string>(async (keys) => {
    if (isAway) throw new Error('away')
    return new Map(keys.map((key) => [key, key]))
  })
  const both = await Promise.allSettled([read('asha'), read('ravi')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isAway = false
  assert.equal(await read('asha'), 'asha')
})

test('very many keys are read in pieces', async () => {
  const sizes: number[] = []
  const read = gathered<number, number>(async (keys) => {
    sizes.push(keys.length)
    return new Map(keys.map((key) => [key, key]))
  })
  const found = await Promise.all(Array.from({ length: 1201 }, (_, key) => read(key)))
  assert.deepEqual(
    found,
    Array.from({ length: 1201 }, (_, key) => key),
  )
  assert.deepEqual(sizes, [500, 500, 201])
})
