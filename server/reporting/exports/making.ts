// Creates one export in the worker. Each attempt writes its own file, recorded before its first byte, so that after a
// kill the file is deleted and the next attempt starts over. An attempt whose export was cancelled, or taken over by
// another worker, stops at its next check of the row.

import { createHash } from 'node:crypto'
import { emit } from '#events/actions.ts'
import { Fenced } from '#installation/fence.ts'
import type { App, Scope } from '#kit/app.ts'
import { passesByItself } from '#kit/database/errors.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { keepFile, letFilesGo, noteFile } from '#messaging/attachments/other-files.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import { letGo } from './actions.ts'
import { contentOf } from './content.ts'
import { exportEnded } from './events.ts'
import { Progress, TooLarge } from './progress.ts'
import type { ExportRow } from './queries.ts'
import * as queries from './queries.ts'
import { type ExportError, expiryOf, TRIES_MAX, WRITING_MAX_MS } from './rules.ts'

/** Interval at which cancellation is checked and progress is stored. */
const LOOK_EVERY_MS = 1000

export type Begun = ExportRow & { file_id: Uuid }

/**
 * Starts the next attempt of the organization's oldest export; null when there is none, `ended` when it has used all
 * attempts.
 */
export async function beginNext(app: App, organizationId: Uuid): Promise<Begun | 'ended' | null> {
  const scope = { organizationId, at: app.clock() }
  return app.database.transaction(async (tx) => {
    // Before any row is locked, as deletions do.
    await tx.run(queries.takeBeginning(organizationId))
    const row = await tx.row<ExportRow>(queries.nextUnfinished(organizationId))
    if (!row) return null
    await letGo(tx, scope, [row])
    if (row.tries >= TRIES_MAX) {
      const failed = await tx.row<ExportRow>(queries.fail(scope, row.id, 'kept_failing', expiryOf(scope.at)))
      if (failed) await emit(tx, organizationId, scope.at, [exportEnded(failed)])
      return 'ended'
    }
    const fileId = newUuid(scope.at.getTime())
    await noteFile(tx, scope, fileId, new Date(scope.at.getTime() + WRITING_MAX_MS))
    return (await tx.row<Begun>(queries.begin(organizationId, row.id, fileId))) ?? null
  }, organizationId)
}

/** Resolves when the export has ended, successfully or not; rejects when it should be retried. */
export async function make(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  begun: Begun,
  signal: AbortSignal,
): Promise<void> {
  const key = { organizationId, id: begun.file_id }
  const passing = new Passing(app, organizationId, begun, signal)
  try {
    await store.put(key, passing.bytes())
    await complete(app, organizationId, begun, passing)
  } catch (error) {
    const isOver = await giveBack(app, organizationId, begun, error, signal.aborted)
    if (!isOver) throw error
  }
}

class NoLongerWanted extends Error {}

/** The bytes passing to the store: counted, hashed, and stopped when the export was cancelled or taken over. */
class Passing {
  readonly progress = new Progress()
  size = 0
  readonly #hash = createHash('sha256')
  readonly #app: App
  readonly #organizationId: Uuid
  readonly #begun: Begun
  readonly #signal: AbortSignal

  constructor(app: App, organizationId: Uuid, begun: Begun, signal: AbortSignal) {
    this.#app = app
    this.#organizationId = organizationId
    this.#begun = begun
    this.#signal = signal
  }

  sha256(): string {
    return this.#hash.digest('hex')
  }

  async *bytes(): AsyncGenerator<Buffer> {
    const scope = { organizationId: this.#organizationId, at: this.#app.clock() }
    let lookAt = performance.now() + LOOK_EVERY_MS
    for await (const chunk of contentOf(this.#app, scope, this.#begun, this.progress)) {
      this.#signal.throwIfAborted()
      this.size += chunk.length
      this.#hash.update(chunk)
      yield chunk
      if (performance.now() < lookAt) continue
      await this.#look()
      lookAt = performance.now() + LOOK_EVERY_MS
    }
  }

  async #look(): Promise<void> {
    const { id, file_id: fileId } = this.#begun
    const note = queries.noteProgress(this.#organizationId, id, fileId, this.progress.percent)
    const isWanted = await this.#app.database.transaction((tx) => tx.row(note), this.#organizationId)
    if (!isWanted) throw new NoLongerWanted('cancelled, withdrawn, or to be begun anew')
  }
}

async function complete(app: App, organizationId: Uuid, begun: Begun, passing: Passing): Promise<void> {
  const { size, progress } = passing
  const made = { rowCount: progress.rows, size, sha256: passing.sha256() }
  await app.database.transaction(async (tx) => {
    const scope = { organizationId, at: app.clock() }
    const row = await tx.row<ExportRow>(queries.complete(scope, begun.id, begun.file_id, made, expiryOf(scope.at)))
    if (!row) throw new NoLongerWanted('cancelled, withdrawn, or to be begun anew')
    if (!(await keepFile(tx, scope, begun.file_id))) throw new Error('the export took too long to write')
    await emit(tx, organizationId, scope.at, [exportEnded(row)])
  }, organizationId)
}

/**
 * Deletes everything of a failed attempt. True when the export has ended because of it, or was not affected: it may
 * even have been completed by a commit whose response was lost.
 */
async function giveBack(
  app: App,
  organizationId: Uuid,
  { id, file_id: fileId }: Begun,
  error: unknown,
  isStopping: boolean,
): Promise<boolean> {
  return app.database.transaction(async (tx) => {
    const scope: Scope = { organizationId, at: app.clock() }
    const row = await tx.row<ExportRow>(queries.locked(organizationId, id))
    if (row?.status === 'completed' && row.file_id === fileId) return true
    await letFilesGo(tx, scope, [fileId])
    if (row?.status !== 'running' || row.file_id !== fileId) return true
    const final: ExportError | null = error instanceof TooLarge ? 'too_large' : null
    if (final === null) {
      const isCounted = !isStopping && !(error instanceof Fenced) && !passesByItself(error)
      await tx.row(queries.giveBack(organizationId, id, fileId, isCounted))
      return false
    }
    app.log.warn({ organization_id: organizationId, reason: final }, 'export failed')
    const failed = await tx.row<ExportRow>(queries.fail(scope, id, final, expiryOf(scope.at)))
    if (failed) await emit(tx, organizationId, scope.at, [exportEnded(failed)])
    return true
  }, organizationId)
}

/** Deletes up to `limit` expired exports; returns when the next one expires. */
export async function removeExpired(app: App, organizationId: Uuid, limit: number): Promise<Date | null> {
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction(async (tx) => {
    const gone = await tx.rows<{ id: Uuid; file_id: Uuid | null }>(queries.removeExpired(scope, limit))
    await letGo(tx, scope, gone)
    if (gone.length === limit) tx.onCommit(enqueueWork('export', organizationId, scope.at))
  }, organizationId)
  const next = await app.database.reads.row<{ expires_at: Date | null }>(queries.nextExpiry(organizationId))
  return next?.expires_at ?? null
}
