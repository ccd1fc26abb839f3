// The content of campaign deliveries, and recipients who no longer receive them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CampaignDispatch } from '#messaging/campaigns/dispatch.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { wordsOf } from './of-campaign.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
const claimed = {
  org_id: 'organization',
  campaign_id: 'campaign',
  recipient_number: 7,
  has_message: false,
  address: '+919812300001',
  variables: { name: 'Ravi' },
  marketing_stopped_at: null,
} as unknown as ClaimedRow

const dispatch = (isMarketing: boolean, isFree = true): CampaignDispatch => ({
  wordsOf: async () => ({
    isMarketing,
    content: { subject: null, text: 'Seeds are here', html: null },
    templateId: null,
    templateVersion: null,
  }),
  leavesFrom: async () => NOON,
  takeAddress: async () => isFree,
})

test('spec 15.11: who stopped marketing after the charge gets no marketing, and all else', async () => {
  const stopped = { ...claimed, marketing_stopped_at: NOON }
  assert.equal(await wordsOf(dispatch(true), stopped, claimed.address as string), 'stopped')
  for (const [of, campaigns] of [
    [stopped, dispatch(false)],
    [claimed, dispatch(true)],
  ] as const) {
    const words = await wordsOf(campaigns, of, claimed.address as string)
    assert.ok(typeof words === 'object' && 'text' in words)
    assert.equal(words.text, 'Seeds are here')
  }
})

test('spec 15.11: a new address that another recipient has is not written to', async () => {
  assert.equal(await wordsOf(dispatch(false, false), claimed, '+919812300002'), 'served')
})
