// spec 15.11: kill -9 of the worker while it fans out and sends a campaign.

import { test } from 'node:test'
import { killWhoSendsCampaign } from './story.ts'

test('spec 15.11: a campaign whose worker is killed reaches everybody once, at the price of its estimate', async () => {
  await killWhoSendsCampaign({ recipients: 150, kills: 1, perSecond: 100 })
})
