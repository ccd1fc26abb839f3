// Incremental XML reader for spreadsheets: element names without prefixes, bounded text.

import { SaxesParser } from 'saxes'
import { validationError } from '#kit/messages/field-errors.ts'
import { RECORD_CHARACTERS_MAX, ReadError } from '../csv-reader.ts'
import { damaged } from './zip-reader.ts'

export type Attributes = Readonly<Record<string, string>>

export interface Handlers {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** Characters without a complete element or text: more than any cell may contain. */
const PENDING_CHARACTERS_MAX = 2 * RECORD_CHARACTERS_MAX

export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, fragment: false })
  readonly #decoder = new TextDecoder('utf-8')
  #pending = 0

  constructor({ open, text, close }: Handlers) {
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#pending = 0
      open?.(localName(name), attributes as Attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#pending = 0
      close?.(localName(name))
    })
    this.#parser.on('text', (words) => {
      this.#pending = 0
      text?.(words)
    })
    this.#parser.on('cdata', (words) => text?.(words))
    // Some programs write a DOCTYPE. Nothing is fetched for it, and entity declarations are refused.
    this.#parser.on('doctype', (declarations) => {
      this.#pending = 0
      if (/<!ENTITY/i.test(declarations)) throw damaged()
    })
  }

  /** Throws a `ReadError` for invalid XML. */
  push(chunk: Buffer): void {
    const text = this.#decoder.decode(chunk, { stream: true })
    this.#pending += text.length
    this.#read(() => this.#parser.write(text))
    if (this.#pending > PENDING_CHARACTERS_MAX)
      throw new ReadError('row_too_long', validationError('spreadsheet_cell_too_long', { max: PENDING_CHARACTERS_MAX }))
  }

  end(): void {
    this.#read(() => this.#parser.write(this.#decoder.decode()).close())
  }

  #read(work: () => unknown): void {
    try {
      work()
    } catch (error) {
      throw error instanceof ReadError ? error : damaged()
    }
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
