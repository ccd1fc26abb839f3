// The table of the channels: a new one is a folder and a line.

import { app } from './app/rules.ts'
import type { Channel, ChannelName } from './channel.ts'
import { email } from './email/rules.ts'
import { sms } from './sms/rules.ts'

export const channels: Record<ChannelName, Channel> = { email, app, sms }
