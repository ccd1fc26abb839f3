// Slugs of forms: validation, and generation from a name. Pure except for the random suffix.

import { randomInt } from 'node:crypto'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { SLUG_MAX, SLUG_MIN } from './limits.ts'

export const SLUG = /^[a-z0-9](?:-?[a-z0-9])*$/

/** Slugs that the program uses below /f/, or may use later. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'assets',
  'confirm',
  'embed',
  'file',
  'files',
  'form',
  'forms',
  'login',
  'preview',
  'report',
  'samvad',
  'script',
  'static',
  'style',
  'submit',
  'upload',
  'uploads',
])

export function slugError(slug: string): ValidationError | null {
  if (slug.length < SLUG_MIN || slug.length > SLUG_MAX || !SLUG.test(slug))
    return validationError('form_slug', { min: SLUG_MIN, max: SLUG_MAX })
  return RESERVED.has(slug) ? validationError('form_slug_reserved') : null
}

/** Without letters that are easily mistaken for others. */
const SUFFIX_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const SUFFIX_LENGTH = 6
const BASE_MAX = 40

/**
 * A new slug from a name: the name in Latin letters plus a random suffix, so that forms cannot be found by guessing
 * names, and equal names do not collide.
 */
export function newSlug(name: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join('')
  const base = latinWords(name)
  return base === '' ? `form-${suffix}` : `${base}-${suffix}`
}

/** `Café & Söhne` is `cafe-sohne`, `संपर्क फ़ॉर्म` is `sampark-form`. */
export function latinWords(name: string): string {
  const words = transliterated(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let base = ''
  for (const word of words) {
    const next = base === '' ? word.slice(0, BASE_MAX) : `${base}-${word}`
    if (next.length > BASE_MAX) break
    base = next
  }
  return base
}

// --- Devanagari -----------------------------------------------------------------------------------------------------

const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
}
/** Letters with a dot below, which Hindi uses for borrowed sounds. */
const DOTTED: Readonly<Record<string, string>> = { क: 'q', ख: 'kh', ग: 'g', ज: 'z', ड: 'd', ढ: 'dh', फ: 'f' }
const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'aa',
  इ: 'i',
  ई: 'ee',
  उ: 'u',
  ऊ: 'oo',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ओ: 'o',
  औ: 'au',
  ऍ: 'e',
}
const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ॉ': 'o',
  'ो': 'o',
  'ौ': 'au',
  'ॅ': 'e',
}
const NUKTA = '़'
const VIRAMA = '्'
const LABIALS = 'पफबभम'

/** Transliterates Hindi and Marathi the way people write them in Latin letters; other text is unchanged. */
function transliterated(name: string): string {
  const letters = Array.from(name.normalize('NFD'))
  let latin = ''
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index] as string
    const consonant = CONSONANTS[letter]
    if (consonant === undefined) {
      const next = letters[index + 1] ?? ''
      const nasal = next !== '' && LABIALS.includes(next) ? 'm' : 'n'
      latin +=
        letter === 'ं' || letter === 'ँ'
          ? nasal
          : letter === 'ः'
            ? 'h'
            : (VOWELS[letter] ?? SIGNS[letter] ?? digitOf(letter))
      continue
    }
    const isDotted = letters[index + 1] === NUKTA
    if (isDotted) index++
    latin += isDotted ? (DOTTED[letter] ?? consonant) : consonant
    const next = letters[index + 1] ?? ''
    if (next === VIRAMA) index++
    else if (isFollowed(next)) latin += 'a'
  }
  return latin
}

/** A consonant's inherent vowel is silent at the end of a word, and a following vowel sign replaces it. */
const isFollowed = (next: string): boolean => CONSONANTS[next] !== undefined || next === 'ं' || next === 'ँ'

const digitOf = (letter: string): string =>
  letter >= '०' && letter <= '९' ? String(letter.charCodeAt(0) - '०'.charCodeAt(0)) : letter
