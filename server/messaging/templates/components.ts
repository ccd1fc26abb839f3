// Header, footer and buttons of a template of the messaging app: what they are.

import type { Uuid } from '#kit/ids.ts'

export const headerTypes = ['text', 'image', 'video', 'document'] as const
export const buttonTypes = ['quick_reply', 'url', 'phone_number', 'copy_code'] as const
export const BUTTONS_MAX = 10

export type MediaHeaderType = Exclude<(typeof headerTypes)[number], 'text'>

export type TemplateHeader = { type: 'text'; text: string } | { type: MediaHeaderType; attachment_id: Uuid }

export type TemplateButton =
  | { type: 'quick_reply'; text: string }
  | { type: 'url'; text: string; url: string }
  | { type: 'phone_number'; text: string; phone_number: string }
  | { type: 'copy_code'; code: string }

/** As a version stores them; null where a template has none of them. */
export interface TemplateComponents {
  header: TemplateHeader | null
  footer: string | null
  buttons: readonly TemplateButton[]
}
