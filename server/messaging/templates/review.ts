// Applies a channel provider's decision about a template.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import type { TemplateReview } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { act, type Deciding } from './actions.ts'
import { type DecidedRow, decisionOf } from './decision-queries.ts'
import { templateTold } from './events.ts'
import { nameAs, type PlaceRow, placeOf, setCategory } from './provider-queries.ts'
import type { TemplateRow } from './queries.ts'
import * as queries from './queries.ts'
import { readLanguage } from './rules.ts'

/**
 * Changes the state of the organization's template with this name and language. False without effect: no such template,
 * no state, older than the provider's last report, already applied, or not possible.
 */
export async function takeReview(tx: Tx, scope: Scope, channel: ChannelName, review: TemplateReview): Promise<boolean> {
  const { organizationId } = scope
  const language = readLanguage(review.language)
  if (language === null) return false
  const found = await tx.row<{ id: Uuid }>(queries.byName(organizationId, channel, review.name, language))
  if (!found) return false
  await tx.row(queries.lock(organizationId, found.id))
  const before = (await tx.row<TemplateRow>(queries.byId(organizationId, found.id))) ?? null
  if (before === null || !(await isOurs(tx, before, review))) return false
  const isFiled = await file(tx, scope, before, review)
  return (await decide(tx, scope, before, review)) || isFiled
}

/** Reports about a template that is not created yet, or about another one with its name, are not about ours. */
async function isOurs(tx: Tx, row: TemplateRow, { providerId }: TemplateReview): Promise<boolean> {
  const place = (await tx.row<PlaceRow>(placeOf(row.org_id, row.id))) as PlaceRow
  // Created manually at the provider, and approved by an operator here.
  if (place.provider_account === null) return row.decided_by !== 'provider'
  if (!providerId) return true
  if (place.provider_id === null) await tx.run(nameAs(row.org_id, row.id, providerId))
  return place.provider_id === null || place.provider_id === providerId
}

/** The provider may change the category on its own. */
async function file(tx: Tx, scope: Scope, row: TemplateRow, { category }: TemplateReview): Promise<boolean> {
  if (!category) return false
  if (!(await tx.row(setCategory(scope.organizationId, row.id, row.version, category)))) return false
  await emit(tx, scope.organizationId, scope.at, [templateTold('template.updated', { ...row, category })])
  return true
}

async function decide(tx: Tx, scope: Scope, before: TemplateRow, review: TemplateReview): Promise<boolean> {
  const { status, reason, time: at } = review
  if (status === null) return false
  const said = await saidOf(tx, before)
  const isOfUsed = isAboutUsed(before, said, at)
  const last = before.status === 'submitted' && !isOfUsed ? said.latest : (said.used ?? said.latest)
  // Webhooks arrive in any order.
  if (last.decided_by === 'provider' && last.decided_at !== null && last.decided_at > at) return false
  const which = actOf(status, before, said, isOfUsed)
  if (which === null) return false
  const deciding: Deciding = { act: which, by: 'provider', reason, at, isOfUsed }
  try {
    const after = await act(tx, scope, 'system', before.id, deciding)
    return after.status !== before.status || after.used_status !== before.used_status
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}

/** The provider's last reports about the latest version and the one in use. */
interface Said {
  latest: DecidedRow
  used: DecidedRow | null
}

async function saidOf(tx: Tx, { org_id, id, version, used_version }: TemplateRow): Promise<Said> {
  const of = async (one: number) => (await tx.row<DecidedRow>(decisionOf(org_id, id, one))) as DecidedRow
  return { latest: await of(version), used: used_version === null ? null : await of(used_version) }
}

/** Before the latest version was submitted, reports concern the one in use; their times have whole seconds. */
function isAboutUsed({ status }: TemplateRow, { latest, used }: Said, time: Date): boolean {
  if (status !== 'submitted' || latest.decided_by !== 'provider' || used === null) return false
  const { registered_at: registeredAt } = latest
  return registeredAt === null || time.getTime() < Math.floor(registeredAt.getTime() / 1000) * 1000
}

/** Null: no effect. The provider does not resume what a user here paused. */
function actOf(
  status: NonNullable<TemplateReview['status']>,
  { status: ofLatest, used_status: ofUsed }: TemplateRow,
  { latest, used }: Said,
  isOfUsed: boolean,
): Deciding['act'] | null {
  if (status === 'rejected') return 'reject'
  if (status === 'paused') return 'pause'
  if (ofLatest === 'submitted' && !isOfUsed && status === 'approved') return 'approve'
  if (ofUsed === 'paused') return used?.decided_by === 'provider' ? 'resume' : null
  return ofLatest === 'rejected' && latest.decided_by === 'provider' ? 'reinstate' : null
}

/** Applies all reviews of one event, in order. */
export async function takeReviews(
  tx: Tx,
  scope: Scope,
  channel: ChannelName,
  reviews: readonly TemplateReview[],
): Promise<void> {
  for (const review of reviews) await takeReview(tx, scope, channel, review)
}
