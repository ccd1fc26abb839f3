// Contrast of two colours, as WCAG 2.2 defines it. Pure.

/** Level AA for text. */
export const CONTRAST_MIN = 4.5
/** Backgrounds of the page in the light and in the dark appearance. */
export const LIGHT_BACKGROUND = '#ffffff'
export const DARK_BACKGROUND = '#16181d'

/** `#rrggbb` twice. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Rounded down: 4.49 is not 4.5. */
export const shownContrast = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1)
