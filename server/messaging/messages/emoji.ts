// A reaction is exactly one emoji, as a person sees it: a flag, a skin tone, a family and a keycap each count as one.

/** Both are made for the first reaction: they take 40 ms, which every start of a process would pay. */
let graphemes: Intl.Segmenter | undefined
let emoji: RegExp | undefined
/** Asks for the picture instead of the character of text, which many keyboards leave out. */
const PICTURE = '\u{fe0f}'

/** The emoji in full, or null when it is none, or not one. Source: Unicode UTS #51, "RGI emoji". */
export function readEmoji(text: string): string | null {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const [first, ...more] = graphemes.segment(text)
  if (first === undefined || more.length > 0) return null
  emoji ??= /^\p{RGI_Emoji}$/v
  const isEmoji = emoji
  return [text, text + PICTURE].find((one) => isEmoji.test(one)) ?? null
}
