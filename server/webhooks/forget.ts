// Receivers' responses may repeat what they were sent: they are deleted with the event's object. spec 14.20.

import type { Hook } from '#events/hooks.ts'
import * as deliveryQueries from './delivery-queries.ts'

/**
 * Runs after the events became tombstones: a recorder that stores a response has the event locked, or sees the
 * tombstone (recorder.ts).
 */
export const forgetAnswers: Hook<'events.buried'> = async (tx, { organizationId }, { objectIds }) => {
  await tx.run(deliveryQueries.forgetAnswers(organizationId, objectIds))
}
