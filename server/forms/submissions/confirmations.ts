// Confirmation links of double opt-in. The token contains its organization and is derived from the installation's key,
// so that a retried mail has the same link; only its hash is stored.

import { createHmac } from 'node:crypto'
import { hashSecret, type Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import * as queries from './confirmation-queries.ts'

const UUID_BYTES = 16
const TOKEN_BYTES = UUID_BYTES + 32
const TOKEN = /^[A-Za-z0-9_-]{64}$/

export function tokenOf(sealer: Sealer, organizationId: Uuid, submissionId: Uuid): string {
  const proof = createHmac('sha256', sealer.keyFor('form confirmation')).update(`${organizationId} ${submissionId}`)
  return Buffer.concat([Buffer.from(organizationId.replaceAll('-', ''), 'hex'), proof.digest()]).toString('base64url')
}

/** The organization in the token; null for an invalid token. */
export function organizationIn(token: string): Uuid | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES) return null
  const hex = bytes.toString('hex', 0, UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const addressHash = (sealer: Sealer, organizationId: Uuid, email: string): Buffer =>
  createHmac('sha256', sealer.keyFor('form confirmation address'))
    .update(`${organizationId} ${email.toLowerCase()}`)
    .digest()

export type Linked = queries.LinkedRow & { organizationId: Uuid }

/** Null for a link that is invalid or expired, or whose submission was deleted; all look the same. */
export async function linkedBy(reads: Tx, token: string, now: Date): Promise<Linked | null> {
  const organizationId = organizationIn(token)
  if (organizationId === null) return null
  const row = await reads.row<queries.LinkedRow>(queries.linked(organizationId, hashSecret(token), now))
  return row ? { ...row, organizationId } : null
}

/** Records that the button was pressed; the job applies the effects. A second press changes nothing. */
export async function confirm(tx: Tx, { organizationId, submission_id: id }: Linked, at: Date): Promise<boolean> {
  const row = await tx.row(queries.confirm(organizationId, id, at))
  if (row) tx.onCommit(enqueueWork('form_submissions', organizationId, at))
  return row !== undefined
}
