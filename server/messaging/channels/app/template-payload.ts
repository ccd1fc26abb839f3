// A template as Meta takes it, and what its refusals mean. Source: Meta's "Message templates" reference and "Cloud API
// error codes". Pure.

import { type Detail, detailsOf } from '#kit/messages/details.ts'
import type { Registration, ToRegister } from '../template-registrar.ts'
import type { CloudAnswer } from './cloud-api.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'
import { graphErrorOf, isAboutAccount, metaSaid } from './outcomes.ts'

/** The parts that Meta approves. What may stand in a place is shown to who approves it by the variable's own name. */
export function componentsOf({ text, variables }: Pick<ToRegister, 'text' | 'variables'>): object[] {
  const example = variables.length === 0 ? {} : { example: { body_text: [variables.map(sampleOf)] } }
  return [{ type: 'BODY', text, ...example }]
}

const sampleOf = (name: string): string => (/^\d+$/.test(name) ? `value ${name}` : name.replaceAll('_', ' '))

export const creationOf = (template: ToRegister): object => ({
  name: template.name,
  language: template.language,
  category: template.category.toUpperCase(),
  parameter_format: 'POSITIONAL',
  components: componentsOf(template),
})

/** An approved one keeps its category at Meta: only what differs is asked for, and Meta says whether it can be. */
export const changeOf = (template: ToRegister, found: ListedTemplate): object => ({
  ...(found.category === template.category.toUpperCase() ? {} : { category: template.category.toUpperCase() }),
  components: componentsOf(template),
})

export interface ListedTemplate {
  id: string
  status: string
  category: string | null
  text: string | null
  /** For what else it says. */
  fields: Fields
}

/** The one of this name and language among those that Meta lists: it finds names that only contain it, too. */
export function listedAs({ name, language }: { name: string; language: string }, body: unknown): ListedTemplate | null {
  for (const one of listOf(fieldsOf(body)?.data)) {
    const fields = fieldsOf(one)
    const [id, status] = [textOf(fields?.id), textOf(fields?.status)]
    if (!fields || fields.name !== name || fields.language !== language || id === null || status === null) continue
    const parts = listOf(fields.components).map(fieldsOf)
    const text = textOf(parts.find((part) => part?.type === 'BODY')?.text)
    // Whatever has more than a text was not made here.
    return { id, status, category: textOf(fields.category), text: parts.length === 1 ? text : null, fields }
  }
  return null
}

/** By Meta's subcode: what is wrong, and what to do. */
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

/** What became of an answer that is no success. */
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
