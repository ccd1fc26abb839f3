// The small parts of a workbook: which sheet comes first, which formats are dates, and the shared strings.

import { validationError } from '#kit/messages/field-errors.ts'
import { ReadError } from '../csv-reader.ts'
import { isDateFormat, unescaped } from './values.ts'
import { type Handlers, XmlReader } from './xml.ts'
import { damaged, type Parts, tooLarge } from './zip-reader.ts'

const PART_BYTES_MAX = 16 * 1024 * 1024
/** Characters of all shared strings, which are in memory while the rows are read. */
export const SHARED_CHARACTERS_MAX = 32 * 1024 * 1024
const SHARED_BYTES_MAX = 1024 * 1024 * 1024
const STRINGS = 'xl/sharedStrings.xml'
const STYLES = 'xl/styles.xml'

export interface Workbook {
  /** Name of the part with the first visible sheet. */
  sheet: string
  /** Name of the part with the shared strings. */
  strings: string
  is1904: boolean
  /** Per style: true if its cells are dates. */
  isDate: readonly boolean[]
}

export async function readWorkbook(parts: Parts): Promise<Workbook> {
  mustBeSpreadsheet(parts)
  let is1904 = false
  const sheets: { id: string; isHidden: boolean }[] = []
  await readAll(parts, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet')
        sheets.push({
          id: attributes['r:id'] ?? idIn(attributes),
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  const targets = new Map<string, string>()
  let strings = STRINGS
  let styles = STYLES
  await readAll(parts, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target, Type = '' }) {
      if (name !== 'Relationship' || !Id || !Target) return
      const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      targets.set(Id, part)
      if (Type.endsWith('/sharedStrings')) strings = part
      if (Type.endsWith('/styles')) styles = part
    },
  })
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  const sheet = first && targets.get(first.id)
  if (sheet === undefined || !parts.has(sheet)) throw damaged()
  return { sheet, strings, is1904, isDate: await readStyles(parts, styles) }
}

/** The namespace prefix may differ. */
const idIn = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

function mustBeSpreadsheet(parts: Parts): void {
  if (parts.has('xl/workbook.xml')) return
  const code = parts.has('xl/workbook.bin')
    ? 'spreadsheet_binary_format'
    : parts.has('content.xml')
      ? 'spreadsheet_open_document'
      : 'zip_without_spreadsheet'
  throw new ReadError('spreadsheet_unreadable', validationError(code))
}

async function readStyles(parts: Parts, part: string): Promise<boolean[]> {
  if (!parts.has(part)) return []
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  await readAll(parts, part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) ids.push(Number(numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return ids.map((id) => isDateFormat(id, codes.get(id)))
}

async function readAll(parts: Parts, name: string, handlers: Handlers): Promise<void> {
  const reader = new XmlReader(handlers)
  for await (const chunk of parts.chunksOf(name, PART_BYTES_MAX)) reader.push(chunk)
  reader.end()
}

/** Reads the shared strings up to index `last`. */
export async function readStrings(parts: Parts, part: string, last = Number.POSITIVE_INFINITY): Promise<string[]> {
  const strings: string[] = []
  if (last < 0 || !parts.has(part)) return strings
  let characters = 0
  let text = ''
  let isText = false
  let phonetic = 0
  const reader = new XmlReader({
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    text(words) {
      if (isText) text += words
    },
    close(name) {
      if (name === 'rPh') phonetic--
      if (name === 't') isText = false
      if (name !== 'si') return
      characters += text.length
      if (characters > SHARED_CHARACTERS_MAX)
        throw tooLarge(validationError('spreadsheet_too_much_text', { max: SHARED_CHARACTERS_MAX }))
      strings.push(unescaped(text))
    },
  })
  for await (const chunk of parts.chunksOf(part, SHARED_BYTES_MAX)) {
    reader.push(chunk)
    if (strings.length > last) return strings
  }
  return strings
}
