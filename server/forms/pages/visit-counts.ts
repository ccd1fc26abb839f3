// Counts a visit for analytics: its view and start, its progress, and the details of its submission. Nothing is stored
// about a visitor: what was counted already is part of the page's sealed state.

import { classOf, NOWHERE, type Place } from '#forms/analytics/rules.ts'
import { type FormDefinition, isAnswered } from '#forms/definitions/definition.ts'
import type { PublishedForm } from '#forms/definitions/published.ts'
import { BOT, type Detail, detailsOf } from '#forms/submissions/detail-rules.ts'
import { type Request, textOf } from './request.ts'
import type { FormPageSeams, Visit } from './seams.ts'
import type { VisitState } from './state.ts'

/** Maximum number of remembered nonces: a double click or reload follows soon. */
const BEGUN_MAX = 20_000

type Headers = Request['headers']
type Seams = Pick<FormPageSeams, 'countView' | 'countStart' | 'countPlace'>

export class VisitCounts {
  readonly #seams: Seams
  /** Visits whose start was counted recently. */
  readonly #begun = new Set<string>()
  /** Recently counted reports of the script. */
  readonly #reported = new Set<string>()

  constructor(seams: Seams) {
    this.#seams = seams
  }

  view(form: PublishedForm, state: VisitState, headers: Headers, now: Date): void {
    this.#seams.countView(visitOf(form, state, headers, now))
  }

  /** Counted once per visit, however often its first page is submitted. */
  start(form: PublishedForm, state: VisitState, headers: Headers, now: Date): void {
    if (!isNew(this.#begun, state.nonce)) return
    this.#seams.countStart(visitOf(form, state, headers, now))
  }

  /** Counts the move to the next page, and records it in the state. */
  moved(
    form: PublishedForm,
    definition: FormDefinition,
    state: VisitState,
    headers: Headers,
    reported: string | undefined,
  ): void {
    const from = countedPlace(definition, state, reported)
    const to = {
      page: Math.max(from.page, state.page),
      field: laterOf(definition, from.field, lastAnswered(definition, state)),
    }
    if (to.page === 0 && to.field === '') return
    this.#count(form, state, headers, from, to)
    state.place = to
  }

  /**
   * When a page is left, the script reports the last answered field and the one it reported before. Each field is
   * counted once per visit, so that a repeated report does not change other visits' counts.
   */
  left(
    form: PublishedForm,
    definition: FormDefinition,
    state: VisitState,
    headers: Headers,
    { last, before }: { last: string | undefined; before: string | undefined },
  ): void {
    const from = countedPlace(definition, state, before)
    const to = { ...from, field: laterOf(definition, from.field, last) }
    if (to.field === from.field || !isNew(this.#reported, `${state.nonce} ${to.field}`)) return
    this.#count(form, state, headers, from, to)
  }

  /** Submitted: it stopped nowhere. */
  ended(
    form: PublishedForm,
    definition: FormDefinition,
    state: VisitState,
    headers: Headers,
    reported: string | undefined,
  ): void {
    this.#count(form, state, headers, countedPlace(definition, state, reported), NOWHERE)
  }

  #count(form: PublishedForm, state: VisitState, headers: Headers, from: Place, to: Place): void {
    if (from.page === to.page && from.field === to.field) return
    // All of a visit is counted on one day, however long it takes.
    this.#seams.countPlace(visitOf(form, state, headers, new Date(state.startedAt)), from, to)
  }
}

/** Adds it to those that are remembered. */
function isNew(remembered: Set<string>, one: string): boolean {
  if (remembered.has(one)) return false
  if (remembered.size >= BEGUN_MAX) remembered.delete(remembered.values().next().value as string)
  remembered.add(one)
  return true
}

const visitOf = (
  { org_id, form_id }: PublishedForm,
  { version, origin = {} }: VisitState,
  headers: Headers,
  at: Date,
): Visit => ({ org_id, form_id, version, at, userAgent: textOf(headers['user-agent']), origin })

/** Where the visit was last counted: by its pages, or later by the script. */
const countedPlace = (
  definition: FormDefinition,
  { place = NOWHERE }: VisitState,
  reported: string | undefined,
): Place => ({ ...place, field: laterOf(definition, place.field, reported) })

/** In the form's order. Anything other than a field with an answer counts as none. */
function laterOf({ fields }: FormDefinition, one: string, other: string | undefined): string {
  const position = (key: string | undefined) =>
    fields.findIndex((field) => field.key === key && field.type !== 'hidden' && isAnswered(field))
  const at = position(other)
  return other !== undefined && at >= 0 && at > position(one) ? other : one
}

function lastAnswered({ fields }: FormDefinition, { values, files }: VisitState): string {
  const last = fields.findLast(
    ({ key, type }) =>
      type !== 'hidden' && ((values[key] ?? []).some((one) => one.trim() !== '') || (files[key] ?? []).length > 0),
  )
  return last?.key ?? ''
}

/** A program that submits is a device like any other: its submission counts. */
export function submissionDetails(state: VisitState, headers: Headers, now: Date): Detail[] {
  const found = classOf(textOf(headers['user-agent']))
  return detailsOf(found === BOT ? 'other' : found, now.getTime() - state.startedAt, state.origin ?? {})
}
