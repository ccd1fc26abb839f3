// What a reaction may be: exactly one emoji, as a person sees it. A flag, a skin tone, a family and a keycap are one.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const EMOJI = /^\p{RGI_Emoji}$/v
/** Asks for the picture instead of the character of text, which many keyboards leave out. */
const PICTURE = '\u{fe0f}'

/** The emoji in full, or null when it is none, or not one. Source: Unicode UTS #51, "RGI emoji". */
export function readEmoji(text: string): string | null {
  const [first, ...more] = graphemes.segment(text)
  if (first === undefined || more.length > 0) return null
  return [text, text + PICTURE].find((one) => EMOJI.test(one)) ?? null
}
