// Moves sender-to-contact records when contacts are merged.

import type { Hook } from '#events/hooks.ts'
import { passWritingsOn } from './shared-queries.ts'

export const mergeWritings: Hook<'contact.merging'> = async (tx, { organizationId }, { from, into }) => {
  await tx.run(passWritingsOn(organizationId, from, into))
}
