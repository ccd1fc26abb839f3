// Rules of attachments: names, limits, lifetimes and ranges. Pure.

import { isBlank } from '#kit/text.ts'
import type { Part } from './store/store.ts'

const MEGABYTE = 1024 * 1024
/** The maximum of all channels. */
export const FILE_BYTES_MAX = 100 * MEGABYTE
export const FILENAME_MAX = 150
const EXTENSION_MAX = 20
const DAY_MS = 24 * 3600 * 1000
/** How long after its upload an attachment can be used by a message. */
export const USABLE_MS = DAY_MS
/**
 * After this time an unused attachment is deleted; later than `USABLE_MS`, so that no message is using it at that
 * moment.
 */
export const UNUSED_KEPT_MS = USABLE_MS + 3600 * 1000
/** Longer than any upload takes: an upload without a row after this time is abandoned. */
export const UPLOAD_KEPT_MS = 3600 * 1000
/** Minimum validity of a link; it may be an hour longer, so that the link stays the same for a while. */
export const LINK_MS = DAY_MS
const LINK_STEP_MS = 3600 * 1000

export const quotaBytes = (megabytes: number): number => megabytes * MEGABYTE

export function linkExpiry(at: Date): number {
  return Math.ceil((at.getTime() + LINK_MS) / LINK_STEP_MS) * (LINK_STEP_MS / 1000)
}

/**
 * Control characters, lone surrogates, bidirectional and other format characters, and characters that file systems
 * reserve.
 */
const NOT_IN_NAME = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{NChar}<>:"|?*]/gu

/** A portable file name: no path, on one line. */
export function cleanName(given: string | null): string {
  const last = (given ?? '').toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) as string
  const name = last
    .replace(NOT_IN_NAME, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name === '' || isBlank(name) ? 'file' : shortened(name)
}

/** Keeps the beginning and the extension. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= FILENAME_MAX) return name
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= EXTENSION_MAX ? characters.slice(dot) : []
  return [...characters.slice(0, FILENAME_MAX - extension.length), ...extension].join('')
}

/** Headers for files behind links: never rendered as a page, whatever they contain. */
export const SERVED_HEADERS = {
  'cache-control': 'private',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/**
 * The bytes that a player requests, the last one included (RFC 9110, 14.2). Null for the whole file: without a range,
 * and for ranges that are malformed, several, outside the file, or of a version that the caller compares (`If-Range`).
 */
export function partIn(range: string | undefined, ifRange: string | undefined, size: number): Part | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (ifRange !== undefined || (from === '' && to === '')) return null
  const part =
    from === ''
      ? { from: Math.max(0, size - Number(to)), to: size - 1 }
      : { from: Number(from), to: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  return part.from <= part.to ? part : null
}

/** RFC 6266, RFC 8187: the file name for every browser, always as a download. */
export function dispositionOf(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Why a contact's file is not available. */
export const missingReasons = ['too_large', 'too_many', 'no_room', 'empty', 'not_fetched'] as const
export type MissingReason = (typeof missingReasons)[number]
