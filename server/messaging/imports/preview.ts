// Previews a file before it is imported, and checks the mapping of an import against its file.

import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import type { ImportFile } from './actions.ts'
import { ReadError } from './csv-reader.ts'
import { type Head, NotText, NotThere, readHead } from './file.ts'
import type { ImportSettings } from './queries.ts'
import {
  attributeOf,
  columnNames,
  countries,
  DEFAULT_COUNTRY,
  HEADER_RECORDS_MAX,
  headerIn,
  isField,
  matchFields,
  plainFields,
  suggested,
} from './rules.ts'
import type { NewImport, NewPreview } from './schema.ts'

const ROWS_SHOWN = 10
const CELL_SHOWN = 200

type Looked = Head & {
  /** The row with the column names; null if there is none. */
  headerRow: number | null
  columns: string[]
}

/** 422 if the file is missing or cannot be read as a CSV or spreadsheet. */
async function look(
  store: AttachmentStore,
  organizationId: Uuid,
  { attachment_id: id, encoding, delimiter, has_header }: NewPreview,
): Promise<Looked> {
  const given = { ...(encoding && { encoding }), ...(delimiter && { delimiter }) }
  const head = await readHead(store, { organizationId, id }, given, HEADER_RECORDS_MAX + ROWS_SHOWN).catch(
    (error: unknown) => {
      if (error instanceof NotThere) throw invalid('attachment_id', 'file_gone')
      if (error instanceof NotText) throw invalid('attachment_id', 'import_not_a_table')
      if (error instanceof ReadError) throw invalid('attachment_id', error.error)
      throw error
    },
  )
  if (head.encoding === null && (encoding || delimiter))
    throw invalid(encoding ? 'encoding' : 'delimiter', 'only_for', { value: 'CSV' })
  const first = head.records[0]?.cells
  if (!first) throw invalid('attachment_id', 'import_without_rows')
  const header = headerIn(head.records, has_header)
  return {
    ...head,
    records: header ? head.records.slice(head.records.indexOf(header) + 1) : head.records,
    headerRow: header?.number ?? null,
    columns: columnNames(header?.cells ?? first, header !== null),
  }
}

export async function preview(
  store: AttachmentStore,
  organizationId: Uuid,
  asked: NewPreview,
  { filename, size }: ImportFile,
) {
  const { encoding, delimiter, headerRow, columns, records } = await look(store, organizationId, asked)
  const fields = suggested(columns)
  const shown = (cell: string) => cell.slice(0, CELL_SHOWN).toWellFormed()
  return {
    filename,
    size,
    encoding,
    delimiter,
    has_header: headerRow !== null,
    header_row: headerRow,
    columns: columns.map((name, index) => ({
      name,
      suggested: headerRow === null ? null : (fields[index] as string | null),
    })),
    rows: records.slice(0, ROWS_SHOWN).map(({ cells }) => cells.map(shown)),
  }
}

/** 422 for a mapping that does not fit the file. */
export async function settingsOf(
  store: AttachmentStore,
  organizationId: Uuid,
  permissions: ReadonlySet<string>,
  asked: NewImport,
): Promise<ImportSettings> {
  const { mapping, country = DEFAULT_COUNTRY, existing = 'skip', match_by: matchBy, consent_channels } = asked
  if (!countries.has(country)) throw invalid('country', 'not_country')
  const fields = Object.values(mapping)
  const unknown = fields.find((field) => !isField(field))
  if (unknown !== undefined)
    throw invalid('mapping', 'import_field_unknown', { field: unknown, fields: [...plainFields, 'attributes.NAME'] })
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice !== undefined) throw invalid('mapping', 'import_field_twice', { field: twice })
  if (fields.every((field) => !isNaming(field))) throw invalid('mapping', 'import_without_name_or_address')
  if (fields.includes('group') && !permissions.has('groups.manage'))
    throw new Refusal('permission_denied', reasonOf('permission_missing', { permissions: ['groups.manage'] }), [
      { field: 'mapping', ...validationError('import_into_groups_denied') },
    ])
  const { headerRow, columns, records: _, ...format } = await look(store, organizationId, asked)
  const missing = Object.keys(mapping).find((name) => !columns.includes(name))
  if (missing !== undefined) throw invalid('mapping', 'import_column_unknown', { column: missing, columns })
  return {
    ...format,
    rowsBy: 2,
    hasHeader: headerRow !== null,
    headerRow,
    columns: columns.map((name) => ({ name, field: Object.hasOwn(mapping, name) ? (mapping[name] as string) : null })),
    existing,
    matchBy: [...new Set(matchBy ?? matchFields)],
    country,
    consentChannels: consent_channels ?? [],
  }
}

const isNaming = (field: string) =>
  attributeOf(field) === null && ['display_name', 'email', 'phone_number', 'app_id'].includes(field)
