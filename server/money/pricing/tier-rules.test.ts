import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MICROS_PER_RUPEE } from '#kit/money.ts'
import { type PriceList, priceKinds } from './rules.ts'
import { standingsOf } from './tier-rules.ts'

const paise = (count: bigint) => (count * MICROS_PER_RUPEE) / 100n
const tiers = [
  { upTo: 10_000n, priceMicros: paise(15n) },
  { upTo: 50_000n, priceMicros: paise(12n) },
  { upTo: null, priceMicros: paise(10n) },
]
const one = [{ upTo: null, priceMicros: paise(45n) }]
const list: PriceList = {
  id: '01936d8a-0000-7000-8000-000000000001',
  name: 'Tried',
  effectiveFrom: new Date(0),
  smsUnit: 'segment',
  tiers: { email: tiers, app_session: one, app_template: one, sms: tiers },
  modes: { email: 'graduated', app_session: 'graduated', app_template: 'graduated', sms: 'volume' },
  volumeListId: null,
}
const emailsAfter = (count: bigint) => {
  const [standing] = standingsOf(list, new Map([['email', count]]))
  assert.equal(standing?.kind, 'email')
  return standing
}

test('spec 8.40: the tier is that of the next message, and what is left of it reaches to its last number', () => {
  assert.deepEqual(emailsAfter(0n), {
    kind: 'email',
    count: 0n,
    isCountedBySegment: false,
    tier: 1,
    tierCount: 3,
    price: paise(15n),
    next: { tier: 2, from: 10_001n, price: paise(12n), left: 10_000n },
  })
  assert.deepEqual(emailsAfter(9_999n)?.next, { tier: 2, from: 10_001n, price: paise(12n), left: 1n })
  const crossed = emailsAfter(10_000n)
  assert.deepEqual([crossed?.tier, crossed?.price, crossed?.next?.left], [2, paise(12n), 40_000n])
})

test('spec 8.40: behind the last tier there is none, and a kind of one price has none either', () => {
  const last = emailsAfter(50_000n)
  assert.deepEqual([last?.tier, last?.price, last?.next], [3, paise(10n), null])
  const app = standingsOf(list, new Map([['app', 7n]])).filter(({ kind }) => kind.startsWith('app_'))
  assert.deepEqual(
    app.map(({ kind, count, tier, tierCount, next }) => [kind, count, tier, tierCount, next]),
    [
      ['app_session', 7n, 1, 1, null],
      ['app_template', 7n, 1, 1, null],
    ],
  )
})

test('spec 8.40: every kind that is sold stands there, SMS by what the list counts', () => {
  const standings = standingsOf(list, new Map())
  assert.deepEqual(
    standings.map(({ kind }) => kind),
    priceKinds,
  )
  assert.deepEqual(
    standings.filter(({ isCountedBySegment }) => isCountedBySegment).map(({ kind }) => kind),
    ['sms'],
  )
  const { email: _, ...others } = list.tiers
  assert.ok(standingsOf({ ...list, tiers: others }, new Map()).every(({ kind }) => kind !== 'email'))
})
