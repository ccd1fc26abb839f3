// The installation as a whole: what was once true of it and stays true, whatever is switched off or removed later.

import type { Tx } from '#kit/database.ts'
import * as queries from './queries.ts'
import type { InstallationRow } from './queries.ts'

export type Real = 'gateway' | 'email'

export async function find(tx: Tx): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(queries.installation())
  if (!row) throw new Error('the installation has no row: its migrations have not run')
  return row
}

/**
 * Whether no real gateway was ever configured. It stays so until the transaction ends: whoever configures the first one waits
 * for it, so that no test money is credited afterwards, whatever any process remembers.
 */
export async function holdTestMoney(tx: Tx): Promise<boolean> {
  const row = await tx.row<InstallationRow>(queries.holdInstallation())
  return row?.real_gateway_since === null
}

const marks = { gateway: queries.markRealGateway, email: queries.markRealEmail } as const

/** A real account of this kind is configured: from now on its sandbox never comes back (decisions §7). Safe to say again. */
export async function becomeReal(tx: Tx, kind: Real, at: Date): Promise<void> {
  await tx.run(marks[kind](at))
}

/** Of the key that seals what is stored: the one that is known from now on, which is the given one when none was. */
export async function keepKeyFingerprint(tx: Tx, fingerprint: string): Promise<string> {
  await tx.run(queries.keepKeyFingerprint(fingerprint))
  return (await find(tx)).secret_key_fingerprint ?? fingerprint
}
