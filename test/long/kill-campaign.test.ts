// spec 15.11: a million recipients, and a worker that is killed twenty times.

import { test } from 'node:test'
import { killWhoSendsCampaign } from '../faults/kill-campaign.ts'

test('spec 15.11: a campaign to a million reaches everybody once, however often its worker is killed', () =>
  killWhoSendsCampaign({ recipients: 1_000_000, kills: 20, perSecond: null }))
