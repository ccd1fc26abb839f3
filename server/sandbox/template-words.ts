// What a contact reads of a template message: the template's words with the values that the provider was told in their
// places. Pure.

import { readTemplate, renderTemplate } from '#messaging/templates/rules.ts'
import { namesIn } from '#messaging/templates/variables.ts'
import type { WordsRow } from './template-queries.ts'

/** A template message as the Cloud API is told of it: its name, and a value for each place of its body in order. */
export interface ToldTemplate {
  name?: string
  components?: { type: string; parameters?: { text?: string }[] }[]
}

/** `words`: of the template; undefined when they are not known here. Then its name and the values stand for them. */
export function readByContact(template: ToldTemplate, words: WordsRow | undefined): string {
  const body = template.components?.find((one) => one.type === 'body')
  const values = (body?.parameters ?? []).map((one) => one.text ?? '')
  const named = [`[${template.name ?? ''}]`, ...values].join('\n')
  const read = words ? readTemplate('app', { subject: null, text: words.text, html: null }) : { errors: [] }
  if ('errors' in read) return named
  const names = words?.provider_parameters ?? namesIn(read.text)
  const variables = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  const rendered = renderTemplate(read, variables)
  return rendered instanceof Error || rendered.text === null ? named : rendered.text
}
