// The console's fonts for server-rendered pages: the same files, found by name in the built console.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT } from './built-console.ts'

export const FONT_FAMILY = '"Inter Variable", "Noto Sans Devanagari Variable", system-ui, sans-serif'

interface Face {
  family: string
  /** The file name before its content hash. */
  file: string
  /** As the font package declares it. */
  unicodeRange: string
}

/** Latin, the rupee sign and Devanagari. A text in another script is shown in a system font. */
const faces: readonly Face[] = [
  {
    family: 'Inter Variable',
    file: 'inter-latin-wght-normal',
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    family: 'Inter Variable',
    file: 'inter-latin-ext-wght-normal',
    unicodeRange:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    family: 'Noto Sans Devanagari Variable',
    file: 'noto-sans-devanagari-devanagari-wght-normal',
    unicodeRange:
      'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF,U+11B00-11B09',
  },
]

/** `@font-face` rules; empty without a built console, which leaves the system fonts. */
export const FONT_FACES = fontFaces(assetNames())

function assetNames(): readonly string[] {
  try {
    return readdirSync(join(BUILT, 'assets'))
  } catch {
    return []
  }
}

export function fontFaces(names: readonly string[]): string {
  return faces
    .flatMap(({ family, file, unicodeRange }) => {
      const name = names.find((one) => one.startsWith(`${file}-`) && one.endsWith('.woff2'))
      if (name === undefined) return []
      return `@font-face { font-family: "${family}"; src: url(/console/assets/${name}) format("woff2"); font-weight: 100 900; font-display: swap; unicode-range: ${unicodeRange} }`
    })
    .join('\n')
}
