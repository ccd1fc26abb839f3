// Suggests commands for an unknown one. Pure.

const NEAREST_MAX = 3

/** A wrong noun counts more than a wrong verb. */
const NOUN_WEIGHT = 2

/** Commands by edit distance, the nearest first; only those of the noun when that is known. */
export function nearest([noun = '', verb]: readonly string[], existing: readonly string[]): string[] {
  const ofNoun = existing.filter((one) => one.split(' ')[0] === noun)
  const changes = (one: string): number => {
    const [itsNoun = '', itsVerb = ''] = one.split(' ')
    return distance(noun, itsNoun) * NOUN_WEIGHT + (verb === undefined ? 0 : distance(verb, itsVerb))
  }
  return (ofNoun.length > 0 ? ofNoun : [...existing])
    .toSorted((one, other) => changes(one) - changes(other))
    .slice(0, NEAREST_MAX)
}

/** Levenshtein distance: letters to add, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (above[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
  }
  return row[to.length] as number
}
