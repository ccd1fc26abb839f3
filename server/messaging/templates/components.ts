// Header, footer and buttons of a template of the messaging app: their types, parsing them, and filling them with
// values. Pure. spec 15.40, 15.42.

import type { Uuid } from '#kit/ids.ts'
import type { ValidationError } from '#kit/messages/field-errors.ts'
import { type FieldError, invalid, invalidFields, type Refusal } from '#kit/refusals.ts'
import { CODE_MAX } from '#messaging/channels/template-rules.ts'
import { LOCATION_MAX, type Location, type LocationField, locationError, locationFields } from './location.ts'
import { fill, type Parts, readParts } from './variables.ts'

export const headerTypes = ['text', 'image', 'video', 'document', 'location'] as const
export const buttonTypes = ['quick_reply', 'url', 'phone_number', 'copy_code'] as const

export const BUTTONS_MAX = 10
export const HEADER_TEXT_MAX = 60
export const FOOTER_MAX = 60
export const BUTTON_TEXT_MAX = 25
export const URL_BUTTON_MAX = 2000

export type ButtonType = (typeof buttonTypes)[number]
export type MediaHeaderType = Exclude<(typeof headerTypes)[number], 'text' | 'location'>

/** As shown with a message: its file is one of the message's attachments, or the template's. */
export type TemplateHeader =
  | { type: 'text'; text: string }
  | { type: MediaHeaderType; attachment_id: Uuid }
  | ({ type: 'location' } & Location)

export type TemplateButton =
  | { type: 'quick_reply'; text: string }
  | { type: 'url'; text: string; url: string }
  | { type: 'phone_number'; text: string; phone_number: string }
  | { type: 'copy_code'; code: string }

/** As stored in a version, and with values as shown in a message; null when there are none. */
export interface TemplateComponents {
  header: TemplateHeader | null
  footer: string | null
  buttons: readonly TemplateButton[]
}

/** A text of the components that may contain variables: its field, its parts, and its maximum length when filled. */
interface Place {
  field: string
  parts: Parts
  most: number
  /** In a URL, values are percent-encoded. */
  isUrl: boolean
  /** Checks the filled text beyond its length. */
  errorIn?: (filled: string) => ValidationError | null
}

export interface ReadComponents {
  components: TemplateComponents
  places: readonly Place[]
}

/** The texts that may contain variables, in the order in which a contact sees them. */
export function readComponents(components: TemplateComponents): ReadComponents | { errors: FieldError[] } {
  const errors: FieldError[] = []
  const places: Place[] = []
  const read = (field: string, text: string, most: number, isUrl: boolean, errorIn?: Place['errorIn']): void => {
    const parts = readParts(text)
    if ('message' in parts) errors.push({ field, ...parts })
    else places.push({ field, parts, most, isUrl, ...(errorIn && { errorIn }) })
  }
  const { header, buttons } = components
  if (header?.type === 'text') read('header.text', header.text, HEADER_TEXT_MAX, false)
  if (header?.type === 'location')
    for (const field of locationFields)
      read(`header.${field}`, header[field], LOCATION_MAX[field], false, (filled) => locationError(field, filled))
  for (const [index, button] of buttons.entries()) {
    if (button.type === 'url') read(`buttons[${index}].url`, button.url, URL_BUTTON_MAX, true)
    if (button.type === 'copy_code') read(`buttons[${index}].code`, button.code, CODE_MAX, false)
  }
  return errors.length > 0 ? { errors } : { components, places }
}

/** Percent-encoded for a URL; existing escapes are kept. */
export const inUrl = (value: string): string =>
  value.replace(/[^\x21-\x7e]+|["<>\\^`{|}]/gu, (text) => encodeURIComponent(text.toWellFormed()))

type ValueOf = (name: string) => string

const filledPlace = ({ parts, isUrl }: Place, valueOf: ValueOf): string =>
  fill(parts, isUrl ? (name) => inUrl(valueOf(name)) : valueOf)

/**
 * The components with the values in them; refuses `variables` when a filled text is longer than Meta allows, or a
 * location is invalid.
 */
export function fillComponents(read: ReadComponents, valueOf: ValueOf): TemplateComponents | Refusal {
  const errors = read.places.flatMap((place): FieldError[] => {
    const error = place.errorIn?.(filledPlace(place, valueOf)) ?? null
    const [name, ...others] = place.parts.names
    const field = name === undefined || others.length > 0 ? 'variables' : `variables.${name}`
    return error === null ? [] : [{ field, ...error }]
  })
  if (errors.length > 0) return invalidFields('invalid_content', errors)
  for (const place of read.places)
    if (filledPlace(place, valueOf).length > place.most)
      return invalid('variables', 'variables_too_long', { other: place.field, max: place.most })
  return withValues(read, valueOf)
}

/** Like `fillComponents`, for values that were accepted before. */
export function withValues({ components, places }: ReadComponents, valueOf: ValueOf): TemplateComponents {
  const filled = new Map(places.map((place) => [place.field, filledPlace(place, valueOf)]))
  const { header, footer, buttons } = components
  return {
    header: header && headerWith(header, (field) => filled.get(`header.${field}`) as string),
    footer,
    buttons: buttons.map((button, index) => {
      if (button.type === 'url') return { ...button, url: filled.get(`buttons[${index}].url`) as string }
      if (button.type === 'copy_code') return { ...button, code: filled.get(`buttons[${index}].code`) as string }
      return button
    }),
  }
}

/** `textOf`: the new text of a field. */
export function headerWith(header: TemplateHeader, textOf: (field: 'text' | LocationField) => string): TemplateHeader {
  if (header.type === 'text') return { ...header, text: textOf('text') }
  if (header.type !== 'location') return header
  const [latitude, longitude, name, address] = locationFields.map(textOf) as [string, string, string, string]
  return { type: 'location', latitude, longitude, name, address }
}

/** As shown in a message that was made from it. */
export function shownWith(
  components: TemplateComponents | null,
  variables: Readonly<Record<string, string>> | null,
): TemplateComponents | null {
  if (components === null) return null
  const read = readComponents(components)
  if ('errors' in read) throw new Error('a template that cannot be read was stored')
  return withValues(read, (name) => variables?.[name] ?? '')
}

export const mediaHeaderOf = (components: TemplateComponents | null): { type: MediaHeaderType; id: Uuid } | null => {
  const header = components?.header ?? null
  return header === null || header.type === 'text' || header.type === 'location'
    ? null
    : { type: header.type, id: header.attachment_id }
}
