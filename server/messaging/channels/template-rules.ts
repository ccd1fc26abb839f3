// What each channel asks of templates: a table, so that nobody else asks which channel it is.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { ChannelName } from './channel.ts'

export const categories = ['marketing', 'utility', 'authentication', 'promotional', 'transactional', 'service'] as const
export type Category = (typeof categories)[number]

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
}

const asGiven = { marketing: 'marketing', utility: 'utility', authentication: 'authentication' } as const

export const templateRules: Record<ChannelName, TemplateRules> = {
  email: {
    needsApproval: false,
    categories: asGiven,
    name: null,
    textMax: null,
    isRegistered: false,
    takesLines: false,
  },
  // As the Cloud API takes them.
  app: {
    needsApproval: true,
    categories: asGiven,
    name: { pattern: /^[a-z0-9_]+$/, error: validationError('name_not_lowercase') },
    textMax: 1024,
    isRegistered: false,
    takesLines: true,
  },
  // India's rules for SMS (TCCCPR 2018) have words of their own; what is meant is the same.
  sms: {
    needsApproval: true,
    categories: {
      marketing: 'promotional',
      utility: 'service',
      authentication: 'transactional',
      promotional: 'promotional',
      transactional: 'transactional',
      service: 'service',
    },
    name: null,
    textMax: null,
    isRegistered: true,
    takesLines: false,
  },
}
