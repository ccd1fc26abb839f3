// The size of a turn.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PieceSize } from './piece-size.ts'
import { Turn } from './turn.ts'

test('spec 15.50: a turn has as many recipients in small batches as in large ones', () => {
  for (const size of [200, 300, 1000, 2000]) {
    const turn = new Turn(1000)
    let queued = 0
    while (!turn.isOver) {
      turn.divide(1)
      const rows = Math.min(size, turn.queueable)
      turn.noteQueued(rows)
      queued += rows
    }
    assert.equal(queued, 1000)
  }
})

test('spec 15.50: an organization with many campaigns has no larger turn than one with a single campaign', () => {
  const turn = new Turn(1000)
  turn.divide(8)
  assert.equal(turn.queueable, 125)
  for (let campaign = 0; campaign < 8; campaign++) turn.noteQueued(turn.queueable)
  assert.equal(turn.isOver, true)
})

test('spec 15.50: what one campaign cannot use in a turn, the others of the organization can', () => {
  const turn = new Turn(1000)
  turn.divide(2)
  turn.noteQueued(turn.queueable)
  turn.noteQueued(0)
  assert.equal(turn.isOver, false)
  turn.divide(2)
  assert.equal(turn.queueable, 250)
})

test('spec 15.50: a turn freezes more recipients than it queues, because freezing one takes less', () => {
  const turn = new Turn(1000)
  turn.divide(1)
  assert.equal(turn.freezable, 2500)
  turn.noteFrozen(1250)
  turn.divide(1)
  assert.equal(turn.queueable, 500)
})

test('four slow pieces in parallel halve the size once', () => {
  const size = new PieceSize(2000)
  for (let count = 0; count < 4; count++) size.noteTaken(900, 2000)
  assert.equal(size.rows, 1000)
})

test('a small last piece does not grow the size', () => {
  const size = new PieceSize(2000)
  size.noteTaken(900, 2000)
  size.noteTaken(900, 1000)
  size.noteTaken(5, 40)
  assert.equal(size.rows, 500)
})
