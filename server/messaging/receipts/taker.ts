// Entry point for receipts: applies a batch of them and returns those that were not applied.

import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import { waitForLocks } from '#kit/database/connection-settings.ts'
import type { Tx } from '#kit/database/database.ts'
import { isConnectionFailure } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { receipts as counted } from '#kit/metrics.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import type { Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { type Taking, takeFailed, takeOfMany } from './actions.ts'
import { givesBack, type Report, reportsOf, suppressionsOf } from './rules.ts'
import { traceReceipts } from './traces.ts'

/** Reports per transaction. */
const REPORTS_AT_ONCE = 500
/** Concurrent transactions of single organizations with refunds. */
const ALONE_AT_ONCE = 4
/** Attempts for a delivery that is locked while it is recorded or deleted. */
const LOOKS_MAX = 5
const LOOK_AGAIN_MS = 20
/** Wait for a locked contact whose address is suppressed, in transactions shared with other organizations. */
const CONTACTS_WAITED_MS = 50

/**
 * Returns receipts without a known, sent and unlocked delivery, because they may be early, and those of an organization
 * that could not be written at the moment, which delays no other. The caller requests or submits them again later.
 * Rejects when the database does not respond; receipts applied before that are idempotent.
 */
export type TakeReceipts = (receipts: readonly Receipt[]) => Promise<Receipt[]>

export function createReceiptTaker(app: App): TakeReceipts {
  const { database, groupOf, clock, log } = app

  /** Null if the transaction failed although the database is available. */
  async function tried(
    organizationIds: readonly Uuid[],
    work: (tx: Tx) => Promise<Taking>,
  ): Promise<readonly Report[] | null> {
    const begunAtMs = performance.now()
    try {
      const owner = organizationIds.length === 1 ? organizationIds[0] : undefined
      const { left, moved, contradicted } = await database.transaction(work, owner)
      for (const { org_id, id, channel } of contradicted)
        log.warn({ organization_id: org_id, delivery_id: id, channel }, 'receipt reports a delivered message as failed')
      if (app.tracing) traceReceipts(app.tracing, moved, begunAtMs)
      return left
    } catch (err) {
      if (isConnectionFailure(err)) throw err
      log.warn({ err, organizations: organizationIds.length }, 'failed to apply receipts')
      return null
    }
  }

  async function takeTogether(reports: readonly Report[]): Promise<Taken> {
    const taken: Taken = { left: [], failed: [] }
    for (const group of Map.groupBy(reports, ({ organizationId }) => groupOf(organizationId)).values())
      for (let from = 0; from < group.length; from += REPORTS_AT_ONCE) {
        const some = group.slice(from, from + REPORTS_AT_ONCE)
        const organizations = Map.groupBy(some, ({ organizationId }) => organizationId)
        const left = await tried([...organizations.keys()], async (tx) => {
          // Separately each waits for its contacts; together none is delayed for long.
          const waits = organizations.size > 1 && some.some((one) => wayOf(one) === 'suppressing')
          if (waits) await tx.run(waitForLocks(CONTACTS_WAITED_MS))
          return takeOfMany(tx, some, clock())
        })
        if (left) taken.left.push(...left)
        else if (organizations.size === 1) taken.failed.push(...some)
        else
          await someAtOnce([...organizations.values()], ALONE_AT_ONCE, async (ofOne) => {
            add(taken, await takeTogether(ofOne))
          })
      }
    return taken
  }

  async function takeAlone(reports: readonly Report[]): Promise<Taken> {
    const taken: Taken = { left: [], failed: [] }
    const organizations = Map.groupBy(reports, ({ organizationId }) => organizationId)
    await someAtOnce([...organizations], ALONE_AT_ONCE, async ([organizationId, all]) => {
      for (let from = 0; from < all.length; from += REPORTS_AT_ONCE) {
        const some = all.slice(from, from + REPORTS_AT_ONCE)
        const left = await tried([organizationId], (tx) => takeFailed(tx, { organizationId, at: clock() }, some))
        if (left) taken.left.push(...left)
        else taken.failed.push(...some)
      }
    })
    return taken
  }

  return async (receipts) => {
    const taken: Taken = { left: reportsOf(receipts, clock()), failed: [] }
    for (let look = 0; look < LOOKS_MAX && taken.left.length > 0; look++) {
      if (look > 0) await pause(LOOK_AGAIN_MS)
      const { alone = [], suppressing = [], together = [] } = Object.groupBy(taken.left, wayOf)
      taken.left = []
      // Batches that wait for a wallet or a contact delay no others.
      const ways = [takeTogether(together), takeTogether(suppressing), takeAlone(alone)]
      for (const some of await Promise.all(ways)) add(taken, some)
    }
    const [left, failed] = [receiptsOf(taken.left), receiptsOf(taken.failed)]
    counted.inc({ result: 'taken' }, receipts.length - left.length - failed.length)
    counted.inc({ result: 'early' }, left.length)
    counted.inc({ result: 'failed' }, failed.length)
    return [...left, ...failed]
  }
}

function wayOf(report: Report): 'alone' | 'suppressing' | 'together' {
  if (givesBack(report)) return 'alone'
  return suppressionsOf(report).length > 0 ? 'suppressing' : 'together'
}

const receiptsOf = (reports: readonly Report[]): Receipt[] => reports.flatMap(({ receipts }) => receipts)

/** The receipts that were not applied. */
interface Taken {
  /** Not found or locked: a retry may succeed. */
  left: Report[]
  failed: Report[]
}

function add(taken: Taken, { left, failed }: Taken): void {
  taken.left.push(...left)
  taken.failed.push(...failed)
}
