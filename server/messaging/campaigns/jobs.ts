// The worker's campaign job, under one lease per organization: starts due campaigns, freezes and charges the next
// batches of running ones in starting order, and ends finished ones.

import type { App } from '#kit/app.ts'
import { areEarlierProcesses } from '#kit/database/earlier-processes.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { isMoreDue } from '#kit/work.ts'
import { type ChannelAccess, createChannelAccess } from '#messaging/channels/accounts/access.ts'
import { settleRerates } from '#messaging/rerating/rerate.ts'
import { createContext } from '#messaging/sending/send.ts'
import type { PriceListRow } from '#money/pricing/queries.ts'
import * as pricingQueries from '#money/pricing/queries.ts'
import { readPriceList } from '#money/pricing/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { createAccountCheck } from './account-check.ts'
import { prepareStarted } from './content.ts'
import { pauseFor } from './control.ts'
import { completeIfDone, refundPiece, type SettledPiece, stopIfUnwanted } from './ending.ts'
import { PIECE } from './estimate.ts'
import { BATCH, createBatches, type FanOut } from './fan-out.ts'
import * as fanOut from './fan-out-queries.ts'
import { freezePiece } from './freeze.ts'
import { areLate, paceOf, spaceAnew } from './pacing.ts'
import { firstDue } from './pacing-queries.ts'
import { PieceSize } from './piece-size.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { createQueuedCounts } from './queued-counts.ts'
import type { PauseReason } from './rules.ts'
import { createStarter, pauseReasonOf } from './start.ts'
import { TURN, TURN_ALONE, Turn } from './turn.ts'

/** How far ahead deliveries of a campaign with a rate are queued. */
const AHEAD_MS = 5 * 60_000
/** Pieces and batches per turn, at most: small ones may not use up the turn. */
const ROUNDS_MAX = 20
/** More would only hold their wallets' locks for longer: a few keep PostgreSQL busy. */
const ORGANIZATIONS_AT_ONCE = 4
/** Interval at which queued deliveries are checked. */
const LOOK_AGAIN_MS = 1_000
const SUSPENDED_AGAIN_MS = 60_000
/** Interval at which complaints and bounces are checked. */
const REACTIONS_EVERY_MS = 5_000
/** After this many consecutive failures a campaign is paused. */
const FAILURES_MAX = 5
const FAILED_AGAIN_MS = 10_000
/** While processes of the previous version run, which do not support campaigns, nothing is started or queued. */
const UPGRADING_AGAIN_MS = 5_000

interface Sharing {
  /** Recipients of one turn while other organizations wait. */
  turn: number
  /** Organizations in parallel. */
  atOnce: number
}

const SHARING: Sharing = { turn: TURN, atOnce: ORGANIZATIONS_AT_ONCE }

export const campaignJobs = (
  app: App,
  access: ChannelAccess = createChannelAccess(app),
  { turn: turnSize, atOnce } = SHARING,
): Job[] => {
  const starter = createStarter(app, access)
  const contextOf = createContext(app, access)
  const runBatch = createBatches(app)
  const withoutItsAccount = createAccountCheck(app, access)
  const { database, clock } = app
  const { reads } = database
  const ahead = app.settings.campaignQueue
  const [pieces, batches] = [new PieceSize(PIECE), new PieceSize(BATCH)]
  const after = (ms: number) => new Date(clock().getTime() + ms)
  /** The last check of reactions, by campaign. */
  const looked = new Map<Uuid, number>()
  const queuedOf = createQueuedCounts(reads, ahead)
  /** By campaign: consecutive failures, and the time of the next attempt. */
  const failures = new Map<Uuid, { count: number; again: Date }>()

  async function fanOutOf(organizationId: Uuid, row: CampaignRow): Promise<FanOut> {
    const [prepared, list, rule, context] = await Promise.all([
      prepareStarted(reads, organizationId, row),
      reads.row<PriceListRow>(pricingQueries.byId(row.price_list_id as Uuid)),
      access.ruleOf(organizationId, row.channel),
      contextOf(organizationId, clock()),
    ])
    if (!list) throw new Error('the price list of a campaign is not stored')
    return { prepared, priceList: readPriceList(list), rule, context }
  }

  /** Runs one step of a running campaign. Returns when the next one is due, or null when the campaign has ended. */
  async function step(organizationId: Uuid, row: CampaignRow, turn: Turn): Promise<Date | null> {
    const at = clock()
    const scope = { organizationId, at }
    const lacking = await withoutItsAccount(scope, row)
    if (lacking !== 'no') return lacking === 'paused' ? null : after(LOOK_AGAIN_MS)
    const given = await fanOutOf(organizationId, row)
    const { prepared, priceList } = given
    if (row.frozen_at === null) {
      const piece = (limit: number) => freezePiece(app, scope, row.id, prepared, priceList, limit)
      turn.noteFrozen(await pieces.timed(turn.freezable, piece))
      return clock()
    }
    const isToLook = looksNow(row.id, at)
    const queued = await queuedOf(organizationId, row, at, isToLook)
    if (isToLook && (await stopIfUnwanted(app, organizationId, row, queued))) return null
    if (queued > 0) await keepPace(organizationId, row)
    if (row.waiting_count === 0) {
      // Completing locks the wallet, so it is only tried when it may succeed.
      const inFlight = await reads.row<{ is_any: boolean }>(fanOut.inFlightOf(organizationId, row.id))
      const mayBeDone = queued === 0 && inFlight?.is_any === false
      return mayBeDone && (await completeIfDone(app, organizationId, row.id)) ? null : after(LOOK_AGAIN_MS)
    }
    const room = ahead - queued
    if (room <= 0) return after(LOOK_AGAIN_MS)
    const until = after(AHEAD_MS)
    const batch = (limit: number) => runBatch(scope, row.id, given, { limit, until })
    const { end, recipients } = await batches.timed(Math.min(turn.queueable, room), batch)
    turn.noteQueued(recipients)
    if (end === 'stopped') return null
    if (end === 'credit due' && !(await settleRerates(app, organizationId))) return after(LOOK_AGAIN_MS)
    return end === 'later' ? laterOf(row) : clock()
  }

  /** Complaints and bounces are checked at intervals. */
  function looksNow(id: Uuid, at: Date): boolean {
    const since = at.getTime() - (looked.get(id) ?? Number.NEGATIVE_INFINITY)
    if (since >= 0 && since < REACTIONS_EVERY_MS) return false
    looked.set(id, at.getTime())
    return true
  }

  /** Assigns new due times if deliveries could not be sent in time. */
  async function keepPace(organizationId: Uuid, row: CampaignRow): Promise<void> {
    const pace = paceOf(row)
    if (pace.perMinute === null) return
    const [first, second] = await reads.rows<{ due_at: Date }>(firstDue(organizationId, row.id))
    if (first === undefined || !areLate(first.due_at, second?.due_at ?? null, clock(), pace)) return
    await database.transaction(async (tx) => {
      const locked = await tx.row<CampaignRow>(queries.lock(organizationId, row.id))
      if (locked?.status === 'running') await spaceAnew(tx, { organizationId, at: clock() }, locked)
    }, organizationId)
  }

  /** When the next delivery may be queued. */
  function laterOf(row: CampaignRow): Date {
    const { perMinute } = paceOf(row)
    // A tenth of the time queued ahead, so that batches stay large.
    return after(perMinute === null ? SUSPENDED_AGAIN_MS : AHEAD_MS / 10)
  }

  async function startDue(organizationId: Uuid): Promise<Date | null> {
    const scheduled = await reads.rows<CampaignRow>(queries.ofStatus(organizationId, ['scheduled']))
    let next: Date | null = null
    for (const row of scheduled) {
      const at = clock()
      const time = row.scheduled_at as Date
      if (time > at) {
        next = earlier(next, time)
        continue
      }
      const again = waitsUntil(row)
      if (again !== null) {
        next = earlier(next, again)
        continue
      }
      const scope = { organizationId, at, userId: row.user_id as Uuid }
      const starting = { partial: row.is_partial, maxTotal: row.max_total_micros }
      try {
        const begin = await starter.start(scope, 'system', row.id, starting)
        await database.transaction(begin, organizationId)
        failures.delete(row.id)
      } catch (error) {
        const reason = error instanceof Refusal ? pauseReasonOf(error) : null
        if (reason === null) next = earlier(next, await tryAgain(organizationId, row, error))
        else await pauseNow(organizationId, row, reason)
      }
    }
    return next
  }

  /** When it is retried after a failure; null if it need not wait. */
  function waitsUntil({ id }: CampaignRow): Date | null {
    const again = failures.get(id)?.again
    if (again === undefined) return null
    const leftMs = again.getTime() - clock().getTime()
    // A longer wait than possible: the clock was set back.
    return leftMs > 0 && leftMs <= FAILED_AGAIN_MS ? again : null
  }

  /** A user must decide how to continue. */
  async function pauseNow(organizationId: Uuid, { id, status }: CampaignRow, reason: PauseReason): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await tx.row<CampaignRow>(queries.lock(organizationId, id))
      if (row?.status === status) await pauseFor(tx, { organizationId, at: clock() }, row, reason)
    }, organizationId)
  }

  /**
   * A failure does not delay other campaigns. Returns when it is retried; after `FAILURES_MAX` in a row it is paused.
   */
  async function tryAgain(organizationId: Uuid, row: CampaignRow, err: unknown): Promise<Date> {
    const count = (failures.get(row.id)?.count ?? 0) + 1
    const again = after(FAILED_AGAIN_MS)
    app.log.warn({ err, organization_id: organizationId, campaign_id: row.id, count }, 'campaign step failed')
    failures.set(row.id, { count, again })
    if (count >= FAILURES_MAX) {
      await pauseNow(organizationId, row, 'failed')
      failures.delete(row.id)
    }
    return again
  }

  /** Returns when to check again, as long as dispatch has deliveries of a cancelled campaign in flight. */
  async function refundCancelled(organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
    let next: Date | null = null
    for (const { id } of await reads.rows<{ id: Uuid }>(queries.settling(organizationId))) {
      let piece: SettledPiece
      do {
        signal.throwIfAborted()
        piece = await refundPiece(app, organizationId, id)
      } while (piece === 'more' && !(await isMoreDue(reads, 'campaigns', clock())))
      if (piece === 'more') return clock()
      if (piece === 'in hand') next = after(LOOK_AGAIN_MS)
    }
    return next
  }

  async function stepOrTryAgain(
    organizationId: Uuid,
    row: CampaignRow,
    turn: Turn,
    signal: AbortSignal,
  ): Promise<Date | null> {
    // Its waiting time does not depend on the organization's other campaigns.
    const again = waitsUntil(row)
    if (again !== null) return again
    try {
      const next = await step(organizationId, row, turn)
      failures.delete(row.id)
      return next
    } catch (error) {
      signal.throwIfAborted()
      return tryAgain(organizationId, row, error)
    }
  }

  async function work(organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
    if (await areEarlierProcesses(app)) return after(UPGRADING_AGAIN_MS)
    const settling = await refundCancelled(organizationId, signal)
    if ((await organizations.find(reads, organizationId)).suspended_at !== null)
      return earlier(settling, after(SUSPENDED_AGAIN_MS))
    let next = settling
    const scheduled = await startDue(organizationId)
    if (scheduled !== null) next = earlier(next, scheduled)
    const othersWait = () => isMoreDue(reads, 'campaigns', clock())
    const isAlone = !(await othersWait())
    const turn = new Turn(isAlone ? TURN_ALONE : turnSize)
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
      const running = await reads.rows<CampaignRow>(queries.ofStatus(organizationId, ['running']))
      if (running.length === 0) return next
      turn.divide(running.length)
      const due: (Date | null)[] = []
      for (const row of running) {
        signal.throwIfAborted()
        due.push(await stepOrTryAgain(organizationId, row, turn, signal))
      }
      const first =
        due.reduce<Date | null>((one, other) => (other === null ? one : earlier(one, other)), null) ?? clock()
      if (first > clock() || turn.isOver || (isAlone && (await othersWait()))) return earlier(next, first)
      if (rounds === ROUNDS_MAX - 1) next = earlier(next, first)
    }
    return next
  }

  return [perOrganization(app, 'campaigns', work, { everyMs: LOOK_AGAIN_MS, atOnce })]
}

const earlier = (one: Date | null, other: Date): Date => (one === null || other < one ? other : one)
