// Creates a folder and its missing parents, level by level. Node's recursive mkdir never returns when the system keeps
// reporting a missing parent, as in /proc.

import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const EVERYBODY = 0o777

/** Leaves an existing folder unchanged. */
export async function makeFolder(folder: string, mode = EVERYBODY): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (await isFolder(folder)) return
    const parent = dirname(folder)
    // The parent exists, so an error about a missing folder is permanent.
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
