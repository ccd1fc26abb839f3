// The messaging app: its rules, account kind, adapter and template registrar.

import type { Channel } from '../channel.ts'
import { appAccount } from './account.ts'
import { createAppAdapter } from './adapter.ts'
import { appRules } from './rules.ts'
import { createAppRegistrar } from './template-registrar.ts'

export const app: Channel = {
  ...appRules,
  account: appAccount,
  createAdapter: (program, sandbox) => createAppAdapter(program, sandbox.app),
  createRegistrar: (program, sandbox) => createAppRegistrar(program, sandbox.app),
}
