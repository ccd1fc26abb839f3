// Parses and validates requests: text from forms is converted to the schema's types, JSON is not; then both are
// validated strictly.

import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js'
import type { Prefix } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { isText, TEXT, textError, VISIBLE_ASCII } from '#kit/text.ts'
import { type Reading, readAmount, readId, readTime, type TimeKind, type TSchema } from '#kit/wire.ts'
import { boundFaults } from './bounds.ts'
import { FAULTS_MAX, type Form, isTree, Repeated, shownName } from './form.ts'

/** For an undeclared field of a body and an undeclared parameter of a query. */
const unknownErrors = {
  field: validationError('unknown_field'),
  parameter: validationError('unknown_parameter'),
}

// Collecting all errors is safe, because their number is limited beforehand (bounds.ts). Verbose, because the remedy
// for an error depends on its schema.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  strictTypes: false,
  code: { regExp: Object.assign(patternTest, { code: 'patternTest' }) },
})
addReader('x-id', 'string', (prefix: Prefix, text: string) => readId(prefix, text))
addReader('x-time', ['string', 'number'], (kind: TimeKind, input: string | number) => readTime(input, kind))
addReader('x-amount', 'string', (precision: 'paise' | 'micros', text: string) => readAmount(precision, text))

/** Texts can be long, and Node finds the characters forbidden in most of them much faster than a regular expression. */
function patternTest(pattern: string, flags: string): { test: (text: string) => boolean } {
  if (pattern === TEXT) return { test: isText }
  return new RegExp(pattern, flags)
}

function addReader<Argument, Input>(
  keyword: string,
  type: 'string' | ('string' | 'number')[],
  read: (argument: Argument, input: Input) => Reading<unknown>,
): void {
  ajv.addKeyword({
    keyword,
    type,
    modifying: true,
    errors: true,
    compile(argument: Argument) {
      const check: DataValidateFunction = (data: Input, place?: DataValidationCxt) => {
        const reading = read(argument, data)
        if ('message' in reading) {
          check.errors = [{ keyword, message: reading.message, params: { reading } }]
          return false
        }
        if (place) (place.parentData as Record<string | number, unknown>)[place.parentDataProperty] = reading.value
        return true
      }
      return check
    },
  })
}

/** Converts `value` in place to internal values; returns the errors, or an empty array. */
export type Check = (value: Record<string, unknown>) => FieldError[]

/** Keyed by the schema's text: several routes, and all servers of a process, declare equal schemas. */
const compiled = new Map<string, ValidateFunction>()

function validateOf(schema: TSchema): ValidateFunction {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validate)
  return validate
}

/** Compiled on first use, so that a starting process does not wait for schemas that it may never need. */
export function compileCheck(schema: TSchema, kind: keyof typeof unknownErrors = 'field'): Check {
  let validate: ValidateFunction | undefined
  const unknownError = unknownErrors[kind]
  return (value) => {
    const faults = boundFaults(schema, value, unknownError)
    if (faults.length > 0) return faults
    validate ??= validateOf(schema)
    return validate(value) ? [] : describe(validate.errors ?? [], unknownError)
  }
}

function describe(errors: ErrorObject[], unknownError: ValidationError): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const error of errors) {
    const field = fieldOf(error)
    const problem = error.keyword === 'additionalProperties' ? unknownError : errorOf(error)
    if (!found.has(field)) found.set(field, { field, ...problem })
    if (found.size >= FAULTS_MAX) break
  }
  return [...found.values()]
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => shownName(unescapePointer(step)))
  if (error.keyword === 'additionalProperties') path.push(shownName(String(error.params.additionalProperty)))
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  return path.reduce((sum, step) => (/^\d+$/.test(step) ? `${sum}[${step}]` : sum ? `${sum}.${step}` : step), '')
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function errorOf(error: ErrorObject): ValidationError {
  const { keyword, params } = error
  switch (keyword) {
    case 'required':
      return validationError('required')
    case 'type':
      return typeError(error)
    case 'enum':
      return validationError('not_one_of', { values: params.allowedValues.filter((value: unknown) => value !== null) })
    case 'minLength':
      return params.limit === 1 ? validationError('empty') : validationError('too_short', { min: params.limit })
    case 'maxLength':
      return validationError('too_long', { max: params.limit })
    case 'pattern':
      return patternError(error)
    case 'minItems':
      return validationError('too_few_items', { min: params.limit })
    case 'maxItems':
      return validationError('too_many_items', { max: params.limit })
    case 'uniqueItems':
      return validationError('repeated_items')
    case 'minimum':
      return validationError('too_small', { min: params.limit })
    case 'maximum':
      return validationError('too_large', { max: params.limit })
    default:
      return (params as { reading?: ValidationError }).reading ?? validationError('invalid')
  }
}

function patternError({ params, parentSchema, data }: ErrorObject): ValidationError {
  const pattern = String(params.pattern)
  const known = typeof data === 'string' ? textError(pattern, data) : null
  if (known !== null) return known
  if (pattern === VISIBLE_ASCII) return validationError('not_visible_ascii')
  const { description: format } = parentSchema as { description?: string }
  return format === undefined ? validationError('invalid') : validationError('wrong_format', { format })
}

function typeError(error: ErrorObject): ValidationError {
  const schema = error.parentSchema as { 'x-amount'?: unknown } | undefined
  if (schema?.['x-amount'] && typeof error.data === 'number') return validationError('amount_not_text')
  return validationError('wrong_type', { types: ([] as string[]).concat(error.params.type) })
}

// --- Text to types ------------------------------------------------------------------------------------------------

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
}

/**
 * For queries and forms, whose values are texts: converts `true`/`false`/`1`/`0`, digits, and an empty string for null.
 * Other values stay unchanged and are refused by validation; errors specific to forms are reported here.
 */
export function coerceText(schema: TSchema, form: Form): { value: Record<string, unknown>; faults: FieldError[] } {
  const faults = [...form.faults]
  const value = coerce(schema as Shape, form.tree, '', faults) as Record<string, unknown>
  return { value, faults: faults.slice(0, FAULTS_MAX) }
}

function coerce(shape: Shape, value: unknown, place: string, faults: FieldError[]): unknown {
  const types = ([] as string[]).concat(shape.type ?? [])
  const takesList = types.includes('array') || types.length === 0
  if (types.includes('array')) {
    const items = listOf(value)
    if (items) return items.map((item, index) => coerce(shape.items ?? {}, item, `${place}[${index}]`, faults))
  }
  if (value instanceof Repeated) {
    if (takesList) return value.values
    faults.push({ field: place, ...validationError('repeated') })
    return value.values[0]
  }
  if (isTree(value)) {
    const fields = Object.entries(value).map(([name, one]) => {
      const known = Object.hasOwn(shape.properties ?? {}, name) ? shape.properties?.[name] : undefined
      const inner = place === '' ? shownName(name) : `${place}.${shownName(name)}`
      return [name, coerce(known ?? {}, one, inner, faults)]
    })
    return Object.fromEntries(fields)
  }
  if (typeof value !== 'string') return value
  if (value === '' && types.includes('null')) return null
  if (types.includes('boolean')) {
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
  }
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}$/.test(value)) return Number(value)
  return value
}

/** `a=x`, `a=x&a=y`, `a[]=x` and `a[0]=x&a[1]=y`; null for anything else. */
function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  if (value instanceof Repeated) return value.values
  if (!isTree(value)) return value === '' ? [] : [value]
  const names = Object.keys(value)
  const items = names.map((_, index) => value[String(index)])
  return items.every((item) => item !== undefined) ? items : null
}
