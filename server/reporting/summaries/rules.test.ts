// spec 13.12 to 13.14: the pure rules of monthly summaries.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { type PriceList, readPriceList } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { tipText } from './messages.ts'
import { changeInPercent, closedMonths, type Facts, monthBefore, tipsOf, wasteOf } from './rules.ts'

const at = (text: string) => new Date(text)

test('spec 13.12: a month is over five minutes after midnight of the first in India, and twelve are looked at', () => {
  // Midnight in India is 18:30 UTC.
  assert.equal(closedMonths(at('2026-10-31T18:34:59.999Z')).at(-1), '2026-09')
  assert.equal(closedMonths(at('2026-10-31T18:35:00Z')).at(-1), '2026-10')
  const months = closedMonths(at('2026-11-15T00:00:00Z'))
  assert.deepEqual([months.length, months[0], months.at(-1)], [12, '2025-11', '2026-10'])
  assert.equal(monthBefore('2026-01'), '2025-12')
})

test('spec 13.13: the trend is in percent with one decimal, away from zero, and nothing from nothing', () => {
  assert.equal(changeInPercent(0n, 5n), null)
  assert.equal(changeInPercent(200n, 200n), 0)
  assert.equal(changeInPercent(200n, 250n), 25)
  assert.equal(changeInPercent(3n, 2n), -33.3)
  assert.equal(changeInPercent(3n, 5n), 66.7)
  assert.equal(changeInPercent(100n, 0n), -100)
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (before, now) => {
      const exact = (Number(now - before) / Number(before)) * 100
      assert.ok(Math.abs((changeInPercent(before, now) as number) - exact) <= 0.05 + Math.abs(exact) * 1e-9)
    }),
  )
})

function priceList(changes: Record<string, unknown> = {}, smsUnit = 'message'): PriceList {
  const tiers = (first: string, upTo: number | null = null, then = first) =>
    upTo === null
      ? { tiers: [{ up_to: null, price: first }] }
      : {
          tiers: [
            { up_to: upTo, price: first },
            { up_to: null, price: then },
          ],
        }
  const prices = {
    email: tiers('0.15', 10_000, '0.12'),
    app_session: tiers('0.45'),
    app_template: tiers('0.65'),
    sms: tiers('0.25', 10_000, '0.22'),
    ...changes,
  }
  const definition = { currency: 'INR', sms_unit: smsUnit, prices }
  return readPriceList({ id: 'list' as Uuid, name: 'Prices', effective_from: at('2020-01-01'), definition } as never)
}

const nothing: Facts = {
  kept: [],
  late: [],
  numbers: new Map(),
  priceList: priceList(),
  bounced: [],
  encoding: [],
  autoRecharge: null,
}
const tipsFor = (facts: Partial<Facts>) =>
  tipsOf({ ...nothing, ...facts }).map(({ code, kind, amount }) => [code, kind, amount])

test('spec 13.14: a tip reads as a sentence with its values, in English and in Hindi', () => {
  const textsOf = (facts: Partial<Facts>) =>
    tipsOf({ ...nothing, ...facts }).flatMap((tip) => [tipText('en', tip), tipText('hi', tip)])
  const bounced = (messages: bigint, addresses: bigint) =>
    textsOf({ bounced: [{ kind: 'email', messages, addresses, cost: 450_000n }] })
  assert.deepEqual(bounced(3n, 1n), [
    '3 email messages to 1 address could not be delivered. Correct or remove these addresses.',
    'ईमेल: 3 संदेश नहीं पहुँचे (पते: 1)। इन पतों को सुधारें या हटा दें।',
  ])
  assert.equal(bounced(1n, 0n)[0], '1 email message could not be delivered. Correct or remove these addresses.')
  assert.deepEqual(textsOf({ autoRecharge: { threshold: 150_000_000_000n, lowest: 118_000_500_000n } }), [
    'The balance never fell below ₹1,18,000.50. An auto-recharge threshold of ₹32,000.00 instead of ₹1,50,000.00 would have been enough.',
    'बैलेंस कभी ₹1,18,000.50 से कम नहीं हुआ। ऑटो-रिचार्ज की सीमा ₹1,50,000.00 की जगह ₹32,000.00 रखते, तो भी काफ़ी होता।',
  ])
  const volume = {
    mode: 'volume',
    tiers: [
      { up_to: 10_000, price: '0.15' },
      { up_to: null, price: '0.10' },
    ],
  }
  const kept = [{ kind: 'email' as const, count: 9000n, cost: 1_350_000_000n }]
  const numbers = new Map([['email' as const, 9000n]])
  const [ofAll] = textsOf({ kept, numbers, priceList: priceList({ email: volume }) })
  assert.match(ofAll ?? '', /^1,001 more email messages .* every message of the month costs ₹0\.10 instead of ₹0\.15\./)
  assert.match(textsOf({ kept, numbers })[0] ?? '', /each further message costs ₹0\.12 instead of ₹0\.15\./)
  assert.equal(tipText('hi', { code: 'tip_of_tomorrow', kind: null, params: {} }), null)
})

test('spec 13.14: nothing to save is no tip', () => {
  assert.deepEqual(tipsFor({}), [])
  // Templates that cost no more than a reply, bounced mail whose charge was reversed, a balance that fell to zero.
  assert.deepEqual(
    tipsFor({
      kept: [{ kind: 'app_template', count: 3n, cost: 1_350_000n }],
      late: [{ kind: 'app_template', count: 3n, cost: 1_350_000n }],
      numbers: new Map([['app', 3n]]),
      bounced: [{ kind: 'email', messages: 2n, addresses: 1n, cost: 0n }],
      autoRecharge: { threshold: 500_000_000n, lowest: 900_000n },
    }),
    [],
  )
})

test('spec 13.14: the tip to reply in time is about contacts who had written, at the prices of the month', () => {
  assert.deepEqual(
    tipsFor({
      kept: [{ kind: 'app_template', count: 1000n, cost: 650_000_000n }],
      late: [{ kind: 'app_template', count: 34n, cost: 22_100_000n }],
      numbers: new Map([['app', 1040n]]),
    }),
    [['reply_in_session', 'app_template', 6_800_000n]],
  )
  const campaign = { kind: 'app_template' as const, count: 1000n, cost: 650_000_000n }
  assert.deepEqual(tipsFor({ kept: [campaign], numbers: new Map([['app', 1000n]]) }), [], 'nobody had written')
})

test('spec 13.14: the next tier is told of when it is no further than the month has come, and only where it is cheaper', () => {
  const kept = [{ kind: 'email' as const, count: 5000n, cost: 750_000_000n }]
  const of = (taken: bigint, list = priceList()) =>
    tipsFor({ kept, numbers: new Map([['email', taken]]), priceList: list })
  assert.deepEqual(of(5000n), [])
  assert.deepEqual(of(5001n), [['next_tier', 'email', 150_000_000n]])
  assert.deepEqual(of(10_001n), [], 'it is the last')
  const volume = {
    mode: 'volume',
    tiers: [
      { up_to: 10_000, price: '0.15' },
      { up_to: null, price: '0.10' },
    ],
  }
  assert.deepEqual(of(9000n, priceList({ email: volume })), [['next_tier', 'email', 250_000_000n]])
})

test('spec 13.14: what bounced, what one character cost and what lay in the wallet are told, the most first', () => {
  assert.deepEqual(
    tipsFor({
      bounced: [{ kind: 'email', messages: 3n, addresses: 2n, cost: 450_000n }],
      encoding: [{ kind: 'sms', messages: 4n, segments: 5n, amount: 1_250_000n, character: '’' }],
      autoRecharge: { threshold: 500_000_000n, lowest: 380_990_000n },
    }),
    [
      ['auto_recharge_headroom', null, 380_000_000n],
      ['sms_encoding', 'sms', 1_250_000n],
      ['addresses_that_bounce', 'email', 450_000n],
    ],
  )
  // A threshold stays.
  assert.deepEqual(tipsFor({ autoRecharge: { threshold: 100_000_000n, lowest: 900_000_000n } }), [
    ['auto_recharge_headroom', null, 99_000_000n],
  ])
})

test('spec 13.14: a character is to blame only where it is the only one, and by the segments that it made', () => {
  const text = `${'a'.repeat(149)}’`
  assert.deepEqual(wasteOf(text, 3, 750_000n), { segments: 2, amount: 500_000n, character: '’' })
  assert.equal(wasteOf(`${text}न`, 3, 750_000n), null, 'two')
  assert.equal(wasteOf('न'.repeat(100), 2, 500_000n), null, 'the alphabet of the text')
  assert.equal(wasteOf('a'.repeat(170), 2, 500_000n), null, 'none')
  assert.equal(wasteOf(`It’s ${'a'.repeat(60)}`, 1, 250_000n), null, 'no longer for it')
})
