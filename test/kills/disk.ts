// A small separate disk for DATA_DIR that can be filled. Mounting needs root, and is not allowed everywhere.

import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SIZE = '2g'
const PIECE_BYTES = 8 * 1024 * 1024
const FILLER = 'filler'

const run = promisify(execFile)

export interface SmallDisk {
  /** Fills the disk to the last byte. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  unmount(): Promise<void>
}

/** Null where this process may not mount. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  if (process.platform !== 'linux') return null
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'samvad-kills', folder])
  } catch {
    return null
  }
  const filler = join(folder, FILLER)
  return {
    async fill() {
      const file = openSync(filler, 'w')
      try {
        // Halves the size at the end, until less is free than a page of PostgreSQL's.
        for (let size = PIECE_BYTES; size >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(size))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            size = Math.floor(size / 2)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    async makeRoom() {
      rmSync(filler, { force: true })
    },
    async unmount() {
      await run('umount', ['--lazy', folder])
    },
  }
}
