// Re-encrypts the stored secrets of second factors after a key rotation.

import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { placeOfSecret } from './actions.ts'
import * as queries from './queries.ts'

const AT_ONCE = 500

/** Encrypts the secrets of authenticator apps with the first key. Returns how many. */
export async function reseal(tx: Tx, sealer: Sealer): Promise<number> {
  let count = 0
  let after: Uuid = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx.rows<{ user_id: Uuid; secret: Buffer }>(queries.sealedSecrets(after, AT_ONCE))
    for (const { user_id, secret } of rows) {
      const place = placeOfSecret(user_id)
      await tx.run(queries.reseal(user_id, sealer.seal(place, sealer.open(place, secret))))
      after = user_id
    }
    count += rows.length
    if (rows.length < AT_ONCE) return count
  }
}
