// Makes a folder and what is missing above it, level by level. Node's recursive mkdir never comes back where the system
// says for ever that something is missing, as it does in /proc.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const EVERYBODY = 0o777

/** One that is there already stays as it is. */
export async function makeFolder(folder: string, mode = EVERYBODY): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (await isFolder(folder)) return
    const parent = dirname(folder)
    // With the parent there, whoever still misses something misses it for good.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder || (await isFolder(parent))) throw error
    await makeFolder(parent, mode)
    await makeFolder(folder, mode)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
