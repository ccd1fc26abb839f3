// The reads before sends are decided: one list for both paths, without a lock (writer.ts) and under it
// (behind-lock.ts).

import { type AskedAnswer, keptAnswers } from '#edge/idempotency.ts'
import { subscribed } from '#events/queries.ts'
import { waitForLocks } from '#kit/database/connection-settings.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import * as attachmentQueries from '#messaging/attachments/queries.ts'
import { USABLE_MS } from '#messaging/attachments/rules.ts'
import { type QuotableRow, quotable } from '#messaging/messages/quotable-queries.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as walletQueries from '#money/wallet/flush-queries.ts'
import { namedIn, type Sendable } from './attachments.ts'
import type { Partition } from './partitions.ts'
import { nameOfKey, type StoredAnswer, type Submission, type WalletSnapshot } from './plan.ts'
import * as queries from './queries.ts'
import { type Quotable, quotedIn } from './quotes.ts'
import { groupsOf, type Sizes, sizesOf } from './recipient-limits.ts'
import { type Destination, destinationsOf } from './recipients.ts'
import { nameOfUsed, usedIn } from './stale-templates.ts'

/** The data of one organization; it never contains another's. */
export interface Read {
  destinations: Map<Uuid, Destination>
  sizes: Sizes
  attachments: Sendable
  quotable: Quotable
  kept: Map<string, StoredAnswer>
  /** Unusable templates among those of the drafts, by `nameOfUsed`; read under the lock only. */
  stale: ReadonlySet<string>
  /** True when the organization subscribes to events about accepted messages. */
  isTold: boolean
  /** The wallet and the month's counters; null when not requested, or when there is no wallet. */
  snapshot: WalletSnapshot | null
}

export interface Asked {
  partitions: readonly Partition[]
  /** Organizations whose wallets are read; the others are in the process's cache. */
  wallets: readonly Partition[]
  /** Locks the wallets, waiting at most this long for each. Null reads them without a lock. */
  lock: { waitMs: number } | null
  month: string
  at: Date
}

/** Runs the statements one after another; each sees the data committed by then. */
export type Run = (statements: Statement[]) => Promise<unknown[][]>

/** Rows by read; reads that were not needed have none. */
interface Rows {
  patience: unknown
  wallets: walletQueries.PlacedWalletRow
  counters: walletQueries.PlacedCounterRow
  destinations: queries.DestinationRow
  attachments: attachmentQueries.SendableRow
  quotable: QuotableRow
  kept: StoredAnswer & { place: number }
  stale: templateQueries.StaleRow
  told: { org_id: Uuid }
}

/**
 * All reads, in this order: after a lock, later reads see what the previous holder committed; without a lock, later
 * reads see nothing older than the wallet. Null when there is nothing to read.
 */
const reads: { [Name in keyof Rows]: (asked: Asked) => Statement | null } = {
  patience: ({ lock }) => (lock === null ? null : waitForLocks(lock.waitMs)),
  wallets: ({ wallets, lock }) => {
    if (wallets.length === 0) return null
    return lock ? walletQueries.lockWallets(idsOf(wallets)) : walletQueries.walletsOf(idsOf(wallets))
  },
  counters: ({ wallets, month }) => (wallets.length === 0 ? null : walletQueries.countersOf(idsOf(wallets), month)),
  destinations: ({ partitions }) => {
    const asked = placed(partitions, ({ submissions }) => conversationsOf(submissions).map((id) => ({ id })))
    return queries.destinations(idsOf(partitions), asked)
  },
  attachments: ({ partitions, at }) => {
    const asked = placed(partitions, ({ submissions }) => attachmentsOf(submissions).map((id) => ({ id })))
    if (asked.length === 0) return null
    return attachmentQueries.sendable(idsOf(partitions), asked, new Date(at.getTime() - USABLE_MS))
  },
  quotable: ({ partitions }) => {
    const asked = placed(partitions, ({ submissions }) => quotedBy(submissions).map((id) => ({ id })))
    return asked.length === 0 ? null : quotable(idsOf(partitions), asked)
  },
  kept: ({ partitions, at }) => {
    const asked = placed(partitions, ({ submissions }) => keysOf(submissions))
    return asked.length === 0 ? null : keptAnswers(idsOf(partitions), asked, at)
  },
  // Without a lock, the statement that writes checks them.
  stale: ({ partitions, lock }) => {
    if (lock === null) return null
    const used = placed(partitions, ({ submissions }) => usedIn(submissions))
    return used.length === 0 ? null : templateQueries.stale(idsOf(partitions), used)
  },
  told: ({ partitions }) => subscribed(idsOf(partitions), ['message.created']),
}

/** The members of the groups that are written to; read once the flush's requests are fixed. */
function membersOf(partitions: readonly Partition[], sizes: readonly Sizes[]): Statement | null {
  const groups = placed(partitions, ({ submissions }, index) =>
    groupsOf(submissions, sizes[index] as Sizes).map((id) => ({ id })),
  )
  return groups.length === 0 ? null : queries.groupRecipients(idsOf(partitions), groups)
}

/** Runs the reads for each partition; `fitIn` removes requests that do not fit into this flush. */
export async function readAll(asked: Asked, run: Run, fitIn: (sizes: readonly Sizes[]) => void): Promise<Read[]> {
  const { partitions, wallets, month } = asked
  const rows = await readFirst(asked, run)
  const destinations = byPlace(partitions, rows.destinations)
  const sizes = destinations.map(sizesOf)
  fitIn(sizes)
  const ofMembers = membersOf(partitions, sizes)
  const [memberRows = []] = ofMembers ? await run([ofMembers]) : []
  const members = byPlace(partitions, memberRows as queries.RecipientRow[])
  const kept = byPlace(partitions, rows.kept)
  const stale = byPlace(partitions, rows.stale)
  const told = new Set(rows.told.map(({ org_id }) => org_id))
  const attachments = byPlace(partitions, rows.attachments)
  const quoted = byPlace(partitions, rows.quotable)
  const snapshots = snapshotsOf(wallets, rows, month)
  return partitions.map((partition, index) => ({
    destinations: destinationsOf(destinations[index] ?? [], members[index] ?? []),
    sizes: sizes[index] as Sizes,
    attachments: new Map((attachments[index] ?? []).map((row) => [row.id, row])),
    quotable: new Map((quoted[index] ?? []).map((row) => [row.id, row])),
    kept: new Map((kept[index] ?? []).map((row) => [nameOfKey(row.token_id, row.key), row])),
    stale: new Set(
      (stale[index] ?? []).map(({ template_id, version }) => nameOfUsed({ templateId: template_id, version })),
    ),
    isTold: told.has(partition.organizationId),
    snapshot: snapshots.get(partition.organizationId) ?? null,
  }))
}

async function readFirst(asked: Asked, run: Run): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const names = Object.keys(reads) as (keyof Rows)[]
  const needed = names.flatMap((name) => {
    const statement = reads[name](asked)
    return statement ? [{ name, statement }] : []
  })
  const found = await run(needed.map(({ statement }) => statement))
  const rows = new Map(needed.map(({ name }, index) => [name, found[index]]))
  return Object.fromEntries(names.map((name) => [name, rows.get(name) ?? []])) as { [Name in keyof Rows]: Rows[Name][] }
}

/** The wallets and their month's counters. */
function snapshotsOf(
  partitions: readonly Partition[],
  rows: { wallets: Rows['wallets'][]; counters: Rows['counters'][] },
  month: string,
): Map<Uuid, WalletSnapshot> {
  const wallets = byPlace(partitions, rows.wallets)
  const counters = byPlace(partitions, rows.counters)
  return new Map(
    partitions.flatMap(({ organizationId }, index): [Uuid, WalletSnapshot][] => {
      const [row] = wallets[index] ?? []
      if (!row) return []
      const counts = new Map((counters[index] ?? []).map(({ channel, message_count }) => [channel, message_count]))
      return [[organizationId, { month, walletState: wallet.walletStateOf(row), counters: counts }]]
    }),
  )
}

const idsOf = (partitions: readonly Partition[]): Uuid[] => partitions.map(({ organizationId }) => organizationId)

/** The rows of several organizations as one array, each row with its organization's position. */
function placed<Row extends object>(
  partitions: readonly Partition[],
  rowsOf: (partition: Partition, index: number) => readonly Row[],
): (Row & { place: number })[] {
  return partitions.flatMap((partition, index) => rowsOf(partition, index).map((row) => ({ ...row, place: index + 1 })))
}

/** Splits rows by organization: each organization sees only rows with its own position. */
function byPlace<Row extends { place: number }>(partitions: readonly unknown[], rows: readonly Row[]): Row[][] {
  const apart: Row[][] = partitions.map(() => [])
  for (const row of rows) apart[row.place - 1]?.push(row)
  return apart
}

function conversationsOf(submissions: readonly Submission[]): Uuid[] {
  return [...new Set(submissions.flatMap(({ drafts }) => drafts.map((draft) => draft.conversation_id)))]
}

function attachmentsOf(submissions: readonly Submission[]): Uuid[] {
  return [...new Set(submissions.flatMap(({ drafts }) => namedIn(drafts)))]
}

const quotedBy = (submissions: readonly Submission[]): Uuid[] => [
  ...new Set(submissions.flatMap(({ drafts }) => quotedIn(drafts))),
]

function keysOf(submissions: readonly Submission[]): Omit<AskedAnswer, 'place'>[] {
  return submissions.flatMap(({ actor, retry }) =>
    retry ? [{ callerId: actor.callerId, key: retry.idempotency.key }] : [],
  )
}
