// Tracking of a campaign's mail: rewrites its HTML with counted links, and detects requests of programs. Pure.

import { decoded, endOfSilence, endOfTag, nameAt, plainTextOf, SILENT } from '#messaging/channels/email/plain-text.ts'
import type { TemplateContent } from '#messaging/templates/rules.ts'

/** Longer links stay unchanged: with the tracking URL around them they must fit into a request line. */
const LINK_MAX = 2000

export interface Tracked {
  linkTo: (url: string) => string
  image: string
  /** Links with this prefix, which unsubscribe, are not tracked. */
  untouched: string
}

/** The text part stays unchanged, because its URLs are visible. */
export function trackedContent(content: TemplateContent, tracked: Tracked): TemplateContent {
  const { text, html } = content
  return html === null ? content : { ...content, text: text ?? plainTextOf(html), html: trackedHtml(html, tracked) }
}

/** One pass over the tags, linear in the length for any HTML. */
export function trackedHtml(html: string, { linkTo, image, untouched }: Tracked): string {
  const pieces: string[] = []
  let from = 0
  let endOfBody = -1
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) break
      at = end + 3
      continue
    }
    const name = nameAt(html, at + 1)
    if (name === '') {
      at++
      continue
    }
    const end = endOfTag(html, at)
    if (name === '/body') endOfBody = pieces.push(html.slice(from, at)) - 1
    if (name === '/body') from = at
    if (name === 'a' || name === 'area') {
      const value = hrefIn(html, at + 1 + name.length, end)
      const url = value && urlOf(value.text)
      if (value && url && !url.startsWith(untouched)) {
        pieces.push(html.slice(from, value.start), `"${linkTo(url).replaceAll('&', '&amp;')}"`)
        from = value.end
      }
    }
    at = SILENT.has(name) ? endOfSilence(html, name, end) : end
  }
  pieces.push(html.slice(from))
  const pixel = `<img src="${image}" width="1" height="1" alt="" style="display:block;border:0">`
  if (endOfBody < 0) return `${pieces.join('')}${pixel}`
  return `${pieces.slice(0, endOfBody + 1).join('')}${pixel}${pieces.slice(endOfBody + 1).join('')}`
}

const ATTRIBUTE = /[\s/]*([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/y

interface Value {
  text: string
  start: number
  end: number
}

/** The first `href` counts, as in browsers; without a value it is no link. */
function hrefIn(html: string, start: number, end: number): Value | null {
  ATTRIBUTE.lastIndex = start
  for (let found = ATTRIBUTE.exec(html); found && ATTRIBUTE.lastIndex < end; found = ATTRIBUTE.exec(html)) {
    if (found[1]?.toLowerCase() !== 'href') continue
    const value = found[2]
    if (value === undefined) return null
    return {
      text: value.replace(/^["']|["']$/g, ''),
      start: ATTRIBUTE.lastIndex - value.length,
      end: ATTRIBUTE.lastIndex,
    }
  }
  return null
}

/** The URL as a browser resolves it; null unless it is http or https and not too long. */
function urlOf(href: string): string | null {
  const url = URL.parse(decoded(href).trim())
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.href.length <= LINK_MAX ? url.href : null
}

export type EngagementKind = 'open' | 'click'

export interface Visit {
  kind: EngagementKind
  isHead: boolean
  userAgent: string
  /** `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`, concatenated. */
  purpose: string
  /** Time since the mail was sent; null if that is not known yet. */
  sinceSentMs: number | null
}

/** A visit this soon after sending is by a scanner. */
const SOON_MS = 10_000
/** Gmail and Yahoo load images through proxies when a person opens the mail. */
const IMAGE_PROXIES = /GoogleImageProxy|YahooMailProxy/
/** Gmail's prefetch before anybody opens the mail; the user agent names a browser of 2015. */
const GMAIL_PREFETCH = /Edge\/12\.246 Mozilla\/5\.0$/
/** Apple Mail loads all images on arrival, with this user agent only. */
const APPLE_PREFETCH = /^Mozilla\/5\.0$/
const PROGRAMS = new RegExp(
  [
    '(?<!cu)bot\\b|crawl|spider|scan|prefetch|preview|headless|phantomjs|monitor',
    'curl/|wget/|python|java/|okhttp|go-http-client|libwww|httpclient|axios|node-fetch|undici',
    'facebookexternalhit|whatsapp/|skypeuripreview|slack-img|telegram',
    'barracuda|proofpoint|mimecast|forcepoint|symantec|mcafee|sophos|trend ?micro|ironport|safelinks|fireeye',
  ].join('|'),
  'i',
)
const PREPARING = /prefetch|prerender|preview/i

/** Detects a program by its user agent. */
export const isProgramByName = (userAgent: string): boolean => PROGRAMS.test(userAgent)

/** True for a program that fetched the mail's image or links without a reader. */
export function isProgram({ kind, isHead, userAgent, purpose, sinceSentMs }: Visit): boolean {
  if (isHead || PREPARING.test(purpose) || userAgent.trim() === '') return true
  if (kind === 'open' && IMAGE_PROXIES.test(userAgent)) return false
  if (APPLE_PREFETCH.test(userAgent) || GMAIL_PREFETCH.test(userAgent) || isProgramByName(userAgent)) return true
  return sinceSentMs === null || sinceSentMs < SOON_MS
}
