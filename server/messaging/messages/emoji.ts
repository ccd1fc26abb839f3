// A reaction is exactly one emoji as people see it: a flag, a skin tone, a family and a keycap each count as one.

/** Created on first use: they take 40 ms, which would slow down every start. */
let graphemes: Intl.Segmenter | undefined
let emoji: RegExp | undefined
/** Variation selector for the emoji presentation, which many keyboards omit. */
const PICTURE = '\u{fe0f}'

/** The fully qualified emoji; null for anything else, or for several. Source: Unicode UTS #51, "RGI emoji". */
export function readEmoji(text: string): string | null {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const [first, ...more] = graphemes.segment(text)
  if (first === undefined || more.length > 0) return null
  emoji ??= /^\p{RGI_Emoji}$/v
  const isEmoji = emoji
  return [text, text + PICTURE].find((one) => isEmoji.test(one)) ?? null
}
