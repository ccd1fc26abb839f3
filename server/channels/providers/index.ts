// The table of providers: who hands a channel's deliveries over to the outside world, one adapter a file.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../rules.ts'
import { createEmailProvider, type SandboxMail } from './smtp.ts'

/** A delivery with what it carries. */
export interface Letter {
  organizationId: Uuid
  deliveryId: Uuid
  contactId: Uuid
  address: string
  /** What the contact is called. */
  name: string | null
  /** Earlier mails of the conversation with the contact, by their Message-IDs, the oldest first. */
  earlier: string[]
  subject: string | null
  text: string | null
  html: string | null
  at: Date
}

/**
 * What became of handing a delivery over. `deferred`: it has not left, and may be tried again; with the code `provider_unavailable`
 * nothing else can leave just now either. `refused`: it has not left and never will. `unknown`: it may or may not have left.
 */
export type Handover =
  | { became: 'sent'; providerId: string }
  | { became: 'deferred'; code: 'temporarily_refused' | 'provider_unavailable'; detail: string }
  | { became: 'refused'; code: string; detail: string }
  | { became: 'unknown'; detail: string }

export interface Provider {
  /** Never throws. Ends by itself in less time than the lease of a delivery. */
  send(letter: Letter): Promise<Handover>
  close(): Promise<void>
}

/** A channel without a provider cannot be sent on in this version. */
export type Providers = Partial<Record<ChannelName, Provider>>

export function createProviders(app: App, sandbox: SandboxMail): Providers {
  return { email: createEmailProvider(app, sandbox) }
}
