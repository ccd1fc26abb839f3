// All submissions of a form as one file, read a page at a time during the download: CSV or an Excel workbook. The
// columns are the fields of all versions, with their latest labels. No cell is interpreted as a formula.

import { Readable } from 'node:stream'
import { type Field, type FormDefinition, isAnswered, textIn } from '#forms/definitions/definition.ts'
import type { Actor, App } from '#kit/app.ts'
import { csvRecord } from '#kit/csv-cell.ts'
import { Exports } from '#kit/exports.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianClock } from '#kit/india/calendar.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { invalidFields } from '#kit/refusals.ts'
import type { Cells, Column, ColumnKind } from '#kit/spreadsheet/cells.ts'
import { type Page, workbookOf } from '#kit/spreadsheet/workbook.ts'
import { publicId } from '#kit/wire.ts'
import { boundsOf } from './actions.ts'
import { answerText } from './answer-text.ts'
import type { SubmissionRow } from './queries.ts'
import * as queries from './queries.ts'
import type { SubmissionQuery } from './schema.ts'
import { type Answer, answerTo, valuesOf } from './terms.ts'
import { versions } from './version-queries.ts'

/** Rows of a page, which take PostgreSQL some milliseconds. */
const PAGE_ROWS = 2000
const TITLE_MAX = 200

export type ExportRow = Pick<
  SubmissionRow,
  'id' | 'version' | 'state' | 'language' | 'source' | 'answers' | 'contact_id' | 'contact_link' | 'submitted_at'
>

interface Written extends Column {
  valueOf(row: ExportRow): string | number | null
}

const text = (title: string, width: number, valueOf: Written['valueOf']): Written => ({
  title,
  kind: 'text',
  width,
  valueOf,
})

const fixed: readonly Written[] = [
  text('Submission ID', 34, ({ id }) => publicId('sub', id)),
  {
    title: 'Submitted (IST)',
    kind: 'time',
    width: 20,
    valueOf: ({ submitted_at: at }) => Math.floor(at.getTime() / 1000),
  },
  text('State', 10, ({ state }) => state),
  text('Version', 8, ({ version }) => String(version)),
  text('Language', 8, ({ language }) => language),
  text('Source', 16, ({ source }) => source),
  text('Contact ID', 34, ({ contact_id }) => publicId('contact', contact_id)),
  text('Contact', 12, ({ contact_link }) => contact_link),
]

/** Answers that are whole numbers in every version. */
const WHOLE: readonly string[] = ['rating', 'scale']

/** The fields of all versions, newest first: each once, in its latest form. */
export function columnsOf(all: readonly { definition: FormDefinition }[]): Written[] {
  const found = new Map<string, { field: Field; definition: FormDefinition; isWhole: boolean }>()
  for (const { definition } of all)
    for (const field of definition.fields) {
      if (!isAnswered(field)) continue
      const known = found.get(field.key)
      const isWhole = WHOLE.includes(field.type)
      if (known) known.isWhole &&= isWhole
      else found.set(field.key, { field, definition, isWhole })
    }
  const titles = [...found.values()].map(titleOf)
  return [...found.values()].map(({ field, definition, isWhole }, index): Written => {
    const title = titles[index] as string
    const isTwice = titles.indexOf(title) !== titles.lastIndexOf(title)
    const kind: ColumnKind = isWhole ? 'count' : 'text'
    return {
      title: isTwice ? `${title} (${field.key})` : title,
      kind,
      width: isWhole ? 8 : 24,
      valueOf: ({ answers }) => cellOf(answerTo(answers, field.key), field, definition, isWhole),
    }
  })
}

const titleOf = ({ field, definition: { settings } }: { field: Field; definition: FormDefinition }): string =>
  textIn(field.label, settings.default_language, settings).replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX) || field.key

function cellOf(answer: Answer, field: Field, definition: FormDefinition, isWhole: boolean): string | number | null {
  if (answer === null) return null
  if (isWhole) return typeof answer === 'number' && Number.isInteger(answer) ? answer : null
  if (typeof answer === 'number') return answer
  return field.options || typeof answer === 'boolean'
    ? answerText(field, answer, definition)
    : valuesOf(answer).join(', ')
}

/** 400 for paging and search parameters: an export is always complete. */
export function mustBeWhole(query: SubmissionQuery): void {
  const names = ['limit', 'starting_after', 'ending_before'] as const
  const field = names.find((name) => query[name] !== undefined)
  if (field !== undefined) throw invalidFields('invalid_query', [{ field, ...validationError('csv_has_no_pages') }])
  const sought = (['q', 'field'] as const).find((name) => query[name] !== undefined)
  if (sought !== undefined)
    throw invalidFields('invalid_query', [{ field: sought, ...validationError('csv_has_no_pages') }])
}

export class SubmissionExports {
  readonly #app: Pick<App, 'database'>
  readonly #exports = new Exports()

  constructor(app: Pick<App, 'database'>) {
    this.#app = app
  }

  async #columns(organizationId: Uuid, formId: Uuid): Promise<Written[]> {
    const all = await this.#app.database.reads.rows<{ definition: FormDefinition }>(versions(organizationId, formId))
    return [...fixed, ...columnsOf(all)]
  }

  #page(organizationId: Uuid, formId: Uuid, query: SubmissionQuery, after: Uuid | null): Promise<ExportRow[]> {
    const { reads } = this.#app.database
    const next = { after, limit: PAGE_ROWS }
    return reads.rows<ExportRow>(queries.exported(organizationId, formId, query, boundsOf(query), next))
  }

  async csv({ organizationId }: Actor, formId: Uuid, query: SubmissionQuery): Promise<Readable> {
    const columns = await this.#columns(organizationId, formId)
    return this.#exports.begin(organizationId, async (after) => {
      const rows = await this.#page(organizationId, formId, query, after)
      const header = after === null ? csvRecord(columns.map(({ title }) => title)) : ''
      const content = header + rows.map((row) => recordOf(columns, row)).join('')
      return { content, last: rows.length < PAGE_ROWS ? null : (rows.at(-1)?.id ?? null) }
    })
  }

  async workbook({ organizationId }: Actor, formId: Uuid, query: SubmissionQuery, name: string): Promise<Readable> {
    const columns = await this.#columns(organizationId, formId)
    const read = (after: Uuid | null) => {
      const rows = this.#page(organizationId, formId, query, after)
      rows.catch(() => {})
      return rows
    }
    async function* pages(): AsyncGenerator<Page> {
      // PostgreSQL reads the next page while this one is written.
      for (let next: Promise<ExportRow[]> | null = read(null); next !== null; ) {
        const rows: ExportRow[] = await next
        next = rows.length < PAGE_ROWS ? null : read(rows.at(-1)?.id ?? null)
        let at = 0
        yield { count: rows.length, writeRow: (cells) => writeRow(cells, columns, rows[at++] as ExportRow) }
      }
    }
    return Readable.from(workbookOf({ name, columns, pages: pages() }), { objectMode: false })
  }
}

function recordOf(columns: readonly Written[], row: ExportRow): string {
  return csvRecord(
    columns.map(({ kind, valueOf }) => {
      const value = valueOf(row)
      return kind === 'time' && typeof value === 'number' ? indianClock(new Date(value * 1000)) : value
    }),
  )
}

function writeRow(cells: Cells, columns: readonly Written[], row: ExportRow): void {
  for (const { kind, valueOf } of columns) {
    const value = valueOf(row)
    if (value === null || value === '') cells.skip()
    else if (kind === 'time') cells.time(value as number)
    else if (kind === 'count') {
      cells.open().ascii(String(value))
      cells.close()
    } else cells.text(Buffer.from(String(value)))
  }
}
