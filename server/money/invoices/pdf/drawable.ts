// What the fonts of a document have letters for. The rest would be drawn as boxes, on a page that is kept for years.

import { codePoint } from '#kit/text.ts'
import { openedFonts } from './fonts.ts'

/** Drawn by any font, and by ours. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ff]*$/

/** What is wrong with a text on a page, naming its first character without a letter; null when all of it is drawn. */
export async function drawingFault(text: string): Promise<string | null> {
  if (PLAIN.test(text)) return null
  const { regular, strong } = await openedFonts()
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (!regular.hasGlyphForCodePoint(code) || !strong.hasGlyphForCodePoint(code))
      return `has "${character}" (${codePoint(character)}), which invoices cannot show: write it in Latin or Devanagari letters`
  }
  return null
}
