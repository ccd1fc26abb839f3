// The table of the channels that have accounts: a new one is a folder and a line. Without a line a channel cannot be
// sent on.

import type { ChannelName } from '../channel.ts'
import { emailAccount } from '../email/account.ts'
import { smsAccount } from '../sms/account.ts'
import type { AccountKind } from './kind.ts'

export const accountKinds: Partial<Record<ChannelName, AccountKind>> = { email: emailAccount, sms: smsAccount }
