// Digits of the scripts that are used for numbers in India. Pure: the console uses it too.

/** The zero of each script: Latin, Arabic, Persian and Urdu, the Indian ones from Devanagari on, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10] as const
const OTHER_DIGITS = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'gu',
)

/** `९८१२३ ४५६७८` as `98123 45678`; other characters stay unchanged. */
export const latinDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = ZEROS.find((one) => code >= one && code <= one + 9) as number
    return String(code - zero)
  })
