// The port by which a provider that approves templates itself is told of them, asked about them, and rid of them: of
// the messaging app, Meta. What it decides comes later, as a TemplateReview, or is found by asking. A channel has one
// where its channel.ts says so.

import type { Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { AccountState } from './accounts/kind.ts'
import type { OutboundAttachment } from './adapter.ts'
import type { TemplateReview } from './arrivals/arrived.ts'
import type { Category } from './template-rules.ts'

/** A template as a provider knows it: by name and language within an account. */
export interface NamedTemplate {
  organizationId: Uuid
  name: string
  language: string
  /** By the provider's own name for it, where that is known. */
  providerId: string | null
  /** The organization's account now. */
  account: AccountState
}

/** Header, footer and buttons, each with variables by number of its own, as `{{1}}`, and the names of them. */
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
  /** Its text, with its variables by number, as `{{1}}`. */
  text: string
  /** The names of its variables: the first is `{{1}}`. */
  variables: readonly string[]
  /** Null of a template that is a text alone. */
  components: NumberedComponents | null
  /** Of its header, where that is one: who approves it sees it. */
  file: Pick<OutboundAttachment, 'filename' | 'contentType' | 'size' | 'open'> | null
  /** Whether it was made there by us, or may have been: then it may be changed, else only be found as it is. */
  isOurs: boolean
}

/** What the provider says of a template now. */
export type FoundReview = Pick<TemplateReview, 'status' | 'reason' | 'category'>

/** What the provider cannot do, or not now, and what to do about it in plain words. */
export interface NotNow {
  outcome: 'unavailable'
  detail: Details
}

/** `registered`: the provider has this text. `refused`: it will never take it so. */
export type Registration =
  | { outcome: 'registered'; providerId: string; review: FoundReview }
  | { outcome: 'refused'; reason: Details }
  | NotNow

/** `other`: the provider has the template, with another text. */
export type Found =
  | { outcome: 'found'; providerId: string; review: FoundReview }
  | { outcome: 'absent' | 'other' }
  | NotNow

export interface TemplateRegistrar {
  /** Of the account through which the organization's templates are registered; null: there is none. */
  accountOf(account: AccountState): string | null
  /**
   * Never throws. Ends soon after `signal` says so. Has the same effect however often it is asked: it looks first.
   * `making` is waited for before the provider is asked to make it; when it rejects, nothing is made.
   */
  register(template: ToRegister, making: () => Promise<void>, signal: AbortSignal): Promise<Registration>
  /** Changes nothing. */
  find(template: Omit<ToRegister, 'isOurs'>, signal: AbortSignal): Promise<Found>
  /** In this language alone. Also `removed` where there is none. */
  remove(template: NamedTemplate, signal: AbortSignal): Promise<{ outcome: 'removed' } | NotNow>
}
