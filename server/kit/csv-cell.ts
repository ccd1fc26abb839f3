// A cell of CSV as RFC 4180 writes it, safe to open in a spreadsheet: text that a spreadsheet could run as a formula is
// marked as text. Pure: the console writes its files by it too.

const NUMBER = /^-?\d+(\.\d+)?$/
/** What begins a formula somewhere: Excel takes the full-width ones, and others that look alike, for the plain ones. */
const STARTERS = '=+\\-@＝＋－＠﹢﹣﹦﹫−'
/**
 * Spreadsheets skip blanks, line breaks and what has no width before they look, so a cell that begins with any is
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

/** One record with its line end. Numbers stay numbers, also negative ones; null is an empty cell. */
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

/** A cell's text where cells are no matter of separators, marked where a spreadsheet could run it. */
export function asText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
