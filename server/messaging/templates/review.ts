// What a channel's provider decided of a template, by itself and at its own time.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { act, type Deciding } from './actions.ts'
import type { DecidedRow, TemplateRow } from './queries.ts'
import * as queries from './queries.ts'
import { readLanguage } from './rules.ts'

/**
 * Moves the organization's template of this name and language as the provider says. False where nothing follows from
 * it: there is none, it says no state, it is older than what the provider said last, or it is so already or cannot be.
 */
export async function takeReview(tx: Tx, scope: Scope, channel: ChannelName, review: TemplateReview): Promise<boolean> {
  const { organizationId } = scope
  const language = readLanguage(review.language)
  if (review.status === null || language === null) return false
  const found = await tx.row<{ id: Uuid }>(queries.byName(organizationId, channel, review.name, language))
  if (!found) return false
  await tx.row(queries.lock(organizationId, found.id))
  const before = (await tx.row<TemplateRow>(queries.byId(organizationId, found.id))) ?? null
  if (before === null || (await isOutdated(tx, before, review))) return false
  const { status, reason, time: at } = review
  const isPaused = before.used_status === 'paused' && before.status !== 'submitted'
  const acts = { approved: isPaused ? 'resume' : 'approve', rejected: 'reject', paused: 'pause' } as const
  const deciding: Deciding = { act: acts[status], by: 'provider', reason, at }
  try {
    const after = await act(tx, scope, 'system', found.id, deciding)
    return after.status !== before.status || after.used_status !== before.used_status
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}

/** Webhooks come in any order. */
async function isOutdated(tx: Tx, row: TemplateRow, { time }: TemplateReview): Promise<boolean> {
  const { version, used_version, org_id, id } = row
  const version_ = row.status === 'submitted' ? version : (used_version ?? version)
  const said = await tx.row<DecidedRow>(queries.decisionOf(org_id, id, version_))
  return said?.decided_by === 'provider' && said.decided_at !== null && said.decided_at > time
}
