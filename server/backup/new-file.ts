// Writes a file atomically: under a temporary name, synced, then renamed.

import { access, link, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CannotStart } from '#kit/cannot-start.ts'

/** Readable only by its owner. Never replaces an existing file. Returns the number of bytes. */
export async function writeNewFile(
  file: string,
  source: () => Promise<AsyncIterable<Buffer>>,
  signal?: AbortSignal,
): Promise<number> {
  await mustNotExist(file)
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new CannotStart(
          `${partial} exists. Another backup is writing it, or was killed. Remove the file if no backup is running.`,
        )
      : new CannotStart(`${file} cannot be written: ${error.message}`)
  })
  let bytes = 0
  try {
    for await (const chunk of await source()) {
      signal?.throwIfAborted()
      await handle.writeFile(chunk)
      bytes += chunk.length
    }
    await handle.sync()
    await handle.close()
    await nameFor(partial, file)
    return bytes
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(partial, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new CannotStart(
      `Not enough disk space for ${file}. Free up space or use another disk. The partial file was removed.`,
    )
  }
}

export async function mustNotExist(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new CannotStart(`${file} already exists and is not overwritten. Use another file name.`)
}

/** A hard link fails when the name was taken in the meantime; a file system without links renames. */
async function nameFor(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
    await rm(partial)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    await rename(partial, file)
  }
  await syncFolder(dirname(resolve(file)))
}

/** Without this a power failure could lose the new name. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
