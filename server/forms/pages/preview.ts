// A form's page as its author previews it: from the draft, or from unsaved fields and settings.

import * as forms from '#forms/definitions/actions.ts'
import { type Field, type FormDefinition, pagesOf } from '#forms/definitions/definition.ts'
import { optionsFrom } from '#forms/definitions/field-rules.ts'
import { FIELDS_MAX, PAGES_MAX } from '#forms/definitions/limits.ts'
import { DEFAULT_SETTINGS, readDefinition, settingsFrom } from '#forms/definitions/rules.ts'
import { FormField } from '#forms/definitions/schema-fields.ts'
import { FormSettings } from '#forms/definitions/schema-settings.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { In, oneOf, type Static, Type } from '#kit/wire.ts'
import { hasPremium } from '#money/subscriptions/premium.ts'
import * as organizations from '#people/organizations/actions.ts'
import { STATE_PLACE } from './form-html.ts'
import { frameOf, type ShownForm } from './frame.ts'
import { languageOf } from './language.ts'
import { visitHtml } from './page-cache.ts'
import { closedPage, thanksPage } from './plain-pages.ts'
import { newVisit } from './state.ts'

const states = ['open', 'thank_you', 'closed'] as const
const LANGUAGE_MAX = 20

export const FormPreviewRequest = In.object(
  {
    language: Type.Optional({ ...In.line(LANGUAGE_MAX), description: 'One of the languages of the form.' }),
    page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGES_MAX, default: 1, description: 'Which page, from 1.' }),
    ),
    state: Type.Optional(oneOf(states, 'FormPreviewState')),
    definition: Type.Optional(
      In.object({
        fields: Type.Array(FormField, { maxItems: FIELDS_MAX }),
        settings: Type.Optional(FormSettings),
      }),
    ),
  },
  'FormPreviewRequest',
)
export type FormPreviewRequest = Static<typeof FormPreviewRequest>

export const FormPreview = Type.Object(
  {
    html: Type.String({ description: 'The whole page, without scripts.' }),
    page: Type.Integer(),
    pages: Type.Integer({ description: 'How many pages the form has.' }),
  },
  { $id: 'FormPreview' },
)

export async function preview(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  actor: Actor,
  id: string,
  { language: asked, page: wanted = 1, state = 'open', definition: given }: FormPreviewRequest,
): Promise<Static<typeof FormPreview>> {
  const row = await forms.find(tx, actor, id)
  const { name: organization } = await organizations.find(tx, actor.organizationId)
  const definition = given === undefined ? row.definition : definitionOf(given.fields, given.settings)
  const isPremium = await hasPremium(tx, actor.organizationId)
  const form: ShownForm = { slug: row.slug, name: row.name, organization, definition, hasPremium: isPremium }
  const language = languageOf(definition.settings, asked, undefined)
  const pages = pagesOf(definition).length
  const page = Math.min(wanted, pages)
  const html = withoutScripts(htmlOf(form, language, page, state, clock()))
  return { html, page, pages }
}

function htmlOf(form: ShownForm, language: string, page: number, state: (typeof states)[number], now: Date): string {
  const frame = frameOf(form, language, false)
  if (state === 'open') {
    const visit = newVisit(0, now, { language, isEmbedded: false, source: '', values: {} })
    return visitHtml(frame, { ...visit, page: page - 1 }, new Map(), now).replace(STATE_PLACE, '')
  }
  const { raw } = state === 'closed' ? closedPage(frame, 'closed') : thanksPage(frame)
  return typeof raw?.content === 'string' ? raw.content : ''
}

/** A draft may be incomplete or invalid. Then it is shown without conditions, which could refer to missing fields. */
function definitionOf(
  fields: readonly Static<typeof FormField>[],
  settings: Static<typeof FormSettings> | undefined,
): FormDefinition {
  const stored = settings === undefined ? DEFAULT_SETTINGS : settingsFrom(settings)
  const reading = readDefinition(fields as Field[], stored)
  if ('value' in reading) return reading.value
  const plain = (fields as Field[]).map(({ show_if: _, jumps: __, ...field }) =>
    field.options ? { ...field, options: optionsFrom(field.options) } : field,
  )
  return { fields: plain, settings: { ...DEFAULT_SETTINGS, ...stored } }
}

/** Removes our own scripts; texts of authors and visitors are escaped and cannot contain any. */
const withoutScripts = (html: string): string => html.replaceAll(/<script>[^]*?<\/script>/g, '')
