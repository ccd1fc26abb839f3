// The variables of a text, `{{name}}` or `{{1}}`: where they stand, and the text with values in their places. Pure, and
// linear in what goes in and comes out. spec 15.5.

/** Of a template, each counted once; and places in one of its parts. */
export const VARIABLES_MAX = 50
export const PLACES_MAX = 200
export const VARIABLE_NAME_MAX = 40

const OPENING = '{{'
const PLACE = /\{\{[ \t]{0,9}([A-Za-z][A-Za-z0-9_]*|[1-9][0-9]?)[ \t]{0,9}\}\}/y
/** Of what is shown of a place that is none. */
const SHOWN_MAX = 20

/** What stands between the places, one more than those, and the names of the places in their order. */
export interface Parts {
  literals: readonly string[]
  names: readonly string[]
}

/** The parts of a text; or what is wrong with it and what to do. */
export function readParts(text: string): Parts | { message: string } {
  const literals: string[] = []
  const names: string[] = []
  let from = 0
  for (let at = text.indexOf(OPENING); at >= 0; at = text.indexOf(OPENING, from)) {
    PLACE.lastIndex = at
    const name = PLACE.exec(text)?.[1]
    if (name === undefined || name.length > VARIABLE_NAME_MAX) {
      const shown = text.slice(at, at + SHOWN_MAX)
      return {
        message: `has ${shown}, which is no variable: write {{name}} (letters, digits and _, at most ${VARIABLE_NAME_MAX}) or {{1}}`,
      }
    }
    literals.push(text.slice(from, at))
    names.push(name)
    if (names.length > PLACES_MAX) return { message: `has more than ${PLACES_MAX} variables` }
    from = PLACE.lastIndex
  }
  return { literals: [...literals, text.slice(from)], names }
}

/** How long the text is with these values, without making it. */
export function lengthWith({ literals, names }: Parts, valueOf: (name: string) => string): number {
  return (
    literals.reduce((sum, literal) => sum + literal.length, 0) +
    names.reduce((sum, name) => sum + valueOf(name).length, 0)
  )
}

/** The text with the value of each name in its places. A value is not looked at again: what is in it stays. */
export function fill({ literals, names }: Parts, valueOf: (name: string) => string): string {
  const pieces = literals.flatMap((literal, index) =>
    index < names.length ? [literal, valueOf(names[index] as string)] : [literal],
  )
  return pieces.join('')
}

const isNumber = (name: string): boolean => /^[0-9]/.test(name)

/** Each name once: numbers in their order, names in that in which they first stand. */
export function namesIn(...all: (Parts | null)[]): string[] {
  const names = [...new Set(all.flatMap((parts) => parts?.names ?? []))]
  return names.every(isNumber) ? names.toSorted((left, right) => Number(left) - Number(right)) : names
}

/** What is wrong with the names of a template together, or null. */
export function faultOfNames(names: readonly string[]): string | null {
  if (names.length > VARIABLES_MAX) return `has more than ${VARIABLES_MAX} different variables`
  const numbers = names.filter(isNumber)
  if (numbers.length === 0) return null
  if (numbers.length < names.length) return 'has names and numbers: write all variables as {{name}}, or all as {{1}}'
  const missing = numbers.findIndex((name, index) => Number(name) !== index + 1)
  return missing < 0 ? null : `has {{${numbers[missing]}}} but no {{${missing + 1}}}: count from 1 without a gap`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As text of an HTML document and as a value of an attribute in quotes: nothing in it begins or ends anything. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}
