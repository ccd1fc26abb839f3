// Rules of notices, by properties: quiet hours compared minute by minute with local time, decisions, and retries.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf, detailText, technicalError } from '#kit/messages/details.ts'
import { noticeChannels } from './carrier.ts'
import { factsOf, noticeTypes, waysOf } from './kinds.ts'
import { clockOf, isQuiet, isTimeZone, minutesOf, onTheWall, quietUntil } from './quiet-hours.ts'
import {
  A_DAY_MAX,
  ATTEMPTS_MAX,
  decide,
  isNews,
  isOpen,
  LEAVES_WITHIN_MS,
  type Leaving,
  settledAs,
  wants,
} from './rules.ts'
import { say } from './texts.ts'

const MINUTE_MS = 60_000
let seed = 7
/** The same numbers in each run. */
const random = (below: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor((seed / 2147483648) * below)
}
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

test('spec 14.64: quiet hours end in the first minute that is not in them, in each zone and across each change of clocks', () => {
  const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
  // Around the time changes of 2026 in New York, Berlin and Lord Howe, and on ordinary days.
  const days = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31', '2026-07-15']
  for (let round = 0; round < 150; round++) {
    const [from, to, timeZone] = [random(1440), random(1440), one(zones)]
    if (from === to) continue
    const quiet = { from, to, timeZone }
    const at = new Date(Date.parse(`${one(days)}T00:00:00Z`) + random(2 * 1440) * MINUTE_MS + random(MINUTE_MS))
    const wall = onTheWall(timeZone, at)
    const expected = from < to ? wall >= from && wall < to : !(wall >= to && wall < from)
    assert.equal(isQuiet(quiet, at), expected)
    let first = at
    if (expected) {
      first = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
      while (isQuiet(quiet, first)) first = new Date(first.getTime() + MINUTE_MS)
    }
    assert.equal(quietUntil(quiet, at).toISOString(), first.toISOString(), JSON.stringify({ ...quiet, at }))
  }
  assert.deepEqual(['00:00', '07:05', '23:59'].map(minutesOf).map(clockOf), ['00:00', '07:05', '23:59'])
  assert.ok(isTimeZone('Asia/Kolkata') && !isTimeZone('Mars/Olympus') && !isTimeZone('+05:30') && !isTimeZone(''))
})

const now = new Date('2026-11-10T06:00:00Z')
const usual = (more: Partial<Leaving> = {}): Leaving => ({
  type: 'balance.low',
  channel: 'email',
  happenedAt: now,
  attempts: 0,
  isThere: true,
  mayRead: true,
  choices: {},
  quiet: null,
  isMuted: false,
  isRead: false,
  lately: { all: 0, coalesced: 0 },
  ...more,
})

test('spec 14.65: it leaves only where everything is for it, whatever else is so', () => {
  const quiet = { from: 0, to: 1439, timeZone: 'UTC' }
  const some = () => random(2) === 1
  let left = 0
  for (let round = 0; round < 5000; round++) {
    const type = one(noticeTypes)
    const channel = one(noticeChannels)
    const asked = usual({
      type,
      channel,
      happenedAt: new Date(now.getTime() - (random(8) === 0 ? LEAVES_WITHIN_MS : 0)),
      attempts: random(3),
      isThere: random(8) > 0,
      mayRead: random(8) > 0,
      choices: some() ? { [type]: { [channel]: some() } } : {},
      quiet: random(8) === 0 ? quiet : null,
      isMuted: some(),
      isRead: some(),
      lately: { all: random(2 * A_DAY_MAX[channel]), coalesced: random(A_DAY_MAX[channel]) },
    })
    const decision = decide(asked, now)
    if (decision.do !== 'leave') continue
    left++
    assert.ok(asked.isThere && asked.mayRead && wants(asked.choices, type, channel) && asked.quiet === null)
    assert.ok(now.getTime() - asked.happenedAt.getTime() < LEAVES_WITHIN_MS)
    assert.ok(type !== 'message.received' || (channel !== 'sms' && !asked.isMuted && !asked.isRead))
  }
  assert.ok(left > 100)
})

test('spec 14.69: a day has its most by each channel, of which messages take half; what is tried again was counted', () => {
  for (const channel of noticeChannels) {
    const max = A_DAY_MAX[channel]
    const reasonOf = (more: Partial<Leaving>) => {
      const decision = decide(usual({ channel, ...more }), now)
      return decision.do === 'drop' ? decision.reason : decision.do
    }
    const money = { type: 'balance.empty', choices: { 'balance.empty': { [channel]: true } } } as const
    assert.equal(reasonOf({ ...money, lately: { all: max - 1, coalesced: 0 } }), 'leave')
    assert.equal(reasonOf({ ...money, lately: { all: max, coalesced: 0 } }), 'too_many')
    assert.equal(reasonOf({ ...money, lately: { all: max, coalesced: 0 }, attempts: 1 }), 'leave')
    if (!waysOf('message.received').includes(channel)) continue
    const message = { type: 'message.received', choices: { 'message.received': { [channel]: true } } } as const
    assert.equal(reasonOf({ ...message, lately: { all: max / 2, coalesced: max / 2 } }), 'too_many')
    assert.equal(reasonOf({ ...money, lately: { all: max / 2, coalesced: max / 2 } }), 'leave')
  }
})

test('spec 14.65: deferred waits longer each time, for more than a day in all, and ends; unknown is never tried again', () => {
  let [at, before] = [now, 0]
  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
    const settled = settledAs('deferred', attempt, at)
    assert.ok(settled.status === 'waiting')
    const gap = settled.until.getTime() - at.getTime()
    assert.ok(gap >= before && gap >= 30_000 && gap <= 3_600_000)
    ;[at, before] = [settled.until, gap]
  }
  assert.ok(at.getTime() - now.getTime() > 24 * 3_600_000)
  assert.deepEqual(settledAs('deferred', ATTEMPTS_MAX, at), { status: 'dropped', reason: 'kept_failing' })
  assert.deepEqual(settledAs('unknown', 1, now), { status: 'unknown' })
  assert.deepEqual(settledAs('refused', 1, now), { status: 'dropped', reason: 'refused' })
  const later = new Date(now.getTime() + 7_200_000)
  assert.deepEqual(settledAs('deferred', 1, now, later), { status: 'waiting', until: later }, 'as the carrier asks')
})

test('spec 14.62, 14.66: what is news, and which notice takes another message in', () => {
  const summary = (month: string, at: string) =>
    isNews({ type: 'usage.monthly_summary', payload: { month }, created_at: new Date(at) }, null)
  assert.ok(summary('2026-10', '2026-10-31T18:30:00Z'), 'it is November in India')
  assert.ok(!summary('2026-10', '2026-10-31T18:29:59Z') && !summary('2026-09', '2026-11-01T00:00:00Z'))
  assert.ok(summary('2025-12', '2026-01-01T00:00:00Z'))
  assert.ok(!isNews({ type: 'balance.low', payload: { deleted: true }, created_at: now }, null))
  assert.ok(!isNews({ type: 'balance.low', payload: {}, created_at: now }, new Date(now.getTime() + 1)))
  assert.ok(isOpen(now, new Date(now.getTime() + 3_599_999)) && !isOpen(now, new Date(now.getTime() + 3_600_000)))
})

test('spec 14.60: why an account sends nothing is written in the language of the reader, and a provider is quoted', () => {
  const textOf = (language: 'en' | 'hi', error: object) => {
    const payload = { channel: 'sms', failing_since: 1_760_000_000, health: { status: 'failing', error } }
    // As the database returns it.
    const facts = JSON.parse(JSON.stringify(factsOf('channel_account.failing', payload)))
    return say(language, 'channel_account.failing', facts, { from: null, count: 1 }).text
  }
  const details = [...detailsOf('gateway_status', { status: 503 }), ...detailsOf('gateway_unclear')]
  const error = {
    code: 'provider_unavailable',
    detail: 'The gateway answered with HTTP status 503. That does not say whether it took the message.',
    details: details.map((one) => ({ ...one, message: detailText('en', one) })),
  }
  assert.ok(textOf('en', error).endsWith(` Reason: ${error.detail}`))
  const hindi = details.map((one) => detailText('hi', one)).join(' ')
  assert.ok(textOf('hi', error).endsWith(` वजह: ${hindi}`), textOf('hi', error))
  const said = { ...error, detail: '535 no', details: detailsOf('provider_said', { said: '535 no' }) }
  assert.match(textOf('en', said), /Reason: The provider’s words: “535 no”$/)
  assert.match(textOf('hi', said), /प्रदाता के शब्द: “535 no”$/)
  const refused = { ...error, details: technicalError(new Error('connect ECONNREFUSED')) }
  assert.match(textOf('hi', refused), /तकनीकी गड़बड़ी: connect ECONNREFUSED$/)
  assert.match(textOf('hi', { ...error, details: [] }), / वजह: The gateway answered/, 'of an event without codes')
  assert.doesNotMatch(textOf('hi', { code: 'unknown', detail: '', details: [] }), /वजह/)
})

test('spec 14.60, 15.12: a paused campaign says why in the language of the reader, and a member who paused it is told nothing', () => {
  const payload = { name: 'Monsoon offer', pause_reasons: ['insufficient_balance', 'template'] }
  const said = (language: 'en' | 'hi') =>
    say(language, 'campaign.paused', factsOf('campaign.paused', payload), { from: null, count: 1 })
  assert.equal(said('en').title, 'Campaign paused: Monsoon offer')
  assert.match(said('en').text, /^The balance is too low\. .* Its template can no longer be used\.$/)
  assert.match(said('hi').text, /बैलेंस कम है।.*टेम्पलेट/)
  const happened = (pause_reasons: string[]) => ({
    type: 'campaign.paused' as const,
    payload: { name: 'Monsoon offer', pause_reasons },
    created_at: new Date('2026-03-10T06:30:00Z'),
  })
  assert.equal(isNews(happened(['user']), null), false)
  assert.equal(isNews(happened(['complaints']), null), true)
})
