// Creates the text part of an HTML mail. One pass over the tags, linear in the length for any HTML: no tree, no
// recursion. A different text can be supplied with the HTML.

import { named, windows1252 } from './entities.ts'

/** More than the text of any HTML message: list numbers and link addresses are added to it. */
const TEXT_MAX = 1_000_000
const INDENT_MAX = 6

/** Their content is not text. Neither is anything after an opening tag that is never closed. */
export const SILENT = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'svg',
  'textarea',
  'select',
  'iframe',
  'object',
])
/** Surrounded by empty lines. */
const APART = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr figure'.split(' '))
/** On a line of their own. */
const LINES = new Set(
  'div li tr dt dd section article header footer main nav aside address form fieldset caption center body html'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th'])

let last = { html: '', text: '' }

/** Empty when the HTML has no text. A mail to many recipients is parsed once. */
export function plainTextOf(html: string): string {
  if (last.html !== html) last = { html, text: new Reading(html).text() }
  return last.text
}

class Reading {
  readonly #html: string
  readonly #pieces: string[] = []
  #length = 0
  /** Line breaks before the next word. */
  #breaks = 0
  #hasSpace = false
  #bullet = ''
  /** The number reached in each open list; null for lists without numbers. */
  readonly #lists: (number | null)[] = []
  #preformatted = 0
  #link: { href: string; start: number } | null = null

  constructor(html: string) {
    this.#html = html
  }

  text(): string {
    const html = this.#html
    let at = 0
    while (at < html.length && this.#length < TEXT_MAX) {
      const open = html.indexOf('<', at)
      if (open < 0) {
        this.#say(html.slice(at))
        break
      }
      if (open > at) this.#say(html.slice(at, open))
      at = this.#tag(open)
    }
    return this.#pieces.join('').trim()
  }

  /** Reads what starts with `<` at `start`; returns the position after it. */
  #tag(start: number): number {
    const html = this.#html
    if (html.startsWith('<!--', start)) return after(html.indexOf('-->', start + 4), 3, html)
    const name = nameAt(html, start + 1)
    if (name === '') {
      if (/[!?/]/.test(html[start + 1] ?? '')) return after(html.indexOf('>', start), 1, html)
      this.#say('<')
      return start + 1
    }
    const end = endOfTag(html, start)
    if (name.startsWith('/')) this.#close(name.slice(1))
    else if (SILENT.has(name)) return endOfSilence(html, name, end)
    else this.#open(name, html.slice(start, end))
    return end
  }

  #open(name: string, tag: string): void {
    this.#part(name)
    if (name === 'br') this.#breaks = Math.min(this.#breaks + 1, 2)
    else if (name === 'hr') this.#word('---')
    else if (name === 'ul') this.#lists.push(null)
    else if (name === 'ol') this.#lists.push(0)
    else if (name === 'li') this.#bullet = this.#nextBullet()
    else if (name === 'pre') this.#preformatted++
    else if (name === 'img') this.#say(attribute(tag, 'alt'))
    else if (name === 'a') this.#link = { href: decoded(attribute(tag, 'href')).trim(), start: this.#pieces.length }
  }

  #close(name: string): void {
    if (name === 'a') this.#endLink()
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1)
    this.#part(name)
  }

  #part(name: string): void {
    if (APART.has(name) && !((name === 'ul' || name === 'ol') && this.#lists.length > 0)) this.#breaks = 2
    else if (LINES.has(name) || APART.has(name)) this.#breaks = Math.max(this.#breaks, 1)
    else if (CELLS.has(name)) this.#hasSpace = true
  }

  #nextBullet(): string {
    const indent = '  '.repeat(Math.min(Math.max(0, this.#lists.length - 1), INDENT_MAX))
    const counted = this.#lists.at(-1)
    if (typeof counted !== 'number') return `${indent}- `
    this.#lists[this.#lists.length - 1] = counted + 1
    return `${indent}${counted + 1}. `
  }

  /** Appends a link's URL to its text, unless the text is the URL. */
  #endLink(): void {
    const { href, start } = this.#link ?? { href: '', start: 0 }
    this.#link = null
    const address = href.replace(/^mailto:/i, '')
    if (!/^(https?:\/\/|mailto:)/i.test(href) || /\s/.test(address)) return
    const words = this.#pieces.slice(start).join('').trim()
    if (words === '') return
    if (words !== address && words !== address.replace(/^https?:\/\//i, '').replace(/\/$/, ''))
      this.#word(` (${address})`)
  }

  #say(source: string): void {
    const text = decoded(source)
    if (this.#preformatted > 0) {
      const lines = text.split('\n')
      lines.forEach((line, index) => {
        if (index > 0) this.#breaks = Math.min(this.#breaks + 1, 2)
        if (line.trim() !== '') this.#word(line.trimEnd())
      })
      return
    }
    const words = text.replace(/[ \t\r\n\f\u00a0]+/g, ' ')
    if (words.startsWith(' ')) this.#hasSpace = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#word(trimmed)
    if (words.endsWith(' ')) this.#hasSpace = true
  }

  #word(text: string): void {
    const isFirst = this.#pieces.length === 0
    const gap = isFirst ? '' : this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#hasSpace ? ' ' : ''
    const piece = `${gap}${this.#bullet}${text}`
    this.#pieces.push(piece)
    this.#length += piece.length
    this.#breaks = 0
    this.#hasSpace = false
    this.#bullet = ''
  }
}

function after(found: number, length: number, html: string): number {
  return found < 0 ? html.length : found + length
}

const NAME = /\/?[a-z][a-z0-9]{0,15}/iy

export function nameAt(html: string, at: number): string {
  NAME.lastIndex = at
  return NAME.exec(html)?.[0].toLowerCase() ?? ''
}

/** The position after the `>` outside quotes; an unclosed tag extends to the end of the HTML, as in browsers. */
export function endOfTag(html: string, start: number): number {
  let quote = ''
  for (let at = start; at < html.length; at++) {
    const letter = html[at] as string
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if ((letter === '"' || letter === "'") && html[at - 1] === '=') quote = letter
    else if (letter === '>') return at + 1
  }
  return html.length
}

export function endOfSilence(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)
  return found ? endOfTag(html, found.index) : html.length
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}

export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named(name) ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    if (code === 160) return ' '
    if (code >= 0x80 && code <= 0x9f) return windows1252(code)
    const isText =
      code === 9 || code === 10 || (code >= 32 && (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff))
    return isText && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
