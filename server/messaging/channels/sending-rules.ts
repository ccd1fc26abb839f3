// What an account asks of messages to some addresses, besides what their channel takes: that they are in the words of a
// registered template, and do not leave at some hours. Asked before anything is charged, and again when they leave.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Category } from './template-rules.ts'

/** A version of a template, as it is approved and registered. */
export interface RegisteredTemplate {
  id: Uuid
  version: number
  name: string
  category: Category
  registeredId: string
  header: string | null
  text: string
}

/** What became of looking for the template that a text is of. `work`: what it took, in steps of comparing. */
export type Looked = { found: RegisteredTemplate; work: number } | { found: null; nearest: string | null; work: number }

/** Many templates, made ready for finding the one that a text is of. */
export interface RegisteredTemplates {
  find(text: string): Looked
}

/** What a message that was made from a template says of it. */
export interface MadeFrom {
  name: string
  registeredId: string | null
  header: string | null
  text: string | null
  variables: Readonly<Record<string, string>>
}

export const tooEarly = ['refuse', 'schedule'] as const
/** What becomes of a message that may not leave at the hour at which it would. */
export type TooEarly = (typeof tooEarly)[number]

export interface SendingRule {
  isFor(address: string): boolean
  /** Null where any words may go there. */
  words: {
    /** Of so many and no more a text is looked for. */
    templatesMax: number
    /** Longer ones are of no registered template. */
    textMax: number
    ready(templates: readonly RegisteredTemplate[]): RegisteredTemplates
    /** Why a text of its own words may not go there. */
    notFound(nearest: string | null): Refusal
    /** Why one that was made from a template may not. */
    refusalOf(made: MadeFrom): Refusal | null
  } | null
  /** The moment itself where a message of the category may leave then, else the next at which it may. */
  mayLeaveAt(category: Category, at: Date): Date
  ifTooEarly: TooEarly
}

/** When a message leaves that would leave then; or why it may not. Without a template it is of no category. */
export function leavesByRule(rule: SendingRule, category: Category | null, leaves: Date): Date | Refusal {
  if (category === null) return leaves
  const from = rule.mayLeaveAt(category, leaves)
  if (from <= leaves || rule.ifTooEarly === 'schedule') return from
  const time = from.toISOString().replace('.000Z', 'Z')
  return new Refusal('quiet_hours', reasonOf('quiet_hours', { time }), [
    { field: 'send_at', ...validationError('quiet_hours', { time }) },
  ])
}
