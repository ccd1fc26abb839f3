// What receivers answered may repeat what they were told: it goes with what that was about. spec 14.20.

import type { Hook } from '#events/hooks.ts'
import * as deliveryQueries from './delivery-queries.ts'

/**
 * Behind the events, which are tombstones by now: whoever writes an answer down holds the event meanwhile, or finds it
 * to be one (recorder.ts).
 */
export const forgetAnswers: Hook<'events.buried'> = async (tx, { organizationId }, { objectIds }) => {
  await tx.run(deliveryQueries.forgetAnswers(organizationId, objectIds))
}
