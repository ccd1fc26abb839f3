// Limits of imports, mapping of columns to fields, and retention. Pure.

import { getCountries } from 'libphonenumber-js/max'
import { latinDigits } from '#kit/digits.ts'
import { isLine } from '#kit/text.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'

export const importStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]
export const importErrors = [
  'row_too_long',
  'too_many_columns',
  'quote_not_closed',
  'too_many_rows',
  'not_text',
  'spreadsheet_unreadable',
  'spreadsheet_too_large',
  'list_gone',
  'user_gone',
  'file_gone',
  'database_failed',
  'kept_failing',
] as const
export type ImportError = (typeof importErrors)[number]
/** What happens to a contact that already exists. */
export const existingRules = ['skip', 'update'] as const
export type ExistingRule = (typeof existingRules)[number]
/** Fields by which existing contacts are matched. */
export const matchFields = ['email', 'phone_number', 'app_id'] as const
export type MatchField = (typeof matchFields)[number]

export const MEGABYTE = 1024 * 1024
export const IMPORT_BYTES_MAX = 100 * MEGABYTE
export const ROWS_MAX = 1_000_000
/** Queued or running imports per organization. */
export const UNFINISHED_MAX = 5
export const KEPT_MAX = 200
const DAY_MS = 24 * 3600 * 1000
/** Retention of an import and its failed rows, from its end; until it ends, from its creation. */
export const KEPT_MS = 7 * DAY_MS
/**
 * Consecutive attempts that wrote no piece. Kills count as failures; transient refusals of the database (busy, locked,
 * restarting or full) do not.
 */
export const TRIES_MAX = 5
/** Rows per transaction. While it lasts, no suppression of the organization can change: a fraction of a second. */
export const PIECE_ROWS = 1000
/** Failed rows that are stored per import; further ones are only counted. */
export const FAULTS_MAX = 100_000

export const DEFAULT_COUNTRY = 'IN'
export const countries: ReadonlySet<string> = new Set(getCountries())

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS)

const ATTRIBUTE = /^attributes\.(.{1,64})$/su
const consentFields = channelNames.map((channel) => `consent.${channel}`)
export const plainFields: readonly string[] = [
  'display_name',
  'email',
  'phone_number',
  'app_id',
  'group',
  ...consentFields,
]

/** As in JSON (spec 3.5): an attribute of this name would change an object's prototype. */
const NO_ATTRIBUTE = '__proto__'

export function isField(name: string): boolean {
  const attribute = attributeOf(name)
  return attribute === null ? plainFields.includes(name) : attribute !== NO_ATTRIBUTE
}

export const attributeOf = (field: string): string | null => ATTRIBUTE.exec(field)?.[1] ?? null

const WHOSE = '(?:(?:full|display|contact|customer|client|party|member|student|buyer|user)(?: person)? )?'
const PHONE = '(?:mobile|phone|telephone|tel|cell|cellphone|contact|ph|mob|sms|whats ?app)'
const FON = 'फ\u093c?ोन'
const WHATSAPP = 'व्हाट्स ?(?:एप|ऐप|अप)'

/** Column names in English and Hindi, in lower case without punctuation, NFC-normalized. */
const suggestions: readonly [RegExp, string][] = [
  [new RegExp(`^${WHOSE}name$|^name of (?:the )?(?:customer|contact|client|party)$`, 'u'), 'display_name'],
  [/^(?:(?:पूरा|ग्राहक का|संपर्क का|पार्टी का) )?नाम$/u, 'display_name'],
  [/^(?:e ?)?mail(?: (?:address|id|ids|no))?(?: 1)?(?: value)?$|^(?:ई ?)?मेल(?: (?:पता|आईडी|आइडी))?$/u, 'email'],
  [new RegExp(`^${PHONE}(?: ${PHONE})?(?: ?(?:no|nr|num|number|#))?(?: 1)?(?: value)?$`, 'u'), 'phone_number'],
  [
    new RegExp(`^(?:(?:मोबाइल|${FON}|दूरभाष|संपर्क|${WHATSAPP})(?: (?:नंबर|नम्बर|नं|संख्या))?|(?:नंबर|नम्बर))$`, 'u'),
    'phone_number',
  ],
  [/^(?:app id|bsuid|wa id|app address)$/u, 'app_id'],
  [/^(?:group|segment)(?: name)?$|^समूह(?: का नाम)?$|^ग्रुप$/u, 'group'],
  ...channelNames.map((channel): [RegExp, string] => [channels[channel].consentColumn, `consent.${channel}`]),
]

/** `Mobile No. (10 digits) *` becomes `mobile no`. */
const plainName = (column: string): string =>
  column
    .normalize('NFC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/gu, ' ')
    .replace(/[\s_.:*/–-]+/gu, ' ')
    .trim()

/** Suggests a field for each column, each field once; null for an unknown column. */
export function suggested(columns: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const plain = plainName(column)
    const field = suggestions.find(([pattern]) => pattern.test(plain))?.[1] ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

const COLUMN_NAME_MAX = 100

/** Unique, non-empty column names from the header's cells, else from their positions. */
export function columnNames(first: readonly string[], hasHeader: boolean): string[] {
  const counts = new Map<string, number>()
  return first.map((cell, index) => {
    const place = `Column ${index + 1}`
    const name = (hasHeader && named(cell)) || place
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** The cell as a single line that a mapping can refer to. */
function named(cell: string): string {
  const line = cell.toWellFormed().replaceAll(/\s+/gu, ' ').trim().slice(0, COLUMN_NAME_MAX).toWellFormed()
  return isLine(line) ? line : ''
}

/** A first row that contains an email address or a number is not a header. */
export const looksLikeHeader = (first: readonly string[]): boolean =>
  first.every((cell) => !/@|^[+\d][\d\s().-]{5,}$/.test(latinDigits(cell.trim()))) &&
  first.some((cell) => cell.trim() !== '')

/** The column names are within these first records: a title, an address or a date may precede them. */
export const HEADER_RECORDS_MAX = 20

interface HeaderRow {
  number: number
  cells: string[]
}

/**
 * The row with the column names: the first one that contains a known name and has more filled cells than each row above
 * it. Two names must be known if a row above has more than one cell, as a row of data may contain a word such as
 * "Mobile". Otherwise the first row, unless it contains an address. Null if there is none. `hasHeader` is the caller's
 * setting.
 */
export function headerIn<T extends HeaderRow>(records: readonly T[], hasHeader: boolean | undefined): T | null {
  const [first] = records
  if (hasHeader === false || first === undefined) return null
  let widest = 0
  for (const record of records.slice(0, HEADER_RECORDS_MAX)) {
    const filled = record.cells.filter((cell) => cell.trim() !== '').length
    const known = suggested(columnNames(record.cells, true)).filter((field) => field !== null).length
    if (known >= (widest > 1 ? 2 : 1) && filled > widest && looksLikeHeader(record.cells)) return record
    widest = Math.max(widest, filled)
  }
  return hasHeader || looksLikeHeader(first.cells) ? first : null
}

const yes = new Set(['yes', 'y', 'true', '1', 'granted', 'opt-in', 'opt in', 'subscribed', 'हाँ', 'हां'])
const no = new Set(['no', 'n', 'false', '0', 'revoked', 'opt-out', 'opt out', 'unsubscribed', 'नहीं'])

/** Null for neither yes nor no. */
export function consentOf(cell: string): 'granted' | 'revoked' | null {
  const word = latinDigits(cell.toLowerCase())
  return yes.has(word) ? 'granted' : no.has(word) ? 'revoked' : null
}

/** A longer cell is not an address. */
const ADDRESS_CHARACTERS_MAX = 320
/** Digits of a phone number without its country code. */
export const NATIONAL_DIGITS = 10
const DIGITS_MIN = 7

/**
 * Key by which a cell is found when a contact is deleted: an email address in lower case, or the last ten digits of a
 * number. Null if it is no address.
 */
export function addressIn(cell: string): string | null {
  if (cell.length > ADDRESS_CHARACTERS_MAX) return null
  if (cell.includes('@')) return cell.trim().toLowerCase()
  const digits = latinDigits(cell)
    .replaceAll(/[^0-9]/g, '')
    .slice(-NATIONAL_DIGITS)
  return digits.length < DIGITS_MIN ? null : digits
}

export const addressesIn = (cells: readonly (string | null)[]): string[] => [
  ...new Set(cells.flatMap((cell) => (cell === null ? [] : (addressIn(cell) ?? [])))),
]
