// Makes an author's accent colour readable: on the page's background and as a button's background, in light and dark
// mode (WCAG 1.4.3). Pure.

import { CONTRAST_MIN, contrastOf } from '#forms/definitions/contrast.ts'

/** Each attempt moves the colour by this fraction of the distance to black or white. */
const STEP = 0.04
const STEPS = 1 / STEP

type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** The colour itself when its contrast suffices, otherwise the nearest one towards black or white that does. */
export function readable(accent: string, surface: string): string {
  const target = contrastOf(surface, '#000000') > contrastOf(surface, '#ffffff') ? 0 : 255
  const from = rgbOf(accent)
  for (let step = 0; step <= STEPS; step++) {
    const mixed = hexOf(from.map((value) => value + (target - value) * STEP * step) as unknown as Rgb)
    if (contrastOf(mixed, surface) >= CONTRAST_MIN) return mixed
  }
  return hexOf([target, target, target])
}

/** Black or white, whichever is easier to read on it. */
export const textOn = (background: string): string =>
  contrastOf(background, '#ffffff') >= contrastOf(background, '#000000') ? '#ffffff' : '#000000'
