// Email: its rules, its account and its adapter.

import type { Channel } from '../channel.ts'
import { emailAccount } from './account.ts'
import { emailRules } from './rules.ts'
import { createEmailAdapter } from './smtp.ts'

export const email: Channel = {
  ...emailRules,
  account: emailAccount,
  createAdapter: (app, sandbox) => createEmailAdapter(app, sandbox.mail),
}
