// What the fonts of a document have letters for. The rest would be drawn as boxes, on a page that is kept for years.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { codePoint } from '#kit/text.ts'
import { openedFonts } from './fonts.ts'

/** Drawn by any font, and by ours. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ff]*$/

/** What is wrong with a text on an invoice: its first character that the fonts lack. Null when they have all. */
export async function drawingError(text: string): Promise<ValidationError | null> {
  if (PLAIN.test(text)) return null
  const { regular, strong } = await openedFonts()
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (!regular.hasGlyphForCodePoint(code) || !strong.hasGlyphForCodePoint(code))
      return validationError('character_not_on_invoice', { character, code_point: codePoint(character) })
  }
  return null
}
