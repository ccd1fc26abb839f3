// Deletes submissions older than their form's retention period, from midnight in India on: in batches, with their files
// and texts. spec 22.85.

import { forgetAnswers } from '#edge/idempotency.ts'
import { bury, emit } from '#events/actions.ts'
import type { App } from '#kit/app.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import type { Job } from '#worker/job.ts'
import { submissionsExpired } from './events.ts'
import { removeRows } from './removal.ts'
import * as queries from './retention-queries.ts'
import { keptSince } from './rules.ts'

const EVERY_MS = 10 * 60_000
/** Submissions deleted per transaction. */
const PIECE_MAX = 500
const FORMS_AT_ONCE = 100
/** An id may be created some milliseconds after its submission. */
const ID_SLACK_MS = 60_000

export function retentionJob(app: App): Job {
  return {
    name: 'old submissions of forms',
    everyMs: EVERY_MS,
    async run(signal) {
      const at = app.clock()
      const found = await app.database.reads.rows<queries.KeptRow>(
        queries.formsWithOld(keptSince(at, 0), FORMS_AT_ONCE),
      )
      let removed = 0
      for (const { org_id, id } of found) {
        if (signal.aborted) return false
        removed += await removePiece(app, org_id, id, at)
      }
      return removed > 0
    },
  }
}

async function removePiece({ database }: App, organizationId: Uuid, formId: Uuid, at: Date): Promise<number> {
  return database.transaction(async (tx) => {
    // Read under the form's lock, because its retention may have changed.
    const form = await tx.row<queries.KeptRow>(queries.lockForm(organizationId, formId))
    if (!form) return 0
    const before = keptSince(at, form.submissions_kept_days)
    const old = await tx.rows<{ id: Uuid }>(
      queries.oldOf(organizationId, formId, {
        before,
        behind: firstUuidAt(new Date(before.getTime() + ID_SLACK_MS)),
        limit: PIECE_MAX,
      }),
    )
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return 0
    const scope = { organizationId, at }
    const count = await removeRows(tx, scope, { formId, ids })
    await bury(tx, scope, ids)
    tx.onCommit(forgetAnswers(organizationId, ids))
    await emit(tx, organizationId, at, [submissionsExpired(formId, { count, before })])
    audit.record(tx, scope, 'system', {
      action: 'form.submissions_expired',
      object: publicId('form', formId),
      details: { count, submissions_kept_days: form.submissions_kept_days },
    })
    return count
  }, organizationId)
}
