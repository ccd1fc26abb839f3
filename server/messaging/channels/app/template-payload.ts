// A template in Meta's format, and the meaning of Meta's refusals. Source: Meta's "Message templates" reference and
// "Cloud API error codes". Pure.

import { type Detail, detailsOf } from '#kit/messages/details.ts'
import type { Registration, ToRegister } from '../template-registrar.ts'
import { CODE_MAX } from '../template-rules.ts'
import type { CloudAnswer } from './cloud-api.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'
import { graphErrorOf, isAboutAccount, metaSaid } from './outcomes.ts'

type Told = Pick<ToRegister, 'text' | 'variables' | 'components'>
type Button = NonNullable<ToRegister['components']>['buttons'][number]

/**
 * The components that Meta reviews. A variable's example for the reviewer is its own name. `handle`: Meta's handle of
 * the header's file; null when the header has none.
 */
export function componentsOf({ text, variables, components }: Told, handle: string | null): object[] {
  const example = variables.length === 0 ? {} : { example: { body_text: [variables.map(sampleOf)] } }
  const { header = null, footer = null, buttons = [] } = components ?? {}
  return [
    ...(header === null ? [] : [headerComponent(header, handle)]),
    { type: 'BODY', text, ...example },
    ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonComponent) }]),
  ]
}

function headerComponent(header: NonNullable<NonNullable<Told['components']>['header']>, handle: string | null) {
  // Created without a location: each message supplies it.
  if (header.type === 'location') return { type: 'HEADER', format: 'LOCATION' }
  if (header.type !== 'text')
    return { type: 'HEADER', format: header.type.toUpperCase(), example: { header_handle: [handle] } }
  const { text, variables } = header
  const example = variables.length === 0 ? {} : { example: { header_text: variables.map(sampleOf) } }
  return { type: 'HEADER', format: 'TEXT', text, ...example }
}

function buttonComponent(button: Button): object {
  const type = button.type.toUpperCase()
  switch (button.type) {
    case 'quick_reply':
      return { type, text: button.text }
    case 'phone_number':
      return { type, text: button.text, phone_number: button.phone_number }
    case 'copy_code':
      return { type, example: button.variables[0] === undefined ? button.code : codeSampleOf(button.variables[0]) }
    case 'url': {
      const { text, url, variables } = button
      const [name] = variables
      // For a URL that ends in a variable, a complete example.
      const example = name === undefined ? {} : { example: [url.replace('{{1}}', encodeURIComponent(sampleOf(name)))] }
      return { type, text, url, ...example }
    }
  }
}

const sampleOf = (name: string): string => (/^\d+$/.test(name) ? `value ${name}` : name.replaceAll('_', ' '))

/** Letters and digits only. */
const codeSampleOf = (name: string): string => `CODE${name.replaceAll('_', '')}`.toUpperCase().slice(0, CODE_MAX)

export const creationOf = (template: ToRegister, handle: string | null): object => ({
  name: template.name,
  language: template.language,
  category: template.category.toUpperCase(),
  parameter_format: 'POSITIONAL',
  components: componentsOf(template, handle),
})

/** An approved template keeps its category at Meta: only differences are requested, and Meta decides. */
export const changeOf = (template: ToRegister, found: ListedTemplate, handle: string | null): object => ({
  ...(found.category === template.category.toUpperCase() ? {} : { category: template.category.toUpperCase() }),
  components: componentsOf(template, handle),
})

export interface ListedTemplate {
  id: string
  status: string
  category: string | null
  /** Its content in a normalized form, for comparison. */
  said: string
  /** All fields that Meta returned. */
  fields: Fields
}

/** The template with this name and language in Meta's list, which also contains names that only include it. */
export function listedAs({ name, language }: { name: string; language: string }, body: unknown): ListedTemplate | null {
  for (const one of listOf(fieldsOf(body)?.data)) {
    const fields = fieldsOf(one)
    const [id, status] = [textOf(fields?.id), textOf(fields?.status)]
    if (!fields || fields.name !== name || fields.language !== language || id === null || status === null) continue
    const said = saidBy(listOf(fields.components).map(fieldsOf))
    return { id, status, category: textOf(fields.category), said, fields }
  }
  return null
}

/** True when Meta's template equals ours. A header's file is not compared: Meta shows it by another address. */
export const isSaid = (template: Told, found: ListedTemplate): boolean =>
  found.said === saidBy(componentsOf(template, null).map(fieldsOf))

/** Without examples, which Meta changes, and without the label of a code button, which Meta writes. */
function saidBy(components: readonly (Fields | null)[]): string {
  const of = (type: string) => components.find((one) => one?.type === type) ?? null
  const [header, body, footer] = [of('HEADER'), of('BODY'), of('FOOTER')]
  const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']
  return JSON.stringify([
    header && [header.format, header.format === 'TEXT' ? header.text : null],
    body?.text ?? null,
    footer?.text ?? null,
    listOf(of('BUTTONS')?.buttons)
      .map(fieldsOf)
      .map((one) => [
        one?.type,
        one?.type === 'COPY_CODE' ? null : (one?.text ?? null),
        one?.url ?? null,
        digitsOf(one?.phone_number),
      ]),
    // Further components mean that it was not created here.
    components.filter((one) => !known.includes(String(one?.type))).map((one) => one?.type ?? null),
  ])
}

/** Meta shows phone numbers with or without their plus. */
const digitsOf = (value: unknown): string | null => textOf(value)?.replace(/\D/g, '') ?? null

/** By Meta's subcode: what is wrong, and how to fix it. */
const explanations: Readonly<Record<number, readonly Detail[]>> = {
  2388019: detailsOf('too_many_templates'),
  2388023: detailsOf('template_name_being_deleted'),
  2388024: detailsOf('template_name_taken'),
  2388040: detailsOf('template_too_long'),
  2388042: detailsOf('authentication_text_by_meta'),
  2388047: detailsOf('template_header_not_taken'),
  2388072: detailsOf('template_text_not_taken'),
  2388073: detailsOf('template_footer_not_taken'),
  2388293: detailsOf('too_many_variables'),
  2388299: detailsOf('variable_at_the_edge'),
}

const DUPLICATE = 2388024

export const isDuplicate = ({ body }: CloudAnswer): boolean =>
  graphErrorOf((body as { error?: unknown } | null)?.error)?.subcode === DUPLICATE

/** The meaning of an error response. */
export function refusalOf({ status, body }: CloudAnswer): Exclude<Registration, { outcome: 'registered' }> {
  const given = fieldsOf(fieldsOf(body)?.error)
  const error = graphErrorOf(given)
  if (error === null) {
    return { outcome: 'unavailable', detail: detailsOf('meta_silent', { status }) }
  }
  if (status >= 500 || status === 429 || isAboutAccount(error)) return { outcome: 'unavailable', detail: error.detail }
  const words = [textOf(given?.error_user_title), textOf(given?.error_user_msg)].filter((one) => one !== null)
  const explained = explanations[error.subcode ?? 0] ?? []
  const metas = words.length > 0 ? metaSaid(error.code, words.join(': ')) : error.detail
  return { outcome: 'refused', reason: [...explained, ...metas] }
}
