// Rules for a form's definition beyond the schema. Every stored definition satisfies them; a published one also
// satisfies `errorsBeforePublishing`. Pure.

import { validationError } from '#kit/messages/field-errors.ts'
import { type FieldError, invalidFields } from '#kit/refusals.ts'
import type { Static } from '#kit/wire.ts'
import { readCondition, type Scope } from './conditions.ts'
import { type Field, type FormDefinition, type Jump, pagesOf, type Settings } from './definition.ts'
import { Faults } from './faults.ts'
import { checkField, checkMapping, hasAnswers, optionsFrom } from './field-rules.ts'
import { DEFINITION_BYTES_MAX, FORM_OPTIONS_MAX, PAGES_MAX } from './limits.ts'
import type { FormField } from './schema-fields.ts'
import type { FormSettings } from './schema-settings.ts'
import { checkLanguages, readSettings } from './setting-rules.ts'

export type FieldInput = Static<typeof FormField>
export type SettingsInput = Static<typeof FormSettings>

export const DEFAULT_SETTINGS: Settings = { languages: ['en'], default_language: 'en' }

/** The definition as stored, or a refusal that names every field with an error. */
export function definitionFrom(fields: readonly Field[], settings: Settings): FormDefinition {
  const reading = readDefinition(fields, settings)
  if ('errors' in reading) throw invalidFields('invalid_content', reading.errors)
  return reading.value
}

export function readDefinition(
  given: readonly Field[],
  settings: Settings,
): { value: FormDefinition } | { errors: readonly FieldError[] } {
  const faults = new Faults()
  const fields = given.map((field) => (field.options ? { ...field, options: optionsFrom(field.options) } : field))
  checkSize(fields, faults)
  if (faults.list.length > 0) return { errors: faults.list }
  const byKey = new Map<string, { field: Field; index: number }>()
  for (const [index, field] of fields.entries()) {
    if (byKey.has(field.key)) faults.add(`fields[${index}].key`, validationError('duplicate'))
    else byKey.set(field.key, { field, index })
    checkField(field, `fields[${index}]`, faults)
  }
  const conditioned = fields.map((field, index) => withConditions(field, index, byKey, faults))
  checkMapping(conditioned, faults)
  const read = readSettings(settings, conditioned, faults)
  checkLanguages(conditioned, read, faults)
  const value: FormDefinition = { fields: conditioned, settings: read }
  if (faults.list.length > 0) return { errors: faults.list }
  if (Buffer.byteLength(JSON.stringify(value)) > DEFINITION_BYTES_MAX)
    faults.add('fields', validationError('form_too_large', { kilobytes: DEFINITION_BYTES_MAX / 1024 }))
  return faults.list.length > 0 ? { errors: faults.list } : { value }
}

function checkSize(fields: readonly Field[], faults: Faults): void {
  const options = fields.reduce((sum, field) => sum + (field.options?.length ?? 0), 0)
  if (options > FORM_OPTIONS_MAX)
    faults.add('fields', validationError('form_too_many_options', { max: FORM_OPTIONS_MAX }))
  if (fields.filter(({ type }) => type === 'page_break').length >= PAGES_MAX)
    faults.add('fields', validationError('form_too_many_pages', { max: PAGES_MAX }))
}

function withConditions(field: Field, index: number, fields: Scope['fields'], faults: Faults): Field {
  const path = `fields[${index}]`
  const scope = { fields, before: index }
  const { show_if, jumps, ...plain } = field
  const condition = show_if === undefined ? null : readCondition(show_if, `${path}.show_if`, scope, faults)
  return {
    ...plain,
    ...(condition && { show_if: condition }),
    ...(jumps && { jumps: readJumps(jumps, path, scope, faults) }),
  }
}

function readJumps(jumps: readonly Jump[], path: string, scope: Scope, faults: Faults): Jump[] {
  return jumps.flatMap((jump, place) => {
    const at = `${path}.jumps[${place}]`
    const condition = readCondition(jump.if, `${at}.if`, scope, faults)
    const target = scope.fields.get(jump.to)
    const isForward = jump.to === 'end' || (target?.field.type === 'page_break' && target.index > scope.before)
    if (!isForward) faults.add(`${at}.to`, validationError('form_jump_not_forward'))
    return condition ? [{ if: condition, to: jump.to }] : []
  })
}

/** What must be added before publishing. A draft may be incomplete. */
export function errorsBeforePublishing(definition: FormDefinition): readonly FieldError[] {
  const faults = new Faults()
  if (!hasAnswers(definition.fields)) faults.add('fields', validationError('form_no_fields'))
  else
    for (const [place, { fields, end }] of pagesOf(definition).entries())
      if (fields.every(({ type }) => type === 'hidden')) {
        const breaks = definition.fields.flatMap(({ type }, index) => (type === 'page_break' ? [index] : []))
        const index = end ? definition.fields.indexOf(end) : (breaks[place - 1] ?? 0)
        faults.add(`fields[${index}]`, validationError('form_page_empty'))
      }
  return faults.list
}

/** The settings of a request as stored, with times in Unix seconds. */
export function settingsFrom({ opens_at, closes_at, ...settings }: SettingsInput): Settings {
  const at = (time: Date | undefined) => (time === undefined ? undefined : Math.floor(time.getTime() / 1000))
  return {
    ...settings,
    ...(opens_at && { opens_at: at(opens_at) }),
    ...(closes_at && { closes_at: at(closes_at) }),
  }
}
