// The copy and the segments that a moment needs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Base,
  baseFor,
  baseId,
  holesIn,
  isOfTheLog,
  segmentAfter,
  segmentOf,
  strays,
  unneeded,
} from './archive-rules.ts'

const MEGABYTE = 2 ** 20
const segment = (number: number) => `00000001${'0'.repeat(14)}${number.toString(16).toUpperCase().padStart(2, '0')}`
const base = (day: number, first: number): Base => ({
  id: `day ${day}`,
  started_at: `2026-11-0${day}T00:00:00.000Z`,
  finished_at: `2026-11-0${day}T00:01:00.000Z`,
  first_segment: segment(first),
  last_segment: segment(first),
  segment_bytes: 64 * MEGABYTE,
  version: '0',
  postgres_version: '18',
  sha256: '',
  secret_key: null,
  postgres_password: '',
})
const bases = [base(3, 30), base(1, 10), base(2, 20)]

test('a moment is restored with the last copy that was whole by then', () => {
  assert.equal(baseFor(bases, null)?.id, 'day 3')
  assert.equal(baseFor(bases, new Date('2026-11-02T12:00:00Z'))?.id, 'day 2')
  assert.equal(baseFor(bases, new Date('2026-11-02T00:00:30Z'))?.id, 'day 1')
  assert.equal(baseFor(bases, new Date('2026-10-31T00:00:00Z')), undefined)
})

test('what serves a moment that is kept stays, with the copy before it', () => {
  const segments = [9, 10, 19, 20, 31].map(segment)
  const { bases: old, segments: gone } = unneeded(bases, segments, new Date('2026-11-02T12:00:00Z'))
  assert.deepEqual(
    old.map(({ id }) => id),
    ['day 1'],
  )
  assert.deepEqual(gone, [9, 10, 19].map(segment))
  assert.deepEqual(unneeded(bases, segments, new Date('2026-10-01T00:00:00Z')), { bases: [], segments: [segment(9)] })
  assert.deepEqual(unneeded([], segments, new Date()), { bases: [], segments: [] })
})

test('a copy that nobody has finished is removed, once it is old', () => {
  const at = (hour: number) => baseId(new Date(Date.UTC(2026, 10, 22, hour)))
  const files = [`${at(1)}.tar.gz`, `${at(2)}.tar.gz.age`, `${at(3)}.tar.gz`, `${at(3)}.json`, `${at(9)}.tar.gz`]
  assert.deepEqual(strays(files, at(8)), [at(1), at(2)])
})

test('a missing segment is named', () => {
  assert.deepEqual(holesIn([2, 3, 5, 6].map(segment), segment(2), 64 * MEGABYTE), [segment(4)])
  assert.deepEqual(holesIn([2, 3].map(segment), segment(2), 64 * MEGABYTE), [])
  assert.deepEqual(holesIn([], segment(2), 64 * MEGABYTE), [segment(2)])
})

test('segments are numbered as PostgreSQL numbers them, whatever their size', () => {
  assert.equal(segmentAfter('00000001000000000000003F', 64 * MEGABYTE), '000000010000000100000000')
  assert.equal(segmentAfter('0000000100000000000000FF', 16 * MEGABYTE), '000000010000000100000000')
  assert.equal(segmentAfter('000000010000000000000009', 16 * MEGABYTE), '00000001000000000000000A')
  assert.equal(segmentOf('1/2A000028', 3, 16 * MEGABYTE), '00000003000000010000002A')
  assert.equal(segmentOf('0/4000028', 1, 64 * MEGABYTE), '000000010000000000000001')
})

test('only what PostgreSQL has finished is taken', () => {
  assert.ok(isOfTheLog(segment(1)) && isOfTheLog('00000002.history') && isOfTheLog(`${segment(1)}.00000028.backup`))
  assert.ok(!isOfTheLog(`archtemp.${segment(1)}.123.456`) && !isOfTheLog('README'))
})
