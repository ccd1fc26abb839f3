// DLT, India's registry of who may send which text: a text to +91 is one of an approved template, whose id goes with
// it. Pure. What is compared are letters, marks and digits; spaces and punctuation are not.

import type { OutboundTemplate } from '../adapter.ts'
import type { DltSettings } from './settings.ts'

const INDIA = /^\+91/

/** The id of the template that goes with a message, null where none is needed, or why it may not leave. */
export function dltOf(
  dlt: DltSettings | null,
  address: string,
  template: OutboundTemplate | null,
): { templateId: string | null } | { refused: { code: string; detail: string } } {
  if (dlt === null || !INDIA.test(address)) return { templateId: null }
  if (template === null)
    return refused(
      'dlt_template_missing',
      'A text to +91 must be one of an approved template: send it with template_id.',
    )
  const { registeredId } = template
  if (registeredId === null || !/^[\x21-\x7e]{1,100}$/.test(registeredId))
    return refused('dlt_template_id_missing', `The template ${template.name} has no DLT template id.`)
  return { templateId: registeredId }
}

const refused = (code: string, detail: string) => ({ refused: { code, detail } })

// --- Whether a text is of a template ---------------------------------------------------------------------------------

/** What a place may hold: so many characters, each of a kind. */
interface Place {
  max: number
  holds: (character: string) => boolean
}

const any = (): boolean => true
const solid = (one: string): boolean => !/\s/u.test(one)
const digit = (one: string): boolean => /\p{Nd}/u.test(one)
const MAX = 40

/** By their tags: a place of unknown kind is as `{#var#}`. */
const places: Readonly<Record<string, Place>> = {
  var: { max: MAX, holds: any },
  alphanumeric: { max: MAX, holds: (one) => /[\p{L}\p{M}\p{Nd}\p{P}\p{Zs}]/u.test(one) },
  alphabetic: { max: MAX, holds: (one) => /[\p{L}\p{M}\p{P}\p{Zs}]/u.test(one) },
  numeric: { max: MAX, holds: (one) => digit(one) || /[.,+\- ]/.test(one) },
  url: { max: MAX, holds: solid },
  urlott: { max: MAX, holds: solid },
  email: { max: MAX, holds: solid },
  // A number to call back.
  cbn: { max: MAX, holds: (one) => digit(one) || /[+\-() ]/.test(one) },
}
const TAG = /\{#([a-z]{1,20})#\}/giu

const isCompared = (one: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(one)

interface Compared {
  /** What is compared, and where each of it stands in the text. */
  characters: string[]
  at: number[]
}

function comparedOf(all: readonly string[]): Compared {
  const at = all.flatMap((one, index) => (isCompared(one) ? [index] : []))
  return { characters: at.map((index) => all[index] as string), at }
}

/**
 * Whether the text is what the template makes of some values, each place filled with what it may hold. In time that
 * grows with the text times the number of places, and with the template: nothing is tried twice.
 */
export function isOfTemplate(text: string, template: string): boolean {
  const all = [...text.normalize('NFC')]
  const { characters, at } = comparedOf(all)
  const { literals, tags } = partsOf(template.normalize('NFC'))
  const [first, ...others] = literals.map((one) => comparedOf([...one]).characters)
  let reached = after(first ?? [], characters, fromStart(characters.length))
  for (const [index, literal] of others.entries()) {
    const place = places[tags[index] ?? 'var'] ?? (places.var as Place)
    reached = after(literal, characters, filled(place, reached, all, at))
  }
  return reached[characters.length] === true
}

function partsOf(template: string): { literals: string[]; tags: string[] } {
  const literals: string[] = []
  const tags: string[] = []
  let from = 0
  for (const found of template.matchAll(TAG)) {
    literals.push(template.slice(from, found.index))
    tags.push((found[1] as string).toLowerCase())
    from = found.index + found[0].length
  }
  return { literals: [...literals, template.slice(from)], tags }
}

const fromStart = (length: number): boolean[] => Array.from({ length: length + 1 }, (_, index) => index === 0)

/** Where one stands behind a place, having stood where `reached` says. The latest beginning is the best for each end. */
function filled({ max, holds }: Place, reached: readonly boolean[], all: readonly string[], at: readonly number[]) {
  let begin = -1
  /** The last character that the place cannot hold. */
  let alien = -1
  let looked = 0
  return reached.map((isReached, end) => {
    if (end > 0) {
      const last = at[end - 1] as number
      for (; looked <= last; looked++) if (!holds(all[looked] as string)) alien = looked
      if (isReached) {
        begin = end
        return true
      }
      const start = begin === -1 ? -1 : (at[begin] as number)
      return begin !== -1 && alien < start && last - start < max
    }
    if (isReached) begin = 0
    return isReached
  })
}

/** Where one stands behind the literal, having stood where `reached` says: Knuth, Morris and Pratt. */
function after(literal: readonly string[], text: readonly string[], reached: readonly boolean[]): boolean[] {
  if (literal.length === 0) return [...reached]
  const borders = bordersOf(literal)
  const ends = reached.map(() => false)
  let matched = 0
  for (const [index, one] of text.entries()) {
    while (matched > 0 && (matched === literal.length || literal[matched] !== one))
      matched = borders[matched - 1] as number
    if (literal[matched] === one) matched++
    if (matched === literal.length && reached[index + 1 - matched]) ends[index + 1] = true
  }
  return ends
}

function bordersOf(literal: readonly string[]): number[] {
  const borders = [0]
  let length = 0
  for (const one of literal.slice(1)) {
    while (length > 0 && literal[length] !== one) length = borders[length - 1] as number
    if (literal[length] === one) length++
    borders.push(length)
  }
  return borders
}
