// Encryption of the stored secrets of accounts.

import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'
import type { Account } from './kind.ts'
import * as queries from './queries.ts'

/** Binds an encrypted secret to its row: copied to another organization's or another channel's, it does not decrypt. */
export const placeOf = (organizationId: Uuid, channel: string): string =>
  `channel_accounts:${organizationId}:${channel}`

/** The same for the provider's callback secret, bound to its own column. */
export const callbackPlaceOf = (organizationId: Uuid, channel: string): string =>
  `${placeOf(organizationId, channel)}:callback`

/** Decrypts the secret for connecting to the provider. */
export function openSecret(
  sealer: Sealer,
  organizationId: Uuid,
  channel: ChannelName,
  { secret }: Pick<Account, 'secret'>,
): string | null {
  return secret === null ? null : sealer.open(placeOf(organizationId, channel), secret)
}

/** Decrypts the secret that verifies the provider's calls. */
export function openCallbackSecret(
  sealer: Sealer,
  organizationId: Uuid,
  channel: ChannelName,
  { callback_secret: secret = null }: Pick<Account, 'callback_secret'>,
): string | null {
  return secret === null ? null : sealer.open(callbackPlaceOf(organizationId, channel), secret)
}

/** Encrypts all of an organization's secrets again under the current first key; returns the number of accounts. */
export async function reseal(tx: Tx, organizationId: Uuid, sealer: Sealer): Promise<number> {
  const rows = await tx.rows<Pick<Account, 'secret' | 'callback_secret'> & { channel: string }>(
    queries.lockSealed(organizationId),
  )
  for (const { channel, secret, callback_secret } of rows) {
    const anew = (place: string, sealed: Buffer | null = null) =>
      sealed && sealer.seal(place, sealer.open(place, sealed))
    const own = anew(placeOf(organizationId, channel), secret)
    const theirs = anew(callbackPlaceOf(organizationId, channel), callback_secret)
    await tx.run(queries.reseal(organizationId, channel, own, theirs))
  }
  return rows.length
}
