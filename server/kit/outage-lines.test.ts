// spec 17.8: an outage does not fill the log.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { pino } from 'pino'
import { sentenceOf } from './cannot-start.ts'
import { busy } from './database/errors.ts'
import { logOptions } from './log.ts'

function logged() {
  const lines: Record<string, unknown>[] = []
  const log = pino(logOptions({ logLevel: 'warn' }), { write: (line: string) => lines.push(JSON.parse(line)) })
  return { log, lines }
}
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('of an outage one line a second is written, with how many there were, and no stack', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { log, lines } = logged()
  for (let count = 0; count < 500; count++)
    log.warn({ err: refused(), request_id: `r${count}` }, 'request refused: temporarily unavailable')
  log.error({ err: refused() }, 'job failed')
  assert.deepEqual(
    lines.map(({ msg, request_id, count }) => [msg, request_id, count]),
    [
      ['request refused: temporarily unavailable', 'r0', undefined],
      ['job failed', undefined, undefined],
    ],
  )
  mock.timers.tick(1000)
  assert.deepEqual(
    lines.slice(2).map(({ msg, request_id, count }) => [msg, request_id, count]),
    [['request refused: temporarily unavailable', 'r499', 499]],
  )
  log.warn({ err: refused(), request_id: 'late' }, 'request refused: temporarily unavailable')
  mock.timers.tick(1000)
  assert.equal(lines.at(-1)?.count, 1)
  mock.timers.tick(1000)
  log.warn({ err: refused(), request_id: 'again' }, 'request refused: temporarily unavailable')
  assert.equal(lines.at(-1)?.request_id, 'again', 'once it is over the next one is written at once')
  assert.ok(lines.every(({ err }) => !('stack' in (err as object))))
  mock.timers.reset()
})

test('a defect is written each time, with its stack; so is what has no error', () => {
  const { log, lines } = logged()
  for (let count = 0; count < 3; count++) log.error({ err: new TypeError('x is not a function') }, 'request failed')
  for (let count = 0; count < 3; count++) log.warn('said')
  assert.equal(lines.length, 6)
  const stackOf = (line: Record<string, unknown> | undefined) => (line?.err as { stack?: string } | undefined)?.stack
  assert.match(stackOf(lines[0]) ?? '', /at /)
  log.warn({ err: busy() }, 'refused')
  assert.equal(lines.at(-1)?.msg, 'refused')
  assert.equal(stackOf(lines.at(-1)), undefined)
})

test('who starts a program or a command while the database is not there is told so, and not what a caller is told', () => {
  const sentence = sentenceOf(Object.assign(busy(), { cause: new Error('the database system is starting up') }))
  assert.match(sentence, /busy or restarting.*starting up/)
  assert.doesNotMatch(sentence, /Idempotency-Key/)
  const noRoom = Object.assign(new Error('could not extend file "base/5/2608": No space left on device'), {
    code: '53100',
  })
  assert.match(
    sentenceOf(Object.assign(busy(), { cause: noRoom })),
    /^The disk is full\. Free up space, then try again\. \(/,
  )
})

test('what was broken off is logged like any other error', () => {
  const { log, lines } = logged()
  const { reason } = AbortSignal.abort()
  assert.equal(typeof reason.code, 'number')
  log.warn({ err: reason }, 'given up')
  assert.deepEqual(
    lines.map(({ err }) => (err as { type: string }).type),
    ['AbortError'],
  )
})
