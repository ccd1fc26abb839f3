// Renders drafts that use a template from the process's template cache before they join a flush; the flush checks that
// the template is still usable (stale-templates.ts). Also applies the account's rules for text (ruled.ts). A draft
// without a template on a channel without rules passes unchanged.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absentIn, invalid, Refusal } from '#kit/refusals.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import type { ChannelAccess } from '#messaging/channels/accounts/access.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { readLanguage, renderTemplate, type TemplateContent } from '#messaging/templates/rules.ts'
import { createUsedTemplates, type UsedTemplate } from '#messaging/templates/used.ts'
import { createRests, createRuler } from './ruled.ts'
import type { Draft, NewMessage } from './schema.ts'

/** The rendered content of a draft. */
export interface Made {
  templateId: Uuid
  version: number
  variables: Readonly<Record<string, string>>
  content: TemplateContent
  /** In the message's representation. */
  components: TemplateComponents | null
  /** The file in the template's header, if it has one. */
  file: AttachedRow | null
  template: Pick<UsedTemplate, 'name' | 'category' | 'registeredId' | 'header' | 'text'>
}

/**
 * Maximum number of characters rendered from templates per request. The size of the request bounds plain bodies, but a
 * long template with short variables expands a small request.
 */
const MADE_CHARACTERS_MAX = 32 * 1024 * 1024

export interface Maker {
  (organizationId: Uuid, drafts: NewMessage[]): Draft[] | Promise<Draft[]>
  /** Renders again from the current templates. */
  anew(organizationId: Uuid, drafts: readonly Draft[]): Promise<Draft[]>
}

export function createMaker(app: App, { ruleOf }: Pick<ChannelAccess, 'ruleOf'>): Maker {
  const templates = createUsedTemplates(app)
  const rule = createRuler(app)

  async function make(organizationId: Uuid, drafts: readonly NewMessage[]): Promise<Draft[]> {
    let left = MADE_CHARACTERS_MAX
    const all: Draft[] = []
    const rested = createRests()
    for (const draft of drafts) {
      const found = isPlain(draft) ? undefined : await makeOne(organizationId, draft)
      if (found !== undefined && !(found instanceof Refusal)) left -= lengthOf(found.content)
      const made = found !== undefined && left < 0 ? tooMuch() : found
      const asked = ruleOf(organizationId, draft.channel)
      const its = asked instanceof Promise ? await asked : asked
      const ruled = its && !(made instanceof Refusal) ? await rule(organizationId, its, draft, made ?? null) : null
      all.push({ ...draft, ...(made === undefined ? {} : { made }), ...(ruled === null ? {} : { ruled: ruled.ruled }) })
      if (ruled) await rested(ruled.work)
    }
    return all
  }

  async function makeOne(organizationId: Uuid, draft: NewMessage): Promise<Made | Refusal> {
    const misfit = misfitOf(draft)
    if (misfit) return misfit
    const language = draft.language == null ? null : readLanguage(draft.language)
    if (draft.language != null && language === null) return invalid('language', 'language_not_valid')
    const found = templates(organizationId, draft.template_id as Uuid, language)
    return madeOf(found instanceof Promise ? await found : found, draft)
  }

  /** Without a template there is no category, and only the text can be checked. */
  function passes(organizationId: Uuid, draft: NewMessage): boolean {
    if (!isPlain(draft)) return false
    const its = ruleOf(organizationId, draft.channel)
    if (its instanceof Promise) {
      // The promise is awaited elsewhere, and its failure is handled there.
      its.catch(() => {})
      return false
    }
    return its === null || its.words === null
  }

  const maker = (organizationId: Uuid, drafts: NewMessage[]) =>
    drafts.every((draft) => passes(organizationId, draft)) ? drafts : make(organizationId, drafts)
  return Object.assign(maker, {
    anew(organizationId: Uuid, drafts: readonly Draft[]) {
      for (const { template_id, channel, made, ruled } of drafts) {
        if (template_id != null) templates.forget(organizationId, template_id)
        if (made !== undefined && !(made instanceof Refusal)) templates.forget(organizationId, made.templateId)
        if (ruled?.of != null) rule.forget(organizationId, channel)
      }
      return make(
        organizationId,
        drafts.map(({ made: _, ruled: __, ...draft }) => draft),
      )
    },
  })
}

const isPlain = ({ template_id, variables, language }: NewMessage): boolean =>
  template_id == null && variables == null && language == null

/** The error of a draft with variables or a language but no template, or with content beside its template. */
function misfitOf(draft: NewMessage): Refusal | null {
  if (draft.template_id == null)
    return invalid('template_id', 'required_with', { other: draft.variables == null ? 'language' : 'variables' })
  const given = (['subject', 'text', 'html', 'interactive', 'reply_to_message_id'] as const).find(
    (field) => draft[field] != null,
  )
  return given === undefined ? null : invalid(given, 'not_allowed_with', { other: 'template_id' })
}

function madeOf(template: UsedTemplate | null, { channel, variables }: NewMessage): Made | Refusal {
  if (template === null) return absentIn('template_id', 'template')
  const { channel: its } = template
  if (its !== channel) return invalid('channel', 'template_for_channel', { channel: its })
  if (template.version === null || template.read === null) return notUsable(template)
  const rendered = renderTemplate(template.read, variables ?? {})
  if (rendered instanceof Refusal) return rendered
  const { components, ...content } = rendered
  const { id: templateId, version, file } = template
  return { templateId, version, variables: variables ?? {}, content, components, file, template }
}

function notUsable({ name, status }: UsedTemplate): Refusal {
  const [reason, error] =
    status === null
      ? [reasonOf('template_not_approved', { template: name }), validationError('template_not_approved')]
      : [
          reasonOf('template_not_usable', { template: name, status }),
          validationError('template_not_usable', { status }),
        ]
  return new Refusal('template_unavailable', reason, [{ field: 'template_id', ...error }])
}

const lengthOf = ({ subject, text, html }: TemplateContent): number =>
  (subject?.length ?? 0) + (text?.length ?? 0) + (html?.length ?? 0)

const tooMuch = () => invalid('template_id', 'templates_too_large')
