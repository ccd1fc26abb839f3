// The link in an invitation mail. Its token is derived from the installation's key whenever needed, so that a retried
// mail contains the same one, and only its hash is stored: the database reveals no usable link.

import { createHmac } from 'node:crypto'
import { hashSecret, type Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { LinkRow } from './queries.ts'
import * as queries from './queries.ts'

/** A token shown in a sandbox, where the inviting user can read it, differs from one that is really mailed. */
export function tokenOf(sealer: Sealer, invitationId: Uuid, isReal: boolean): string {
  return createHmac('sha256', sealer.keyFor('invitation link'))
    .update(JSON.stringify([invitationId, isReal]))
    .digest('base64url')
}

export async function keepLink(tx: Tx, sealer: Sealer, link: LinkRow, email: string, at: Date): Promise<string> {
  const token = tokenOf(sealer, link.invitation_id, link.is_real)
  await tx.run(queries.keepLink(hashSecret(token), link, addressHash(sealer, email), at))
  return token
}

/**
 * Finds the organization and the invitation of a token. First of two steps: the invitation itself is read with its
 * organization.
 */
export async function linkOf(tx: Tx, token: string): Promise<LinkRow | null> {
  return (await tx.row<LinkRow>(queries.linkByHash(hashSecret(token)))) ?? null
}

export function addressHash(sealer: Sealer, email: string): Buffer {
  return createHmac('sha256', sealer.keyFor('invited address')).update(email.toLowerCase()).digest()
}
