// Collects bytes from chunks of any size in one buffer. A list of chunks would cost some hundred bytes each, and the
// sender decides how many there are.

const FIRST_BYTES = 4096

export class GrowingBytes {
  #buffer: Buffer
  #length = 0

  constructor(firstBytes = FIRST_BYTES) {
    this.#buffer = Buffer.allocUnsafe(firstBytes)
  }

  add(piece: Uint8Array): void {
    const end = this.#length + piece.length
    if (end > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(end * 2)
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    this.#buffer.set(piece, this.#length)
    this.#length = end
  }

  /** All bytes; nothing may be added afterwards. */
  all(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
