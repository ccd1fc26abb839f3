// Fills a DATA_DIR from a backup: everything is written to DATA_DIR/restoring and moved to its place at the end, the
// database last. After an interruption that folder remains: the program refuses to start, and the next restore starts
// over.

import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#kit/cannot-start.ts'
import { makeFolder } from '#kit/make-folder.ts'
import { syncFolder } from './new-file.ts'

export const RESTORING = 'restoring'
const DATABASE = 'postgres'
const ATTACHMENTS = 'attachments'
/** Files that a restore killed right before its end may have placed already. */
const PLACED_BEFORE = ['secret.key', 'postgres-password', 'attachments']
/** Created by file systems. */
const NOT_OURS = ['lost+found']
const NAMED_MAX = 5

export const restoringFolder = (dataDirectory: string): string => join(dataDirectory, RESTORING)

/** At the program's start: an incomplete restore is neither an installation nor a location for a new one. */
export async function mustNotBeRestoring(dataDirectory: string): Promise<void> {
  if (!(await exists(join(restoringFolder(dataDirectory), DATABASE)))) return
  throw new CannotStart(
    `A restore into DATA_DIR=${dataDirectory} is running or was interrupted. ` +
      'Run the restore again, which starts from the beginning, or remove the folder to create a new installation.',
  )
}

/** Throws unless the folder is missing, empty, or left by an incomplete restore. */
export async function mustBeEmptyFolder(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw new CannotStart(`DATA_DIR=${dataDirectory} cannot be read: ${error.message}`)
  })
  const isLeft = names.includes(RESTORING)
  const known = [...NOT_OURS, ...(isLeft ? [RESTORING, ...PLACED_BEFORE] : [])]
  const others = names.filter((name) => !known.includes(name)).toSorted()
  if (others.length === 0) return
  const more = others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : ''
  throw new CannotStart(
    `DATA_DIR=${dataDirectory} is not empty. It contains ${others.slice(0, NAMED_MAX).join(', ')}${more}. ` +
      'Nothing was changed. Set DATA_DIR to an empty folder.',
  )
}

/** Creates it anew. `endPostgres` stops the one that a killed restore left running there. */
export async function beginRestoring(
  dataDirectory: string,
  endPostgres: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = restoringFolder(dataDirectory)
  if (await exists(join(folder, DATABASE))) await endPostgres(folder)
  await removeRestoring(dataDirectory)
  await makeFolder(dataDirectory, 0o711)
  await mkdir(folder, { mode: 0o711 })
  return folder
}

/** Moves everything to its place; the database last, which makes the installation complete. */
export async function finishRestoring(dataDirectory: string, secretKey: string | null): Promise<void> {
  const folder = restoringFolder(dataDirectory)
  if (secretKey !== null) await writeSecretKey(dataDirectory, secretKey)
  if (await exists(join(folder, ATTACHMENTS))) {
    // Left by a restore that was killed right here.
    await rm(join(dataDirectory, ATTACHMENTS), { recursive: true, force: true })
    await rename(join(folder, ATTACHMENTS), join(dataDirectory, ATTACHMENTS))
  }
  await rename(join(folder, 'postgres-password'), join(dataDirectory, 'postgres-password'))
  await syncFolder(dataDirectory)
  await rename(join(folder, DATABASE), join(dataDirectory, DATABASE))
  await syncFolder(dataDirectory)
  await removeRestoring(dataDirectory)
}

export const removeRestoring = (dataDirectory: string): Promise<void> =>
  rm(restoringFolder(dataDirectory), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })

/** Written and synced before it gets its name. */
export async function writeSecretKey(dataDirectory: string, secretKey: string): Promise<void> {
  await makeFolder(dataDirectory)
  const file = join(dataDirectory, 'secret.key')
  const draft = `${file}-${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${secretKey}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncFolder(dataDirectory)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
