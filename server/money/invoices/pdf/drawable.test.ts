// Characters that an invoice can show: spec 12.16.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/cases.ts'
import { drawingError } from './drawable.ts'
import { openedFonts } from './fonts.ts'

test('spec 12.16: Latin, Devanagari, Greek and Cyrillic are drawn; the first character without a letter is named', async () => {
  for (const text of ['Asha Textiles Pvt. Ltd.', 'आशा वस्त्र क्‍ष ॐ', 'Café Ångström ₹', 'Ωμέγα', 'Жар', 'Łódź'])
    assert.equal(await drawingError(text), null, text)
  for (const [text, character, code_point] of [
    ['தமிழ் 😀', 'த', 'U+0BA4'],
    ['Asha 😀', '😀', 'U+1F600'],
    ['आशा 中', '中', 'U+4E2D'],
  ] as const)
    assert.deepEqual((await drawingError(text))?.params, { character, code_point })
})

test('spec 12.16: what is taken has a letter in both fonts, whatever it is', async () => {
  const { regular, strong } = await openedFonts()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
      const line = text.replace(/\p{Cc}/gu, '')
      const isDrawn = [...line].every((one) =>
        [regular, strong].every((font) => font.hasGlyphForCodePoint(one.codePointAt(0) as number)),
      )
      assert.equal((await drawingError(line)) === null, isDrawn, line)
    }),
  )
})

test('spec 12.16: a Hindi text is drawn alike whatever earlier documents embedded', async () => {
  interface Glyph {
    name: string
    codePoints: number[]
  }
  interface Opened {
    numGlyphs: number
    getGlyph(id: number): Glyph
    layout(text: string): { glyphs: Glyph[] }
  }
  for (const opened of Object.values(await openedFonts())) {
    const font = opened as unknown as Opened
    // Embedding a glyph loads its parts by number.
    for (let id = 0; id < font.numGlyphs; id++) font.getGlyph(id)
    const names = font.layout('स्टेटमेंट').glyphs.map(({ name }) => name)
    const joined = ['uni0938094D', 'uni091F', 'uni0947', 'uni091F', 'uni092E', 'uni09470902', 'uni091F']
    assert.deepEqual(names, joined)
    // The text that is copied from the document.
    const [first] = font.layout('क्षत्रिय').glyphs
    assert.equal(String.fromCodePoint(...(first?.codePoints ?? [])), 'क्ष')
  }
})
