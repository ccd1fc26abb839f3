// Reads exact numbers of bytes from chunks of any size.

export class CutOff extends Error {}

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Reads exactly this many bytes. Throws CutOff when the source ends earlier. */
  async read(count: number): Promise<Buffer> {
    const bytes = await this.readUpTo(count)
    if (bytes.length < count) throw new CutOff('it ends too early')
    return bytes
  }

  /** This many bytes, or the rest of the source. */
  async readUpTo(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let missing = count
    while (missing > 0 && (await this.#fill())) {
      const piece = this.#take(missing)
      pieces.push(piece)
      missing -= piece.length
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }

  /** Passes on the next `count` bytes as they arrive. */
  async *pass(count: number): AsyncGenerator<Buffer> {
    let missing = count
    while (missing > 0) {
      if (!(await this.#fill())) throw new CutOff('it ends too early')
      const piece = this.#take(missing)
      missing -= piece.length
      yield piece
    }
  }

  /** The text up to the next line feed, which is consumed but not returned. */
  async line(most: number): Promise<string> {
    let line = Buffer.alloc(0)
    while (await this.#fill()) {
      const end = this.#rest.indexOf(10)
      line = Buffer.concat([line, this.#take(end < 0 ? this.#rest.length : end)])
      if (line.length > most) throw new Error(`a line of it is longer than ${most} bytes`)
      if (end < 0) continue
      this.#take(1)
      return line.toString('latin1')
    }
    throw new CutOff('it ends too early')
  }

  /** True when the source has no more bytes. */
  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill())
  }

  /** Tells the source that reading stops early, so that it can free its resources. */
  async close(): Promise<void> {
    if (!this.#isOver) await this.#source.return?.()
    this.#isOver = true
  }

  #take(most: number): Buffer {
    const piece = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.#isOver) {
      const { value, done } = await this.#source.next()
      if (done) this.#isOver = true
      else this.#rest = value
    }
    return this.#rest.length > 0
  }
}
