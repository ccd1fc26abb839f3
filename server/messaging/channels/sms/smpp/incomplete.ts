// Inbound long messages of which some parts never arrive: after a while they are shown incomplete.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import { createArrivals } from '../../arrivals/actions.ts'
import type { KeepArrivals } from '../../arrivals/arrival.ts'
import * as incomingQueries from '../incoming-queries.ts'
import { writeKept } from './kept.ts'
import { PARTS_WITHIN_MS } from './reader.ts'

const EVERY_MS = 30_000
const ORGANIZATIONS_AT_ONCE = 100
const MESSAGES_AT_ONCE = 200

/** How long after the last part the others are waited for. */
export const INCOMPLETE_AFTER_MS = PARTS_WITHIN_MS

/**
 * Processed like every inbound message: first an event of our own is stored, then the parts are marked as ended. After
 * an interruption the same event is stored again and ignored.
 */
export function incompleteJob(app: App, keep: KeepArrivals = createArrivals(app).keep): Job {
  async function showOf(organizationId: Uuid, before: Date): Promise<number> {
    const found = await app.database.reads.rows<incomingQueries.OpenMessageRow>(
      incomingQueries.openMessages(organizationId, before, MESSAGES_AT_ONCE),
    )
    for (const { from_number: from, ids, all_ids } of found) {
      const receivedAt = app.clock()
      const body = writeKept({ kind: 'incomplete', from, partIds: ids })
      const fingerprint = `incomplete:${ids[0]}`
      await keep([{ organizationId, channel: 'sms', source: 'smpp', fingerprint, body, receivedAt }])
      await app.database.transaction(
        (tx) => tx.run(incomingQueries.endIncomingParts(organizationId, all_ids, receivedAt)),
        organizationId,
      )
    }
    return found.length
  }

  return {
    name: 'incomplete SMS',
    everyMs: EVERY_MS,
    async run(signal) {
      const before = new Date(app.clock().getTime() - INCOMPLETE_AFTER_MS)
      const organizations = await app.database.reads.rows<{ id: Uuid }>(
        incomingQueries.organizationsWithOpenParts(before, ORGANIZATIONS_AT_ONCE),
      )
      let shown = 0
      for (const { id } of organizations) {
        if (signal.aborted) return false
        shown += await showOf(id, before)
      }
      return shown > 0
    },
  }
}
