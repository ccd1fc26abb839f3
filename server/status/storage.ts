// The room where DATA_DIR lies: the embedded PostgreSQL's, the keys', the program's notes.

import { statfs } from 'node:fs/promises'
import type { Part } from './part.ts'
import { sized } from './words.ts'

const GIGABYTE = 1024 ** 3
/** Without room PostgreSQL ends: less than a twentieth is little, on a large disk less than 10 GB. */
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

export const storagePart: Part = {
  name: 'storage',
  async read({ settings: { dataDirectory } }) {
    const room = await roomOf(dataDirectory)
    const said = `${sized(room.available)} of ${sized(room.size)} are left where ${dataDirectory} lies`
    return {
      problems: isLow(room) ? [`Only ${said}: make room; a full disk stops PostgreSQL, and all sending.`] : [],
      lines: [said],
      facts: { data_directory: dataDirectory, available_bytes: room.available, size_bytes: room.size },
    }
  },
}
