// A form's definition as in the API, for the builder's rules. Pure.

export const fieldTypes = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'number',
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

export const appearances = ['auto', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/** A string is in the default language; an object has a text per language. */
export type Text = string | Readonly<Record<string, string>>

export type ConditionValue = string | number | boolean

export interface Condition {
  field?: string
  is?: ConditionValue
  is_not?: ConditionValue
  contains?: string
  answered?: boolean
  before?: string | number
  after?: string | number
  all?: readonly Condition[]
  any?: readonly Condition[]
  not?: Condition
}

export interface Option {
  value: string
  label?: Text
}

export interface Jump {
  if: Condition
  /** The key of a later page break, or END. */
  to: string
}
export const END = 'end'

export const contactFields = ['display_name', 'email', 'phone_number'] as const
export type ContactField = (typeof contactFields)[number]
export type MapTo = ContactField | { attribute: string }

export interface Field {
  key: string
  type: FieldType
  label: Text
  help?: Text
  placeholder?: Text
  required?: boolean
  default?: string | number | boolean | string[]
  options?: readonly Option[]
  min?: number
  max?: number
  step?: number
  min_length?: number
  max_length?: number
  min_choices?: number
  max_choices?: number
  pattern?: PatternName
  country?: string
  after?: string
  before?: string
  accept?: readonly FileKind[]
  max_files?: number
  max_size?: number
  from?: string
  text?: Text
  channels?: readonly string[]
  show_if?: Condition
  map_to?: MapTo
  jumps?: readonly Jump[]
}

export interface AutoReply {
  channel: string
  template_id: string
  variables?: Readonly<Record<string, string>>
}

export interface Settings {
  languages: readonly string[]
  default_language: string
  title?: Text
  description?: Text
  opens_at?: number
  closes_at?: number
  max_submissions?: number
  submit_label?: Text
  closed_text?: Text
  thank_you?: { title?: Text; text?: Text }
  redirect_url?: string
  theme?: { accent?: string; appearance?: Appearance }
  embed_origins?: readonly string[]
  list_ids?: readonly string[]
  double_opt_in?: boolean
  create_conversation?: boolean
  notify?: boolean
  auto_reply?: AutoReply
  texts?: Readonly<Record<string, Text>>
}

export interface Definition {
  fields: readonly Field[]
  settings: Settings
}

/** True when a field takes an answer. */
export const isAnswered = ({ type }: Pick<Field, 'type'>): boolean => type !== 'heading' && type !== 'page_break'

export const hasOptions = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'single_choice' || type === 'multiple_choice' || type === 'dropdown'
