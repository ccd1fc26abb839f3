// Bytes that come in pieces, however small: they are copied together. A list of pieces costs some hundred bytes for
// each, and who sends them says how many they are.

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

  /** All of them; nothing may be added afterwards. */
  all(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
