// A CSV cell in RFC 4180 format, safe to open in a spreadsheet: text that a spreadsheet could run as a formula is
// marked as text. Pure: the console writes its files with it too.

const NUMBER = /^-?\d+(\.\d+)?$/
/**
 * Characters that start a formula in some program: Excel accepts the full-width ones, and similar ones, like the plain
 * ones.
 */
const STARTERS = '=+\\-@＝＋－＠﹢﹣﹦﹫−'
/**
 * Spreadsheets skip blanks, line breaks and zero-width characters first, so a cell that starts with any of those is
 * marked too.
 */
export const FORMULA = new RegExp(`^[\\s\\p{Cc}\\p{Cf}${STARTERS}]`, 'u')
/**
 * With a separator other than the comma, quotes inside a line have no meaning, and what follows the separator starts a
 * cell.
 */
const HIDDEN_FORMULA = new RegExp(`([;|\\t\\r\\n\\u2028\\u2029][\\s\\p{Cc}\\p{Cf}"]*)(?=[${STARTERS}])`, 'gu')
export const NEEDS_QUOTES = /[",;|\t\r\n\u2028\u2029]/

export type Cell = string | number | null

/** One record with its line end. Numbers, also negative ones, stay numbers; null is an empty cell. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  if (NUMBER.test(text)) return text
  const inside = text.replace(HIDDEN_FORMULA, "$1'")
  const safe = FORMULA.test(text) ? `'${inside}` : inside
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell's text without CSV quoting, marked if a spreadsheet could run it. */
export function asText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
