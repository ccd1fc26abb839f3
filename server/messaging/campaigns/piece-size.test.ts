// How the size of pieces adapts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PieceSize } from './piece-size.ts'

test('spec 15.12: pieces become smaller while they take long, down to a least size, and grow again to the most', () => {
  const size = new PieceSize(2000)
  assert.equal(size.rows, 2000)
  size.noteTaken(501, size.rows)
  assert.equal(size.rows, 1000)
  size.noteTaken(400, size.rows)
  assert.equal(size.rows, 1000, 'neither long nor short')
  for (let count = 0; count < 5; count++) size.noteTaken(2000, size.rows)
  assert.equal(size.rows, 200)
  for (let count = 0; count < 5; count++) size.noteTaken(10, size.rows)
  assert.equal(size.rows, 2000)
})
