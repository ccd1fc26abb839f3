// A channel's requirements for templates.

import type { ValidationError } from '#kit/messages/field-errors.ts'

export const categories = ['marketing', 'utility', 'authentication', 'promotional', 'transactional', 'service'] as const
export type Category = (typeof categories)[number]

/** Characters of a code that a button copies. */
export const CODE_MAX = 15

export interface TemplateRules {
  /** True when templates always need approval; otherwise a setting decides. */
  needsApproval: boolean
  /** The channel's name of each category; missing ones are not supported. */
  categories: Partial<Record<Category, Category>>
  /** How a template may be called, and the error of another name. */
  name: { pattern: RegExp; error: ValidationError } | null
  textMax: number | null
  /** True when templates are registered externally, with an id and for a sender. */
  isRegistered: boolean
  /** True when each value must be one line. */
  takesLines: boolean
  /** True when templates can have header, footer and buttons. */
  hasComponents?: true
}

/** Of a channel that has the three categories of most providers. */
export const generalCategories = {
  marketing: 'marketing',
  utility: 'utility',
  authentication: 'authentication',
} as const
