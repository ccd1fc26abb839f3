// Hooks that update notices in the transaction of another change.

import type { Hook } from '#events/hooks.ts'
import * as queries from './queries.ts'

/** Deletes the notices of former members. */
export const forgetGoneMembers: Hook<'members.changed'> = async (tx, { organizationId }, { userIds }) => {
  for (const statement of queries.removeOfGone(organizationId, userIds)) await tx.run(statement)
}

export const moveWithConversations: Hook<'conversation.merging'> = async (tx, { organizationId }, merged) => {
  await tx.run(queries.moveToConversations(organizationId, merged))
}

/** The events' objects were deleted, so their notices have no content. */
export const forgetBuried: Hook<'events.buried'> = async (tx, { organizationId }, { objectIds, areAll }) => {
  if (!areAll) return
  for (const statement of queries.forgetObjects(organizationId, objectIds)) await tx.run(statement)
}
