// SMS: its rules, its account and its adapter.

import { createArrivals } from '../arrivals/actions.ts'
import type { Channel } from '../channel.ts'
import { smsAccount } from './account.ts'
import { createSmsAdapter } from './adapter.ts'
import { smsRules } from './rules.ts'
import { createBindLeases } from './smpp/leases.ts'
import { createPartsStore } from './smpp/parts.ts'

export const sms: Channel = {
  ...smsRules,
  account: smsAccount,
  createAdapter(app, sandbox) {
    const { keep } = createArrivals(app)
    return createSmsAdapter(app, sandbox.sms, { parts: createPartsStore(app), leases: createBindLeases(app), keep })
  },
}
