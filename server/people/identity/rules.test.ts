import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import {
  afterAttempt,
  type Count,
  type Counted,
  type Counts,
  freeFailures,
  judgedBy,
  LONGEST_WAIT_MS,
  readEmail,
  type Standing,
  soughtEmail,
  waitAfter,
} from './rules.ts'

test('spec 2.10: sign-in slows down from the fifth failure of an account from one network: 1 s, doubling up to 15 minutes', () => {
  const waits = Array.from({ length: 17 }, (_, index) => waitAfter('pair', index) / 1000)
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  const counted = fc.constantFrom(...(Object.keys(freeFailures) as Counted[]))
  fc.assert(
    fc.property(counted, fc.integer({ min: 0, max: 100_000 }), (what, beyond) => {
      const failures = freeFailures[what] + beyond
      assert.equal(waitAfter(what, freeFailures[what] - 1), 0)
      assert.ok(waitAfter(what, failures) >= waitAfter(what, failures - 1))
      assert.ok(waitAfter(what, failures) > 0 && waitAfter(what, failures) <= LONGEST_WAIT_MS)
    }),
  )
})

test('spec 2.10, 19.21: a wait that is longer than any can be is over: the clock was set back', () => {
  const at = new Date('2026-03-10T06:30:00Z')
  const waiting = (ms: number): Counts => ({
    pair: { failures: 20, at: new Date(at.getTime() + ms - LONGEST_WAIT_MS), waitsUntil: new Date(at.getTime() + ms) },
  })
  assert.deepEqual(afterAttempt('unknown', waiting(LONGEST_WAIT_MS), at), { waitMs: LONGEST_WAIT_MS })
  assert.ok('counts' in afterAttempt('unknown', waiting(LONGEST_WAIT_MS + 3_600_000), at))
})

/** The stored counters of an installation, as far as one account and its strangers need them. */
class Books {
  readonly #counts = new Map<string, Count>()

  try(standing: Standing, network: string, at: Date): 'tried' | 'waits' {
    const keyOf = (counted: Counted) =>
      ({ pair: `pair ${network}`, device: 'device', network: `network ${network}`, account: 'account' })[counted]
    const before: Counts = {}
    for (const counted of judgedBy[standing]) {
      const count = this.#counts.get(keyOf(counted))
      if (count) before[counted] = count
    }
    const after = afterAttempt(standing, before, at)
    if ('waitMs' in after) return 'waits'
    for (const [counted, count] of Object.entries(after.counts)) this.#counts.set(keyOf(counted as Counted), count)
    return 'tried'
  }
}

const start = Date.UTC(2026, 0, 1)
/** A stranger's attempts: the time since the previous one. */
const pauses = fc.array(fc.integer({ min: 0, max: 8 * 3600_000 }), { minLength: 1, maxLength: 400 })

test('spec 2.10: however a stranger at one address fails, the account makes nobody elsewhere wait, not even on a new device', () => {
  fc.assert(
    fc.property(pauses, (gaps) => {
      const books = new Books()
      let now = start
      for (const gap of gaps) {
        now += gap
        books.try('unknown', '203.0.113.9', new Date(now))
      }
      for (const standing of ['unknown', 'place', 'device'] as const)
        assert.equal(books.try(standing, '198.51.100.7', new Date(now)), 'tried')
    }),
  )
})

test('spec 2.10: whatever strangers at many addresses do, who is known at a place or on a device does not wait', () => {
  const attempts = fc.array(fc.tuple(fc.integer({ min: 0, max: 600_000 }), fc.integer({ min: 0, max: 200 })), {
    minLength: 300,
    maxLength: 600,
  })
  let slowed = 0
  fc.assert(
    fc.property(attempts, (all) => {
      const books = new Books()
      let now = start
      for (const [gap, address] of all) {
        now += Math.floor(gap / 100)
        books.try('unknown', `203.0.113.${address}`, new Date(now))
      }
      assert.equal(books.try('place', '198.51.100.7', new Date(now)), 'tried')
      assert.equal(books.try('device', '203.0.113.1', new Date(now)), 'tried')
      if (books.try('unknown', '192.0.2.1', new Date(now)) === 'waits') slowed++
    }),
    { numRuns: SLOW_CASES },
  )
  assert.ok(slowed > 0, 'an attack spread over many addresses slows new devices')
})

test('spec 2.10: one network guesses no faster than the waits allow: at most some hundred times a day', () => {
  const books = new Books()
  let tried = 0
  for (let second = 0; second < 24 * 3600; second++)
    if (books.try('unknown', '203.0.113.9', new Date(start + second * 1000)) === 'tried') tried++
  assert.ok(tried > 5 && tried < 130, String(tried))
})

test('spec 6.3: an address of a person is one in whatever case it was typed, and is stored in lower case', () => {
  const read = { value: 'asha.rao+billing@company.example' }
  assert.deepEqual(readEmail('  Asha.Rao+billing@Company.Example '), read)
  assert.deepEqual(readEmail('Asha@BÜCHER.example'), { value: 'asha@xn--bcher-kva.example' })
  const no = [
    '',
    'asha',
    'asha@',
    '@company.example',
    'asha@localhost',
    'asha@a..b',
    'a sha@b.example',
    'a@b@c.example',
  ]
  no.push('.a@b.example', 'a..b@b.example', 'a.@b.example', 'a@127.0.0.1', 'a@b.123', 'ash\u212a@b.example')
  for (const text of [...no, 'asha@-b.example', 'a\n@b.example', 'आशा@b.example', `${'a'.repeat(65)}@b.example`])
    assert.ok('message' in readEmail(text), text)
})

test('spec 6.3: who is looked up is found by what is stored, also an address of earlier versions', () => {
  assert.equal(soughtEmail(' Asha@BÜCHER.example '), 'asha@xn--bcher-kva.example')
  assert.equal(soughtEmail(' A..B@Docomo.Example '), 'a..b@docomo.example')
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const reading = readEmail(address)
      fc.pre('value' in reading)
      const { value } = reading as { value: string }
      assert.deepEqual(readEmail(value), { value })
      assert.equal(value, address.toLowerCase())
      assert.equal(soughtEmail(` ${address} `), value)
    }),
  )
})
