// An organization's requests in a flush, and the data that they are decided on.

import type { Uuid } from '#kit/ids.ts'
import { type Planned, planSends, type Result, type SendContext, type Submission, type WalletSnapshot } from './plan.ts'
import type { Read } from './reads.ts'
import { FLUSH_DELIVERIES_MAX, type Sizes, within } from './recipient-limits.ts'

export interface Partition {
  organizationId: Uuid
  submissions: Submission[]
  context: SendContext
}

/** Results per request; a promise while one is processed elsewhere. */
export type Results = Map<Submission, ResultOrError | Promise<ResultOrError>>
/** The result, or the error that replaces it. */
export type ResultOrError = Result | Error

/**
 * Marks the request as processed elsewhere. Its caller awaits the promise and handles its failure; until then a
 * rejection counts as handled.
 */
export function forward(results: Results, submission: Submission, elsewhere: Promise<ResultOrError>): void {
  elsewhere.catch(() => {})
  results.set(submission, elsewhere)
}

export type ContextOf = (organizationId: Uuid, at: Date) => SendContext | Promise<SendContext>

/**
 * Groups requests by organization, in wallet lock order. When an organization's context cannot be loaded, only its own
 * requests fail.
 */
export async function partitionsOf(
  submissions: readonly Submission[],
  contextOf: ContextOf,
  at: Date,
  results: Results,
): Promise<Partition[]> {
  const apart = [...Map.groupBy(submissions, ({ actor }) => actor.organizationId)]
  apart.sort(([left], [right]) => (left < right ? -1 : 1))
  const context = await Promise.allSettled(apart.map(async ([organizationId]) => contextOf(organizationId, at)))
  return apart.flatMap(([organizationId, own], index) => {
    const result = context[index] as PromiseSettledResult<SendContext>
    if (result.status === 'fulfilled') return [{ organizationId, submissions: own, context: result.value }]
    for (const submission of own) results.set(submission, result.reason as Error)
    return []
  })
}

/**
 * Keeps in the partitions what one flush writes, in the order of the turns: at most `FLUSH_DELIVERIES_MAX` deliveries
 * or a single request, and no request that alone has more than `mostOfOne`. Returns the rest.
 */
export function fit(
  submissions: readonly Submission[],
  partitions: readonly Partition[],
  sizes: readonly Sizes[],
  mostOfOne = Number.POSITIVE_INFINITY,
): { large: Submission[]; later: Submission[] } {
  const indexOf = new Map(partitions.map(({ organizationId }, index) => [organizationId, index]))
  const large: Submission[] = []
  const later: Submission[] = []
  let reached = 0
  for (const submission of submissions) {
    const place = indexOf.get(submission.actor.organizationId)
    if (place === undefined) continue
    const { recipients } = within(submission, sizes[place] as Sizes)
    if (recipients > mostOfOne) large.push(submission)
    else if (reached > 0 && reached + recipients > FLUSH_DELIVERIES_MAX) later.push(submission)
    else reached += recipients
  }
  const away = new Set([...large, ...later])
  if (away.size > 0)
    for (const partition of partitions) partition.submissions = partition.submissions.filter((one) => !away.has(one))
  return { large, later }
}

/** Pure, except for new ids. */
export function planPartition(
  partition: Partition,
  before: WalletSnapshot,
  { destinations, attachments, quotable, kept, sizes, isTold }: Read,
  isTaken?: (key: string) => boolean,
): Planned {
  const { organizationId, submissions, context } = partition
  const { walletState, counters } = before
  const state = {
    ...context,
    destinations,
    attachments,
    quotable,
    walletState: { ...walletState },
    counters: new Map(counters),
  }
  const plan = planSends(organizationId, state, submissions, kept, sizes, isTaken)
  return { organizationId, submissions, plan, before, context, isTold }
}
