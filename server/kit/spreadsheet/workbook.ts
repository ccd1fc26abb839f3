// An Excel workbook (XLSX) as a stream, for tables of any length: real dates and numbers, a frozen header, and as many
// sheets as the rows need. Source: ECMA-376, SpreadsheetML.

import { Cells, type Column, escaped, headerOf, letterOf } from './cells.ts'
import { type ZipEntry, zipOf } from './zip.ts'

export interface Table {
  /** The sheet's name; further sheets are numbered. */
  name: string
  columns: readonly Column[]
  pages: AsyncIterable<Page>
}

/** A batch of rows, written in order. */
export interface Page {
  count: number
  /** Writes the next row: writes or skips each cell in turn. */
  writeRow(cells: Cells): void
}

/** Rows of a sheet below its header: Excel's limit is one more. */
export const SHEET_ROWS_MAX = 1_048_575
/** Size of the chunks that are passed on. */
const PIECE_BYTES = 512 * 1024

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function workbookOf(table: Table, rowsOfSheetMax = SHEET_ROWS_MAX): AsyncGenerator<Buffer> {
  return zipOf(entriesOf(table, rowsOfSheetMax))
}

async function* entriesOf(table: Table, rowsOfSheetMax: number): AsyncGenerator<ZipEntry> {
  const rows = new Rows(table.pages)
  let sheets = 0
  try {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetOf(table.columns, rows, rowsOfSheetMax) }
    } while (await rows.hasMore())
  } finally {
    await rows.end()
  }
  yield { name: 'xl/styles.xml', content: [Buffer.from(styles)] }
  yield { name: 'xl/workbook.xml', content: [Buffer.from(workbook(table.name, sheets))] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [Buffer.from(workbookRelations(sheets))] }
  yield { name: '_rels/.rels', content: [Buffer.from(relations)] }
  yield { name: '[Content_Types].xml', content: [Buffer.from(contentTypes(sheets))] }
}

/** Writes the pages row by row. */
class Rows {
  readonly #pages: AsyncIterator<Page>
  #page: Page | null = null
  #left = 0

  constructor(pages: Table['pages']) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#left === 0) {
      const { done, value } = await this.#pages.next()
      if (done) return false
      this.#page = value
      this.#left = value.count
    }
    return true
  }

  /** Writes rows of the current page until it ends, `last` is written, or the chunk is full; returns the next row. */
  write(cells: Cells, first: number, last: number): number {
    const page = this.#page as Page
    let row = first
    while (this.#left > 0 && row <= last && cells.out.length < PIECE_BYTES) {
      this.#left--
      cells.begin(row++)
      page.writeRow(cells)
      cells.end()
    }
    return row
  }

  async end(): Promise<void> {
    await this.#pages.return?.()
  }
}

async function* sheetOf(columns: readonly Column[], rows: Rows, rowsMax: number): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const cells = new Cells(columns, PIECE_BYTES)
  const { out } = cells
  out.copy(
    Buffer.from(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
        `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
        `<cols>${widths.join('')}</cols><sheetData>${headerOf(columns)}`,
    ),
  )
  const last = rowsMax + 1
  let next = 2
  while (next <= last && (await rows.hasMore())) {
    next = rows.write(cells, next, last)
    if (out.length >= PIECE_BYTES) yield out.take()
  }
  out.ascii(`</sheetData><autoFilter ref="A1:${letterOf(columns.length - 1)}${next - 1}"/></worksheet>`)
  yield out.take()
}

const fill = (pattern: string, color = '') =>
  `<fill><patternFill patternType="${pattern}">${color}</patternFill></fill>`
const font = (weight: string) => `<font>${weight}<sz val="11"/><name val="Calibri"/></font>`
const shown = (numFmtId: number) => `<xf xfId="0" numFmtId="${numFmtId}" applyNumberFormat="1"/>`

const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2">\
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.00####"/></numFmts>\
<fonts count="2">${font('')}${font('<b/>')}</fonts>\
<fills count="3">${fill('none')}${fill('gray125')}${fill('solid', '<fgColor rgb="FFDDEBE9"/>')}</fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/>\
${shown(164)}${shown(165)}${shown(3)}</cellXfs></styleSheet>`

const relations = `${XML}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const workbook = (name: string, sheets: number) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers(sheets)
    .map((n) => `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`

const workbookRelations = (sheets: number) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

const contentTypes = (sheets: number) => `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers(sheets)
  .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
  .join('')}</Types>`
