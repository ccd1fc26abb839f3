// Templates that were deleted, paused or rejected after a draft was rendered from them, because each process caches
// templates for some seconds (spec 15.6, 7.82). The flush's first statement leaves out organizations whose drafts use
// one; under the lock these drafts are rendered again and refused if the template is unusable.

import type { Placed } from '#kit/database/places.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import type { Partition } from './partitions.ts'
import type { Planned, Submission } from './plan.ts'
import type { MadeFrom } from './ruled.ts'
import type { Draft } from './schema.ts'

type Used = Pick<MadeFrom, 'templateId' | 'version'>

export const nameOfUsed = ({ templateId, version }: Used): string => `${templateId} ${version}`

const distinct = <One extends Used>(all: readonly One[]): One[] => [
  ...new Map(all.map((one) => [nameOfUsed(one), one])).values(),
]

/**
 * For the first statement of a flush: selects the stale templates among those of its messages. Null without templates.
 */
export function staleIn(all: readonly Planned[]): Statement | null {
  const used = all.flatMap(({ plan }, index): (Used & Placed)[] =>
    distinct(plan.messages.flatMap(({ made }) => made ?? [])).map((one) => ({ ...one, place: index + 1 })),
  )
  if (used.length === 0) return null
  return templateQueries.stale(
    all.map(({ organizationId }) => organizationId),
    used,
  )
}

function usedBy({ made, ruled }: Draft): Used | null {
  if (made !== undefined) return made instanceof Refusal ? null : made
  return ruled?.of ?? null
}

/** The templates that drafts were rendered from or matched to. */
export const usedIn = (submissions: readonly Submission[]): Used[] =>
  distinct(submissions.flatMap(({ drafts }) => drafts.flatMap((draft) => usedBy(draft) ?? [])))

/** Removes the requests with such a draft from the partition. */
export function takeStale(partition: Partition, stale: ReadonlySet<string>): Submission[] {
  if (stale.size === 0) return []
  const isStale = (draft: Draft) => {
    const used = usedBy(draft)
    return used !== null && stale.has(nameOfUsed(used))
  }
  const taken = partition.submissions.filter(({ drafts }) => drafts.some(isStale))
  partition.submissions = partition.submissions.filter((one) => !taken.includes(one))
  return taken
}

/** How often a request's drafts are rendered again: each time needs another concurrent change of a template. */
const REMAKES_MAX = 5

export type Remake = (submission: Submission) => Promise<void>

export function createRemake(anew: (organizationId: Uuid, drafts: readonly Draft[]) => Promise<Draft[]>): Remake {
  const counts = new WeakMap<Submission, number>()
  return async (submission) => {
    const count = (counts.get(submission) ?? 0) + 1
    if (count > REMAKES_MAX) throw refusal('temporarily_unavailable', 'template_changing')
    counts.set(submission, count)
    submission.drafts = await anew(submission.actor.organizationId, submission.drafts)
  }
}
