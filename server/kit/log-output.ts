// Where the lines of the log go: a file descriptor. A write never holds up the program. Pino's own writer retries
// forever, when the process exits, what can never be written: to a closed terminal, to a pipe without a reader, to a
// pipe that nobody reads.

import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { interval } from './interval.ts'
import { droppedLogLines } from './metrics.ts'

/** So much is written at once: PIPE_BUF, so that lines of several processes never mix in the pipe that they share. */
const WRITE_BYTES_MAX = 4096
/** A quiet program's lines wait no longer. */
const FLUSH_EVERY_MS = 200
/** Of lines that nobody reads: more are dropped, rather than kept until the memory is full. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024
/** A full pipe is tried again after this pause. */
const FULL_PAUSE_MS = 50
/** At the end of the process a reader gets so much time to take the rest. */
const END_LIMIT_MS = interval('LOG_END', 1_000)
const END_PAUSE_MS = 10

export interface LogOutput {
  write(text: string): void
}

export function openLogOutput(standard: 1 | 2): LogOutput {
  const own = openOwn(standard)
  const descriptor = own ?? standard
  /** Each of at most WRITE_BYTES_MAX, unless one line is longer. Only the last still grows. */
  const pieces: { text: string; bytes: number }[] = []
  let unreadBytes = 0
  /** Whether the system is writing now, in the background, or waits for a reader to make room. */
  let state: 'idle' | 'writing' | 'waiting' = 'idle'
  /** What it is writing, or did not take. */
  let rest: Buffer | null = null

  function next(): Buffer | null {
    if (rest !== null) return rest
    const piece = pieces.shift()
    if (piece === undefined) return null
    unreadBytes -= piece.bytes
    return (rest = Buffer.from(piece.text))
  }

  function take(bytes: Buffer, count: number): void {
    rest = count < bytes.length ? bytes.subarray(count) : null
  }

  function writeNext(): void {
    if (own === null) writeInBackground()
    else writeToPipe(own)
  }

  /**
   * A non-blocking pipe takes at once what it has room for. A write in the background could still wait for a thread
   * when the process exits, and then find the pipe full of the lines that follow.
   */
  function writeToPipe(pipe: number): void {
    do {
      const bytes = state === 'idle' ? next() : null
      if (bytes === null) return
      try {
        take(bytes, writeSync(pipe, bytes))
      } catch (error) {
        if (isFull(error)) return pause()
        take(bytes, bytes.length)
      }
    } while (rest !== null || pieces.length > 1)
  }

  function writeInBackground(): void {
    const bytes = state === 'idle' ? next() : null
    if (bytes === null) return
    state = 'writing'
    write(descriptor, bytes, (error, count) => {
      if (isFull(error)) return pause()
      state = 'idle'
      // What cannot be written is dropped, and the next piece tried: space may be freed on a full disk.
      take(bytes, error ? bytes.length : count)
      if (rest !== null || pieces.length > 1) writeNext()
    })
  }

  function pause(): void {
    state = 'waiting'
    setTimeout(tryAgain, FULL_PAUSE_MS).unref()
  }

  function tryAgain(): void {
    state = 'idle'
    writeNext()
  }

  /** When the process exits. The system completes a write in the background by itself. */
  function writeAll(): void {
    neverWaits(standard)
    if (state === 'writing') rest = null
    const until = performance.now() + END_LIMIT_MS
    for (let bytes = next(); bytes !== null; bytes = next()) {
      try {
        take(bytes, writeSync(descriptor, bytes))
      } catch (error) {
        if (!isFull(error) || performance.now() > until) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, END_PAUSE_MS)
      }
    }
  }

  neverWaits(standard)
  setInterval(writeNext, FLUSH_EVERY_MS).unref()
  process.on('exit', writeAll)

  return {
    write(text) {
      const bytes = Buffer.byteLength(text)
      if (unreadBytes + bytes > UNREAD_BYTES_MAX) return droppedLogLines.inc()
      unreadBytes += bytes
      const last = pieces.at(-1)
      if (last !== undefined && last.bytes + bytes <= WRITE_BYTES_MAX) {
        last.text += text
        last.bytes += bytes
        return
      }
      pieces.push({ text, bytes })
      if (pieces.length > 1) writeNext()
    },
  }
}

/**
 * The same pipe, opened once more: that it never holds up whoever writes is then nobody else's to undo. A child undoes
 * it not only by its start but also by its end, where Node puts its standard output back as it was; a write that begins
 * behind that, in the background, waits for the reader for ever, and the exit of the process for the write.
 */
function openOwn(standard: 1 | 2): number | null {
  try {
    if (!fstatSync(standard).isFIFO()) return null
    return openSync(`/proc/self/fd/${standard}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    // Only Linux can, and not where it is another user's or its reader is gone.
    return null
  }
}

/**
 * A pipe answers that it is full instead of holding up whoever writes, and with that the end of the process. Starting a
 * child that inherits the pipe undoes this for all who share it. Node offers no other way than through the stream that
 * it makes of the pipe.
 */
export function neverWaits(descriptor: 1 | 2): void {
  const stream = descriptor === 1 ? process.stdout : process.stderr
  if (stream.isTTY) return
  const { _handle: handle } = stream as unknown as { _handle?: { setBlocking?(isBlocking: boolean): void } }
  handle?.setBlocking?.(false)
}

function isFull(error: unknown): boolean {
  return ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')
}
