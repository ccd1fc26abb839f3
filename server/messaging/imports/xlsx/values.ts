// What a cell of a spreadsheet shows, as text: numbers without an exponent, dates as YYYY-MM-DD. Source: ECMA-376,
// 18.8.30 and 18.17.4. Pure.

/** As exact as a spreadsheet shows and keeps numbers. */
const DIGITS = 15
const DAY_MS = 86_400_000
/** The days before the first of January 1970, of the two calendars that spreadsheets count by. */
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107
/** The calendar of 1900 has a 29 February that never was. */
const LEAP_DAY_1900 = 60
/** 31 December 9999. */
const SERIAL_MAX = 2_958_465

/** `9.19812345678E+11` is a phone number that a spreadsheet shows so; what is no number stays as it is. */
export function numberText(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const rounded = Number(number.toPrecision(DIGITS))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text
}

/** With the time where there is one. */
export function dateText(value: string, is1904: boolean): string {
  const serial = Number(value)
  if (value.trim() === '' || !(serial >= 0 && serial <= SERIAL_MAX)) return numberText(value)
  const days = !is1904 && serial < LEAP_DAY_1900 ? serial + 1 : serial
  const seconds = Math.round((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * (DAY_MS / 1000))
  const [day, time] = new Date(seconds * 1000).toISOString().slice(0, -5).split('T') as [string, string]
  // A time of no day.
  if (serial < 1 && !is1904) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** By the number of its format, and by its code where a workbook has formats of its own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isDateId(id)
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')
  return /[dmyhs]/i.test(first) && !/general/i.test(first)
}

/** `_x000D_` is how spreadsheets write what XML cannot. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The place of a column from its letters: `A` is 0; null for what is none. */
export function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
