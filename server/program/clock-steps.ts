// Handles a machine clock that was set back: due times of the old clock would be too late by the step. They are moved
// forward by the same amount, once, in batches. Waits keep their length: a delay requested by a provider is never
// shortened.

import { setTimeout as delay } from 'node:timers/promises'
import * as clock from '#installation/clock-queries.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { WORK_LEASE_MS, type WorkKind, workKinds } from '#kit/work.ts'
import { bringWorkForward, endLeaseBehind, organizationsWithWork } from '#kit/work-recovery.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import * as deliveries from '#messaging/dispatch/clock-queries.ts'
import { LEASE_MS } from '#messaging/dispatch/round.ts'
import * as notices from '#notifications/send-queries.ts'
import * as invitations from '#people/invitations/queries.ts'
import type { Job } from '#worker/job.ts'

const LOOK_EVERY_MS = 1000
const KEEP_EVERY_MS = 5000
/** Smaller corrections are routine and the additional wait is harmless. */
export const STEP_MIN_MS = 60_000
/** Deliveries, or organizations, per transaction. */
const PIECE_MAX = 1000
const ORGANIZATIONS_AT_ONCE = 100
/** By then every lease of the old clock has ended or been renewed. */
const LEASES_OUTLIVED_MS = LEASE_MS + 10_000
const OWNER = 'clock'
const FIRST = '00000000-0000-0000-0000-000000000000'

const usual = { leasesOutlivedMs: LEASES_OUTLIVED_MS, pieceMax: PIECE_MAX }

export function clockSteps(app: App, { leasesOutlivedMs, pieceMax } = usual): Job {
  const { database, log } = app
  /** The system clock minus the monotonic one; null before the first check. */
  let ahead: number | null = null
  let keptAt = Number.NEGATIVE_INFINITY
  let isUnderWay = true
  let leasesOutlivedAt: number | null = null

  /** The step back since the last check; null at the first one, for which only the database has an earlier time. */
  function steppedBackMs(now: Date): number | null {
    const before = ahead
    ahead = now.getTime() - performance.now()
    return before === null ? null : before - ahead
  }

  /** True for the first of the processes that notice it. */
  function note(now: Date, stepMs: number | null): Promise<boolean> {
    return database.transaction(async (tx) => {
      const { clock_seen_at: seenAt, clock_back: unfinished } = (await tx.row<clock.SeenRow>(
        clock.holdSeen(),
      )) as clock.SeenRow
      const behindMs = (seenAt?.getTime() ?? 0) - now.getTime()
      if (behindMs <= STEP_MIN_MS) return false
      const ms = Math.round(Math.max(stepMs ?? behindMs, unfinished?.ms ?? 0))
      await tx.run(clock.noteStepBack(now, { ms, at: now.toISOString(), stage: 'deliveries' }))
      log.warn({ seconds: Math.round(ms / 1000) }, 'system clock moved back; due times adjusted')
      return true
    }, OWNER)
  }

  /** Processes the next batch; false when there is none now. */
  function proceed(now: Date): Promise<boolean> {
    return database.transaction(async (tx) => {
      const progress = (await tx.row<clock.SeenRow>(clock.holdSeen()))?.clock_back ?? null
      isUnderWay = progress !== null
      if (progress === null) return false
      if (progress.stage === 'leases') {
        leasesOutlivedAt ??= performance.now() + leasesOutlivedMs
        if (performance.now() < leasesOutlivedAt) return false
      } else leasesOutlivedAt = null
      const next = await stages[progress.stage](tx, progress, now, pieceMax)
      await tx.run(clock.keepProgress(next))
      if (next === null) app.wake('dispatch')
      return true
    }, OWNER)
  }

  return {
    name: 'clock steps',
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      const now = app.clock()
      const stepMs = steppedBackMs(now)
      if (stepMs === null || stepMs > STEP_MIN_MS) isUnderWay = (await note(now, stepMs)) || isUnderWay
      if (performance.now() - keptAt >= KEEP_EVERY_MS) {
        await database.transaction((tx) => tx.run(clock.see(now)), OWNER)
        keptAt = performance.now()
      }
      while (isUnderWay && !signal.aborted && (await proceed(app.clock()))) await delay(0)
      return false
    },
  }
}

type Stage = (tx: Tx, progress: clock.Progress, now: Date, pieceMax: number) => Promise<clock.Progress | null>

const stages: Record<clock.Progress['stage'], Stage> = {
  deliveries: bringDeliveriesForward,
  work: (tx, progress) => withEachKind(tx, progress, 'leases', bringAllForward),
  leases: (tx, progress, now) => withEachKind(tx, progress, null, (...given) => endLeases(...given, now)),
}

/** A batch of one channel of one organization. */
async function bringDeliveriesForward(
  tx: Tx,
  progress: clock.Progress,
  _now: Date,
  pieceMax: number,
): Promise<clock.Progress> {
  const { ms, at } = progress
  const [channel, name] = [progress.channel ?? 0, channelNames[progress.channel ?? 0]]
  if (progress.org === undefined || name === undefined) {
    const found = organizationsWithWork('dispatch', progress.org ?? FIRST, 1)
    const next = await tx.row<{ org_id: Uuid }>(found)
    return next ? { ms, at, stage: 'deliveries', org: next.org_id } : { ms, at, stage: 'work' }
  }
  const after = new Date(progress.after ?? at)
  const due = await tx.rows<{ due_at: Date }>(deliveries.dueBehind(progress.org, name, after, pieceMax))
  const until = due.at(-1)?.due_at
  if (until) await tx.run(deliveries.bringForward(progress.org, name, { after, until }, ms))
  const isDone = due.length < pieceMax
  const place = isDone ? { channel: channel + 1 } : { channel, after: (until as Date).toISOString() }
  return { ms, at, stage: 'deliveries', org: progress.org, ...place }
}

type ForOne = (tx: Tx, kind: WorkKind, organizationId: Uuid, progress: clock.Progress) => Promise<void>

/** A batch of organizations with work of the kind; then the next batch, the next kind, and the next stage. */
async function withEachKind(
  tx: Tx,
  progress: clock.Progress,
  following: 'leases' | null,
  forOne: ForOne,
): Promise<clock.Progress | null> {
  const { ms, at, stage } = progress
  const kind = workKinds[progress.kind ?? 0]
  if (kind === undefined) return following && { ms, at, stage: following }
  const found = organizationsWithWork(kind, progress.org ?? FIRST, ORGANIZATIONS_AT_ONCE)
  const organizations = await tx.rows<{ org_id: Uuid }>(found)
  for (const { org_id: id } of organizations) await forOne(tx, kind, id, progress)
  const last = organizations.at(-1)?.org_id
  return last
    ? { ms, at, stage, kind: progress.kind ?? 0, org: last }
    : { ms, at, stage, kind: (progress.kind ?? 0) + 1 }
}

const bringAllForward: ForOne = async (tx, kind, organizationId, { at, ms }) => {
  if (kind === 'invitation') await tx.run(invitations.bringForward(organizationId, new Date(at), ms))
  if (kind === 'notice_sends') await tx.run(notices.bringForward(organizationId, new Date(at), ms))
  await tx.run(bringWorkForward(kind, organizationId, new Date(at), ms))
}

async function endLeases(
  tx: Tx,
  kind: WorkKind,
  organizationId: Uuid,
  _progress: clock.Progress,
  now: Date,
): Promise<void> {
  const latest = (leaseMs: number) => new Date(now.getTime() + leaseMs + LOOK_EVERY_MS)
  if (kind === 'dispatch') await tx.run(deliveries.endLeasesBehind(organizationId, latest(LEASE_MS), now))
  await tx.run(endLeaseBehind(kind, organizationId, latest(WORK_LEASE_MS), now))
}
