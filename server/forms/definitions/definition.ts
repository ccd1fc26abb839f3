// A form's definition: its fields, page settings and submission settings. Pure.

import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export const fieldTypes = [
  'short_text',
  'long_text',
  'number',
  'email',
  'phone',
  'date',
  'time',
  'single_choice',
  'multiple_choice',
  'dropdown',
  'rating',
  'scale',
  'yes_no',
  'consent',
  'file',
  'hidden',
  'heading',
  'page_break',
] as const
export type FieldType = (typeof fieldTypes)[number]

/**
 * Predefined text patterns. Authors cannot write regular expressions: catastrophic backtracking would hang the page.
 */
export const patternNames = [
  'letters',
  'digits',
  'letters_digits',
  'pin_code',
  'pan',
  'gstin',
  'vehicle_number',
  'url',
] as const
export type PatternName = (typeof patternNames)[number]

export const fileKinds = ['image', 'pdf', 'document', 'spreadsheet'] as const
export type FileKind = (typeof fileKinds)[number]

export const appearances = ['light', 'dark', 'auto'] as const

/** Fixed texts of the page that an author can replace, such as for a language that Samvad does not support. */
export const pageTextKeys = [
  'next',
  'back',
  'optional',
  'choose',
  'yes',
  'no',
  'choose_file',
  'page_of',
  'check_errors',
  'required',
  'invalid',
  'thank_you',
  'closed',
  'not_open_yet',
  'language',
  'report',
] as const
export type PageTextKey = (typeof pageTextKeys)[number]

/** A plain text is in the default language. Keys are languages. */
export type Text = string | Readonly<Record<string, string>>

export type ConditionValue = string | number | boolean

export type Condition =
  | { field: string; is: ConditionValue }
  | { field: string; is_not: ConditionValue }
  | { field: string; contains: string }
  | { field: string; answered: boolean }
  | { field: string; before: string | number }
  | { field: string; after: string | number }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }

export interface Option {
  value: string
  /** Defaults to the value. */
  label?: Text
}

export interface Jump {
  if: Condition
  /** The key of a later page break, or `end`. */
  to: string
}

export type MapTo = 'display_name' | 'email' | 'phone_number' | { attribute: string }

/** One field. Which properties a type has is in fields.ts. */
export interface Field {
  /** Unique in the form. */
  key: string
  type: FieldType
  label: Text
  help?: Text
  placeholder?: Text
  required?: boolean
  default?: string | number | boolean | string[]
  options?: Option[]
  min?: number
  max?: number
  step?: number
  min_length?: number
  max_length?: number
  min_choices?: number
  max_choices?: number
  pattern?: PatternName
  /** Phone fields: the ISO country of numbers without a country code. */
  country?: string
  /** A date or `today`; for time fields `HH:MM`. Both bounds are inclusive. */
  after?: string
  before?: string
  accept?: FileKind[]
  max_files?: number
  max_size?: number
  /** Hidden fields: the URL parameter. Defaults to the key. */
  from?: string
  /** Consent fields: the sentence stored with the consent. */
  text?: Text
  channels?: ChannelName[]
  show_if?: Condition
  map_to?: MapTo
  /** Page breaks: where the previous page continues. The first jump whose condition holds, otherwise the next page. */
  jumps?: Jump[]
}

export interface AutoReply {
  channel: ChannelName
  template_id: Uuid
  /** Template variable → field key. */
  variables?: Record<string, string>
}

export interface Settings {
  languages: string[]
  default_language: string
  /** The page's title; defaults to the form's name. */
  title?: Text
  description?: Text
  /** Unix seconds. */
  opens_at?: number
  closes_at?: number
  max_submissions?: number
  submit_label?: Text
  closed_text?: Text
  thank_you?: { title?: Text; text?: Text }
  redirect_url?: string
  theme?: { accent?: string; appearance?: (typeof appearances)[number] }
  embed_origins?: string[]
  list_ids?: Uuid[]
  double_opt_in?: boolean
  create_conversation?: boolean
  notify?: boolean
  auto_reply?: AutoReply
  texts?: Partial<Record<PageTextKey, Text>>
}

export interface FormDefinition {
  fields: Field[]
  settings: Settings
}

/** True for fields that take an answer. */
export const isAnswered = ({ type }: Pick<Field, 'type'>): boolean => type !== 'heading' && type !== 'page_break'

/** The text in a language, else in the default language, else in any. */
export function textIn(text: Text, language: string, { default_language }: Settings): string {
  if (typeof text === 'string') return text
  const own = (name: string) => (Object.hasOwn(text, name) ? text[name] : undefined)
  return own(language) ?? own(default_language) ?? Object.values(text)[0] ?? ''
}

/** The form's pages: the fields between page breaks, each page with the break that ends it. */
export function pagesOf({ fields }: FormDefinition): { fields: Field[]; end: Field | null }[] {
  const pages: { fields: Field[]; end: Field | null }[] = [{ fields: [], end: null }]
  for (const field of fields) {
    const page = pages.at(-1) as (typeof pages)[number]
    if (field.type !== 'page_break') page.fields.push(field)
    else {
      page.end = field
      pages.push({ fields: [], end: null })
    }
  }
  return pages
}
