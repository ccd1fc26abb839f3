// Free space on the disk of DATA_DIR, which holds the embedded PostgreSQL and the keys.

import { statfs } from 'node:fs/promises'
import type { StorageFacts } from './facts.ts'
import { line, problem } from './messages.ts'
import type { Part } from './part.ts'

const GIGABYTE = 1024 ** 3
/** A full disk stops PostgreSQL: a twentieth must be free, on a large disk 10 GB. */
const SHARE_LEAST = 20
const ROOM_LEAST = { least: GIGABYTE, most: 10 * GIGABYTE }

export interface Room {
  available: number
  size: number
}

export async function roomOf(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { available: bavail * bsize, size: blocks * bsize }
}

/** Pure. */
export function isLow({ available, size }: Room): boolean {
  return available < Math.min(ROOM_LEAST.most, Math.max(ROOM_LEAST.least, size / SHARE_LEAST))
}

export const storagePart: Part<StorageFacts> = {
  name: 'storage',
  async read({ settings: { dataDirectory } }) {
    const room = await roomOf(dataDirectory)
    const sizes = { available_bytes: room.available, size_bytes: room.size }
    return {
      problems: isLow(room) ? [problem('disk_low', { ...sizes, directory: dataDirectory })] : [],
      lines: [line('disk_space', sizes), line('data_directory', { directory: dataDirectory })],
      facts: { data_directory: dataDirectory, ...sizes },
    }
  },
}
