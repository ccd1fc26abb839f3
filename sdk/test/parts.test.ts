// Edge cases of the client's pure parts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/cases.ts'
import { at, queryText } from '../src/address.ts'
import { type Block, SseParser } from '../src/sse.ts'
import { newUuid } from '../src/uuid.ts'

const STREAM =
  ': \n\nid: evt_1\ndata: {"a":\ndata:1}\n\nevent: reset\ndata: {}\n\n:\n\nevent: none\n\nid\ndata\n\nretry: 5\n\n'
const BLOCKS: Block[] = [
  { event: 'message', data: '{"a":\n1}', id: 'evt_1' },
  { event: 'reset', data: '{}', id: null },
  { event: 'message', data: '', id: '' },
]

test('spec 20.8: a stream is read the same wherever it is divided, and however its lines end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = STREAM.replaceAll('\n', end)
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (places) => {
        const parser = new SseParser()
        const cuts = [0, ...places.toSorted((left, right) => left - right), text.length]
        const blocks = cuts.slice(1).flatMap((cut, index) => parser.feed(text.slice(cuts[index], cut)))
        // A carriage return at the very end waits for a line feed.
        assert.deepEqual([...blocks, ...parser.feed(end === '\r' ? '\r' : '')], BLOCKS)
      }),
    )
  }
})

test('a line that never ends is not kept for ever', () => {
  const parser = new SseParser()
  const piece = 'x'.repeat(1024 * 1024)
  assert.throws(() => {
    for (let n = 0; n < 20; n++) parser.feed(piece)
  }, /has a line without an end/)
})

test('spec 20.2: whatever an id says, it is one segment of the path', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..'),
      (id) => {
        const { pathname, search } = new URL(at`/v1/contacts/${id}/consents`, 'http://samvad.example')
        assert.equal(pathname.split('/').length, 5)
        assert.equal(decodeURIComponent(pathname.split('/')[3] as string), id)
        assert.equal(search, '')
      },
    ),
  )
  assert.equal(queryText({ a: undefined, b: null, c: false, d: 0, e: '' }), '?c=false&d=0&e=')
})

test('spec 20.4: a key is a random UUID, also where the browser makes none', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  const { randomUUID } = crypto
  try {
    Object.assign(crypto, { randomUUID: undefined })
    const made = Array.from({ length: 100 }, newUuid)
    for (const one of made) assert.match(one, uuid)
    assert.equal(new Set(made).size, 100)
  } finally {
    Object.assign(crypto, { randomUUID })
  }
  assert.match(newUuid(), uuid)
})
