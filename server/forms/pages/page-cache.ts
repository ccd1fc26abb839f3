// The first page of a form, rendered once per version, language and frame, and split where the state of a visit is
// inserted: a view costs sealing the state and no rendering. spec 22.23.

import { answersOf } from '#forms/definitions/answers.ts'
import { type FormDefinition, pagesOf } from '#forms/definitions/definition.ts'
import type { FormPage } from '#forms/definitions/form-pages.ts'
import type { Answers } from '#forms/definitions/holds.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { valuesOf } from './fields.ts'
import { fieldsOf, formHtml, STATE_PLACE } from './form-html.ts'
import { type Frame, frameOf, type ShownForm } from './frame.ts'
import type { VisitState } from './state.ts'

interface Cut {
  before: Buffer
  after: Buffer
}

interface OfDefinition {
  name: string
  organization: string
  slug: string
  today: string
  pages: readonly FormPage[]
  /** Hidden fields that conditions of the first page name. */
  deciding: readonly string[]
  /** By language and frame. */
  cuts: Map<string, Cut>
}

const cache = new WeakMap<FormDefinition, OfDefinition>()

function ofDefinition(form: ShownForm, today: string): OfDefinition {
  const { definition, name, organization, slug } = form
  const kept = cache.get(definition)
  const isSame = kept?.today === today && kept.name === name && kept.organization === organization && kept.slug === slug
  if (kept !== undefined && isSame) return kept
  const pages = pagesOf(definition)
  const hidden = new Set(definition.fields.filter(({ type }) => type === 'hidden').map(({ key }) => key))
  const named = (pages[0]?.fields ?? []).flatMap(({ show_if }) => (show_if === undefined ? [] : fieldsOf(show_if)))
  const deciding = named.filter((key) => hidden.has(key))
  const made = { name, organization, slug, today, pages, deciding, cuts: new Map<string, Cut>() }
  cache.set(definition, made)
  return made
}

/** The page of a new visit. */
export function firstPage(form: ShownForm, state: VisitState, sealed: string, now: Date): Buffer {
  const today = indianDate(now)
  const known = ofDefinition(form, today)
  const key = `${state.isEmbedded ? 'e' : ''}${form.hasPremium ? 'p' : ''} ${state.language}`
  let cut = known.cuts.get(key)
  const isPlain = known.deciding.every((one) => state.values[one] === undefined)
  if (cut === undefined || !isPlain) {
    cut = cutOf(visitHtml(frameOf(form, state.language, state.isEmbedded), state, new Map(), now))
    if (isPlain) known.cuts.set(key, cut)
  }
  return Buffer.concat([cut.before, Buffer.from(sealed), cut.after])
}

function cutOf(html: string): Cut {
  const at = html.indexOf(STATE_PLACE)
  return { before: Buffer.from(html.slice(0, at)), after: Buffer.from(html.slice(at + STATE_PLACE.length)) }
}

/** The page on which a visit is, with `STATE_PLACE` where its sealed state belongs. */
export function visitHtml(
  frame: Frame,
  state: VisitState,
  errors: ReadonlyMap<string, string>,
  now: Date,
  notice?: string,
): string {
  const { definition } = frame.form
  const today = indianDate(now)
  const pages = pagesOf(definition)
  const shown = { values: state.values, files: state.files, errors, today }
  const view = { frame, pages, page: state.page, shown, answers: answersSoFar(definition, state, pages, now) }
  return formHtml(notice === undefined ? view : { ...view, notice })
}

/** Defaults of unanswered questions count for conditions: they are preset in the form. */
function answersSoFar(definition: FormDefinition, state: VisitState, pages: readonly FormPage[], now: Date): Answers {
  const values = new Map(Object.entries(state.values))
  for (const field of pages[state.page]?.fields ?? []) values.set(field.key, [...valuesOf(field, state.values)])
  const { language, page } = state
  return answersOf(definition, values, { files: new Map(Object.entries(state.files)), language, now, upToPage: page })
    .answers
}
