// A price list older than a kind of message: that kind cannot be sent, all others can.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { readPriceList } from '#money/pricing/rules.ts'
import { readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { pricesWith, senderOf, tiers } from '../../../test/prices.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()

/** Price lists never change, so one from before SMS and templates existed lacks their prices. */
async function oldList(organizationId: Uuid): Promise<void> {
  const { sms, app_template, ...prices } = pricesWith({ email: { mode: 'volume', tiers: tiers('0.20', 2, '0.10') } })
  const sold = Object.entries(prices).map(([kind, priced]) => [kind, { mode: 'graduated', ...priced }])
  const definition = { currency: 'INR', sms_unit: 'message', prices: Object.fromEntries(sold) }
  await samvad.rows(
    `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
     values ($1, $2, 'Of the first year', '2026-01-01', $3, '2026-01-01')`,
    [newUuid(), organizationId, definition],
  )
}

const refusalOf = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.fail('it was accepted'),
    (error) => {
      assert.ok(error instanceof Refusal, String(error))
      return error
    },
  )

test('spec 8.12: a kind that the list does not name is refused and costs nothing; what it names is sold as it says', async () => {
  const company = await samvad.newCompany('Asha Mills')
  await oldList(company.organizationId)
  const asha = person(samvad, company)
  const { conversationId } = await readyToSend(samvad, company, 100n)
  const { send } = senderOf(samvad, company, conversationId)
  const balance = async () => (await asha.get('/api/v1/billing/balance')).body.balance

  const { body } = await asha.get('/api/v1/billing/prices')
  assert.deepEqual([body.name, body.prices.email.mode, body.prices.sms], ['Of the first year', 'volume', null])
  assert.equal(await balance(), '100.00')

  const refusal = await refusalOf(send('sms', ['Hello']))
  assert.equal(refusal.code, 'channel_unavailable')
  assert.equal(refusal.reason, 'not_sold')
  assert.deepEqual(refusal.params, { channel: 'sms', price_list: 'Of the first year' })
  assert.deepEqual(
    refusal.errors.map(({ field }) => field),
    ['channel'],
  )
  assert.equal(await balance(), '100.00')
  assert.deepEqual(await samvad.rows('select 1 from deliveries where org_id = $1', [company.organizationId]), [])

  // Without an inbound message a template would be needed; after one, it is a session message, which has a price.
  await samvad.rows('update contacts set last_inbound_at = now() where org_id = $1', [company.organizationId])
  const [session] = await send('app', ['Hello'])
  assert.equal(session?.price, 450_000n)
  const mails = await send('email', ['one', 'two', 'three'])
  assert.deepEqual(
    mails.map(({ price }) => price),
    [200_000n, 200_000n, 100_000n],
  )
  assert.equal(await balance(), '99.05')
})

test('spec 8.15: what an old list does not sell cannot be estimated, the rest can', async () => {
  const company = await samvad.newCompany('Banyan Books')
  await oldList(company.organizationId)
  const banyan = person(samvad, company)
  const estimate = (query: string) => banyan.get(`/api/v1/billing/prices/estimate?${query}`)
  assertRefused(await estimate('channel=sms&count=5'), 400, 'invalid_query', 'kind')
  assertRefused(await estimate('channel=app&kind=app_template&count=5'), 400, 'invalid_query', 'kind')
  const { body } = await estimate('channel=app&kind=app_session&count=2')
  assert.equal(body.total, '0.90')
})

test('spec 8.12: a list of tomorrow, with a kind that this program does not know, is read without it', () => {
  const prices = { ...pricesWith({}), carrier_pigeon: { tiers: tiers('9.00') } }
  const definition = { sms_unit: 'message', prices }
  const list = readPriceList({ id: newUuid(), name: 'Tomorrow', effective_from: new Date(0), definition })
  assert.deepEqual(Object.keys(list.tiers), ['email', 'app_session', 'app_template', 'sms'])
})
