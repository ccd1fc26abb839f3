// What a channel asks of templates.

import type { ValidationError } from '#kit/messages/field-errors.ts'

export const categories = ['marketing', 'utility', 'authentication', 'promotional', 'transactional', 'service'] as const
export type Category = (typeof categories)[number]

/** Characters of a code that a button copies. */
export const CODE_MAX = 15

export interface TemplateRules {
  /** Whether somebody approves its templates in any case; of others a setting says it. */
  needsApproval: boolean
  /** The category as the channel knows it; one that is not here it does not know. */
  categories: Partial<Record<Category, Category>>
  /** How a template may be called, and the error of another name. */
  name: { pattern: RegExp; error: ValidationError } | null
  textMax: number | null
  /** Whether its templates are registered with somebody else, under an id and for a sender. */
  isRegistered: boolean
  /** Whether each value must be one line. */
  takesLines: boolean
  /** Whether its templates have header, footer and buttons. */
  hasComponents?: true
}

/** Of a channel that has the three categories of most providers. */
export const generalCategories = {
  marketing: 'marketing',
  utility: 'utility',
  authentication: 'authentication',
} as const
