// Writes text as bytes for exports with millions of rows, without a string per cell.

/** Up to this length a loop is faster than a call. */
const LOOP_BYTES_MAX = 64
const DIGIT_0 = 48

export class ByteWriter {
  /** The number of bytes written. */
  length = 0
  bytes: Buffer

  constructor(bytes: number) {
    this.bytes = Buffer.allocUnsafeSlow(bytes)
  }

  /** Makes room for this many bytes. Bytes written to `bytes` directly count once `length` is moved past them. */
  reserve(count: number): void {
    if (this.length + count > this.bytes.length) this.#grow(count)
  }

  /** ASCII text. */
  ascii(text: string): void {
    this.reserve(text.length)
    const { bytes, length } = this
    for (let index = 0; index < text.length; index++) bytes[length + index] = text.charCodeAt(index)
    this.length = length + text.length
  }

  /** A single ASCII character. */
  character(code: number): void {
    this.reserve(1)
    this.bytes[this.length++] = code
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start
    this.reserve(count)
    const { bytes, length } = this
    if (count > LOOP_BYTES_MAX) bytes.set(source.subarray(start, end), length)
    else for (let index = 0; index < count; index++) bytes[length + index] = source[start + index] as number
    this.length = length + count
  }

  /** An integer up to 2^53, in decimal. */
  integer(value: number): void {
    if (value < 0) {
      this.character(45)
      value = -value
    }
    const digits = digitsOf(value)
    this.digits(value, digits)
  }

  /** The last `count` digits of a non-negative integer. */
  digits(value: number, count: number): void {
    this.reserve(count)
    const { bytes, length } = this
    let rest = value
    for (let index = length + count - 1; index >= length; index--) {
      const shorter = Math.floor(rest / 10)
      bytes[index] = DIGIT_0 + rest - shorter * 10
      rest = shorter
    }
    this.length = length + count
  }

  /** Returns the bytes written since the last call; the caller owns them. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length)
    this.bytes = Buffer.allocUnsafeSlow(this.bytes.length)
    this.length = 0
    return taken
  }

  #grow(count: number): void {
    const larger = Buffer.allocUnsafeSlow((this.length + count) * 2)
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}

function digitsOf(value: number): number {
  let digits = 1
  for (let power = 10; power <= value; power *= 10) digits++
  return digits
}
