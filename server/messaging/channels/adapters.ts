// The table of adapters: who sends a channel's messages. A new one is a file in its channel's folder and a line.

import type { App } from '#kit/app.ts'
import type { Adapter } from './adapter.ts'
import { createArrivals } from './arrivals/actions.ts'
import type { ChannelName } from './channel.ts'
import { createEmailAdapter, type SandboxMail } from './email/smtp.ts'
import { createSmsAdapter, type SandboxSms } from './sms/adapter.ts'
import { createBindLeases } from './sms/smpp/leases.ts'
import { createPartsStore } from './sms/smpp/parts.ts'

/** A channel without an adapter cannot be sent on. */
export type Adapters = Partial<Record<ChannelName, Adapter>>

/** The sandbox's own providers, which speak the channels' real protocols on loopback. */
export interface SandboxProviders {
  mail: SandboxMail
  sms: SandboxSms
}

export function createAdapters(app: App, sandbox: SandboxProviders): Adapters {
  const { keep } = createArrivals(app)
  return {
    email: createEmailAdapter(app, sandbox.mail),
    sms: createSmsAdapter(app, sandbox.sms, { parts: createPartsStore(app), leases: createBindLeases(app), keep }),
  }
}
