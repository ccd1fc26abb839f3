// Sampling of traces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { createSampler } from './sampling.ts'

const parent = (traceId: string, isSampled: boolean) => ({ traceId, spanId: 'b7ad6b7169203331', isSampled })
const LOW = `${'f'.repeat(18)}${'0'.repeat(14)}`
const HIGH = `${'0'.repeat(18)}${'f'.repeat(14)}`

test('spec 17.21: a share is decided by the random end of the id, the same wherever it is asked', () => {
  const half = createSampler('traceidratio', 0.5)
  assert.deepEqual([half.samples(LOW), half.samples(HIGH)], [false, true])
  const tenth = createSampler('traceidratio', 0.1)
  const ids = Array.from({ length: 20_000 }, () => newUuid().replaceAll('-', ''))
  const share = ids.filter((id) => tenth.samples(id)).length / ids.length
  assert.ok(share > 0.08 && share < 0.12, `${share} of the ids of messages`)
  assert.ok(
    ids.every((id) => !tenth.samples(id) || half.samples(id)),
    'a smaller share is part of a larger one',
  )
})

test('spec 17.21: all or none are what their names say', () => {
  for (const [name, share, all] of [
    ['always_on', 0, true],
    ['always_off', 1, false],
    ['traceidratio', 1, true],
    ['traceidratio', 0, false],
  ] as const) {
    const { samples, continues } = createSampler(name, share)
    for (const id of [LOW, HIGH]) assert.equal(samples(id), all, `${name} ${share}`)
    for (const said of [true, false]) assert.equal(continues(parent(HIGH, said)), all, 'whatever the caller says')
  }
})

test('spec 17.21: a parent decides for what it calls, and for nothing else', () => {
  for (const name of ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const) {
    const { samples, continues } = createSampler(name, 0)
    assert.deepEqual([continues(parent(LOW, true)), continues(parent(HIGH, false))], [true, false])
    assert.equal(samples(HIGH), name === 'parentbased_always_on')
  }
})
