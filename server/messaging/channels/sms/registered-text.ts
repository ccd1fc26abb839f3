// Matches a text with a registered template (DLT). Pure; the time is proportional to the length times the number of
// placeholders. Letters, marks and digits are compared; spaces and punctuation are ignored.

/** A placeholder's content: a maximum number of characters of a kind. */
interface Place {
  max: number
  holds: (character: string) => boolean
}

const anything = (): boolean => true
const solid = (one: string): boolean => !/\s/u.test(one)
const digit = (one: string): boolean => /\p{Nd}/u.test(one)
/** DLT allows no more. */
export const PLACE_MAX = 40

/** By tag: a placeholder of unknown kind counts as `{#var#}`. */
const places: Readonly<Record<string, Place>> = {
  var: { max: PLACE_MAX, holds: anything },
  alphanumeric: { max: PLACE_MAX, holds: (one) => /[\p{L}\p{M}\p{Nd}\p{P}\p{Zs}]/u.test(one) },
  alphabetic: { max: PLACE_MAX, holds: (one) => /[\p{L}\p{M}\p{P}\p{Zs}]/u.test(one) },
  numeric: { max: PLACE_MAX, holds: (one) => digit(one) || /[.,+\- ]/.test(one) },
  url: { max: PLACE_MAX, holds: solid },
  urlott: { max: PLACE_MAX, holds: solid },
  email: { max: PLACE_MAX, holds: solid },
  // A number to call back.
  cbn: { max: PLACE_MAX, holds: (one) => digit(one) || /[+\-() ]/.test(one) },
}
/** As registered, or as in our own templates, whose placeholders may hold anything. */
const PLACE = /\{#([a-z]{1,20})#\}|\{\{[ \t]*\w+[ \t]*\}\}/giu

const TAG = /\{#[a-z]{1,20}#\}/iu

/** The first placeholder tag in the text, if any. */
export const placeTagIn = (text: string): string | null => TAG.exec(text)?.[0] ?? null

const isCompared = (one: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(one)

interface Compared {
  /** The compared characters and their positions in the text. */
  characters: string[]
  at: number[]
}

function comparedOf(all: readonly string[]): Compared {
  const at = all.flatMap((one, index) => (isCompared(one) ? [index] : []))
  return { characters: at.map((index) => all[index] as string), at }
}

/** A text prepared for comparison. */
export interface ComparedText extends Compared {
  all: readonly string[]
  /** Its compared characters as one string. */
  solid: string
  /** The characters that a placeholder allows, computed once for all equal placeholders. */
  held: Map<Place, readonly boolean[]>
}

export function readText(text: string): ComparedText {
  const all = [...text.normalize('NFC')]
  const compared = comparedOf(all)
  return { ...compared, all, solid: compared.characters.join(''), held: new Map() }
}

/** A template prepared for comparison. */
export interface RegisteredText {
  /** The fixed texts around the placeholders, one more than those: as characters, and as strings. */
  literals: readonly (readonly string[])[]
  solids: readonly string[]
  places: readonly Place[]
}

export function readRegistered(template: string): RegisteredText {
  const { literals: written, tags } = partsOf(template.normalize('NFC'))
  const literals = written.map((one) => comparedOf([...one]).characters)
  return {
    literals,
    solids: literals.map((one) => one.join('')),
    places: tags.map((tag) => (Object.hasOwn(places, tag) ? places[tag] : places.var) as Place),
  }
}

/** Quick check: the fixed start and end, and all fixed parts in between, in order. */
export function mayBeOf({ solid }: ComparedText, { solids }: RegisteredText): boolean {
  const [head = '', last = ''] = [solids[0], solids.at(-1)]
  if (solids.length === 1) return solid === head
  if (!solid.startsWith(head) || !solid.endsWith(last)) return false
  let from = head.length
  for (const one of solids.slice(1, -1)) {
    const at = solid.indexOf(one, from)
    if (at < 0) return false
    from = at + one.length
  }
  return from <= solid.length - last.length
}

/** True when the text is the template with some values, each allowed by its placeholder. Never backtracks. */
export function isOf(text: ComparedText, { literals, places: its }: RegisteredText): boolean {
  const { characters } = text
  const [first, ...others] = literals
  let reached = after(first ?? [], characters, fromStart(characters.length))
  for (const [index, literal] of others.entries())
    reached = after(literal, characters, filled(its[index] as Place, reached, text))
  return reached[characters.length] === true
}

export const isOfTemplate = (text: string, template: string): boolean => isOf(readText(text), readRegistered(template))

function partsOf(template: string): { literals: string[]; tags: string[] } {
  const literals: string[] = []
  const tags: string[] = []
  let from = 0
  for (const found of template.matchAll(PLACE)) {
    literals.push(template.slice(from, found.index))
    tags.push((found[1] ?? 'var').toLowerCase())
    from = found.index + found[0].length
  }
  return { literals: [...literals, template.slice(from)], tags }
}

const fromStart = (length: number): boolean[] => Array.from({ length: length + 1 }, (_, index) => index === 0)

/** Positions reachable after a placeholder from those in `reached`: the latest start is the best. */
function filled(place: Place, reached: readonly boolean[], text: ComparedText): boolean[] {
  const { at } = text
  const held = heldIn(text, place)
  let begin = -1
  /** The last character that the placeholder cannot hold. */
  let alien = -1
  let looked = 0
  return reached.map((isReached, end) => {
    if (end > 0) {
      const last = at[end - 1] as number
      for (; looked <= last; looked++) if (!held[looked]) alien = looked
      if (isReached) {
        begin = end
        return true
      }
      const start = begin === -1 ? -1 : (at[begin] as number)
      return begin !== -1 && alien < start && last - start < place.max
    }
    if (isReached) begin = 0
    return isReached
  })
}

function heldIn({ all, held }: ComparedText, place: Place): readonly boolean[] {
  const known = held.get(place) ?? all.map(place.holds)
  held.set(place, known)
  return known
}

/** Positions reachable after the literal from those in `reached`: Knuth, Morris and Pratt. */
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
