// What is secret of an account, as it is stored.

import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'
import type { Account } from './kind.ts'
import * as queries from './queries.ts'

/** Binds a sealed secret to its row: copied to another organization's, or another channel's, it does not open. */
export const placeOf = (organizationId: Uuid, channel: string): string =>
  `channel_accounts:${organizationId}:${channel}`

/** Only for the connection itself. */
export function openSecret(
  sealer: Sealer,
  organizationId: Uuid,
  channel: ChannelName,
  { secret }: Pick<Account, 'secret'>,
): string | null {
  return secret === null ? null : sealer.open(placeOf(organizationId, channel), secret)
}

/** All of an organization's under the key that is first now; how many there were. */
export async function reseal(tx: Tx, organizationId: Uuid, sealer: Sealer): Promise<number> {
  const rows = await tx.rows<{ channel: string; secret: Buffer }>(queries.lockSealed(organizationId))
  for (const { channel, secret } of rows) {
    const place = placeOf(organizationId, channel)
    await tx.run(queries.reseal(organizationId, channel, sealer.seal(place, sealer.open(place, secret))))
  }
  return rows.length
}
