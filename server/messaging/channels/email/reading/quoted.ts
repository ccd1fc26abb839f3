// Splits a reply into its new text and the mail quoted below. Recognizes lines that begin with >, the line that a mail
// program writes above a quotation, the headers that Outlook repeats, and the blocks that HTML mails fold. Quotes with
// replies between them stay, and so does a forwarded mail: its sender wanted to show it. When no new text would be
// left, everything is the text. The two parts together are always the whole text.

import { plainTextOf } from '../plain-text.ts'
import {
  beginning,
  dateLabel,
  forwardedSubject,
  forwardedTitle,
  fromLabel,
  originalTitle,
  otherLabel,
  wrote,
} from './quotation-words.ts'

const LINES_MAX = 20_000
/** An attribution may be wrapped into this many lines. */
const ATTRIBUTION_LINES_MAX = 4
const ATTRIBUTION_MAX = 500
/** Outlook repeats From, Sent, To, Cc and Subject; a long list of recipients wraps. */
const HEADER_LINES_MAX = 8
const LINE_MAX = 1000
/** How much of an HTML mail around a fold is read to recognize a forwarded mail. */
const NEARBY_MAX = 5000

export interface Split {
  text: string
  /** Null when nothing is quoted. */
  quotedText: string | null
}

/** True when the subject marks the mail as forwarded: the sender then wants to show all of it. */
export const isForwarded = (subject: string | null | undefined): boolean => forwardedSubject.test(subject ?? '')

export function splitQuoted(text: string, isForward = false): Split {
  const all = text.replace(/\r\n?/g, '\n').trimEnd()
  const whole = { text: all, quotedText: null }
  if (isForward) return whole
  const lines = all.split('\n')
  if (lines.length > LINES_MAX) return whole
  const start = quotationStart(lines)
  const fresh = lines.slice(0, start).join('\n').trimEnd()
  const quoted = lines.slice(start).join('\n')
  return fresh.trim() === '' || quoted === '' ? whole : { text: fresh, quotedText: quoted }
}

/** The index of the quotation's first line; the number of lines when nothing is quoted. */
function quotationStart(lines: readonly string[]): number {
  const lastUnmarked = lines.findLastIndex((line) => line.trim() !== '' && !isMarked(line))
  const lastMarked = lines.findLastIndex(isMarked)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    if (line.length > LINE_MAX) continue
    if (isForwardTitle(lines, index)) return lines.length
    if (originalTitle.test(line)) return index
    if (isRule(line) && isHeaderBlock(lines, nextWords(lines, index + 1))) return index
    if (isHeaderBlock(lines, index)) return index
    const isMarkedBelow = lastMarked > index && lastUnmarked <= index
    const isUnmarkedBelow = lastMarked <= index && lastUnmarked > index
    if (isMarkedBelow || isUnmarkedBelow) {
      const start = attributionStart(lines, index, isMarkedBelow)
      if (start !== null) return start
    }
    if (isMarked(line) && lastUnmarked < index) return isForwardBlock(lines, index) ? lines.length : index
  }
  return lines.length
}

const isMarked = (line: string): boolean => /^\s*>/.test(line)
const isRule = (line: string): boolean => /^\s*_{20,}\s*$/.test(line)

function nextWords(lines: readonly string[], from: number): number {
  const found = lines.slice(from, from + 3).findIndex((line) => line.trim() !== '')
  return found < 0 ? lines.length : from + found
}

// --- Attribution lines ----------------------------------------------------------------------------------------------

const ADDRESS = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/
/** Marks of the direction of writing, which Gmail puts around names and times. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** `---- On Tue, 10 Mar 2026 11:50:00 +0530 Asha <hello@asha.example> wrote ----`, as Zoho writes it. */
const DASHED = /^\s*-{2,10}\s.+\s-{2,10}\s*$/

/** The first line of the attribution that ends with the line at `end`; null when there is none. */
function attributionStart(lines: readonly string[], end: number, isMarkedBelow: boolean): number | null {
  const last = (lines[end] as string).replace(DIRECTION, '').trimEnd()
  const isDashed = DASHED.test(last)
  if (isMarked(last) || !(isDashed || /[:：]$/.test(last))) return null
  let text = ''
  let start: number | null = null
  for (let index = end; index >= 0 && end - index < ATTRIBUTION_LINES_MAX; index--) {
    const line = lines[index] as string
    if (line.trim() === '' || isMarked(line)) break
    text = `${line.replace(DIRECTION, '')}\n${text}`
    if (text.length > ATTRIBUTION_MAX) break
    const isComplete = isAttribution(text, isMarkedBelow, isDashed)
    // The fewest lines, so that the sender's words right above stay; more only up to the attribution's own start.
    if (isComplete && (start === null || beginning.test(line))) start = index
    if (isDashed) break
  }
  return start
}

/**
 * Unmarked text below is a quotation only when the line is certain: an address, a date and "wrote". Above marked lines
 * two of the three are enough, in any language.
 */
function isAttribution(text: string, isMarkedBelow: boolean, isDashed: boolean): boolean {
  const hasAddress = ADDRESS.test(text)
  const hasDate = isDated(text.replace(ADDRESS, ' '))
  if (hasAddress && hasDate && isDashed) return true
  const hasVerb = wrote.test(text)
  if (hasAddress && hasDate && hasVerb) return true
  return isMarkedBelow && ((hasAddress && hasDate) || (hasVerb && (hasAddress || hasDate || beginning.test(text))))
}

const TIME = /(?<!\p{Nd})\p{Nd}{1,2}[:.٫h]\p{Nd}{2}(?!\p{Nd})/u
const DAY = /(?<!\p{Nd})(?:\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2,4})(?!\p{Nd})/u

/** A day with its year and another number, in any digits. */
const isDated = (text: string): boolean => DAY.test(text) && (text.match(/\p{Nd}+/gu)?.length ?? 0) >= 2

// --- Headers of a quoted or forwarded mail --------------------------------------------------------------------------

/**
 * At least three headers, with the sender's address or the time of sending: other such lines are the sender's own text.
 */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  const from = fromLabel.exec((lines[index] ?? '').slice(0, LINE_MAX))
  if (from === null || from[1] === '') return false
  const next = lines.slice(index + 1, index + HEADER_LINES_MAX).map((line) => line.slice(0, LINE_MAX))
  const dates = next.flatMap((line) => dateLabel.exec(line)?.[1] ?? [])
  const others = next.filter((line) => otherLabel.test(line))
  if (dates.length + others.length < 2) return false
  if (ADDRESS.test(from[1] ?? '')) return true
  const isToAddress = others.some((line) => ADDRESS.test(line))
  return dates.some((date) => isDated(date) && (isToAddress || TIME.test(date)))
}

/** `Label: value` in any language. */
const ANY_LABEL = /^[\s>*_]*\p{L}[\p{L}\p{M}\s./-]{0,30}[*_]{0,2}\s?[:：]\s*\S/u

/** Headers in any language: three lines of their form, one with an address, one with a date. */
function isForwardBlock(lines: readonly string[], from: number): boolean {
  const start = from + lines.slice(from, from + 4).findIndex((line) => line.replace(/[\s>]/g, '') !== '')
  const next = lines.slice(Math.max(start, from), from + HEADER_LINES_MAX + 2).map((line) => line.slice(0, LINE_MAX))
  const end = next.findIndex((line) => !ANY_LABEL.test(line))
  const headers = end < 0 ? next : next.slice(0, end)
  return headers.length >= 3 && headers.some((line) => ADDRESS.test(line)) && headers.some(isDated)
}

/** `---------- Forwarded message ---------`, or another title between dashes with the headers of a mail below. */
function isForwardTitle(lines: readonly string[], index: number): boolean {
  const line = lines[index] as string
  if (forwardedTitle.test(line)) return true
  return (
    /^\s*[-=]{3,40}\s*[^-=\s].{0,80}[-=]{3,40}\s*$/.test(line) &&
    !originalTitle.test(line) &&
    isForwardBlock(lines, index + 1)
  )
}

// --- HTML -----------------------------------------------------------------------------------------------------------

/**
 * Markers of quoted parts by Gmail, Outlook, Thunderbird, Apple Mail, Yahoo and Proton. Every repetition is bounded and
 * stops at the next tag, so the time is linear in the length for any mail.
 */
const FOLD =
  /<(div|blockquote)\b[^<>]{0,500}(?:\bclass\s{0,5}=\s{0,5}["']?[^"'<>]{0,200}(?:gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote)|\bid\s{0,5}=\s{0,5}["']?(?:divRplyFwdMsg|appendonsend)|\btype\s{0,5}=\s{0,5}["']?cite)/i
const HEADER_ABOVE = /moz-cite-prefix|divRplyFwdMsg|appendonsend/i
const NOT_WORDS = /<[^<>]*>|\s|&nbsp;/g

const hasWords = (html: string): boolean => html.replace(NOT_WORDS, '') !== ''

/** The new part of an HTML mail and the rest, which may be empty. The reader closes what is cut off. */
export function splitQuotedHtml(html: string, isForward = false): { fresh: string; rest: string } {
  const whole = { fresh: html, rest: '' }
  if (isForward) return whole
  const fold = FOLD.exec(html)
  if (fold === null) return whole
  const fresh = html.slice(0, fold.index)
  const rest = html.slice(fold.index)
  return !hasWords(fresh) || isForwardFold(fresh, rest) || isAnsweredBelow(rest) ? whole : { fresh, rest }
}

function isForwardFold(before: string, fold: string): boolean {
  const above = plainTextOf(before.slice(-NEARBY_MAX)).trimEnd().split('\n').at(-1) ?? ''
  const lines = plainTextOf(fold.slice(0, NEARBY_MAX)).split('\n')
  const first = nextWords(lines, 0)
  if (forwardedTitle.test(above) || (first < lines.length && isForwardTitle(lines, first))) return true
  // Outlook writes the same headers above quoted and forwarded mails: the subject decides.
  return !HEADER_ABOVE.test(fold.slice(0, 700)) && isForwardBlock(lines, first)
}

/** True when text follows the quoted blocks. Outlook does not enclose its quote in a block. */
function isAnsweredBelow(rest: string): boolean {
  if (/divRplyFwdMsg|appendonsend/i.test(rest.slice(0, 700))) return false
  let html = rest
  for (let count = 0; count < FOLDS_MAX; count++) {
    const fold = FOLD.exec(html)
    if (fold === null) return hasWords(html)
    if (hasWords(html.slice(0, fold.index))) return true
    const end = endOfBlock(html, fold.index, (fold[1] as string).toLowerCase())
    html = html.slice(end)
  }
  return false
}

/** Maximum number of consecutive blocks checked; the rest counts as quoted. */
const FOLDS_MAX = 50

/** Position after the end tag of the element at `start`; the end of the HTML if there is none. */
function endOfBlock(html: string, start: number, name: string): number {
  const tag = new RegExp(`<(/?)${name}\\b`, 'gi')
  tag.lastIndex = start
  let depth = 0
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    depth += found[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const end = html.indexOf('>', found.index)
    return end < 0 ? html.length : end + 1
  }
  return html.length
}
