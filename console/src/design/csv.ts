// Rows as CSV files, and as clipboard text for spreadsheets.

import { asText, csvRecord } from '#kit/csv-cell.ts'

type Cell = string | number

/** With a byte order mark, by which Excel recognizes UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([`\uFEFF${rows.map(csvRecord).join('')}`], { type: 'text/csv;charset=utf-8' })

export const tsvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map((cell) => asText(String(cell)).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
