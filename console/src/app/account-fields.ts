// Channel accounts as forms: their fields, and the conversion of input to API requests.

export interface AccountField {
  /** In the body of the API, with points where it is nested: `dlt.entity_id`. */
  path: string
  /** `lines`, `words` and `numbers` are lists: by line, by comma, of numbers. */
  kind: 'text' | 'secret' | 'area' | 'number' | 'check' | 'select' | 'lines' | 'words' | 'numbers'
  options?: readonly string[]
  isRequired?: boolean
  placeholder?: string
  /** The control's initial value. */
  initial?: string | boolean
  isShown?: (values: Values) => boolean
}

export interface FieldGroup {
  id: string
  /** Collapsed at first. */
  isMore?: boolean
  /** While this field is empty, the whole group is omitted. */
  by?: string
  isShown?: (values: Values) => boolean
  fields: readonly AccountField[]
}

export type Values = Record<string, string | boolean>

const at = (stored: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, key) => (part === null ? undefined : (part as Record<string, unknown>)?.[key]), stored)

function shownAs({ kind, initial, options }: AccountField, value: unknown): string | boolean {
  if (kind === 'check') return typeof value === 'boolean' ? value : initial === true
  if (value === undefined || value === null) return typeof initial === 'string' ? initial : (options?.[0] ?? '')
  if (Array.isArray(value)) return value.join(kind === 'lines' ? '\n' : ', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Stored values for the controls; secrets are never included. */
export function valuesOf(groups: readonly FieldGroup[], stored: unknown): Values {
  const fields = groups.flatMap((group) => group.fields)
  return Object.fromEntries(fields.map((field) => [field.path, shownAs(field, at(stored, field.path))]))
}

function givenAs(kind: AccountField['kind'], value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  const text = kind === 'area' || kind === 'secret' ? value : value.trim()
  if (text.trim() === '') return undefined
  if (kind === 'number') return Number(text)
  if (kind === 'lines') return listOf(text, '\n')
  if (kind === 'words') return listOf(text, ',')
  if (kind === 'numbers') return listOf(text, ',').map(Number)
  return text
}

const listOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The entered values, nested as in the API. Empty ones are omitted, which keeps a stored secret. */
export function bodyOf(groups: readonly FieldGroup[], values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { by, isShown, fields } of groups) {
    if (isShown?.(values) === false) continue
    if (by !== undefined && String(values[by] ?? '').trim() === '') continue
    for (const field of fields) {
      if (field.isShown?.(values) === false) continue
      const given = givenAs(field.kind, values[field.path] ?? '')
      if (given !== undefined) put(body, field.path.split('.'), given)
    }
  }
  return body
}

function put(body: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    body[key] = value
    return
  }
  body[key] ??= {}
  put(body[key] as Record<string, unknown>, rest, value)
}
