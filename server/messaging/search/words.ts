// Splits text into searchable words: without case and accents, Indian digits as 0 to 9. Text joined by punctuation
// (A-17, ravi@company.example, 98765-43210) is found by its parts and by their concatenation. Pure.

export interface Range {
  start: number
  end: number
}

/** A part of a text; tokens without a space between them have the same `group`. */
interface Token extends Range {
  word: string
  group: number
}

/** Maximum characters read of a text, characters of a word, and words of a text. */
export const TEXT_READ_MAX = 20_000
const WORD_MAX = 48
export const WORDS_MAX = 400
/** Adjacent tokens that are also indexed as one word. */
export const JOINED_MAX = 4
/** A longer number is also found by its last digits: a mobile number in India has 10. */
const NUMBER_TAIL = 10

// A letter or digit, then letters with their marks (such as Devanagari vowel signs); or one emoji.
const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|\u200c|\u200d)*|\p{Extended_Pictographic}/gu
const JOINER = /^[-/._#@'’&+:]$/
const DIGITS = /^[0-9]+$/
const isDigits = (word: string) => DIGITS.test(word)

/** Needs no normalization: most words and all numbers. */
const ASCII = /^[\x20-\x7e]*$/

/** Drops what is often left out in Devanagari: the nukta is removed, chandrabindu becomes anusvara. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]|\u093c|\u200c|\u200d|\ufe0f/g, '')
    .replaceAll('\u0901', '\u0902')
    .replaceAll('ß', 'ss')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let group = 0
  let before: Token | undefined
  for (const found of text.matchAll(TOKEN)) {
    const word = fold(found[0]).slice(0, WORD_MAX)
    if (word === '') continue
    const start = found.index
    if (before && !JOINER.test(text.slice(before.end, start))) group++
    before = { word, start, end: start + found[0].length, group }
    tokens.push(before)
  }
  return tokens
}

/** The words that start at a token: itself, joined with the next, and so on. */
export function* joinedFrom(tokens: readonly Token[], from: number): Generator<{ word: string; end: number }> {
  const first = tokens[from] as Token
  let word = ''
  for (let at = from; at < Math.min(tokens.length, from + JOINED_MAX); at++) {
    const one = tokens[at] as Token
    const isOfNumber = isDigits(word) && isDigits(one.word) && one.start - (tokens[at - 1] as Token).end === 1
    if (one.group !== first.group && !isOfNumber) return
    word = `${word}${one.word}`.slice(0, WORD_MAX)
    yield { word, end: one.end }
  }
}

/** All words under which the texts are indexed. */
export function wordsOf(...texts: (string | null)[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    if (text === null) continue
    const tokens = tokensOf(text.slice(0, TEXT_READ_MAX))
    for (let at = 0; at < tokens.length; at++)
      for (const { word } of joinedFrom(tokens, at)) {
        if (words.size >= WORDS_MAX) return words
        words.add(word)
        if (isDigits(word) && word.length > NUMBER_TAIL) words.add(word.slice(-NUMBER_TAIL))
      }
  }
  return words
}

/** Shortest suffix of a number that is indexed: people search for the last digits. */
const TAIL_MIN = 3

/** Indexes every suffix of the number, so that a prefix query matches any consecutive digits in it. */
export function wordsOfNumber(number: string | null): Set<string> {
  const digits = fold(number ?? '').replace(/[^0-9]/g, '')
  const words = new Set<string>()
  for (let from = 0; from <= digits.length - TAIL_MIN; from++) words.add(digits.slice(from))
  return words
}
