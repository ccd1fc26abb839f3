// Side effects of sends, without a database: rows derived from the decisions. spec 8.6, 8.14, 9.9, 10.16.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { PriceList, Tier } from '#money/pricing/rules.ts'
import { type Charge, postCharges } from '#money/wallet/charges.ts'
import { insertTransactions } from '#money/wallet/queries.ts'
import { effectsOf, enterpriseMarksOf, eventsOf, reratesOf, workOf } from './effects.ts'
import type { Plan, Planned } from './plan.ts'
import type { AcceptedMessage } from './rules.ts'

const at = new Date('2026-05-04T10:00:00Z')
const ASHA = '00000000-0000-7000-8000-0000000000a1' as Uuid
const flush = { organizationIds: [ASHA], month: '2026-05-01', at }
const tiers: Tier[] = [
  { upTo: 10n, priceMicros: 150_000n },
  { upTo: null, priceMicros: 120_000n },
]
const priceList = (mode: 'graduated' | 'volume') =>
  ({
    id: 'list',
    volumeListId: mode === 'volume' ? 'list' : null,
    tiers: { email: tiers, sms: tiers, app_session: tiers, app_template: tiers },
    modes: { email: mode, sms: mode, app_session: mode, app_template: mode },
  }) as unknown as PriceList
const message = { channel: 'email', userId: 'ravi', attachments: [], deliveries: [] } as unknown as AcceptedMessage

/** A flush that changes the month's count of emails. */
function planned(from: bigint, to: bigint, more: Partial<Plan> = {}, mode: 'graduated' | 'volume' = 'graduated') {
  return {
    organizationId: ASHA,
    plan: {
      messages: to > from ? [message] : [],
      ledgerTransactions: [],
      warnings: [],
      after: { version: 7n, balance: 5n, rechargeBelow: null },
      counters: new Map([['email', to]]),
      ...more,
    },
    before: { month: flush.month, counters: new Map([['email', from]]) },
    context: { priceList: priceList(mode), unavailable: new Set(), at },
  } as unknown as Planned
}

test('spec 8.14: a channel is marked by the flush that takes its count to the limit, and by no other; the operator is told too', () => {
  const marked = (from: bigint, to: bigint) => enterpriseMarksOf(planned(from, to))
  assert.deepEqual(marked(99_998n, 99_999n), [])
  assert.deepEqual(marked(99_999n, 100_000n), [{ channel: 'email', count: 100_000n }])
  assert.deepEqual(marked(99_000n, 120_000n), [{ channel: 'email', count: 120_000n }])
  assert.deepEqual(marked(100_000n, 100_001n), [])
  const owners = eventsOf(planned(99_999n, 100_000n), flush).map(({ organizationId }) => organizationId)
  assert.deepEqual(owners, [ASHA, '00000000-0000-0000-0000-000000000000'])
})

test('spec 8.6: a volume list notes the tier that its count comes into, and work for it; a graduated list never does', () => {
  const [crossed, ...more] = reratesOf(planned(9n, 11n, {}, 'volume'))
  assert.deepEqual(more, [])
  assert.deepEqual([crossed?.kind, crossed?.tier, crossed?.upToNumber, crossed?.walletVersion], ['email', 2, 10n, 7n])
  assert.deepEqual(reratesOf(planned(9n, 11n)), [])
  assert.deepEqual(reratesOf(planned(11n, 12n, {}, 'volume')), [])
  assert.deepEqual(workOf(planned(9n, 11n, {}, 'volume')), [{ kind: 'dispatch' }, { kind: 'rerate' }])
})

test('spec 10.16: work is noted with messages only, and a recharge when the balance is below what it is called for by', () => {
  const after = { version: 7n, balance: 5n, rechargeBelow: 6n } as Plan['after']
  assert.deepEqual(workOf(planned(1n, 2n)), [{ kind: 'dispatch' }])
  assert.deepEqual(workOf(planned(1n, 2n, { after })), [{ kind: 'dispatch' }, { kind: 'auto_recharge' }])
  assert.deepEqual(workOf(planned(2n, 2n, { after })), [])
})

test('what a send is counted by is what its charge says, of a campaign too', () => {
  const CAMPAIGN = '00000000-0000-7000-8000-0000000000c1' as Uuid
  const LIST = '00000000-0000-7000-8000-0000000000c2' as Uuid
  const charge: Charge = {
    channel: 'email',
    priceMicros: 150_000n,
    count: 1,
    transactionId: '00000000-0000-7000-8000-0000000000d1' as Uuid,
    userId: '00000000-0000-7000-8000-0000000000e1' as Uuid,
    campaignId: CAMPAIGN,
    listId: LIST,
    priceListId: '00000000-0000-7000-8000-0000000000f1' as Uuid,
  }
  const { ledgerTransactions } = postCharges({ balance: 150_000n, version: 1n } as Plan['after'], [charge])
  const delivery = { id: ASHA, transactionId: charge.transactionId, kind: 'email', units: 1, price: charge }
  const messages = [{ ...message, deliveries: [delivery] }] as unknown as AcceptedMessage[]
  const [usage] = effectsOf([planned(1n, 2n, { ledgerTransactions, messages })], flush)
  assert.ok(usage?.values.includes(`{${CAMPAIGN}}`))
  assert.ok(insertTransactions(ASHA, at, ledgerTransactions).values.includes(`{${CAMPAIGN}}`))
})

test('a flush writes the statements of those effects that have rows, and locks due work in the order of kinds and places', () => {
  const after = { version: 7n, balance: 5n, rechargeBelow: 6n } as Plan['after']
  const plain = planned(1n, 2n, { after })
  assert.equal(effectsOf([plain, plain], flush).length, 1, 'no row of usage without a delivery')
  const [work] = effectsOf([plain, plain], flush)
  assert.deepEqual(
    work?.values.filter((value) => typeof value === 'string' && /auto_recharge|^\{1/.test(value)),
    ['{1,2,1,2}', '{auto_recharge,auto_recharge,dispatch,dispatch}'],
  )
})
