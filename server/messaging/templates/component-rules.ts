// Meta's rules for a template's header, footer and buttons, with errors at each field. Pure. spec 15.40. Sources:
// Meta's "Template components" and "Coupon code templates".

import type { Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { type Category, CODE_MAX } from '#messaging/channels/template-rules.ts'
import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import type { ButtonIn, HeaderIn } from './component-schema.ts'
import {
  BUTTON_TEXT_MAX,
  type ButtonType,
  FOOTER_MAX,
  HEADER_TEXT_MAX,
  type TemplateButton,
  type TemplateComponents,
  type TemplateHeader,
  URL_BUTTON_MAX,
} from './components.ts'
import { isCoordinate, LOCATION_MAX, LOCATION_VARIABLES, type LocationField, locationError } from './location.ts'
import { type Parts, readParts } from './variables.ts'

/** The maximum number per type; quick replies are limited only by the number of buttons. */
const COUNT_MAX: Partial<Record<ButtonType, number>> = { url: 2, phone_number: 1, copy_code: 1 }

export interface WrittenComponents {
  header: HeaderIn | string | null
  footer: string | null
  buttons: readonly ButtonIn[] | null
}

type Field = keyof ButtonIn
/** The required fields of each type; no others are allowed. */
const fieldsOf: Record<ButtonType, readonly Field[]> = {
  quick_reply: ['text'],
  url: ['text', 'url'],
  phone_number: ['text', 'phone_number'],
  copy_code: ['code'],
}

type HeaderField = Exclude<keyof HeaderIn, 'type'>
const ofLocation: readonly HeaderField[] = ['latitude', 'longitude', 'name', 'address']
/** The fields allowed for each header type. */
const headerFieldsOf: Record<HeaderIn['type'], readonly HeaderField[]> = {
  text: ['text'],
  image: ['attachment_id'],
  video: ['attachment_id'],
  document: ['attachment_id'],
  location: ofLocation,
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const FORMATTING = /[*~`]/

/** The components as stored, null when there are none; or their validation errors. */
export function readWritten(
  written: WrittenComponents,
  category: Category | null,
): TemplateComponents | null | { errors: FieldError[] } {
  const errors: FieldError[] = []
  const tell = (field: string, error: ValidationError | null): void => {
    if (error !== null) errors.push({ field, ...error })
  }
  const header = written.header === null ? null : headerOf(written.header, category, tell)
  if (written.footer !== null) tell('footer', footerError(written.footer))
  const buttons = (written.buttons ?? []).map((button, index) => buttonOf(button, `buttons[${index}]`, tell))
  tellOfAll(written.buttons ?? [], category, tell)
  if (errors.length > 0) return { errors }
  if (header === null && written.footer === null && buttons.length === 0) return null
  return { header, footer: written.footer, buttons: buttons as TemplateButton[] }
}

type Tell = (field: string, error: ValidationError | null) => void

const tooLong = (text: string, max: number): ValidationError | null =>
  text.length > max ? validationError('too_long', { max }) : null

function headerOf(header: HeaderIn | string, category: Category | null, tell: Tell): TemplateHeader | null {
  if (typeof header === 'string') {
    tell('header', validationError('wrong_type', { types: ['object'] }))
    return null
  }
  const { type, text = null, attachment_id = null } = header
  for (const name of ['text', 'attachment_id', ...ofLocation] as const)
    if (header[name] != null && !headerFieldsOf[type].includes(name))
      tell(`header.${name}`, validationError('not_allowed_with', { other: 'header.type' }))
  if (type === 'location') return locationOf(header, category, tell)
  if (type !== 'text') {
    if (attachment_id === null) tell('header.attachment_id', validationError('required'))
    return { type, attachment_id: attachment_id as Uuid }
  }
  if (text === null) tell('header.text', validationError('required'))
  else tell('header.text', tooLong(text, HEADER_TEXT_MAX) ?? plainError(text) ?? placesError(text))
  return { type, text: text ?? '' }
}

function locationOf(header: HeaderIn, category: Category | null, tell: Tell): TemplateHeader {
  if (category !== null && category !== 'marketing' && category !== 'utility')
    tell('header.type', validationError('location_for_category'))
  const field = (name: LocationField): string => {
    const text = header[name] ?? LOCATION_VARIABLES[name]
    tell(`header.${name}`, locationFieldError(name, text))
    return text
  }
  return {
    type: 'location',
    latitude: field('latitude'),
    longitude: field('longitude'),
    name: field('name'),
    address: field('address'),
  }
}

/** A coordinate must be valid, or one variable and nothing else. */
function locationFieldError(name: LocationField, text: string): ValidationError | null {
  const parts = readParts(text)
  if ('message' in parts) return parts
  if (parts.names.length === 0) return tooLong(text, LOCATION_MAX[name]) ?? locationError(name, text)
  if (!isCoordinate(name)) return tooLong(text, LOCATION_MAX[name])
  return isOneVariable(parts) ? null : validationError('coordinate_or_variable')
}

const placesError = (text: string): ValidationError | null => {
  const parts = readParts(text)
  return 'names' in parts && parts.names.length > 1 ? validationError('one_variable') : null
}

/** Meta accepts neither in headers nor in labels. */
const plainError = (text: string): ValidationError | null =>
  EMOJI.test(text) || FORMATTING.test(text) ? validationError('emoji_or_formatting') : null

const variableError = (text: string): ValidationError | null =>
  text.includes('{{') ? validationError('no_variables_here') : null

const footerError = (text: string): ValidationError | null => tooLong(text, FOOTER_MAX) ?? variableError(text)

function buttonOf(button: ButtonIn, field: string, tell: Tell): TemplateButton | null {
  const { type } = button
  for (const name of ['text', 'url', 'phone_number', 'code'] as const) {
    const isWanted = fieldsOf[type].includes(name)
    if (button[name] == null && isWanted) tell(`${field}.${name}`, validationError('required'))
    if (button[name] != null && !isWanted)
      tell(`${field}.${name}`, validationError('not_allowed_with', { other: `${field}.type` }))
  }
  const { text, url, phone_number: phone, code } = button
  if (text != null && type !== 'copy_code')
    tell(`${field}.text`, tooLong(text, BUTTON_TEXT_MAX) ?? variableError(text) ?? plainError(text))
  if (type === 'quick_reply') return { type, text: text ?? '' }
  if (type === 'url') {
    if (url != null) tell(`${field}.url`, urlError(url))
    return { type, text: text ?? '', url: url ?? '' }
  }
  if (type === 'copy_code') {
    if (code != null) tell(`${field}.code`, codeError(code))
    return { type, code: code ?? '' }
  }
  const reading = phone == null ? { value: '' } : readPhoneNumber(phone)
  if ('message' in reading) tell(`${field}.phone_number`, reading)
  return { type, text: text ?? '', phone_number: 'value' in reading ? reading.value : '' }
}

function urlError(url: string): ValidationError | null {
  const long = tooLong(url, URL_BUTTON_MAX)
  if (long !== null) return long
  const parts = readParts(url)
  if ('message' in parts) return parts
  const [before = '', after] = parts.literals
  if (parts.names.length > 1 || (after !== undefined && after !== '')) return validationError('url_variable_at_end')
  // A value must not become part of the host.
  const beginning = parts.names.length === 0 ? /^https?:\/\/[^\s/?#]/i : /^https?:\/\/[^\s/?#]+[/?#]/i
  const isAddress = beginning.test(before) && !/\s/.test(before) && URL.canParse(before)
  return isAddress ? null : validationError('not_web_address')
}

/** A code must be a literal, or one variable and nothing else. */
function codeError(code: string): ValidationError | null {
  const parts = readParts(code)
  if ('message' in parts) return parts
  if (parts.names.length === 0) return tooLong(code, CODE_MAX)
  return isOneVariable(parts) ? null : validationError('code_or_variable', { max: CODE_MAX })
}

const isOneVariable = ({ names, literals }: Parts): boolean =>
  names.length === 1 && literals.every((text) => text === '')

/** Checks the number of buttons per type, their order, their category, and duplicate labels. */
function tellOfAll(buttons: readonly ButtonIn[], category: Category | null, tell: Tell): void {
  const counts = new Map<ButtonType, number>()
  const texts = new Set<string>()
  for (const [index, { type, text }] of buttons.entries()) {
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    const max = COUNT_MAX[type]
    if (max !== undefined && count > max) tell(`buttons[${index}].type`, validationError('too_many_of_type', { max }))
    if (type === 'copy_code' && category !== null && category !== 'marketing')
      tell(`buttons[${index}].type`, validationError('copy_code_for_marketing'))
    if (text != null && texts.has(text)) tell(`buttons[${index}].text`, validationError('duplicate'))
    if (text != null) texts.add(text)
  }
  const groups = buttons.map(({ type }) => type === 'quick_reply').filter((is, index, all) => is !== all[index - 1])
  const last = buttons.findLastIndex(({ type }) => (type === 'quick_reply') === groups.at(-1))
  if (groups.length > 2) tell(`buttons[${last}].type`, validationError('quick_replies_apart'))
}
