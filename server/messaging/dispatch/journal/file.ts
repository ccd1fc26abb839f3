// The file of a worker's journal: lines are appended, those of a turn of the event loop together. It is never synced:
// what the system was given outlives the process, and of what a machine that stops may have lost nothing is said
// (`Origin`). When it has grown, and after anything that went wrong with it, it is written anew with what still counts,
// beside the old one, and takes its place at once.

import { close, fstat, open, write } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { headLine } from './lines.ts'

const GROWN_BYTES = 1_000_000
/** A file system that needs longer for some lines is none to rely on: nothing leaves until it is well again. */
const WRITE_LIMIT_MS = 10_000
const OWNER_ALONE = 0o600

const calls = { open: promisify(open), write: promisify(write), fstat: promisify(fstat), close: promisify(close) }

interface Waiting {
  line: string
  resolve: () => void
  reject: (error: unknown) => void
}

export class JournalFile {
  readonly #path: string
  readonly #boot: string
  /** All that counts at this moment, the lines that wait included. */
  readonly #text: () => string
  #handle: number | null = null
  #size = 0
  #grownAt = GROWN_BYTES
  #waiting: Waiting[] = []
  #isWriting = false
  #isHanging = false
  #fault: Error | null = null

  constructor(path: string, boot: string, text: () => string) {
    this.#path = path
    this.#boot = boot
    this.#text = text
  }

  /** Why it could not be written when it was last tried; null when it could. */
  get fault(): Error | null {
    return this.#fault
  }

  /** Resolves when the system has the line; rejects when it may have it, or not. */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      // What else comes in this turn goes along.
      setImmediate(() => void this.#writeAll())
    })
  }

  /** Makes it, or puts it back where somebody removed it. */
  async renew(): Promise<void> {
    const found = this.#handle === null ? null : await stat(this.#path).catch(() => null)
    if (found === null) this.#fault ??= new Error('the journal is not there')
    if (this.#fault) await this.append('')
  }

  close(): void {
    if (this.#handle !== null) void calls.close(this.#handle).catch(() => {})
    this.#handle = null
  }

  /** Those that come while some are being written are the next. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#inTime(() => this.#write(batch.map(({ line }) => line).join('')))
        this.#fault = null
        for (const { resolve } of batch) resolve()
      } catch (error) {
        this.#fault = error as Error
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #write(lines: string): Promise<void> {
    // Behind a writing that failed there may be a part of a line, which another one would make whole.
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

  /** One that hangs is left to itself, and until it is over nothing else is begun: it may still write. */
  async #inTime(work: () => Promise<void>): Promise<void> {
    if (this.#isHanging) throw new Error('the file system of the journal does not answer')
    this.#isHanging = true
    const working = work().finally(() => {
      this.#isHanging = false
    })
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the file system of the journal does not answer')), WRITE_LIMIT_MS)
    })
    await Promise.race([working, timeout]).finally(() => clearTimeout(timer))
  }
}

/** A disk that is nearly full takes a part of it. */
async function writeWhole(handle: number, text: string): Promise<number> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; )
    at += (await calls.write(handle, bytes, at, bytes.length - at, null)).bytesWritten
  return bytes.length
}
