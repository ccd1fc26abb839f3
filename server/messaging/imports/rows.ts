// Converts a row of a file to a contact by the mapping, with the checks of the API. Pure.

import { readContactAddress } from '#kit/email-address.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { isLine, LINE, NOTE, textError } from '#kit/text.ts'
import type { Reading } from '#kit/wire.ts'
import { APP_ID_MAX, ATTRIBUTE_VALUE_MAX, DISPLAY_NAME_MAX } from '#messaging/contacts/schema.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import type { CsvRecord } from './csv-reader.ts'
import { readNumber } from './phone-numbers.ts'
import { attributeOf, consentOf, type MatchField } from './rules.ts'

const IS_NOTE = new RegExp(NOTE, 'u')
const NAME_MAX = 200
/** Stands for bytes that are invalid in the encoding. */
const REPLACEMENT = '\ufffd'

export interface Candidate {
  number: number
  cells: string[]
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  attributes: Record<string, string>
  consents: Partial<Record<PricedChannel, 'granted' | 'revoked'>>
  group: string | null
}

/** A row that failed. */
export interface RowError {
  number: number
  /** Null when the error concerns the whole row. */
  column: string | null
  error: ValidationError
  cells: string[]
}

export interface MappedColumn {
  name: string
  /** Null for a column that is not imported. */
  field: string | null
}

type Named = 'display_name' | MatchField

/** Writes the cell into the candidate; returns its error, or null. */
type Taker = (candidate: Candidate, cell: string) => ValidationError | null

export class RowReader {
  readonly #columnCount: number
  readonly #country: string
  readonly #takers: readonly { index: number; name: string; take: Taker }[]
  readonly #granted: Candidate['consents']

  /** `consentChannels`: every contact consented to these channels, except where a column is mapped to the consent. */
  constructor(columns: readonly MappedColumn[], country: string, consentChannels: readonly PricedChannel[] = []) {
    this.#columnCount = columns.length
    this.#country = country
    const isSaid = (channel: string) => columns.some(({ field }) => field === `consent.${channel}`)
    this.#granted = Object.fromEntries(
      consentChannels.flatMap((channel) => (isSaid(channel) ? [] : [[channel, 'granted']])),
    )
    this.#takers = columns.flatMap(({ name, field }, index) =>
      field === null ? [] : [{ index, name, take: this.#takerOf(field) }],
    )
  }

  /** Empty cells are ignored. */
  read({ number, cells, missing = [] }: CsvRecord): Candidate | RowError {
    const candidate: Candidate = {
      number,
      cells,
      display_name: null,
      email: null,
      phone_number: null,
      app_id: null,
      attributes: {},
      consents: { ...this.#granted },
      group: null,
    }
    const at = (column: string | null, error: ValidationError): RowError => ({ number, column, error, cells })
    if (cells.length > this.#columnCount && cells.slice(this.#columnCount).some((cell) => cell.trim() !== ''))
      return at(null, validationError('row_too_many_cells', { cells: cells.length, columns: this.#columnCount }))
    for (const { index, name, take } of this.#takers) {
      const cell = cells[index]?.trim() ?? ''
      if (missing.includes(index)) return at(name, validationError('cell_text_missing'))
      if (cell === '') continue
      const error = cell.includes(REPLACEMENT) ? validationError('cell_wrong_encoding') : take(candidate, cell)
      if (error !== null) return at(name, error)
    }
    const { display_name, email, phone_number, app_id } = candidate
    if ((display_name ?? email ?? phone_number ?? app_id) === null)
      return at(null, validationError('row_without_contact'))
    return candidate
  }

  #takerOf(field: string): Taker {
    const attribute = attributeOf(field)
    if (attribute !== null)
      return (candidate, cell) => {
        if (cell.length > ATTRIBUTE_VALUE_MAX) return validationError('too_long', { max: ATTRIBUTE_VALUE_MAX })
        candidate.attributes[attribute] = cell
        return IS_NOTE.test(cell) ? null : textError(NOTE, cell)
      }
    if (field.startsWith('consent.')) {
      const channel = field.slice('consent.'.length) as PricedChannel
      return (candidate, cell) => {
        const consent = consentOf(cell)
        if (consent === null) return validationError('cell_not_yes_or_no')
        candidate.consents[channel] = consent
        return null
      }
    }
    const name = field as Named | 'group'
    const read = this.#readers[name]
    return (candidate, cell) => {
      const reading = read(cell)
      if ('message' in reading) return reading as ValidationError
      candidate[name] = reading.value
      return null
    }
  }

  readonly #readers: Record<Named | 'group', (cell: string) => Reading<string>> = {
    display_name: (cell) => lineOf(cell, DISPLAY_NAME_MAX),
    group: (cell) => lineOf(cell, NAME_MAX),
    app_id: (cell) => lineOf(cell, APP_ID_MAX),
    email: readContactAddress,
    phone_number: (cell) => readNumber(cell, this.#country),
  }
}

function lineOf(cell: string, max: number): Reading<string> {
  if (cell.length > max) return validationError('too_long', { max })
  return isLine(cell) ? { value: cell } : (textError(LINE, cell) as ValidationError)
}

/** Failed rows are stored cut to these limits: long enough to recognize the row. */
const KEPT_CELL_MAX = 500
const KEPT_CELLS_MAX = 50
export const keptCells = (cells: readonly string[]): string[] =>
  cells.slice(0, KEPT_CELLS_MAX).map((cell) => cell.slice(0, KEPT_CELL_MAX).toWellFormed().replaceAll('\0', ''))
