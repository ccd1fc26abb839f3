// Deletes files: of rows deleted with their message, of attachments that no message used in time, and of uploads that
// never became a row. The file is deleted before its removal record, so that an interrupted run is repeated.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import * as queries from './queries.ts'
import { UNUSED_KEPT_MS } from './rules.ts'
import type { AttachmentStore } from './store/store.ts'
import { gatedStore } from './store/stores.ts'

/** Files per step. */
const PIECE = 100
const FILES_AT_ONCE = 4
/** Delay while a backup reads the files. */
const AGAIN_MS = 5000
const LOOK_FOR_DRAFTS_MS = 3600_000

export const attachmentJobs = (app: App, store = gatedStore(app)): Job[] => [
  perOrganization(app, 'attachment_removal', (organizationId, signal) => goOn(app, store, organizationId, signal)),
  ...(store.removeDrafts === undefined
    ? []
    : [
        {
          name: 'attachment drafts',
          everyMs: LOOK_FOR_DRAFTS_MS,
          async run() {
            await store.removeDrafts?.(app.clock())
            return false
          },
        },
      ]),
]

async function goOn(app: App, store: AttachmentStore, organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
  const { database } = app
  for (;;) {
    signal.throwIfAborted()
    const scope = { organizationId, at: app.clock() }
    const before = new Date(scope.at.getTime() - UNUSED_KEPT_MS)
    const begun = await database.transaction(async (tx) => {
      await tx.run(queries.removeUnused(scope, before, PIECE))
      const { may } = (await tx.row<{ may: boolean }>(queries.mayRemove())) ?? { may: false }
      return may ? tx.rows<{ id: Uuid }>(queries.beginRemovals(scope, PIECE)) : null
    }, organizationId)
    if (begun === null) return new Date(scope.at.getTime() + AGAIN_MS)
    if (begun.length === 0) break
    const ids = begun.map(({ id }) => id)
    await someAtOnce(ids, FILES_AT_ONCE, (id) => store.remove({ organizationId, id }))
    await database.transaction((tx) => tx.run(queries.endRemovals(organizationId, ids)), organizationId)
  }
  const next = await database.reads.row<{ due_at: Date | null }>(queries.nextDue(organizationId, UNUSED_KEPT_MS))
  return next?.due_at ?? null
}
