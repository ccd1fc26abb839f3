// The header `traceparent`, as specified at www.w3.org/TR/trace-context.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTraceparent } from './traceparent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test('spec 17.21: the parts of a traceparent are believed, and whether it is sampled', () => {
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { traceId: TRACE, spanId: SPAN, isSampled: true })
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.isSampled, false)
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-03`)?.isSampled, true)
  assert.equal(parseTraceparent(`cc-${TRACE}-${SPAN}-01`)?.traceId, TRACE, 'a version to come')
  assert.equal(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-is-new`)?.traceId, TRACE)
})

test('spec 17.21: what is no traceparent is passed over', () => {
  for (const header of [
    undefined,
    '',
    'none',
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01\n`,
    ` 00-${TRACE}-${SPAN}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `cc-${TRACE}-${SPAN}-01.more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])
    assert.equal(parseTraceparent(header), null, String(header))
})
