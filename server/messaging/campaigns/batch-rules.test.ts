// How a batch handles recipients who left the audience, and a campaign's maximum cost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTemplate } from '#messaging/templates/rules.ts'
import { type BatchInput, planBatch, type WaitingRecipient } from './batch-rules.ts'

const read = readTemplate('sms', { subject: null, text: 'Seeds are here', html: null, components: null })
if ('errors' in read) throw new Error('the template is good')
const NOON = new Date('2026-03-10T06:30:00Z')
const PRICE = 200_000n

const recipient = (number: number, more: Partial<WaitingRecipient> = {}): WaitingRecipient => ({
  number,
  contact_id: `00000000-0000-7000-8000-00000000000${number}`,
  address: `+91981230000${number}`,
  list_id: null,
  units: 1,
  email: null,
  phone_number: `+91981230000${number}`,
  app_id: null,
  unsubscribed: {},
  last_inbound_at: null,
  marketing_stopped_at: null,
  display_name: null,
  attributes: {},
  has_consent: true,
  ...more,
})

const batchOf = (recipients: WaitingRecipient[], state: Partial<BatchInput['state']> = {}) => {
  const count = BigInt(recipients.length)
  return planBatch({
    recipients,
    prepared: {
      version: 1,
      template: null,
      file: null,
      content: { channel: 'sms', read, sources: {}, templateId: 'template', category: 'service', needsConsent: false },
    },
    priceList: {
      id: 'list',
      name: 'Prices',
      smsUnit: 'message',
      volumeListId: null,
      tiers: { sms: [{ upTo: null, priceMicros: PRICE }] },
    } as unknown as BatchInput['priceList'],
    rule: null,
    pace: { perMinute: null, quiet: null },
    until: new Date(NOON.getTime() + 60_000),
    at: NOON,
    served: new Set(),
    state: {
      available: 0n,
      reserved: count * PRICE,
      taken: 0n,
      waitingUnits: count,
      lastDueAt: null,
      ...state,
    },
  })
}

test('spec 15.11: who left the lists, or came onto an excluded one, is skipped, and what was reserved for them is released', () => {
  const batch = batchOf([recipient(1, { has_left: true }), recipient(2, { is_excluded: true }), recipient(3)])
  assert.deepEqual(batch.skipped, [
    { number: 1, reason: 'list_left' },
    { number: 2, reason: 'excluded' },
  ])
  assert.deepEqual([batch.deliveries.length, batch.cost, batch.reserved], [1, PRICE, 0n])
})

test('spec 15.10: a campaign pauses before it costs more than it may, and keeps no more than that reserved', () => {
  const all = [1, 2, 3, 4].map((number) => recipient(number))
  const batch = batchOf(all, { budget: 2n * PRICE + 1n })
  assert.deepEqual([batch.end, batch.deliveries.length, batch.nextNumber], ['max', 2, 3])
  assert.equal(batch.cost, 2n * PRICE)
  assert.equal(batch.reserved, 1n)
  assert.equal(batchOf(all, { budget: 4n * PRICE }).end, 'all')
})
