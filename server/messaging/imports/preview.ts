// What a file seems to be, before anything is made of it; and what a request makes of that.

import type { Uuid } from '#kit/ids.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import type { ImportFile } from './actions.ts'
import { ReadFault } from './csv-reader.ts'
import { type Head, NotText, NotThere, readHead } from './file.ts'
import type { ImportSettings } from './queries.ts'
import {
  attributeOf,
  columnNames,
  countries,
  DEFAULT_COUNTRY,
  isField,
  looksLikeHeader,
  matchFields,
  plainFields,
  suggested,
} from './rules.ts'
import type { NewImport, NewPreview } from './schema.ts'

const ROWS_SHOWN = 10
const CELL_SHOWN = 200

type Looked = Head & {
  hasHeader: boolean
  columns: string[]
}

/** 422 for what is no such file. */
async function look(
  store: AttachmentStore,
  organizationId: Uuid,
  { attachment_id: id, encoding, delimiter, has_header }: NewPreview,
): Promise<Looked> {
  const given = { ...(encoding && { encoding }), ...(delimiter && { delimiter }) }
  const head = await readHead(store, { organizationId, id }, given, ROWS_SHOWN + 1).catch((error: unknown) => {
    if (error instanceof NotThere) throw invalid('attachment_id', 'has no file any more; upload it again')
    if (error instanceof NotText)
      throw invalid(
        'attachment_id',
        'is neither a text nor a spreadsheet: save the table as CSV (UTF-8) or .xlsx and upload that',
      )
    if (error instanceof ReadFault) throw invalid('attachment_id', `cannot be read: ${error.message}`)
    throw error
  })
  if (head.encoding === null && (encoding || delimiter))
    throw invalid(encoding ? 'encoding' : 'delimiter', 'belongs to CSV; leave it out for a spreadsheet')
  const first = head.records[0]?.cells
  if (!first) throw invalid('attachment_id', 'has no row')
  const hasHeader = has_header ?? looksLikeHeader(first)
  return { ...head, hasHeader, columns: columnNames(first, hasHeader) }
}

export async function preview(
  store: AttachmentStore,
  organizationId: Uuid,
  asked: NewPreview,
  { filename, size }: ImportFile,
) {
  const { encoding, delimiter, hasHeader, columns, records } = await look(store, organizationId, asked)
  const fields = suggested(columns)
  const shown = (cell: string) => cell.slice(0, CELL_SHOWN).toWellFormed()
  return {
    filename,
    size,
    encoding,
    delimiter,
    has_header: hasHeader,
    columns: columns.map((name, index) => ({ name, suggested: hasHeader ? (fields[index] as string | null) : null })),
    rows: records.slice(hasHeader ? 1 : 0, ROWS_SHOWN + (hasHeader ? 1 : 0)).map(({ cells }) => cells.map(shown)),
  }
}

/** 422 for a mapping that the file does not have. */
export async function settingsOf(
  store: AttachmentStore,
  organizationId: Uuid,
  permissions: ReadonlySet<string>,
  asked: NewImport,
): Promise<ImportSettings> {
  const { mapping, country = DEFAULT_COUNTRY, existing = 'skip', match_by: matchBy } = asked
  if (!countries.has(country)) throw invalid('country', 'is not a country; send its two letters of ISO 3166, as IN')
  const fields = Object.values(mapping)
  const unknown = fields.find((field) => !isField(field))
  if (unknown !== undefined)
    throw invalid('mapping', `names the field ${unknown}; send ${plainFields.join(', ')} or attributes.NAME`)
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice !== undefined) throw invalid('mapping', `names two columns for ${twice}; leave one of them out`)
  if (fields.every((field) => !isNaming(field)))
    throw invalid('mapping', 'must name a column for one of display_name, email, phone_number, app_id')
  if (fields.includes('group') && !permissions.has('groups.manage'))
    throw new Refusal('permission_denied', 'An import into groups needs the permission groups.manage.', [
      { field: 'mapping', message: 'needs the permission groups.manage for group' },
    ])
  const { hasHeader, columns, records: _, ...format } = await look(store, organizationId, asked)
  const missing = Object.keys(mapping).find((name) => !columns.includes(name))
  if (missing !== undefined)
    throw invalid('mapping', `names the column ${missing}, which the file does not have: ${columns.join(', ')}`)
  return {
    ...format,
    rowsBy: 2,
    hasHeader,
    columns: columns.map((name) => ({ name, field: Object.hasOwn(mapping, name) ? (mapping[name] as string) : null })),
    existing,
    matchBy: [...new Set(matchBy ?? matchFields)],
    country,
  }
}

const isNaming = (field: string) =>
  attributeOf(field) === null && ['display_name', 'email', 'phone_number', 'app_id'].includes(field)
