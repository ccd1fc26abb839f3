// Interface to providers that approve templates themselves: submit, query, delete. For the messaging app, Meta.
// Decisions arrive later as a TemplateReview, or by a query. A channel declares its registrar in channel.ts.

import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { AccountState } from './accounts/kind.ts'
import type { OutboundAttachment } from './adapter.ts'
import type { TemplateReview } from './arrivals/arrived.ts'
import type { Category } from './template-rules.ts'

/** A provider's key of a template: name and language within an account. */
export interface NamedTemplate {
  organizationId: Uuid
  name: string
  language: string
  /** The provider's own id, if it is known. */
  providerId: string | null
  /** The organization's current account. */
  account: AccountState
}

/** Header, footer and buttons, each with its own numbered placeholders such as `{{1}}`, and their names. */
export interface NumberedComponents {
  header:
    | { type: 'text'; text: string; variables: readonly string[] }
    | { type: 'image' | 'video' | 'document' | 'location' }
    | null
  footer: string | null
  buttons: readonly (
    | { type: 'quick_reply'; text: string }
    | { type: 'url'; text: string; url: string; variables: readonly string[] }
    | { type: 'phone_number'; text: string; phone_number: string }
    | { type: 'copy_code'; code: string; variables: readonly string[] }
  )[]
}

export interface ToRegister extends NamedTemplate {
  category: Category
  /** Its text, with numbered placeholders such as `{{1}}`. */
  text: string
  /** The names of its variables: the first is `{{1}}`. */
  variables: readonly string[]
  /** Null for a template with a text only. */
  components: NumberedComponents | null
  /** The file of its header, which the reviewers see; null when it has none. */
  file: Pick<OutboundAttachment, 'filename' | 'contentType' | 'size' | 'open'> | null
  /**
   * True when it was, or may have been, created by us: then it may be changed; otherwise it can only be found
   * unchanged.
   */
  isOurs: boolean
}

/** The provider's current state of a template. */
export type FoundReview = Pick<TemplateReview, 'status' | 'reason' | 'category'>

/** A request that the provider refuses or cannot process now, with the remedy in plain words. */
export interface NotNow {
  outcome: 'unavailable'
  detail: Details
}

/** `registered`: the provider has this content. `refused`: permanent. */
export type Registration =
  | { outcome: 'registered'; providerId: string; review: FoundReview }
  | { outcome: 'refused'; reason: Details }
  | NotNow

/** `other`: the provider has the template, with other content. */
export type Found =
  | { outcome: 'found'; providerId: string; review: FoundReview }
  | { outcome: 'absent' | 'other' }
  | NotNow

export interface TemplateRegistrar {
  /** The id of the account at which the organization's templates are registered; null when there is none. */
  accountOf(account: AccountState): string | null
  /**
   * Never throws. Ends soon after `signal` aborts. Idempotent: it looks the template up first. `making` is awaited
   * before the provider is asked to create it; when it rejects, nothing is created.
   */
  register(template: ToRegister, making: () => Promise<void>, signal: AbortSignal): Promise<Registration>
  /** Changes nothing. */
  find(template: Omit<ToRegister, 'isOurs'>, signal: AbortSignal): Promise<Found>
  /** Deletes this language only. Also `removed` when there is no such template. */
  remove(template: NamedTemplate, signal: AbortSignal): Promise<{ outcome: 'removed' } | NotNow>
}
