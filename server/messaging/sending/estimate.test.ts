// spec 8.15: the cost of a number of messages, tier by tier.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { bookRerates, newOperator, publish, senderOf, tiers } from '../../../test/prices.ts'
import { assertRefused, person } from '../../../test/story.ts'

// The counts are set as after a month of sending.
const samvad = await startSamvad({}, { breaks: ['T1'] })
const operator = await newOperator(samvad)

const ask = (company: Company, query: string) => person(samvad, company).get(`/api/v1/billing/prices/estimate?${query}`)
async function estimated(company: Company, query: string) {
  const answer = await ask(company, query)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const setCount = ({ organizationId }: Company, channel: string, count: number) =>
  samvad.rows('insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, $4)', [
    organizationId,
    channel,
    indianMonth(samvad.app.clock()),
    count,
  ])

test('spec 8.1, 8.15: 20,000 emails after 9,000 cost 1,000 at 0.15 and 19,000 at 0.12', async () => {
  const company = await samvad.newCompany('Bharat Seeds')
  await setCount(company, 'email', 9000)
  const { price_list_id, month, ...rest } = await estimated(company, 'channel=email&count=20000')
  assert.match(price_list_id, /^plist_/)
  assert.equal(month, indianMonth(samvad.app.clock()).slice(0, 7))
  assert.deepEqual(rest, {
    channel: 'email',
    kind: 'email',
    mode: 'graduated',
    already_sent: 9000,
    count: 20_000,
    segments: null,
    encoding: null,
    unit: 'message',
    currency: 'INR',
    lines: [
      { tier: 1, from: 9001, to: 10_000, count: 1000, price: '0.15', amount: '150.00' },
      { tier: 2, from: 10_001, to: 29_000, count: 19_000, price: '0.12', amount: '2280.00' },
    ],
    total: '2430.00',
    credit: null,
  })
  assert.deepEqual(await samvad.rows('select * from deliveries where org_id = $1', [company.organizationId]), [])
})

test('spec 8.2, 8.15: an app message is estimated as what it is, on the count of both', async () => {
  const company = await samvad.newCompany('Chandra Foods')
  await setCount(company, 'app', 70)
  assert.deepEqual((await estimated(company, 'channel=app&kind=app_template&count=10')).lines, [
    { tier: 1, from: 71, to: 80, count: 10, price: '0.65', amount: '6.50' },
  ])
  assert.equal((await estimated(company, 'channel=app&kind=app_session&count=10')).total, '4.50')
})

test('spec 8.11: the segments of an SMS count where the list says so', async () => {
  const company = await samvad.newCompany('Deccan Tools')
  const plain = await estimated(company, 'channel=sms&count=3&segments=2')
  assert.deepEqual([plain.unit, plain.segments, plain.total], ['message', 2, '0.75'])
  const bank = await samvad.newCompany('Eastern Bank')
  await publish(
    samvad,
    operator,
    bank.organizationId,
    { sms: { tiers: tiers('0.25', 5, '0.20') } },
    { sms_unit: 'segment' },
  )
  const counted = await estimated(bank, 'channel=sms&count=3&segments=2')
  assert.deepEqual([counted.unit, counted.segments, counted.total], ['segment', 2, '1.45'])
  const written = await estimated(bank, `channel=sms&count=3&text=${encodeURIComponent('न'.repeat(71))}`)
  assert.deepEqual([written.segments, written.encoding, written.total], [2, 'ucs2', '1.45'])
  const short = await estimated(bank, `channel=sms&count=3&text=${encodeURIComponent('€'.repeat(80))}`)
  assert.deepEqual([short.segments, short.encoding], [1, 'gsm'])
  assert.deepEqual(
    counted.lines.map(({ from, to }: { from: number; to: number }) => [from, to]),
    [
      [1, 5],
      [6, 6],
    ],
  )
})

test('spec 8.15: under volume prices it says what the crossing would bring, and that is what it brings', async () => {
  const company = await samvad.newCompany('Fort Bank')
  const email = { mode: 'volume' as const, tiers: tiers('0.15', 10, '0.10', 20, '0.08') }
  await publish(samvad, operator, company.organizationId, { email })
  const { conversationId } = await readyToSend(samvad, company, 100n)
  const sender = senderOf(samvad, company, conversationId)
  const send = (count: number) => sender.send('email', Array<string>(count).fill('Namaste'))
  await send(12)
  await bookRerates(samvad)
  assert.equal((await estimated(company, 'channel=email&count=8')).credit, null, 'it stays in its tier')
  const { total, credit } = await estimated(company, 'channel=email&count=13')
  assert.deepEqual([total, credit], ['1.20', { tier: 3, price: '0.08', amount: '0.40' }])
  assert.equal(await balanceOf(samvad, company), '98.80')
  await send(13)
  assert.equal(await balanceOf(samvad, company), '97.60')
  await bookRerates(samvad)
  assert.equal(await balanceOf(samvad, company), '98.00', '25 at 0.08')

  const fresh = await samvad.newCompany('Ganga Bank')
  await publish(samvad, operator, fresh.organizationId, { email })
  assert.deepEqual((await estimated(fresh, 'channel=email&count=25')).credit, {
    tier: 3,
    price: '0.08',
    amount: '0.90',
  })
})

test('spec 3.5: what cannot be estimated is refused by name', async () => {
  const { company } = samvad
  for (const [query, field] of [
    ['channel=app&count=5', 'kind'],
    ['channel=email&kind=sms&count=5', 'kind'],
    ['channel=email&count=5&segments=2', 'segments'],
    ['channel=email&count=5&text=Hello', 'text'],
    ['channel=sms&count=5&segments=2&text=Hello', 'text'],
    ['channel=email&count=0', 'count'],
    ['channel=email&count=10000001', 'count'],
    ['channel=post&count=1', 'channel'],
    ['channel=email', 'count'],
  ] as const)
    assertRefused(await ask(company, query), 400, 'invalid_query', field)
  const { token } = await samvad.newMember(company.organizationId, 'owner', ['wallet.recharge'])
  const path = '/api/v1/billing/prices/estimate?channel=email&count=5'
  assertRefused(await samvad.request('GET', path, { token }), 403, 'permission_denied')
  const viewer = await samvad.newMember(company.organizationId, 'viewer')
  assert.equal((await samvad.request('GET', path, { token: viewer.token })).status, 200)
})
