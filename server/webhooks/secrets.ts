// Secrets of endpoints: encrypted in storage, including in responses stored for repeated requests.

import { holdAnswers, rewriteAnswer } from '#edge/idempotency.ts'
import type { Scope } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from './queries.ts'

const placeOf = (organizationId: Uuid, id: Uuid) => `webhook endpoint ${id} of ${organizationId}`
const answerPlaceOf = (id: string) => `secret of ${id}`

export const sealSecret = (sealer: Sealer, organizationId: Uuid, id: Uuid, secret: string): Buffer =>
  sealer.seal(placeOf(organizationId, id), secret)

export const openSecret = (sealer: Sealer, organizationId: Uuid, id: Uuid, sealed: Buffer): string =>
  sealer.open(placeOf(organizationId, id), sealed)

/** The secrets that sign a call now: both, while the earlier one of a rotation is still valid (spec 14.18). */
export function signingSecrets(
  sealer: Sealer,
  organizationId: Uuid,
  row: Pick<queries.EndpointRow, 'id' | 'secret' | 'previous_secret' | 'previous_until'>,
  at: Date,
): string[] {
  const { id, secret, previous_secret, previous_until } = row
  const isOverlap = previous_secret !== null && previous_until !== null && previous_until > at
  return [secret, ...(isOverlap ? [previous_secret] : [])].map((sealed) =>
    openSecret(sealer, organizationId, id, sealed),
  )
}

interface SealedAnswer {
  id: string
  secret: string
}

export const sealInAnswer = (sealer: Sealer, id: string, secret: string): string =>
  sealer.seal(answerPlaceOf(id), secret).toString('base64')

export const openInAnswer = (sealer: Sealer, { id, secret }: SealedAnswer): string =>
  sealer.open(answerPlaceOf(id), Buffer.from(secret, 'base64'))

/** Encrypts with the current first key; returns the number of values. */
export async function reseal(tx: Tx, { organizationId }: Scope, sealer: Sealer): Promise<number> {
  const rows = await tx.rows<queries.SecretRow>(queries.holdSecrets(organizationId))
  if (rows.length === 0) return 0
  let count = 0
  for (const { id, secret, previous_secret } of rows) {
    const anew = (sealed: Buffer) =>
      sealSecret(sealer, organizationId, id, openSecret(sealer, organizationId, id, sealed))
    await tx.run(queries.setSecrets(organizationId, id, anew(secret), previous_secret && anew(previous_secret)))
    count += previous_secret ? 2 : 1
  }
  const answers = await tx.rows<{ token_id: Uuid; key: string; body: string }>(
    holdAnswers(
      organizationId,
      rows.map(({ id }) => id),
    ),
  )
  for (const { token_id, key, body } of answers) {
    const shown = JSON.parse(body)
    if (typeof shown.secret !== 'string') continue
    const secret = sealInAnswer(sealer, shown.id, openInAnswer(sealer, shown))
    await tx.run(rewriteAnswer(organizationId, token_id, key, JSON.stringify({ ...shown, secret })))
    count++
  }
  return count
}
