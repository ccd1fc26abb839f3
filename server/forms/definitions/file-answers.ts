// Rules of uploaded files: accepted types by content, number and size. Pure.

import type { Field, FileKind } from './definition.ts'
import type { FileAnswer } from './holds.ts'
import { FILE_BYTES_MAX, FILES_MAX } from './limits.ts'
import type { AnswerReading } from './read-answer.ts'

const MEGABYTE = 1024 * 1024

/**
 * Office documents from before 2007 share one container format: their first bytes do not distinguish a document from a
 * spreadsheet.
 */
const OLD_OFFICE = 'application/x-cfb'
const RTF = 'application/rtf'
const TEXT = 'text/plain'
const OPEN_OFFICE = 'application/vnd.oasis.opendocument'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

const types: Record<FileKind, readonly string[]> = {
  image: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'image/avif',
    'image/heic',
    'image/heif',
    'image/bmp',
    'image/tiff',
  ],
  pdf: ['application/pdf'],
  document: ['application/pdf', TEXT, RTF, OLD_OFFICE, `${OFFICE}.wordprocessingml.document`, `${OPEN_OFFICE}.text`],
  spreadsheet: [TEXT, OLD_OFFICE, `${OFFICE}.spreadsheetml.sheet`, `${OPEN_OFFICE}.spreadsheet`],
}

/** File name endings for the browser's chooser. */
const endings: Record<FileKind, string> = {
  image: 'image/*',
  pdf: '.pdf',
  document: '.pdf,.doc,.docx,.odt,.rtf,.txt',
  spreadsheet: '.xls,.xlsx,.ods,.csv',
}

const ALL: readonly FileKind[] = ['image', 'pdf', 'document', 'spreadsheet']

/**
 * The content types that each file extension allows. A file with other content is refused, and so is an unknown
 * extension.
 */
const promised: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'tif', 'tiff'].map((ending) => [
      ending,
      types.image,
    ]),
  ),
  pdf: types.pdf,
  doc: [OLD_OFFICE, RTF],
  docx: [`${OFFICE}.wordprocessingml.document`],
  odt: [`${OPEN_OFFICE}.text`],
  rtf: [RTF],
  txt: [TEXT],
  xls: [OLD_OFFICE],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`],
  ods: [`${OPEN_OFFICE}.spreadsheet`],
  csv: [TEXT],
}

export const acceptAttribute = ({ accept = ALL }: { accept?: readonly FileKind[] }): string =>
  accept.map((one) => endings[one]).join(',')

export function isAccepted(
  { accept = ALL }: { accept?: readonly FileKind[] },
  filename: string,
  contentType: string,
): boolean {
  if (!accept.some((one) => types[one].includes(contentType))) return false
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase()
  // Plain text has no magic bytes to identify it, so it is refused without an extension.
  if (ending === undefined) return contentType !== TEXT
  return Object.hasOwn(promised, ending) && (promised[ending] as readonly string[]).includes(contentType)
}

export const maxSizeOf = ({ max_size }: Pick<Field, 'max_size'>): number =>
  Math.min(max_size ?? FILE_BYTES_MAX, FILE_BYTES_MAX)
export const maxFilesOf = ({ max_files }: Pick<Field, 'max_files'>): number => Math.min(max_files ?? 1, FILES_MAX)

export function fileAnswer(field: Field, files: readonly FileAnswer[]): AnswerReading {
  if (files.length === 0) return field.required ? { code: 'file_required', params: {} } : null
  const max = maxFilesOf(field)
  if (files.length > max) return { code: 'too_many_files', params: { max } }
  if (files.some(({ size }) => size > maxSizeOf(field))) return tooLarge(field)
  if (files.some((file) => !isAccepted(field, file.filename, file.content_type)))
    return { code: 'file_type', params: { types: (field.accept ?? ALL) as readonly string[] } }
  return { value: [...files] }
}

export const tooLarge = (field: Field) =>
  ({ code: 'file_too_large', params: { size: sizeText(maxSizeOf(field)) } }) as const

/** `10 MB`, `1.5 MB`, `200 KB`: rounded down, so that a file of the size that is shown is accepted. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.floor(bytes / 1024)} KB`
  return `${Math.floor((bytes / MEGABYTE) * 10) / 10} MB`
}
