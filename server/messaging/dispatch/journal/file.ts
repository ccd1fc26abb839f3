// A worker's journal file. Appends lines, batched per turn of the event loop. It is never synced: data that the kernel
// has survives the process, and after a machine crash the journal is treated as incomplete (`Origin`). When it has
// grown too large, and after any write error, it is rewritten with the current entries in a new file that replaces the
// old one atomically.

import { close, fstat, open, write } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { headLine } from './lines.ts'

const GROWN_BYTES = 1_000_000
/** A file system that takes longer for a few lines is unreliable: sending stops until it recovers. */
const WRITE_LIMIT_MS = 10_000
const OWNER_ALONE = 0o600

const calls = { open: promisify(open), write: promisify(write), fstat: promisify(fstat), close: promisify(close) }

/** Lines of one write, and a promise that resolves when the kernel has them. */
interface Batch {
  lines: string
  written: PromiseWithResolvers<void>
}

export class JournalFile {
  readonly #path: string
  readonly #boot: string
  /** The complete current content, pending lines included. */
  readonly #text: () => string
  #handle: number | null = null
  #size = 0
  #grownAt = GROWN_BYTES
  #next: Batch | null = null
  #isWriting = false
  #isHanging = false
  #fault: Error | null = null
  /** One timer for all writes, as there are hundreds a second. */
  #limit: NodeJS.Timeout | null = null
  #giveUp: (error: Error) => void = () => {}

  constructor(path: string, boot: string, text: () => string) {
    this.#path = path
    this.#boot = boot
    this.#text = text
  }

  /** The error of the last write; null if it succeeded. */
  get fault(): Error | null {
    return this.#fault
  }

  /**
   * Resolves when the kernel has the line; rejects when the result of the write is unknown. Callers may ignore the
   * promise.
   */
  append(line: string): Promise<void> {
    if (this.#next === null) {
      this.#next = { lines: '', written: Promise.withResolvers() }
      this.#next.written.promise.catch(() => {})
    }
    const { written } = this.#next
    this.#next.lines += line
    if (!this.#isWriting) {
      this.#isWriting = true
      // Lines of the same turn of the event loop are written together.
      setImmediate(() => void this.#writeAll())
    }
    return written.promise
  }

  /** Creates the file, or recreates it when it was deleted. */
  async renew(): Promise<void> {
    const found = this.#handle === null ? null : await stat(this.#path).catch(() => null)
    if (found === null) this.#fault ??= new Error('the journal is not there')
    if (this.#fault) await this.append('')
  }

  close(): void {
    if (this.#handle !== null) void calls.close(this.#handle).catch(() => {})
    this.#handle = null
    if (this.#limit) clearTimeout(this.#limit)
    this.#limit = null
  }

  /** Lines that arrive during a write form the next batch. */
  async #writeAll(): Promise<void> {
    for (let batch = this.#next; batch !== null; batch = this.#next) {
      this.#next = null
      try {
        await this.#inTime(batch.lines)
        this.#fault = null
        batch.written.resolve()
      } catch (error) {
        this.#fault = error as Error
        batch.written.reject(error)
      }
    }
    this.#isWriting = false
  }

  async #write(lines: string): Promise<void> {
    // A failed write may have left part of a line, which the next append would complete.
    if (this.#handle === null || this.#fault !== null || this.#size > this.#grownAt) return this.#writeAnew()
    this.#size += await writeWhole(this.#handle, lines)
  }

  async #writeAnew(): Promise<void> {
    const draft = `${this.#path}-draft`
    const handle = await calls.open(draft, 'w', OWNER_ALONE)
    try {
      const { dev, ino } = await calls.fstat(handle, { bigint: true })
      const head = headLine({ boot: this.#boot, device: String(dev), inode: String(ino) })
      this.#size = await writeWhole(handle, head + this.#text())
      await rename(draft, this.#path)
    } catch (error) {
      void calls.close(handle).catch(() => {})
      throw error
    }
    this.close()
    this.#handle = handle
    this.#grownAt = Math.max(GROWN_BYTES, 2 * this.#size)
  }

  /** A write that hangs is abandoned, and no other starts until it ends: it may still write. */
  #inTime(lines: string): Promise<void> {
    if (this.#isHanging) return Promise.reject(noAnswer())
    this.#isHanging = true
    return new Promise((resolve, reject) => {
      this.#giveUp = reject
      this.#limit = this.#limit?.refresh() ?? setTimeout(() => this.#tooLate(), WRITE_LIMIT_MS).unref()
      const isOver = () => {
        this.#isHanging = false
      }
      this.#write(lines).finally(isOver).then(resolve, reject)
    })
  }

  #tooLate(): void {
    this.#limit = null
    this.#giveUp(noAnswer())
  }
}

const noAnswer = () => new Error('the file system of the journal does not answer')

/** A disk that is nearly full may write only a part. */
async function writeWhole(handle: number, text: string): Promise<number> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; )
    at += (await calls.write(handle, bytes, at, bytes.length - at, null)).bytesWritten
  return bytes.length
}
