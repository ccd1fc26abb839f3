// The port by which a provider that approves templates itself is told of one: of the messaging app, Meta. What it
// decides comes later, as a TemplateReview (review.ts). A channel with a registrar is a line in the table.

import type { Uuid } from '#kit/ids.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import type { TemplateContent } from './rules.ts'

export interface ToRegister extends TemplateContent {
  organizationId: Uuid
  templateId: Uuid
  version: number
  name: string
  language: string
  category: Category
  /** The names of the variables of its body in their order; the provider takes an example of each. */
  variables: readonly string[]
  /** Of the organization. */
  account: AccountState
}

/** `registered` also where the provider has it already. `refused`: it will never take it so. */
export type Registration =
  | { outcome: 'registered' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unavailable'; detail: string }

export interface TemplateRegistrar {
  /** Never throws. Ends soon after `signal` says so. The same version may come twice. */
  register(template: ToRegister, signal: AbortSignal): Promise<Registration>
}

/** Of whom operators decide there is none. */
export type TemplateRegistrars = Partial<Record<ChannelName, TemplateRegistrar>>

export const registrars: TemplateRegistrars = {}
