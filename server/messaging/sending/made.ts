// Drafts that are made from a template: their words are put together before they go through with others, from what
// this process remembers, so that a flush knows nothing of templates. A draft without one passes as it is.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, invalid, Refusal } from '#kit/refusals.ts'
import { readLanguage, renderTemplate, type TemplateContent } from '#messaging/templates/rules.ts'
import { createUsedTemplates, type UsedTemplate } from '#messaging/templates/used.ts'
import type { Draft, NewMessage } from './schema.ts'

/** What a template made of a draft. */
export interface Made {
  templateId: Uuid
  version: number
  variables: Readonly<Record<string, string>>
  content: TemplateContent
}

/**
 * Characters that templates make of one request: a body says what it says, while a long template and a short body make
 * much of little.
 */
const MADE_CHARACTERS_MAX = 32 * 1024 * 1024

export type Maker = (organizationId: Uuid, drafts: NewMessage[]) => Draft[] | Promise<Draft[]>

export function createMaker(app: App): Maker {
  const templates = createUsedTemplates(app)

  async function make(organizationId: Uuid, drafts: readonly NewMessage[]): Promise<Draft[]> {
    let left = MADE_CHARACTERS_MAX
    const all: Draft[] = []
    for (const draft of drafts) {
      const made = isPlain(draft) ? undefined : await makeOne(organizationId, draft)
      if (made !== undefined && !(made instanceof Refusal)) left -= lengthOf(made.content)
      all.push(made === undefined ? draft : { ...draft, made: left < 0 ? tooMuch() : made })
    }
    return all
  }

  async function makeOne(organizationId: Uuid, draft: NewMessage): Promise<Made | Refusal> {
    const fault = faultOf(draft)
    if (fault) return fault
    const language = draft.language == null ? null : readLanguage(draft.language)
    if (draft.language != null && language === null)
      return invalid('language', 'must be a language such as en, hi or en_US')
    const found = templates(organizationId, draft.template_id as Uuid, language)
    return madeOf(found instanceof Promise ? await found : found, draft)
  }

  return (organizationId, drafts) => (drafts.every(isPlain) ? drafts : make(organizationId, drafts))
}

const isPlain = ({ template_id, variables, language }: NewMessage): boolean =>
  template_id == null && variables == null && language == null

function faultOf(draft: NewMessage): Refusal | null {
  if (draft.template_id == null) return invalid('template_id', 'is needed beside variables or language')
  const given = (['subject', 'text', 'html'] as const).find((field) => draft[field] != null)
  return given === undefined ? null : invalid(given, 'comes from the template; leave it out, or leave out the template')
}

function madeOf(template: UsedTemplate | null, { channel, variables }: NewMessage): Made | Refusal {
  if (template === null) return absentIn('template_id', 'template')
  const { channel: its } = template
  if (its !== channel) return invalid('channel', `must be ${its}: the template is for that`)
  if (template.version === null || template.read === null) {
    const message = template.why as string
    return new Refusal('template_unavailable', `The template ${template.name} ${message}.`, [
      { field: 'template_id', message },
    ])
  }
  const content = renderTemplate(template.read, variables ?? {})
  if (content instanceof Refusal) return content
  return { templateId: template.id, version: template.version, variables: variables ?? {}, content }
}

const lengthOf = ({ subject, text, html }: TemplateContent): number =>
  (subject?.length ?? 0) + (text?.length ?? 0) + (html?.length ?? 0)

const tooMuch = () =>
  invalid(
    'template_id',
    'makes more of this request than it may hold; send this message and those behind it in another',
  )
