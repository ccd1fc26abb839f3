// Finds the registered template that matches a text, or the most similar one. Pure. Most templates are distinguished by
// their start; only a limited number is compared completely.

import type { Looked, RegisteredTemplate, RegisteredTemplates } from '../sending-rules.ts'
import { dltError } from './dlt.ts'
import { isOf, mayBeOf, type RegisteredText, readRegistered, readText } from './registered-text.ts'

/** Number of characters of a template's fixed start that are indexed. */
const KEY_CHARACTERS = 8
/** The number of templates with which a text is compared completely; beyond it, the text counts as unmatched. */
const COMPARED_MAX = 5
/** A template with more placeholders is not compared. */
const PLACES_MAX = 50

interface Ready {
  template: RegisteredTemplate
  text: RegisteredText
  /** The number of its fixed characters. */
  weight: number
}

export function readyTemplates(templates: readonly RegisteredTemplate[]): RegisteredTemplates {
  const usable = templates.filter((one) => dltError(one) === null)
  const all = usable
    .map((template): Ready => {
      const text = readRegistered(template.text)
      return { template, text, weight: text.solids.reduce((sum, one) => sum + one.length, 0) }
    })
    .filter(({ text }) => text.places.length <= PLACES_MAX)
  // The most specific ones first, so that a text is not matched to a general one.
  all.sort((one, other) => other.weight - one.weight || (one.template.id < other.template.id ? 1 : -1))
  const byKey = Map.groupBy(all, ({ text }) => keyOf(text.solids[0] ?? ''))
  const short = byKey.get(null) ?? []
  let words: ReadonlyMap<string, readonly number[]> | undefined
  const nearestTo = (text: string) => {
    words ??= wordsOfAll(all)
    return all[nearest(words, all, text)]?.template.name ?? null
  }

  return {
    find(given): Looked {
      const text = readText(given)
      const key = keyOf(text.solid)
      const begun = key === null ? [] : (byKey.get(key) ?? [])
      let work = given.length * (1 + begun.length + short.length)
      let compared = 0
      for (const { template, text: registered } of [...begun, ...short]) {
        if (!mayBeOf(text, registered)) continue
        if (++compared > COMPARED_MAX) break
        work += text.solid.length * registered.literals.length
        if (isOf(text, registered)) return { found: template, work }
      }
      return { found: null, nearest: nearestTo(given), work: work + all.length }
    },
  }
}

/** Null when it is too short to be indexed. */
function keyOf(solid: string): string | null {
  return solid.length < KEY_CHARACTERS ? null : solid.slice(0, KEY_CHARACTERS)
}

// --- The most similar template --------------------------------------------------------------------------------------

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const PLACES = /\{#[a-z]{1,20}#\}|\{\{[^{}]{1,60}\}\}/giu
/** Number of words of a text that are looked up. */
const WORDS_MAX = 200

const wordsOf = (text: string): Set<string> =>
  new Set((text.normalize('NFC').toLowerCase().match(WORD) ?? []).slice(0, WORDS_MAX))

/** Word → the positions of the templates that contain it. */
function wordsOfAll(all: readonly Ready[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [index, { template }] of all.entries())
    for (const word of wordsOf(template.text.replace(PLACES, ' '))) {
      const places = found.get(word)
      if (places) places.push(index)
      else found.set(word, [index])
    }
  return found
}

/** The position of the template that shares the most words; -1 when none shares any. */
function nearest(words: ReadonlyMap<string, readonly number[]>, all: readonly Ready[], text: string): number {
  const shared = new Uint16Array(all.length)
  for (const word of wordsOf(text))
    for (const index of words.get(word) ?? []) shared[index] = (shared[index] as number) + 1
  const most = shared.reduce((best, one) => Math.max(best, one), 0)
  return most === 0 ? -1 : shared.indexOf(most)
}
