// The installation's keys in DATA_DIR: `secret.key`, whose first key encrypts and all of whose keys decrypt, and during
// a rotation `secret.key.next`, which only decrypts. Every process reads them again periodically, so that it can
// decrypt with a new key before any process encrypts with it.

import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keys } from '#kit/crypto.ts'
import { interval } from '#kit/interval.ts'

const KEY = /^[0-9a-f]{64}$/i
const READ_EVERY_MS = 2000

export const keyFileOf = (dataDirectory: string): string => join(dataDirectory, 'secret.key')
export const nextKeyFileOf = (dataDirectory: string): string => join(dataDirectory, 'secret.key.next')

/** Comma-separated, as in SAMVAD_SECRET_KEY; null unless all of them are keys. */
export function keysIn(text: string): Keys | null {
  const keys = text.trim().split(',')
  return keys.every((key) => KEY.test(key)) ? keys : null
}

/** Null when the file is missing or contains no key. */
export async function readKeys(file: string): Promise<Keys | null> {
  try {
    return keysIn(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Written atomically, also on a power failure. Root gives the file to the owner of the replaced file or of the folder,
 * so that it remains readable for the user that runs the program.
 */
export async function writeKeys(file: string, keys: Keys): Promise<void> {
  const draft = `${file}-${process.pid}-draft`
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      if (process.getuid?.() === 0) {
        const { uid, gid } = await ownerOf(file)
        await handle.chown(uid, gid)
      }
      await handle.writeFile(`${keys.join(',')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    await syncFolder(join(file, '..'))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The owner of the replaced file, otherwise of the folder. */
const ownerOf = (file: string) => stat(file).catch(() => stat(join(file, '..')))

/** Without this a power failure may lose the rename. Where a folder cannot be opened, renaming has to suffice. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** The current keys, until `isOver`. An unreadable file leaves them unchanged; a start would report the reason. */
export async function watchKeys(dataDirectory: string, atFirst: Keys, isOver = () => false): Promise<() => Keys> {
  let keys = await allKeys(dataDirectory, atFirst)
  let isReading = false
  const timer = setInterval(
    async () => {
      if (isOver()) return clearInterval(timer)
      // On a hanging file system one read waits, not an additional one each time.
      if (isReading) return
      isReading = true
      keys = await allKeys(dataDirectory, keys).catch(() => keys)
      isReading = false
    },
    interval('KEY_READ', READ_EVERY_MS),
  )
  timer.unref()
  return () => keys
}

async function allKeys(dataDirectory: string, known: Keys): Promise<Keys> {
  // In this order: a key that moves from the second file to the first in the meantime is read twice instead of missed.
  const next = (await readKeys(nextKeyFileOf(dataDirectory))) ?? []
  const keys = (await readKeys(keyFileOf(dataDirectory))) ?? known
  return [...new Set([...keys, ...next])]
}
