// The installation's recorded identity, and the consequences when it changed: docs/decisions/fence.md.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as installation from '#installation/actions.ts'
import { whyNotHere } from '#installation/moving.ts'
import { type FileIdentity, identityOf, type Place } from '#installation/place-rules.ts'
import type { App } from '#kit/app.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import * as audit from '#people/audit/actions.ts'

/** A file of the embedded PostgreSQL that is updated in place for the database's whole life and read at every start. */
const LASTING_FILE = join('postgres', 'global', 'pg_control')

export async function placeOf({ settings, database }: App): Promise<Place> {
  const [known, file] = await Promise.all([
    installation.databasePlace(database.reads),
    settings.databaseUrl === null ? identityOfDatabase(settings.dataDirectory) : null,
  ])
  return { name: settings.place, ...known, file }
}

async function identityOfDatabase(dataDirectory: string): Promise<FileIdentity> {
  return identityOf(await stat(join(dataDirectory, LASTING_FILE), { bigint: true }))
}

/**
 * Runs at the start, before anything is sent or changed: records the identity if none was known, or raises the fence if
 * it differs. An installation that was moved away, or whose move is incomplete, does not start: whatever it accepted
 * would be lost.
 */
export async function settleIn(app: App): Promise<void> {
  const why = await whyNotHere(app.database.reads)
  if (why !== null) throw new CannotStart(why)
  const here = await placeOf(app)
  const at = app.clock()
  await app.database.transaction(async (tx) => {
    const reason = await installation.settleIn(tx, here, at)
    if (reason !== null) recordRaised(tx, at, 'system', reason)
  })
}

/** For the operator's command. False when it was up already. */
export async function raiseFence(app: App, reason: string): Promise<boolean> {
  const at = app.clock()
  return app.database.transaction(async (tx) => {
    const isNew = await installation.raiseFence(tx, reason, at)
    if (isNew) recordRaised(tx, at, 'command_line', reason)
    return isNew
  })
}

function recordRaised(tx: Parameters<typeof audit.record>[0], at: Date, doer: audit.Doer, reason: string): void {
  const entry = { action: 'fence.raised', object: null, details: { reason } } as const
  audit.record(tx, { organizationId: audit.INSTALLATION, at }, doer, entry)
}
