// Deletes the parts of long messages from a deleted contact.

import type { Hook } from '#events/hooks.ts'
import * as incomingQueries from './incoming-queries.ts'

export const forgetContacts: Hook<'contact.removing'> = async (tx, { organizationId }, contactIds) => {
  await tx.run(incomingQueries.forgetIncomingParts(organizationId, contactIds))
}
