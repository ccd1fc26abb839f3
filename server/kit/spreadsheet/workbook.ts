// A workbook of Excel (XLSX) as a stream, for tables however long: real dates and numbers, a frozen header, and as many
// sheets as the rows need. Text stands in its cells, so that nothing is collected; what could be run as a formula once
// the sheet is saved as CSV is marked as in our CSV. Source: ECMA-376, SpreadsheetML.

import { asText } from '#kit/csv.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { type ZipEntry, zipOf } from './zip.ts'

/** `time` in Unix seconds, shown by the clock of India; `money` in micro-rupees. */
export type ColumnKind = 'text' | 'time' | 'money' | 'count'

export interface Column {
  title: string
  kind: ColumnKind
  /** Characters, about. */
  width: number
}

export type CellValue = string | number | Micros | null

export interface Table {
  /** Of a sheet; further ones are numbered. */
  name: string
  columns: readonly Column[]
  /** Each a list of rows; a cell for each column. */
  pages: AsyncIterable<readonly (readonly CellValue[])[]>
}

/** Of a sheet, below its header: a sheet of Excel has one more. */
export const SHEET_ROWS_MAX = 1_048_575
/** Of a cell, by Excel. */
const TEXT_MAX = 32_767
/** What is handed on at a time. */
const PIECE_CHARACTERS = 128 * 1024
const KOLKATA_SECONDS = 19_800
const DAY_SECONDS = 86_400
/** 1 January 1970 by the count of days that spreadsheets have. */
const DAYS_OF_1970 = 25_569

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** In the order of cellXfs below. */
const STYLES: Readonly<Record<ColumnKind | 'header', number>> = { text: 0, header: 1, time: 2, money: 3, count: 4 }

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

/** The pages, handed out so many rows at a time. */
class Rows {
  readonly #pages: AsyncIterator<readonly (readonly CellValue[])[]>
  #page: readonly (readonly CellValue[])[] = []
  #at = 0

  constructor(pages: Table['pages']) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#at === this.#page.length) {
      const { done, value } = await this.#pages.next()
      if (done) return false
      this.#page = value
      this.#at = 0
    }
    return true
  }

  /** Of what is there, up to `most`. */
  take(most: number): readonly (readonly CellValue[])[] {
    const from = this.#at
    this.#at = Math.min(this.#page.length, from + most)
    return this.#page.slice(from, this.#at)
  }

  async end(): Promise<void> {
    await this.#pages.return?.()
  }
}

async function* sheetOf(columns: readonly Column[], rows: Rows, rowsMax: number): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => letterOf(index))
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const header = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, STYLES.header)).join('')
  let piece =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${header}</row>`
  let count = 0
  while (count < rowsMax && (await rows.hasMore())) {
    for (const row of rows.take(rowsMax - count)) {
      count++
      piece += rowOf(columns, letters, row, count + 1)
      if (piece.length < PIECE_CHARACTERS) continue
      yield Buffer.from(piece)
      piece = ''
    }
  }
  const last = `${letters.at(-1)}${count + 1}`
  yield Buffer.from(`${piece}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`)
}

function rowOf(
  columns: readonly Column[],
  letters: readonly string[],
  row: readonly CellValue[],
  number: number,
): string {
  let cells = `<row r="${number}">`
  for (let index = 0; index < columns.length; index++) {
    const value = row[index]
    if (value === null || value === undefined) continue
    const { kind } = columns[index] as Column
    const place = `${letters[index]}${number}`
    cells +=
      kind === 'text'
        ? textCell(place, asText(String(value)), STYLES.text)
        : `<c r="${place}" s="${STYLES[kind]}"><v>${numberOf(kind, value)}</v></c>`
  }
  return `${cells}</row>`
}

function numberOf(kind: ColumnKind, value: string | number | Micros): string {
  if (kind === 'money') return formatMicros(value as Micros)
  if (kind === 'time') return serialOf(value as number)
  return String(value)
}

/** Days and their parts, by the clock of India. */
export function serialOf(unixSeconds: number): string {
  return ((unixSeconds + KOLKATA_SECONDS) / DAY_SECONDS + DAYS_OF_1970).toFixed(9)
}

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, TEXT_MAX))}</t></is></c>`
}

const SPECIAL = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u
const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
}

/** Without what XML cannot say: controls and half characters. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.toWellFormed().replace(/[&<>"\p{Cc}\ufffe\uffff]/gu, (character) => replacements[character] ?? '')
}

/** A, B, … Z, AA. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
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
