// The formatting of chat texts, as chat apps display it: *bold*, _italic_, ~struck~ and ```monospaced```. Pure.

export const markNames = ['bold', 'italic', 'struck', 'mono'] as const
export type Mark = (typeof markNames)[number]

export interface Marked {
  text: string
  marks: readonly Mark[]
}

const SIGNS: readonly [string, Mark][] = [
  ['```', 'mono'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
]

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Maximum length of a formatted span: external text must not be scanned again and again. */
const SPAN_MAX = 1000

/** The position where the formatting that starts here ends; -1 when the character is literal. */
function endOf(text: string, sign: string, from: number): number {
  const first = from + sign.length
  const isBlock = sign.length > 1
  const reach = text.slice(first, first + SPAN_MAX)
  const inside = isBlock ? reach : (reach.split('\n', 1)[0] as string)
  const before = text[from - 1]
  if (isWord(before) || before === sign || inside[0] === sign || (!isBlock && /^\s/.test(inside))) return -1
  for (let at = inside.indexOf(sign, 1); at > 0; at = inside.indexOf(sign, at + 1)) {
    const after = text[first + at + sign.length]
    if (isBlock || (!/\s/.test(inside[at - 1] as string) && !isWord(after) && after !== sign)) return first + at
  }
  return -1
}

export function markedText(text: string, marks: readonly Mark[] = []): Marked[] {
  const pieces: Marked[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const [sign, mark] = SIGNS.find(([one]) => text.startsWith(one, at)) ?? []
    if (sign === undefined || mark === undefined || marks.includes(mark)) continue
    const end = endOf(text, sign, at)
    if (end < 0) continue
    if (at > from) pieces.push({ text: text.slice(from, at), marks })
    const inside = text.slice(at + sign.length, end)
    const all = [...marks, mark]
    pieces.push(...(mark === 'mono' ? [{ text: inside, marks: all }] : markedText(inside, all)))
    from = end + sign.length
    at = from - 1
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marks })
  return pieces
}

/** The text without formatting, for single-line displays. */
export const plainText = (text: string): string =>
  markedText(text)
    .map((piece) => piece.text)
    .join('')
