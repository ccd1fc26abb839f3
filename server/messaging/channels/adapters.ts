// The table of adapters: who sends a channel's messages. A new one is a file in its channel's folder and a line.

import type { App } from '#kit/app.ts'
import type { Adapter } from './adapter.ts'
import type { ChannelName } from './channel.ts'
import { createEmailAdapter, type SandboxMail } from './email/smtp.ts'

/** A channel without an adapter cannot be sent on. */
export type Adapters = Partial<Record<ChannelName, Adapter>>

/** The sandbox's own providers, which speak the channels' real protocols on loopback. */
export interface SandboxProviders {
  mail: SandboxMail
}

export function createAdapters(app: App, sandbox: SandboxProviders): Adapters {
  return { email: createEmailAdapter(app, sandbox.mail) }
}
