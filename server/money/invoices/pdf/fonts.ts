// Noto Sans with Latin, the rupee sign and Devanagari including its ligatures; only the glyphs in use are embedded.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** A font source for pdfkit, whose types accept only bytes, with a glyph lookup. */
export type Font = Buffer & { hasGlyphForCodePoint(code: number): boolean }
export type Fonts = Readonly<Record<'regular' | 'strong', Font>>

/** From fontkit: `codePoints` are the characters that the glyph represents. */
interface Glyphs {
  getGlyph(id: number, codePoints?: number[]): { codePoints: number[] } | null
}

let fonts: Promise<Fonts> | undefined

/** Parsed once: pdfkit would parse it again for every document, which takes some 100 ms. */
export function openedFonts(): Promise<Fonts> {
  fonts ??= Promise.all([
    openFont('400Regular/NotoSans_400Regular.ttf'),
    openFont('600SemiBold/NotoSans_600SemiBold.ttf'),
  ]).then(([regular, strong]) => ({ regular, strong }))
  // A font that could not be read is read again for the next invoice.
  fonts.catch(() => {
    fonts = undefined
  })
  return fonts
}

async function openFont(file: string): Promise<Font> {
  // Loaded for the first document: the program and each command start without it.
  const { default: PDFDocument } = await import('pdfkit')
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${file}`)
  const doc = new PDFDocument({ autoFirstPage: false })
  doc.font(await readFile(path))
  // pdfkit accepts an opened font like its bytes (PDFFontFactory).
  const { font } = (doc as unknown as { _font: { font: Font & Glyphs } })._font
  keepCodePoints(font)
  return font
}

/**
 * fontkit keeps each glyph with the code points of its first use. A glyph that is first embedded as a part of another
 * one has none, and later documents would join its letters wrongly and omit them from copied text.
 */
function keepCodePoints(font: Glyphs): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph && codePoints.length > 0) glyph.codePoints = codePoints
    return glyph
  }
}
