// Rows as files and as what spreadsheets take from the clipboard.

type Cell = string | number

/** A text that a spreadsheet would take for a formula is given as text; an amount below zero is none. */
const guarded = (cell: Cell): string => {
  const text = String(cell)
  return /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
}

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** With the mark by which Excel knows that it is UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => row.map((cell) => quoted(guarded(cell))).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

export const tsvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map((cell) => guarded(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
