// Limits a body before it is validated. Schema validation collects every error of a body; this walk along the schema
// finds first what would make that slow: many unknown names, lists and texts over their limit, deep nesting.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { FAULTS_MAX, shownName } from './form.ts'
import { JSON_DEPTH_MAX } from './json.ts'

/** The parts of a JSON schema that are used here. */
interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  items?: Shape
  maxItems?: number
  maxProperties?: number
  maxLength?: number
}

interface Walk {
  faults: FieldError[]
  /** True when validation may run anyway: only few unknown names were found. */
  isBounded: boolean
  unknownError: ValidationError
}

/** The errors after which schema validation would take too long or add nothing; an empty array if it may run. */
export function boundFaults(schema: object, value: unknown, unknownError: ValidationError): FieldError[] {
  const walk: Walk = { faults: [], isBounded: true, unknownError }
  visit(schema as Shape, value, '', 0, walk)
  return walk.isBounded ? [] : walk.faults
}

function visit(shape: Shape, value: unknown, path: string, depth: number, walk: Walk): void {
  if (isTooLong(shape, value))
    return refuse(walk, path, validationError('too_long', { max: shape.maxLength as number }))
  if (typeof value !== 'object' || value === null) return
  if (depth > JSON_DEPTH_MAX) return refuse(walk, path, validationError('too_deep', { max: JSON_DEPTH_MAX }))
  if (Array.isArray(value)) visitItems(shape, value, path, depth, walk)
  else visitFields(shape, value as Record<string, unknown>, path, depth, walk)
}

function visitItems(shape: Shape, items: unknown[], path: string, depth: number, walk: Walk): void {
  // A list in the wrong place is reported without looking at its items.
  if (!takes(shape, 'array')) return
  if (shape.maxItems !== undefined && items.length > shape.maxItems)
    return refuse(walk, path, validationError('too_many_items', { max: shape.maxItems }))
  for (let index = 0; index < items.length && walk.faults.length < FAULTS_MAX; index++)
    visit(shape.items ?? ANYTHING, items[index], `${path}[${index}]`, depth + 1, walk)
}

function visitFields(shape: Shape, fields: Record<string, unknown>, path: string, depth: number, walk: Walk): void {
  if (!takes(shape, 'object')) return
  const { properties = {}, additionalProperties: others = true, maxProperties } = shape
  let count = 0
  for (const name in fields) {
    if (walk.faults.length >= FAULTS_MAX) break
    if (maxProperties !== undefined && ++count > maxProperties)
      return refuse(walk, path, validationError('too_many_fields', { max: maxProperties }))
    const known = Object.hasOwn(properties, name) ? (properties[name] as Shape) : others
    // Would set a prototype when code copies the object by assignment.
    if (known === false || name === '__proto__') {
      walk.faults.push({ field: placeOf(path, name), ...walk.unknownError })
      if (name === '__proto__' && known !== false) walk.isBounded = false
      continue
    }
    const one = fields[name]
    const inner = known === true ? ANYTHING : known
    // Most fields are short texts: their path is built only when it is needed.
    if ((typeof one === 'object' && one !== null) || isTooLong(inner, one))
      visit(inner, one, placeOf(path, name), depth + 1, walk)
  }
  if (walk.faults.length >= FAULTS_MAX) walk.isBounded = false
}

const ANYTHING: Shape = {}

/** A character is at most two units: the exact count is left to validation. */
function isTooLong({ maxLength }: Shape, value: unknown): boolean {
  return maxLength !== undefined && typeof value === 'string' && value.length > maxLength * 2
}

function takes({ type }: Shape, kind: string): boolean {
  return type === undefined || type === kind || (Array.isArray(type) && type.includes(kind))
}

function placeOf(path: string, name: string): string {
  return path === '' ? shownName(name) : `${path}.${shownName(name)}`
}

function refuse(walk: Walk, field: string, error: ValidationError): void {
  walk.isBounded = false
  walk.faults.push({ field: field === '' ? '*' : field, ...error })
}
