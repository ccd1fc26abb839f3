// A channel's requirements for templates.

import type { ValidationError } from '#kit/messages/field-errors.ts'

export const categories = ['marketing', 'utility', 'authentication', 'promotional', 'transactional', 'service'] as const
export type Category = (typeof categories)[number]

/** The maximum length of a code that a button copies, in characters. */
export const CODE_MAX = 15

export interface TemplateRules {
  /** True when templates always need approval; otherwise a setting decides. */
  needsApproval: boolean
  /** The channel's name of each category; missing ones are not supported. */
  categories: Partial<Record<Category, Category>>
  /** The allowed names, and the error of any other name; null: any name. */
  name: { pattern: RegExp; error: ValidationError } | null
  textMax: number | null
  /** True when templates are registered externally, with an id and for a sender. */
  isRegistered: boolean
  /** True when each value must be one line. */
  takesLines: boolean
  /** True when templates can have header, footer and buttons. */
  hasComponents?: true
}

/** For a channel with the three categories of most providers. */
export const generalCategories = {
  marketing: 'marketing',
  utility: 'utility',
  authentication: 'authentication',
} as const
