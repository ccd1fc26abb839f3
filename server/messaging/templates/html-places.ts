// Positions of variables in HTML. Values are escaped for text and quoted attributes, so variables are allowed only
// there: in a script, a tag or an unquoted attribute a value could become markup. Pure; a tag scanner by
// https://html.spec.whatwg.org/multipage/parsing.html#tokenization, as far as needed.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { Parts } from './variables.ts'

type State =
  | 'text'
  | 'comment'
  | 'raw'
  | 'tag name'
  | 'before name'
  | 'name'
  | 'before value'
  | 'double'
  | 'single'
  | 'unquoted'

/** Elements whose content is not text of the document: a variable in it is refused. */
const RAW = ['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext']
const rawEnds = new Map(RAW.map((name) => [name, new RegExp(`</${name}`, 'gi')]))
/** Attributes whose value is a link. */
const LINKS = new Set(['href', 'src', 'action', 'formaction', 'background', 'poster', 'cite', 'data', 'xlink:href'])
/** Attributes that contain a script or a document. */
const isActive = (attribute: string): boolean => attribute.startsWith('on') || attribute === 'srcdoc'

const SPACE = /\s/

class Reader {
  state: State = 'text'
  #tag = ''
  attribute = ''
  /** True before the first character of the attribute's value. */
  isAtStart = false

  read(text: string): void {
    for (let at = 0; at < text.length; ) at = this.#step(text, at)
  }

  /** A placeholder counts as the start of the attribute's value. */
  passPlace(): void {
    this.isAtStart = false
  }

  #step(text: string, at: number): number {
    const character = text[at] as string
    switch (this.state) {
      case 'text':
        return this.#inText(text, at)
      case 'comment':
        return this.#until(text, at, '-->')
      case 'raw':
        return this.#inRaw(text, at)
      case 'double':
      case 'single': {
        const end = text.indexOf(this.state === 'double' ? '"' : "'", at)
        if (end > at || (end < 0 && at < text.length)) this.isAtStart = false
        if (end < 0) return text.length
        this.state = 'before name'
        return end + 1
      }
      default:
        this.#inTag(character)
        return at + 1
    }
  }

  #inText(text: string, at: number): number {
    const open = text.indexOf('<', at)
    if (open < 0) return text.length
    if (text.startsWith('<!--', open)) {
      this.state = 'comment'
      return open + 4
    }
    // A piece that ends here is followed by a placeholder, which counts as the name of a tag.
    if (open + 1 === text.length || /[A-Za-z/!?]/.test(text[open + 1] as string)) {
      this.state = 'tag name'
      this.#tag = ''
    }
    return open + 1
  }

  #until(text: string, at: number, end: string): number {
    const found = text.indexOf(end, at)
    if (found < 0) return text.length
    this.state = 'text'
    return found + end.length
  }

  #inRaw(text: string, at: number): number {
    const end = rawEnds.get(this.#tag) as RegExp
    end.lastIndex = at
    if (!end.test(text)) return text.length
    this.state = 'tag name'
    this.#tag = '/'
    return end.lastIndex
  }

  #inTag(character: string): void {
    if (character === '>' && this.state !== 'unquoted') return this.#endTag()
    switch (this.state) {
      case 'tag name':
        if (SPACE.test(character)) this.state = 'before name'
        else this.#tag += character.toLowerCase()
        return
      case 'before name':
        if (SPACE.test(character) || character === '/') return
        this.attribute = character.toLowerCase()
        this.state = 'name'
        return
      case 'name':
        if (character === '=') {
          this.state = 'before value'
          this.isAtStart = true
        } else if (character === '/') this.state = 'before name'
        // A space may precede the =; otherwise a letter after a space starts another name.
        else if (SPACE.test(character)) this.attribute += this.attribute.endsWith(' ') ? '' : ' '
        else if (this.attribute.endsWith(' ')) this.attribute = character.toLowerCase()
        else this.attribute += character.toLowerCase()
        return
      case 'before value':
        if (SPACE.test(character)) return
        this.attribute = this.attribute.trim()
        this.state = character === '"' ? 'double' : character === "'" ? 'single' : 'unquoted'
        return
      default:
        if (character === '>') this.#endTag()
        else if (SPACE.test(character)) this.state = 'before name'
    }
  }

  #endTag(): void {
    const name = this.#tag.replace(/\/$/, '')
    this.state = rawEnds.has(name) ? 'raw' : 'text'
    if (this.state === 'raw') this.#tag = name
  }
}

export interface HtmlPlaces {
  /** The variables at the start of a link attribute's value. */
  links: ReadonlySet<string>
}

/** The placeholders of an HTML part, or the error of the first one where a value must not be written. */
export function readHtmlPlaces({ literals, names }: Parts): HtmlPlaces | ValidationError {
  const reader = new Reader()
  const links = new Set<string>()
  for (const [index, name] of names.entries()) {
    reader.read(literals[index] as string)
    const { state, attribute, isAtStart } = reader
    const isQuoted = state === 'double' || state === 'single'
    if (state !== 'text' && state !== 'comment' && !isQuoted)
      return validationError('variable_in_markup', { variable: name })
    if (isQuoted && isActive(attribute)) return validationError('variable_in_code', { variable: name, attribute })
    if (isQuoted && isAtStart && LINKS.has(attribute)) links.add(name)
    reader.passPlace()
  }
  return { links }
}

/** Allowed targets for the value of a link placeholder. */
export const isLink = (value: string): boolean => /^(?:https?:\/\/|mailto:|tel:|sms:|[/#?])/i.test(value)
