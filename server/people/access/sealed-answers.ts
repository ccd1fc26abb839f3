// The stored response of a token's creation contains the token encrypted, as long as the request may be repeated.

import { holdAnswers, IDEMPOTENCY_KEPT_MS, rewriteAnswer } from '#edge/idempotency.ts'
import type { Scope } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

interface SealedAnswer {
  id: string
  access_token: string
}

/** Binds an encrypted token to its public id. */
const placeOf = (id: string) => `access token of ${id}`

export const sealToken = (sealer: Sealer, id: string, secret: string): string =>
  sealer.seal(placeOf(id), secret).toString('base64')

export const openToken = (sealer: Sealer, { id, access_token }: SealedAnswer): string =>
  sealer.open(placeOf(id), Buffer.from(access_token, 'base64'))

/** Re-encrypts the tokens in stored responses with the first key. Returns how many. */
export async function reseal(tx: Tx, { organizationId, at }: Scope, sealer: Sealer): Promise<number> {
  const since = new Date(at.getTime() - IDEMPOTENCY_KEPT_MS)
  const made = await tx.rows<{ id: Uuid }>(queries.tokensMadeSince(organizationId, since))
  if (made.length === 0) return 0
  const ids = made.map(({ id }) => id)
  const answers = await tx.rows<{ token_id: Uuid; key: string; body: string }>(holdAnswers(organizationId, ids))
  let count = 0
  for (const { token_id, key, body } of answers) {
    const shown = JSON.parse(body)
    // Other responses contain tokens too, without the secret.
    if (typeof shown.access_token !== 'string') continue
    const access_token = sealToken(sealer, shown.id, openToken(sealer, shown))
    await tx.run(rewriteAnswer(organizationId, token_id, key, JSON.stringify({ ...shown, access_token })))
    count++
  }
  return count
}
