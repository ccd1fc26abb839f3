// Converts the value of a cell to text: numbers without an exponent, dates as YYYY-MM-DD. Source: ECMA-376, 18.8.30 and
// 18.17.4. Pure.

/** Significant digits that spreadsheets store and show. */
const DIGITS = 15
const DAY_MS = 86_400_000
/** Days before 1 January 1970 in the two date systems of spreadsheets. */
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107
/** The 1900 date system contains a 29 February 1900, which did not exist. */
const LEAP_DAY_1900 = 60
/** 31 December 9999. */
const SERIAL_MAX = 2_958_465

/** `9.19812345678E+11` is how a spreadsheet stores a phone number. Text that is not a number is returned unchanged. */
export function numberText(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const rounded = Number(number.toPrecision(DIGITS))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text
}

/** With the time of day if there is one. */
export function dateText(value: string, is1904: boolean): string {
  const serial = Number(value)
  if (value.trim() === '' || !(serial >= 0 && serial <= SERIAL_MAX)) return numberText(value)
  const days = !is1904 && serial < LEAP_DAY_1900 ? serial + 1 : serial
  const seconds = Math.round((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * (DAY_MS / 1000))
  const [day, time] = new Date(seconds * 1000).toISOString().slice(0, -5).split('T') as [string, string]
  // A time without a day.
  if (serial < 1 && !is1904) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** By the format's id, or by its code for custom formats. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isDateId(id)
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')
  return /[dmyhs]/i.test(first) && !/general/i.test(first)
}

/** `_x000D_` is how spreadsheets escape characters that XML cannot contain. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** 0-based column of a cell reference such as `A1`; null if it is invalid. */
export function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
