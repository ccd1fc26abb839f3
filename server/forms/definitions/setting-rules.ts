// Validates a form's settings together with its fields. Pure.

import type { AddressField } from '#channels/description.ts'
import { channelDescriptions } from '#channels/table.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { CONTRAST_MIN, contrastOf, DARK_BACKGROUND, LIGHT_BACKGROUND, shownContrast } from './contrast.ts'
import { type Field, isAnswered, type Settings, type Text } from './definition.ts'
import type { Faults } from './faults.ts'
import { mappedTo } from './field-rules.ts'

/** Adds errors to `faults`; returns the settings as stored. */
export function readSettings(settings: Settings, fields: readonly Field[], faults: Faults): Settings {
  const { languages, default_language, opens_at, closes_at, redirect_url, thank_you, theme, embed_origins } = settings
  if (!languages.includes(default_language))
    faults.add('settings.default_language', validationError('not_one_of', { values: languages }))
  if (opens_at !== undefined && closes_at !== undefined && opens_at >= closes_at)
    faults.add('settings.closes_at', validationError('before_other', { other: 'opens_at' }))
  if (redirect_url !== undefined) {
    if (thank_you !== undefined)
      faults.add('settings.redirect_url', validationError('not_allowed_with', { other: 'thank_you' }))
    else if (!isRedirect(redirect_url)) faults.add('settings.redirect_url', validationError('form_redirect'))
  }
  checkAccent(theme, faults)
  checkContact(settings, fields, faults)
  const origins = embed_origins && readOrigins(embed_origins, faults)
  return {
    ...settings,
    ...(origins && { embed_origins: origins }),
    ...(redirect_url !== undefined && isRedirect(redirect_url) && { redirect_url: new URL(redirect_url).href }),
  }
}

/** Only https: a `javascript:` URL would run in the page, and http would expose the visited URL. */
export function isRedirect(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== ''
}

/** Letters, digits, hyphens and dots, or an IPv6 address: in a policy header `*` and `;` would mean something else. */
const isHostname = (name: string): boolean => /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(name)

/** A site's origin as browsers send it; null for anything else. */
export function originOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && !/[?#]/.test(text)
  return isBare && isHostname(url.hostname) ? url.origin : null
}

function readOrigins(given: readonly string[], faults: Faults): string[] {
  const origins: string[] = []
  for (const [index, text] of given.entries()) {
    const origin = originOf(text)
    const path = `settings.embed_origins[${index}]`
    if (origin === null) faults.add(path, validationError('form_origin'))
    else if (origins.includes(origin)) faults.add(path, validationError('duplicate'))
    else origins.push(origin)
  }
  return origins
}

/** In `auto` the page makes the colour lighter where it is dark, so the light appearance decides. */
function checkAccent(theme: Settings['theme'], faults: Faults): void {
  if (theme?.accent === undefined) return
  const background = theme.appearance === 'dark' ? DARK_BACKGROUND : LIGHT_BACKGROUND
  const contrast = contrastOf(theme.accent, background)
  if (contrast >= CONTRAST_MIN) return
  const params = { contrast: shownContrast(contrast), needed: String(CONTRAST_MIN), background }
  faults.add('settings.theme.accent', validationError('form_accent_contrast', params))
}

/** Actions on the contact require a field with an address by which the contact is found or created. */
function checkContact(settings: Settings, fields: readonly Field[], faults: Faults): void {
  const { list_ids = [], create_conversation = false, double_opt_in = false, auto_reply } = settings
  const has = (...targets: AddressField[]) => targets.some((target) => mappedTo(fields, target))
  const needs = (...targets: AddressField[]) =>
    validationError('form_needs_address', { targets: targets.filter((target) => target !== 'app_id') })
  const anywhere = ['email', 'phone_number'] as const
  if (list_ids.length > 0 && !has(...anywhere)) faults.add('settings.list_ids', needs(...anywhere))
  if (create_conversation && !has(...anywhere)) faults.add('settings.create_conversation', needs(...anywhere))
  const consents = fields.filter(({ type, channels }) => type === 'consent' && channels !== undefined)
  if (double_opt_in && !has('email')) faults.add('settings.double_opt_in', needs('email'))
  else if (double_opt_in && consents.length === 0)
    faults.add('settings.double_opt_in', validationError('form_needs_consent'))
  for (const [index, field] of fields.entries())
    if (field.type === 'consent')
      for (const [place, channel] of (field.channels ?? []).entries())
        if (!has(...addressesOf(channel)))
          faults.add(`fields[${index}].channels[${place}]`, needs(...addressesOf(channel)))
  if (!auto_reply) return
  const targets = addressesOf(auto_reply.channel)
  if (!has(...targets)) faults.add('settings.auto_reply.channel', needs(...targets))
  for (const [name, key] of Object.entries(auto_reply.variables ?? {})) {
    const field = fields.find((one) => one.key === key)
    if (!field || !isAnswered(field) || field.type === 'file' || field.type === 'consent')
      faults.add(`settings.auto_reply.variables.${name}`, validationError('form_field_unknown', { key }))
  }
}

/** The address fields by which a channel reaches a contact. */
export const addressesOf = (channel: ChannelName): readonly AddressField[] => channelDescriptions[channel].addressFields

// --- Languages ------------------------------------------------------------------------------------------------------

/** Every text is in languages of the form, and in its default language. */
export function checkLanguages(fields: readonly Field[], settings: Settings, faults: Faults): void {
  const check = (text: Text | undefined, path: string) => {
    if (text === undefined || typeof text === 'string') return
    for (const language of Object.keys(text))
      if (!settings.languages.includes(language))
        faults.add(`${path}.${language}`, validationError('form_language_missing', { language }))
    if (!Object.hasOwn(text, settings.default_language))
      faults.add(path, validationError('form_text_without_default', { language: settings.default_language }))
  }
  for (const [index, field] of fields.entries()) {
    for (const name of ['label', 'help', 'placeholder', 'text'] as const) check(field[name], `fields[${index}].${name}`)
    for (const [place, { label }] of (field.options ?? []).entries())
      check(label, `fields[${index}].options[${place}].label`)
  }
  for (const name of ['title', 'description', 'submit_label', 'closed_text'] as const)
    check(settings[name], `settings.${name}`)
  check(settings.thank_you?.title, 'settings.thank_you.title')
  check(settings.thank_you?.text, 'settings.thank_you.text')
  for (const [name, text] of Object.entries(settings.texts ?? {})) check(text, `settings.texts.${name}`)
}
