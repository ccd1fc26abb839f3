// Parses queries, forms and multipart fields: names with texts, where brackets express lists and nesting
// (`contacts[]=a`, `attributes[city]=Pune`, `messages[0][text]=Hello`). One pass over a few hundred fields with limited
// depth. Nothing here throws: errors are collected for the place that refuses requests, because the router already
// parses the query.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { otherParameter } from './encoding.ts'

export const FORM_FIELDS_MAX = 500
export const QUERY_PARAMETERS_MAX = 100
/** Maximum number of bracket pairs in a name; a price list needs the most: `prices[email][tiers][0][price]`. */
export const FORM_NESTING_MAX = 4
/** Maximum number of reported errors per request. */
export const FAULTS_MAX = 20
/** Length up to which an unknown name is repeated in an error. */
const NAME_SHOWN_MAX = 80

export interface FormTree {
  [name: string]: FormValue
}
export type FormValue = string | string[] | Repeated | FormTree

/** A name that appeared several times without brackets: a list where one is allowed, otherwise an error. */
export class Repeated {
  readonly values: string[]

  constructor(...values: string[]) {
    this.values = values
  }
}

/** The parsed fields as a tree without prototypes: `__proto__` and `constructor` are ordinary names. */
export class Form {
  readonly tree: FormTree = Object.create(null)
  readonly faults: FieldError[] = []
  readonly pairs: readonly (readonly [string, string])[]

  constructor(pairs: readonly (readonly [string, string])[], fieldsMax = FORM_FIELDS_MAX) {
    this.pairs = pairs
    if (pairs.length > fieldsMax) {
      this.faults.push(tooMany(fieldsMax))
      return
    }
    for (const [name, value] of pairs) {
      if (this.faults.length >= FAULTS_MAX) return
      const error = put(this.tree, stepsOf(name), value)
      if (error !== null) this.faults.push({ field: shownName(name), ...error })
    }
  }
}

/** The part of a URL after the `?`. */
export function parseQuery(text: string): Form {
  const other = otherParameter(text)
  if (other === null) return parseForm(text, QUERY_PARAMETERS_MAX)
  const form = new Form([])
  const name = /^[\w[\].-]+(?==)/.exec(other)?.[0] ?? '*'
  form.faults.push({ field: shownName(name), ...validationError('not_utf8') })
  return form
}

/** Parses `application/x-www-form-urlencoded`, of a body or a query. */
export function parseForm(text: string, fieldsMax = FORM_FIELDS_MAX): Form {
  if (text === '') return new Form([])
  // Counted before anything is parsed.
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count <= fieldsMax) continue
    const form = new Form([])
    form.faults.push(tooMany(fieldsMax))
    return form
  }
  return new Form([...new URLSearchParams(text)], fieldsMax)
}

/** A name as it is repeated in an error. */
export function shownName(name: string): string {
  if (name === '') return '""'
  return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}…` : name
}

const tooMany = (fieldsMax: number): FieldError => ({
  field: '*',
  ...validationError('too_many_form_fields', { max: fieldsMax }),
})

/** `a[b][]` is a, b and an empty step. Unpaired brackets belong to the name, which then matches nothing. */
function stepsOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const steps = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  return steps.some((step) => step.includes('[') || step.includes(']')) ? [name] : steps
}

/** The error at this place, or null. */
function put(tree: FormTree, steps: string[], value: string): ValidationError | null {
  if (steps.length > FORM_NESTING_MAX + 1) return validationError('too_many_brackets', { max: FORM_NESTING_MAX })
  const isListed = steps.length > 1 && steps.at(-1) === ''
  const path = isListed ? steps.slice(0, -1) : steps
  const leaf = path.pop() as string
  let place = tree
  for (const step of path) {
    if (step === '' && place !== tree) return validationError('empty_brackets')
    const next = (place[step] ??= Object.create(null) as FormTree)
    if (!isTree(next)) return MIXED
    place = next
  }
  if (leaf === '' && place !== tree) return validationError('empty_brackets')
  const known = place[leaf]
  if (known === undefined) place[leaf] = isListed ? [value] : value
  else if (isListed && Array.isArray(known)) known.push(value)
  else if (!isListed && typeof known === 'string') place[leaf] = new Repeated(known, value)
  else if (!isListed && known instanceof Repeated) known.values.push(value)
  else return MIXED
  return null
}

const MIXED = validationError('mixed_brackets')

export function isTree(value: unknown): value is FormTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Repeated)
}
