// Parses server-sent events in chunks: the HTML standard, "Server-sent events".

export interface Block {
  event: string
  data: string
  /** Null when the block has no id. */
  id: string | null
}

/** Longer than any event: a stream that reaches this without a line end is not an event stream. */
const PENDING_MAX = 16 * 1024 * 1024

export class SseParser {
  #pending = ''
  #event = ''
  #data: string[] = []
  #id: string | null = null

  /** The events that are complete with this piece. */
  feed(piece: string): Block[] {
    this.#pending += piece
    // A carriage return at the end may be the first half of a line end.
    const lines = this.#pending.split(/\r\n|\n|\r(?!$)/)
    this.#pending = lines.pop() as string
    if (this.#pending.length > PENDING_MAX) throw new RangeError('The stream of events has a line without an end.')
    return lines.flatMap((line) => this.#take(line) ?? [])
  }

  #take(line: string): Block | null {
    if (line === '') return this.#complete()
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.#event = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    return null
  }

  #complete(): Block | null {
    const block = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id }
    const isEvent = this.#data.length > 0
    this.#event = ''
    this.#data = []
    this.#id = null
    return isEvent ? block : null
  }
}
