// A mail held in memory, sent to a server that reads at once.

import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { PIECE_BYTES, Pieces } from './transports.ts'

const CHUNK = Buffer.alloc(64 * 1024, 7)
const CHUNKS = 320

/** Counts turns of the event loop while the mail is read, and its bytes. */
async function turnsWhile(through: Pieces | null): Promise<{ turns: number; bytes: number }> {
  let turns = 0
  let bytes = 0
  const over = new AbortController()
  const counting = (async () => {
    for (; !over.signal.aborted; turns++) await turn()
  })()
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done()
    },
  })
  const source = Readable.from(
    Array.from({ length: CHUNKS }, () => CHUNK),
    { objectMode: false },
  )
  await (through === null ? pipeline(source, sink) : pipeline(source, through, sink))
  over.abort()
  await counting
  return { turns, bytes }
}

test('spec 18.52: a mail of 20 MB leaves in pieces, between which everybody else goes on', async () => {
  const pieces = Math.floor((CHUNKS * CHUNK.length) / PIECE_BYTES)
  const whole = await turnsWhile(null)
  assert.ok(whole.turns < pieces / 4, `${whole.turns} turns without pieces`)
  const inPieces = await turnsWhile(new Pieces())
  assert.ok(inPieces.turns >= pieces, `${inPieces.turns} turns for ${pieces} pieces`)
  assert.equal(inPieces.bytes, CHUNKS * CHUNK.length)
})
