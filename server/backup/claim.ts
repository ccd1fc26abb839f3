// Checks the ownership and the encryption of an archive before anything is written to it.

import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#kit/cannot-start.ts'
import { newUuid } from '#kit/ids.ts'
import { makeFolder } from '#kit/make-folder.ts'
import { StoreAway } from '#kit/s3/store.ts'
import { WrongLock } from './age.ts'
import type { Archive } from './archive-contents.ts'

const OWNER_FILE = 'archive.json'
/** In DATA_DIR: the archive location that this installation has certainly started to use. */
const BEGUN_FILE = 'archive-begun'
const NEW_ONE = 'set SAMVAD_ARCHIVE to an empty folder or bucket prefix to start a new archive'

export interface Claim {
  archive: Archive
  dataDirectory: string
  /** Null for an unencrypted archive. */
  passphrase: string | null
  now: Date
}

/**
 * Binds an archive to one data directory: a copied or restored one writes a different log, and mixed logs would be
 * useless. An archive is encrypted from its start or never. Throws when the archive belongs to another installation,
 * has another passphrase, or is not writable; StoreAway when that is unknown.
 */
export async function claim({ archive, dataDirectory, passphrase, now }: Claim): Promise<void> {
  await makeFolder(dataDirectory, 0o711)
  const file = join(dataDirectory, OWNER_FILE)
  const mine = await readFile(file, 'utf8').catch(() => null)
  await mustBeThere(archive, dataDirectory)
  await archive.prepare()
  const text = await archive.text(OWNER_FILE)
  if (text !== null) {
    const { id, inode } = JSON.parse(text)
    if (mine === null || JSON.parse(mine).id !== id || inode !== (await inodeOf(file)))
      throw new CannotStart(
        `SAMVAD_ARCHIVE=${archive.place} belongs to another installation, or to the one that this installation was copied or restored from. ` +
          `Set it to an empty folder or bucket prefix. If the other installation no longer exists, remove ${archive.place}/${OWNER_FILE} instead.`,
      )
  }
  await unlock(archive, passphrase, text === null, now)
  if (text !== null) await archive.putText(OWNER_FILE, text)
  else {
    const id = mine === null ? newUuid() : JSON.parse(mine).id
    await writeFile(file, `${JSON.stringify({ id })}\n`, { mode: 0o600 })
    await archive.putText(OWNER_FILE, `${JSON.stringify({ id, inode: await inodeOf(file) })}\n`)
  }
  // Last: after an interruption, or while the store accepts nothing, the claim is repeated.
  await writeFile(join(dataDirectory, BEGUN_FILE), `${archive.place}\n`, { mode: 0o600 })
}

/** Refuses an empty location in which this installation has an archive: most likely a disk that is not mounted. */
async function mustBeThere(archive: Archive, dataDirectory: string): Promise<void> {
  const file = join(dataDirectory, BEGUN_FILE)
  const begunIn = await readFile(file, 'utf8').catch(() => null)
  if (begunIn?.trim() !== archive.place || (await archive.text(OWNER_FILE)) !== null) return
  throw new StoreAway(
    `${archive.place} is empty, but this installation has its archive there. Check whether it is mounted. Log segments wait until then. To start a new archive, remove ${file}`,
  )
}

async function unlock(archive: Archive, passphrase: string | null, isNew: boolean, now: Date): Promise<void> {
  const isEncrypted = await archive.isEncrypted()
  if (passphrase === null) {
    if (!isEncrypted) return archive.leaveReadable()
    throw new CannotStart(
      `SAMVAD_ARCHIVE=${archive.place} is encrypted. Set SAMVAD_ARCHIVE_PASSPHRASE to its passphrase. If it is lost, ${NEW_ONE}.`,
    )
  }
  if (isEncrypted) return archive.unlock(passphrase).catch(wrong(archive))
  if (isNew && (await archive.isEmpty())) return archive.makeKey(passphrase, now).catch(wrong(archive))
  throw new CannotStart(
    `SAMVAD_ARCHIVE=${archive.place} was created without a passphrase and would stay unencrypted. To encrypt it, ${NEW_ONE}. Otherwise unset SAMVAD_ARCHIVE_PASSPHRASE.`,
  )
}

const wrong =
  ({ place }: Archive) =>
  (error: unknown): never => {
    if (!(error instanceof WrongLock)) throw error
    throw new CannotStart(
      `SAMVAD_ARCHIVE_PASSPHRASE is not the passphrase of the archive in ${place}. Set the one that the archive was created with. A lost passphrase cannot be recovered; in that case, ${NEW_ONE}.`,
    )
  }

const inodeOf = async (file: string): Promise<string> => String((await stat(file, { bigint: true })).ino)
