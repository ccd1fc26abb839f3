// The embedded PostgreSQL's password: random, in a file that only we can read. The socket alone would not suffice:
// `peer` needs a map for every account that root may run PostgreSQL as, and Windows has neither.

import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

const PASSWORD_BYTES = 24

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url')
}

export async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Stores the password unless another process was first; returns the valid one. */
export async function keepPassword(file: string, draft: string, password: string): Promise<string> {
  try {
    await writePrivately(draft, password)
    // A hard link appears complete or fails when the name is taken; a rename would replace the other process's file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readPassword(file)) ?? password
}

export async function writePrivately(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
