// The marks of a chat text, as its app shows them: *bold*, _italic_, ~struck~ and ```monospaced```. Pure.

export type Mark = 'bold' | 'italic' | 'struck' | 'mono'

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

/** Where a mark that begins here ends; -1 where it is a sign like any other. */
function endOf(text: string, sign: string, from: number): number {
  const first = from + sign.length
  if (isWord(text[from - 1]) || first >= text.length) return -1
  const isBlock = sign.length > 1
  if (!isBlock && /\s/.test(text[first] as string)) return -1
  for (let at = text.indexOf(sign, first + 1); at > 0; at = text.indexOf(sign, at + 1)) {
    const inside = text.slice(first, at)
    if (!isBlock && inside.includes('\n')) return -1
    if (isBlock || (!/\s$/.test(inside) && !isWord(text[at + 1]))) return at
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
