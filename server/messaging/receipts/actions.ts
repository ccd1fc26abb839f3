// Applies providers' receipts for sent deliveries: delivered, read, undelivered, or refused after all. They may arrive
// in any order, repeatedly and late: spec 7.9.

import { subscribedTypes } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { changesOf, countOf } from '#messaging/campaigns/report/count-rules.ts'
import { noteCounts } from '#messaging/campaigns/report/counts.ts'
import { suppressOfMany } from '#messaging/contacts/suppressions/reported.ts'
import { type Asked, tell } from '#messaging/dispatch/outcomes.ts'
import { lookUpByKey } from '#messaging/dispatch/queries.ts'
import { didNotLeave, giveBackWithinCharge } from '#messaging/messages/give-back.ts'
import { hasArrived } from '#messaging/messages/rules.ts'
import { noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { TakenRow } from './queries.ts'
import * as queries from './queries.ts'
import { givesBack, isBounce, type Report, reportsOf, suppressionsOf, withoutFailures } from './rules.ts'

const told = ['delivered', 'read', 'failed', 'undelivered'].flatMap((end) => [
  `message.${end}`,
  `campaign.delivery_${end}`,
])

export interface Taking {
  /** Receipts that were not applied. */
  left: Report[]
  /** The deliveries whose status changed. */
  moved: TakenRow[]
  /** Deliveries reported as failed after they were delivered: unchanged. */
  contradicted: TakenRow[]
}

/** For many organizations and without refunds; does not wait for locks on deliveries. */
export async function takeOfMany(tx: Tx, reports: readonly Report[], at: Date): Promise<Taking> {
  if (reports.some(givesBack)) throw new Error('what gives money back is taken behind the lock of its wallet')
  // Lock order: contacts before deliveries.
  await suppressOfMany(tx, reports.flatMap(suppressionsOf), at)
  const [, asked, rows] = await Promise.all([
    tx.run(lookUpByKey()),
    askedOf(tx, reports),
    tx.rows<TakenRow>(queries.take(reports)),
  ])
  const moved = movedOf(rows)
  noteOutcomes(tx, moved, at)
  noteReported(tx, reports, rows, at)
  await tell(tx, moved, asked, at)
  return { left: leftOut(reports, rows), moved, contradicted: [] }
}

/** For one organization, under its wallet's lock: unsent deliveries are refunded once. */
export async function takeFailed(tx: Tx, scope: Scope, reports: readonly Report[]): Promise<Taking> {
  await suppressOfMany(tx, reports.flatMap(suppressionsOf), scope.at)
  const [walletState, , asked, rows] = await Promise.all([
    // Lock order: the wallet before the deliveries.
    wallet.lock(tx, scope.organizationId),
    tx.run(lookUpByKey()),
    askedOf(tx, reports),
    tx.rows<TakenRow>(queries.take(reports)),
  ])
  const contradicted = rows.filter(({ status }) => hasArrived(status))
  const rest = reportsOf(
    contradicted.flatMap(({ place }) => withoutFailures(reports[place] as Report)),
    scope.at,
  )
  const more = rest.length === 0 ? [] : await tx.rows<TakenRow>(queries.take(rest))
  const moved = [...movedOf(rows), ...movedOf(more)]
  const failed = moved.filter((row) => row.status === 'failed')
  const codes = new Map(rows.map(({ id, place }) => [id, reports[place]?.error?.code ?? null]))
  await giveBackWithinCharge(tx, scope, walletState, failed, (id) => didNotLeave(codes.get(id) ?? null))
  noteOutcomes(tx, moved, scope.at)
  noteReported(tx, reports, rows, scope.at)
  noteReported(tx, rest, more, scope.at)
  await tell(tx, moved, asked, scope.at)
  return { left: leftOut(reports, rows), moved, contradicted }
}

/** Adds the changes to the reports of campaigns. `rows` are the deliveries of these reports. */
function noteReported(tx: Tx, reports: readonly Report[], rows: readonly TakenRow[], at: Date): void {
  const ofCampaigns = movedOf(rows).filter(({ campaign_id }) => campaign_id !== null)
  const moved = ofCampaigns.map((row) => ({ ...row, errorCode: reports[row.place]?.error?.code ?? null }))
  const bounced = ofCampaigns.filter((row) => isBounce(reports[row.place], row.status))
  const bounces = bounced.map(({ org_id, campaign_id }) => countOf(org_id, campaign_id as Uuid, 'bounced'))
  noteCounts(tx, [...changesOf(moved), ...bounces], at)
}

function askedOf(tx: Tx, reports: readonly Report[]): Promise<Asked> {
  return subscribedTypes(tx, [...new Set(reports.map(({ organizationId }) => organizationId))], told)
}

const movedOf = (rows: readonly TakenRow[]) => rows.filter(({ has_moved }) => has_moved)

function leftOut(reports: readonly Report[], rows: readonly TakenRow[]): Report[] {
  const taken = new Set(rows.map(({ place }) => place))
  return reports.filter((_, place) => !taken.has(place))
}
