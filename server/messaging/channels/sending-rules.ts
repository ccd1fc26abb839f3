// An account's rules for messages to some addresses, in addition to the channel's: they must match a registered
// template, and must not be sent at some hours. Checked before charging, and again at sending.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Category } from './template-rules.ts'

/** An approved and registered template version. */
export interface RegisteredTemplate {
  id: Uuid
  version: number
  name: string
  category: Category
  registeredId: string
  header: string | null
  text: string
}

/** The result of matching a text with templates. `work`: the number of comparison steps. */
export type Looked = { found: RegisteredTemplate; work: number } | { found: null; nearest: string | null; work: number }

/** Templates indexed to find the one that a text matches. */
export interface RegisteredTemplates {
  find(text: string): Looked
}

/** The template data of a message that was made from one. */
export interface MadeFrom {
  name: string
  registeredId: string | null
  header: string | null
  text: string | null
  variables: Readonly<Record<string, string>>
}

export const tooEarly = ['refuse', 'schedule'] as const
/** What happens to a message that would be sent during quiet hours. */
export type TooEarly = (typeof tooEarly)[number]

export interface SendingRule {
  isFor(address: string): boolean
  /** Null when any text may be sent there. */
  words: {
    /** Maximum number of templates that a text is compared with. */
    templatesMax: number
    /** Longer texts match no registered template. */
    textMax: number
    ready(templates: readonly RegisteredTemplate[]): RegisteredTemplates
    /** The refusal of a text without a matching template. */
    notFound(nearest: string | null): Refusal
    /** Why a message made from a template may not be sent there; null when it may. */
    refusalOf(made: MadeFrom): Refusal | null
  } | null
  /** The given time when a message of the category may be sent then, otherwise the next time at which it may. */
  mayLeaveAt(category: Category, at: Date): Date
  ifTooEarly: TooEarly
}

/** When a message that is due at `leaves` is sent, or why it may not be. Without a template it has no category. */
export function leavesByRule(rule: SendingRule, category: Category | null, leaves: Date): Date | Refusal {
  if (category === null) return leaves
  const from = rule.mayLeaveAt(category, leaves)
  if (from <= leaves || rule.ifTooEarly === 'schedule') return from
  const time = from.toISOString().replace('.000Z', 'Z')
  return new Refusal('quiet_hours', reasonOf('quiet_hours', { time }), [
    { field: 'send_at', ...validationError('quiet_hours', { time }) },
  ])
}
