// Permanent facts about the installation, whatever is switched off or removed later.

import type { Tx } from '#kit/database/database.ts'
import { sqlState } from '#kit/database/errors.ts'
import { asStarted, type Place, whyElsewhere } from './place-rules.ts'
import type { InstallationRow } from './queries.ts'
import * as queries from './queries.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

export async function find(tx: Tx): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(queries.installation())
  if (!row) throw new Error('the table installation is empty: migrations have not run')
  return row
}

/**
 * True when no real gateway was ever configured. Stays true until the transaction ends: configuring the first one waits
 * for it, so that no test money is credited afterwards, whatever a process has cached.
 */
export async function holdTestMode(tx: Tx): Promise<boolean> {
  const row = await tx.row<InstallationRow>(queries.holdInstallation())
  return row?.real_gateway_since === null
}

/**
 * Records that a real account of this kind is configured: from now on its sandbox never returns (spec 16.3).
 * Idempotent.
 */
export async function becomeReal(tx: Tx, since: queries.RealSince, at: Date): Promise<void> {
  await tx.run(queries.markReal(since, at))
}

/** Records the fingerprint of the encryption key unless one is recorded. Returns the recorded one. */
export async function keepKeyFingerprint(tx: Tx, fingerprint: string): Promise<string> {
  await tx.run(queries.keepKeyFingerprint(fingerprint))
  return (await find(tx)).secret_key_fingerprint ?? fingerprint
}

/**
 * The location as far as it can be read from the database. The system identifier is queried separately, because the
 * database user may not be allowed to read it.
 */
export async function databasePlace(reads: Tx): Promise<Pick<Place, 'system' | 'database' | 'table'>> {
  const [place, system] = await Promise.all([
    reads.row<queries.DatabasePlace>(queries.databasePlace()),
    reads.row<{ system: string }>(queries.systemIdentifier()).catch((error: unknown) => {
      if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return undefined
      throw error
    }),
  ])
  if (!place) throw new Error('the database did not return its identity')
  return { ...place, system: system?.system ?? null }
}

/**
 * At a start: records the current location if none was recorded; raises the fence if it differs, unless the fence is
 * already up. Returns the reason for a newly raised fence, or null.
 */
export async function settleIn(tx: Tx, here: Place, at: Date): Promise<string | null> {
  const { place } = await lock(tx)
  await tx.run(queries.notePlace(here))
  const reason = place && whyElsewhere(place, here)
  return reason !== null && (await raiseFence(tx, reason, at)) ? reason : null
}

/**
 * Raises the fence: from now on no external action is taken. False when it was already up; reason and time then stay.
 */
export async function raiseFence(tx: Tx, reason: string, at: Date): Promise<boolean> {
  return (await tx.run(queries.raiseFence(reason, at))) > 0
}

export interface Fence {
  /** Null when the next start will raise it. */
  since: Date | null
  reason: string
}

/** The fence that is up, or that the next start will raise as a command sees it from `here`; null for none. */
export async function fenceAt(tx: Tx, here: Place): Promise<Fence | null> {
  const { place, found_at, fenced_since, fenced_reason } = await find(tx)
  if (fenced_since !== null && fenced_reason !== null) return { since: fenced_since, reason: fenced_reason }
  const reason = place && whyElsewhere(place, asStarted(here, found_at))
  return reason === null ? null : { since: null, reason }
}

/** Lifts the fence that `fenceAt` returns, and records the current location. Returns that fence, or null for none. */
export async function liftFence(tx: Tx, here: Place): Promise<Fence | null> {
  const { found_at } = await lock(tx)
  const fence = await fenceAt(tx, here)
  if (fence) await tx.run(queries.liftFence(asStarted(here, found_at)))
  return fence
}

async function lock(tx: Tx): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(queries.lockInstallation())
  if (!row) throw new Error('the table installation is empty: migrations have not run')
  return row
}

/** Serializes changes of the keys until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.run(queries.lockKeys())
}

/** Records that all stored secrets are encrypted with this key now. */
export async function replaceKeyFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await tx.run(queries.replaceKeyFingerprint(fingerprint))
}
