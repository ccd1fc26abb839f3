// A template as Meta takes it, and what its refusals mean. Source: Meta's "Message templates" reference and "Cloud API
// error codes". Pure.

import type { Registration, ToRegister } from '../template-registrar.ts'
import type { CloudAnswer } from './cloud-api.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'
import { graphErrorOf, isAboutAccount, oneLine } from './outcomes.ts'

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
const explanations: Readonly<Record<number, string>> = {
  2388019: 'The business account has as many templates as Meta allows; delete one that is not used.',
  2388023: 'A template of this name is being deleted at Meta in this language; wait 30 days, or take another name.',
  2388024: 'Meta has a template of this name in this language already, with another text; take another name.',
  2388040: 'It has more characters than Meta allows; shorten it.',
  2388042: 'Meta writes the text of authentication templates itself; choose another category.',
  2388047: 'Its header has a form that Meta does not take.',
  2388072: 'Its text has a form that Meta does not take.',
  2388073: 'Its footer has a form that Meta does not take.',
  2388293: 'It has too many variables for so short a text; write more words, or fewer variables.',
  2388299: 'It begins or ends with a variable, which Meta does not take; put a word there.',
}

const DUPLICATE = 2388024

export const isDuplicate = ({ body }: CloudAnswer): boolean =>
  graphErrorOf((body as { error?: unknown } | null)?.error)?.subcode === DUPLICATE

/** What became of an answer that is no success. */
export function refusalOf({ status, body }: CloudAnswer): Exclude<Registration, { outcome: 'registered' }> {
  const given = fieldsOf(fieldsOf(body)?.error)
  const error = graphErrorOf(given)
  if (error === null) {
    const detail = `Meta answered with ${status} and no word of what became of it.`
    return { outcome: 'unavailable', detail }
  }
  if (status >= 500 || status === 429 || isAboutAccount(error)) return { outcome: 'unavailable', detail: error.detail }
  const words = [textOf(given?.error_user_title), textOf(given?.error_user_msg)].filter((one) => one !== null)
  const explained = explanations[error.subcode ?? 0]
  const metas = words.length > 0 ? `Meta ${error.code}: ${words.join(': ')}` : error.detail
  return { outcome: 'refused', reason: oneLine([explained, metas].filter(Boolean).join(' ')) }
}
