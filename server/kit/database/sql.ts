// SQL templates with separate values: sql`select ... where org_id = ${id}`. A value always becomes a parameter, never
// text. A fragment (another sql`...`) is inserted together with its parameters. Every distinct text becomes one
// prepared statement, planned once per connection.

export interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** Empty for a statement that is planned each time: see `unnamed`. */
  readonly name: string
  /** Response deadline of the connection until the end of the transaction: see answer-deadline.ts. */
  readonly answerTimeoutMs?: number
}

/** Result of `sql`, recognized by its class: a caller's JSON value that looks the same stays a value. */
class Fragment implements Statement {
  readonly text: string
  readonly values: unknown[]
  readonly name: string
  readonly isUnnamed: boolean

  constructor(text: string, values: unknown[], name: string, isUnnamed = false) {
    this.text = text
    this.values = values
    this.name = name
    this.isUnnamed = isUnnamed
  }
}

const nameByText = new Map<string, string>()
interface Text {
  text: string
  name: string
}
const staticByTemplate = new WeakMap<TemplateStringsArray, Text>()
/** Texts of templates that contain fragments, by the fragments' names: a name identifies one text. */
const wovenByTemplate = new WeakMap<TemplateStringsArray, Map<string, Text>>()

/**
 * There are few texts (templates times their optional filters); more than this means that a value was put into a text.
 */
const DISTINCT_STATEMENTS_MAX = 5000

export function sql(template: TemplateStringsArray, ...parts: unknown[]): Statement {
  if (!parts.some(isFragment)) {
    let known = staticByTemplate.get(template)
    if (!known) {
      const text = template.reduce((sum, piece, index) => `${sum}$${index}${piece}`)
      known = { text, name: nameOf(text) }
      staticByTemplate.set(template, known)
    }
    return new Fragment(known.text, parts, known.name)
  }

  const values: unknown[] = []
  let key = ''
  for (const part of parts) {
    if (isFragment(part)) {
      values.push(...part.values)
      key += ` ${part.name}`
    } else {
      values.push(part)
      key += ' $'
    }
  }
  if (parts.some((part) => isFragment(part) && part.isUnnamed))
    return new Fragment(weave(template, parts), values, '', true)
  let woven = wovenByTemplate.get(template)
  if (!woven) wovenByTemplate.set(template, (woven = new Map()))
  let known = woven.get(key)
  if (!known) {
    const text = weave(template, parts)
    known = { text, name: nameOf(text) }
    woven.set(key, known)
  }
  return new Fragment(known.text, values, known.name)
}

/** The text, with the fragments' parameters renumbered. */
function weave(template: TemplateStringsArray, parts: readonly unknown[]): string {
  let text = template[0] as string
  let count = 0
  parts.forEach((part, index) => {
    if (isFragment(part)) {
      const before = count
      text += part.text.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + before}`)
      count += part.values.length
    } else text += `$${++count}`
    text += template[index + 1]
  })
  return text
}

/**
 * The same condition for a statement whose shape callers choose. A statement that contains it is never prepared: the
 * number of possible texts is unbounded, and the planner sees the values.
 */
export const unnamed = ({ text, values }: Statement): Statement => new Fragment(text, values, '', true)

/**
 * An array of values that need no quoting (UUIDs, numbers, our own words) in PostgreSQL's text format: pg would search
 * each of them for quotes. Never for user text. Several related arrays are rows: see rows.ts.
 */
export function plainArray(values: readonly (string | bigint | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`
}

/** Our own constants as literals in the text, for better plans: `'email', 'sms'`. Never user text. */
export function literals(words: readonly string[]): Statement {
  if (!words.every((word) => /^[a-z_]+$/.test(word))) throw new Error(`not words of our own: ${words}`)
  const text = words.length === 0 ? 'null' : words.map((word) => `'${word}'`).join(', ')
  return new Fragment(text, [], nameOf(text))
}

/** Joined with `or`. */
export const anyOf = (conditions: readonly Statement[]): Statement =>
  sql`(${conditions.reduce((all, one) => sql`${all} or ${one}`)})`

/** `a, b`. */
export const listOf = (parts: readonly Statement[]): Statement => parts.reduce((all, part) => sql`${all}, ${part}`)

/** Empty, for a filter that is not set. */
export const nothing: Statement = new Fragment('', [], '')

function nameOf(text: string): string {
  let name = nameByText.get(text)
  if (name === undefined) {
    if (nameByText.size >= DISTINCT_STATEMENTS_MAX)
      throw new Error('too many distinct SQL texts: a value is part of one')
    name = `s${nameByText.size}`
    nameByText.set(text, name)
  }
  return name
}

function isFragment(part: unknown): part is Fragment {
  return part instanceof Fragment
}
