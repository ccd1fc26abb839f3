// Configures the behaviour of the sandbox's providers: spec 16.20.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { invalid } from '#kit/refusals.ts'
import { mustBeOn } from './carried.ts'
import { readFailure } from './rules.ts'
import type { NewSandboxSettings } from './schema.ts'
import * as queries from './settings-queries.ts'

/** Only the channels whose sandbox is on. */
export async function listSettings(tx: Tx, { settings }: App, scope: Scope): Promise<queries.SettingsRow[]> {
  const carried = await mustBeOn(tx, settings, scope)
  const rows = await tx.rows<queries.SettingsRow>(queries.settings(scope.organizationId))
  const rowOf = new Map(rows.map((row) => [row.channel, row]))
  return carried.map((channel) => rowOf.get(channel) ?? { channel, receipts: 'automatic', fail_next: null })
}

/** Omitted values stay unchanged. */
export async function setSettings(
  tx: Tx,
  { settings }: App,
  scope: Scope,
  { channel, receipts, fail_next }: NewSandboxSettings,
): Promise<queries.SettingsRow> {
  await mustBeOn(tx, settings, scope, channel)
  const reading = fail_next == null ? null : readFailure(channel, fail_next)
  if (reading !== null && 'message' in reading) throw invalid('fail_next', reading)
  const failNext = fail_next === undefined ? undefined : (reading?.value ?? null)
  const row = await tx.row<queries.SettingsRow>(queries.set(scope.organizationId, channel, { receipts, failNext }))
  return row as queries.SettingsRow
}
