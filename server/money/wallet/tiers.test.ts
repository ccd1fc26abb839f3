import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { newOperator, publish, tiers } from '../../../test/prices.ts'
import { person } from '../../../test/story.ts'

// Sets the counts directly, without the messages that would cause them.
const samvad = await startSamvad({}, { breaks: ['T1'] })
const PATH = '/api/v1/billing/tiers'

test('spec 8.40: the tiers say how far the month has come on each channel, and how far the next price is', async () => {
  const month = indianMonth(samvad.app.clock())
  const counted = 'insert into month_counters (org_id, channel, month, message_count) values ($1, $2, $3, $4)'
  const { organizationId } = samvad.company
  await samvad.rows(counted, [organizationId, 'email', month, 10_000])
  await samvad.rows(counted, [organizationId, 'app', '2020-01-01', 7])
  const { body } = await person(samvad).get(PATH)
  assert.equal(body.month, month.slice(0, 7))
  assert.deepEqual(
    body.kinds.map(({ kind, count, tier, price }: Record<string, unknown>) => [kind, count, tier, price]),
    [
      ['email', 10_000, 2, '0.12'],
      ['app_session', 0, 1, '0.45'],
      ['app_template', 0, 1, '0.65'],
      ['sms', 0, 1, '0.25'],
    ],
  )
  assert.deepEqual(body.kinds[0].next_tier, { tier: 3, from: 50_001, price: '0.10', remaining: 40_000 })
  assert.equal(body.kinds[1].next_tier, null)
})

test('spec 8.40: they are those of the own list of an organization', async () => {
  const { organizationId, ...owner } = await samvad.newCompany('Large Bank')
  const prices = { sms: { mode: 'volume' as const, tiers: tiers('0.21', 5, '0.0725') } }
  const list = await publish(samvad, await newOperator(samvad), organizationId, prices, { sms_unit: 'segment' })
  const { body } = await person(samvad, owner).get(PATH)
  assert.equal(body.price_list_id, list.id)
  assert.equal(list.organization_id, publicId('org', organizationId))
  const { kind, mode, unit, price, next_tier } = body.kinds.at(-1)
  assert.deepEqual([kind, mode, unit, price], ['sms', 'volume', 'segment', '0.21'])
  assert.deepEqual(next_tier, { tier: 2, from: 6, price: '0.0725', remaining: 5 })
})
