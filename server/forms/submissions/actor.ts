// The actor of a submission: a member without token and permissions, so that nothing else can be done through it.

import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'

export function onBehalfOf(userId: Uuid, { organizationId, at }: Scope, callerId = ''): Actor {
  return { organizationId, userId, tokenId: null, callerId, permissions: new Set(), isOperator: false, at }
}

/** The member who gets new contacts of the form: its creator, otherwise the organization's owner. */
export async function memberFor(tx: Tx, { organizationId }: Scope, preferred: Uuid | null): Promise<Uuid> {
  const taker = await tx.row<{ user_id: Uuid }>(conversationQueries.taker(organizationId, preferred))
  if (!taker) throw new Error('no member of the organization can see conversations')
  return taker.user_id
}
