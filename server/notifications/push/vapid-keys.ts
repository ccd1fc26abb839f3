// The key pair that identifies this installation to push services (RFC 8292): created on first use and never changed,
// because subscriptions are bound to it. The private key is stored encrypted.

import type { App } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { KeysRow } from './queries.ts'
import * as queries from './queries.ts'
import { newVapidKeys, type VapidKeys } from './vapid.ts'

const PLACE = 'push key of the installation'
const OWNER = 'push keys'

export async function vapidKeys(app: Pick<App, 'database' | 'sealer' | 'clock'>): Promise<VapidKeys> {
  const { public_key: publicKey, private_key: sealed } = await stored(app)
  return { publicKey, privateKey: app.sealer.open(PLACE, sealed) }
}

/** The public key with which a browser subscribes. */
export async function publicKey(app: Pick<App, 'database' | 'sealer' | 'clock'>): Promise<string> {
  return (await stored(app)).public_key
}

async function stored({ database, sealer, clock }: Pick<App, 'database' | 'sealer' | 'clock'>): Promise<KeysRow> {
  const known = await database.reads.row<KeysRow>(queries.keys())
  if (known) return known
  const made = newVapidKeys()
  return database.transaction(async (tx) => {
    // Another process may have created keys at the same time: the first ones are kept.
    const row = { public_key: made.publicKey, private_key: sealer.seal(PLACE, made.privateKey) }
    await tx.run(queries.keepKeys(row, clock()))
    return (await tx.row<KeysRow>(queries.keys())) as KeysRow
  }, OWNER)
}

/** Encrypts the keys again with the current key; returns how many were changed. */
export async function reseal(tx: Tx, sealer: Sealer): Promise<number> {
  const row = await tx.row<KeysRow>(queries.lockKeys())
  if (!row) return 0
  await tx.run(queries.resealKeys(sealer.seal(PLACE, sealer.open(PLACE, row.private_key))))
  return 1
}
