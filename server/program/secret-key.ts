// The installation's encryption key: created once, stored outside the database, and identified by its fingerprint, so
// that a different key is refused before anything is encrypted with it.

import { hash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import type { Sealer } from '#kit/crypto.ts'
import { makeFolder } from '#kit/make-folder.ts'
import type { Settings } from '#kit/settings.ts'
import { unreadableKey } from '#kit/unreadable-key.ts'
import { keyOpensSecrets as keyOpensChannelSecrets } from '#messaging/channels/accounts/actions.ts'
import { keyOpensSecrets } from '#money/gateways/accounts/actions.ts'
import { keyFileOf, keysIn } from './key-ring.ts'

const fileOf = keyFileOf

/**
 * The keys of the file, comma-separated as in SAMVAD_SECRET_KEY. Creates one if there is none; of two concurrent
 * processes the first file counts.
 */
export async function secretKeyOf(dataDirectory: string): Promise<string> {
  const file = fileOf(dataDirectory)
  await makeFolder(dataDirectory)
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadableKey(file, error.message)
  })
  const keys = keysIn(text)
  if (keys === null) throw new CannotStart(`${file} does not contain a key of 64 hex digits. Restore the right file.`)
  return keys.join(',')
}

/** True when a key exists; creates none. */
export async function hasSecretKey({ secretKey, dataDirectory }: Settings): Promise<boolean> {
  const isThere = () =>
    readFile(fileOf(dataDirectory)).then(
      () => true,
      () => false,
    )
  return secretKey !== null || (await isThere())
}

/**
 * Fingerprints of keys derived for this purpose, so that they reveal nothing about the keys. The first key's comes
 * first.
 */
export function fingerprintsOf(sealer: Sealer): string[] {
  return sealer.keysFor('fingerprint of the installation').map((key) => hash('sha256', key))
}

const fingerprintOf = (sealer: Sealer): string => fingerprintsOf(sealer)[0] as string

/**
 * At the start: records the first key's fingerprint and refuses any other key. `isNew`: the key was created just now,
 * and is removed when it is refused.
 */
export async function mustBeTheKey({ database, sealer, settings }: App, isNew: boolean): Promise<void> {
  const fits = await database.transaction(async (tx) => {
    const { secret_key_fingerprint: known } = await installation.find(tx)
    if (known !== null) return fingerprintsOf(sealer).includes(known)
    // An installation from before fingerprints: its encrypted values decide.
    if (!(await keyOpensChannelSecrets(tx, sealer)) || !(await keyOpensSecrets(tx, sealer))) return false
    return (await installation.keepKeyFingerprint(tx, fingerprintOf(sealer))) === fingerprintOf(sealer)
  })
  if (fits) return
  if (isNew && settings.secretKey === null) await rm(fileOf(settings.dataDirectory), { force: true })
  throw anotherKey(settings)
}

/** For commands, which record nothing: refuses when the installation has another key. */
export async function mustNotBeAnotherKey({ database, sealer, settings }: App, isNew: boolean): Promise<void> {
  const { secret_key_fingerprint: known } = await installation.find(database.reads)
  if (known === null || fingerprintsOf(sealer).includes(known)) return
  if (isNew && settings.secretKey === null) await rm(fileOf(settings.dataDirectory), { force: true })
  throw anotherKey(settings)
}

function anotherKey({ secretKey, dataDirectory }: Settings): CannotStart {
  const remedy = `Put back ${fileOf(dataDirectory)}, or set SAMVAD_SECRET_KEY to the key that was in it.`
  return secretKey === null
    ? new CannotStart(`The secret key is not the one that the stored data was encrypted with. ${remedy}`)
    : new CannotStart('SAMVAD_SECRET_KEY is not the key that the stored data was encrypted with. Set it to that key.')
}
