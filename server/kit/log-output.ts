// Writes log lines to a file descriptor without ever blocking the program. Pino's own writer retries forever at exit
// when a write can never succeed: to a closed terminal, a pipe without a reader, or one that nobody reads.

import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { interval } from './interval.ts'
import { droppedLogLines } from './metrics.ts'

/** Maximum bytes per write: PIPE_BUF, so that lines of several processes never mix in a shared pipe. */
const WRITE_BYTES_MAX = 4096
/** Maximum delay of a line when there are few. */
const FLUSH_EVERY_MS = 200
/** Maximum number of unread bytes: further lines are dropped instead of filling the memory. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024
/** A write to a full pipe is retried after this pause. */
const FULL_PAUSE_MS = 50
/** How long a reader has to read the rest when the process exits. */
const END_LIMIT_MS = interval('LOG_END', 1_000)
const END_PAUSE_MS = 10

export interface LogOutput {
  write(text: string): void
}

export function openLogOutput(standard: 1 | 2): LogOutput {
  const own = openOwn(standard)
  const descriptor = own ?? standard
  /** Each has at most WRITE_BYTES_MAX, unless a single line is longer. Lines are appended to the last one only. */
  const pieces: { text: string; bytes: number }[] = []
  let unreadBytes = 0
  /** `writing`: a background write is in progress; `waiting`: the reader must make room. */
  let state: 'idle' | 'writing' | 'waiting' = 'idle'
  /** The bytes of the current or incomplete write. */
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
   * A non-blocking pipe immediately accepts as much as it has room for. A background write could still be waiting for a
   * thread when the process exits, and then find the pipe full of later lines.
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
      // A failed write is dropped and the next one tried: space may become free on a full disk.
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

  /** At process exit. The kernel completes a background write by itself. */
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
 * Opens the same pipe again, so that no other process can make it blocking. A child process can, both at its start and
 * at its end, when Node restores its standard output; a background write after that would wait for the reader forever,
 * and the process's exit for the write.
 */
function openOwn(standard: 1 | 2): number | null {
  try {
    if (!fstatSync(standard).isFIFO()) return null
    return openSync(`/proc/self/fd/${standard}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    // Only Linux supports this, and not for another user's pipe or one without a reader.
    return null
  }
}

/**
 * Makes a pipe return "full" instead of blocking the writer and the process's exit. Starting a child that inherits the
 * pipe undoes this for all who share it. Node offers it only through its own stream for the pipe.
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
