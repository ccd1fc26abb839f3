// A folder in memory (Linux tmpfs), where tests need not wait for a disk.

import { readFile, statfs } from 'node:fs/promises'

const FOLDER = '/dev/shm'
/** A run needs about 2 GB. Containers often have 64 MB there. */
const ROOM_MIN_BYTES = 6 * 2 ** 30

/** Null where none exists, where it is too small, or where programs in it may not run: some tests install there. */
export async function memoryFolder(): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(FOLDER)
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
    const flags = mounts.find(([, place]) => place === FOLDER)?.[3]?.split(',')
    return bavail * bsize >= ROOM_MIN_BYTES && flags && !flags.includes('noexec') ? FOLDER : null
  } catch {
    return null
  }
}
