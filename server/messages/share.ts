// What one flush takes of one organization, and what it reads for all of them together.

import { type AskedAnswer, keptAnswers } from '#edge/idempotency.ts'
import type { Reply } from '#edge/route.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Statement } from '#kit/sql.ts'
import * as wallet from '#wallet/actions.ts'
import type * as walletQueries from '#wallet/flush-queries.ts'
import { decide, nameOfKey, type StoredAnswer, type Submission } from './decide.ts'
import type { Decided, Known, Terms } from './flush.ts'
import * as queries from './flush-queries.ts'
import { FLUSH_DELIVERIES_MAX, groupsOf, type Sizes, sizesOf, within } from './recipients.ts'
import { type Destination, destinationsOf } from './rules.ts'

export interface Share {
  organizationId: Uuid
  submissions: Submission[]
  terms: Terms
}

/** What was read for one organization: nothing in it is of another. */
export interface Read {
  destinations: Map<Uuid, Destination>
  sizes: Sizes
  kept: Map<string, StoredAnswer>
}

/** Runs the statements one behind the other, each on what is there by then. */
export type Run = (statements: Statement[]) => Promise<unknown[][]>

interface Rows {
  destinations: queries.DestinationRow[]
  kept: (StoredAnswer & { place: number })[]
}

const idsOf = (shares: readonly Share[]): Uuid[] => shares.map(({ organizationId }) => organizationId)

/** What becomes of a request; a promise when it is still being worked on elsewhere. */
export type Outcome = Reply | Error
export type Told = Map<Submission, Outcome | Promise<Outcome>>

/** Says that the request is dealt with elsewhere. Whoever waits for it hears of its failure, and until then nobody needs to. */
export function handOn(told: Told, submission: Submission, elsewhere: Promise<Outcome>): void {
  elsewhere.catch(() => {})
  told.set(submission, elsewhere)
}

export type TermsOf = (organizationId: Uuid, at: Date) => Terms | Promise<Terms>

/** The requests by organization, in the order in which wallets are locked. Whose terms cannot be had is told so, and nobody else. */
export async function sharesOf(
  submissions: readonly Submission[],
  termsOf: TermsOf,
  at: Date,
  told: Told,
): Promise<Share[]> {
  const apart = [...Map.groupBy(submissions, ({ actor }) => actor.organizationId)]
  apart.sort(([left], [right]) => (left < right ? -1 : 1))
  const terms = await Promise.allSettled(apart.map(async ([organizationId]) => termsOf(organizationId, at)))
  return apart.flatMap(([organizationId, own], index) => {
    const result = terms[index] as PromiseSettledResult<Terms>
    if (result.status === 'fulfilled') return [{ organizationId, submissions: own, terms: result.value }]
    for (const submission of own) told.set(submission, result.reason as Error)
    return []
  })
}

/**
 * Leaves in the shares what goes through together, in the order of the turns: no more than `FLUSH_DELIVERIES_MAX`, or a single request,
 * and none that alone reaches more than `mostOfOne`. Returns the rest.
 */
export function fit(
  submissions: readonly Submission[],
  shares: readonly Share[],
  sizes: readonly Sizes[],
  mostOfOne = Number.POSITIVE_INFINITY,
): { large: Submission[]; later: Submission[] } {
  const placeOf = new Map(shares.map(({ organizationId }, index) => [organizationId, index]))
  const large: Submission[] = []
  const later: Submission[] = []
  let reached = 0
  for (const submission of submissions) {
    const place = placeOf.get(submission.actor.organizationId)
    if (place === undefined) continue
    const { recipients } = within(submission, sizes[place] as Sizes)
    if (recipients > mostOfOne) large.push(submission)
    else if (reached > 0 && reached + recipients > FLUSH_DELIVERIES_MAX) later.push(submission)
    else reached += recipients
  }
  const away = new Set([...large, ...later])
  if (away.size > 0) for (const share of shares) share.submissions = share.submissions.filter((one) => !away.has(one))
  return { large, later }
}

/** The first reads of a flush, behind whatever must be read before. */
export function firstReads(shares: readonly Share[], at: Date): Statement[] {
  const asked = shares.flatMap(({ submissions }, index) =>
    conversationsOf(submissions).map((id) => ({ place: index + 1, id })),
  )
  const keys = shares.flatMap(({ submissions }, index) => keysOf(submissions, index + 1))
  return [
    queries.destinations(idsOf(shares), asked),
    ...(keys.length > 0 ? [keptAnswers(idsOf(shares), keys, at)] : []),
  ]
}

/** Of each share how many recipients its conversations have. */
export function sizesIn(shares: readonly Share[], [destinations = []]: unknown[][]): Sizes[] {
  return byPlace(shares, destinations as queries.DestinationRow[]).map(sizesOf)
}

/** The rest of what a flush must know, once it is certain what goes through in it; `shares` are those of the first reads. */
export async function readAll(shares: readonly Share[], first: unknown[][], sizes: Sizes[], run: Run): Promise<Read[]> {
  const [destinations, kept = []] = first as [Rows['destinations'], Rows['kept']?]
  const groups = shares.flatMap(({ submissions }, index) =>
    groupsOf(submissions, sizes[index] as Sizes).map((id) => ({ place: index + 1, id })),
  )
  const [members = []] = groups.length > 0 ? await run([queries.groupRecipients(idsOf(shares), groups)]) : []
  const rowsOf = byPlace(shares, destinations)
  const membersOf = byPlace(shares, members as queries.RecipientRow[])
  const keptOf = byPlace(shares, kept)
  return shares.map((_, index) => ({
    destinations: destinationsOf(rowsOf[index] ?? [], membersOf[index] ?? []),
    sizes: sizes[index] as Sizes,
    kept: new Map((keptOf[index] ?? []).map((row) => [nameOfKey(row.token_id, row.key), row])),
  }))
}

/** Rows of several organizations apart: a row is only ever seen by who its place says. */
export function byPlace<Row extends { place: number }>(shares: readonly unknown[], rows: readonly Row[]): Row[][] {
  const apart: Row[][] = shares.map(() => [])
  for (const row of rows) apart[row.place - 1]?.push(row)
  return apart
}

function conversationsOf(submissions: readonly Submission[]): Uuid[] {
  return [...new Set(submissions.flatMap(({ drafts }) => drafts.map((draft) => draft.conversation_id)))]
}

function keysOf(submissions: readonly Submission[], place: number): AskedAnswer[] {
  return submissions.flatMap(({ actor, idempotency }) =>
    idempotency ? [{ place, tokenId: actor.tokenId, key: idempotency.key }] : [],
  )
}

export type KnownRows = [walletQueries.PlacedWalletRow[], walletQueries.PlacedCounterRow[]]

/** What was read of each wallet and its month; null where there is none. */
export function knownOf(
  shares: readonly unknown[],
  walletRows: KnownRows[0],
  counterRows: KnownRows[1],
  month: string,
): (Known | null)[] {
  const wallets = byPlace(shares, walletRows)
  const counters = byPlace(shares, counterRows)
  return shares.map((_, index) => {
    const [row] = wallets[index] ?? []
    if (!row) return null
    const counts = new Map((counters[index] ?? []).map(({ channel, message_count }) => [channel, message_count]))
    return { month, purse: wallet.purseOf(row), counters: counts }
  })
}

/** Pure but for the ids it makes. */
export function decideShare(
  share: Share,
  before: Known,
  { destinations, kept, sizes }: Read,
  isTaken?: (key: string) => boolean,
): Decided {
  const { organizationId, submissions, terms } = share
  const state = { ...terms, destinations, purse: { ...before.purse }, counters: new Map(before.counters) }
  return { organizationId, plan: decide(organizationId, state, submissions, kept, sizes, isTaken), before, terms }
}
