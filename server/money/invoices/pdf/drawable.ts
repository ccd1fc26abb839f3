// Checks that a document's fonts contain the characters of a text. Missing ones would print as boxes on a document that
// is kept for years.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { codePoint } from '#kit/text.ts'
import { openedFonts } from './fonts.ts'

/** Every font has these characters, including ours. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ff]*$/

/** The error for a text on an invoice, naming its first character without a glyph; null when all have one. */
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
