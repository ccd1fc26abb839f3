// Stores submissions in one round trip when nothing about their forms is new: the state of the form that this process
// saw last is part of the statement, and PostgreSQL stores only the rows for which it is still current. store.ts
// handles all others.

import type { App } from '#kit/app.ts'
import { areShards } from '#kit/database/shards.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { enqueueWorkOfMany } from '#kit/work.ts'
import { takingOf } from './rules.ts'
import type { SubmittedForm } from './store.ts'
import type { CountedRow, ExpectedSubmission } from './store-queries.ts'
import * as queries from './store-queries.ts'

/** Maximum number of forms cached per process. */
const REMEMBERED_MAX = 5000

export interface Limits {
  opens_at: Date | null
  closes_at: Date | null
  max_submissions: number | null
}

interface Seen {
  version: number
  limits: Limits
}

/** Assumed here and compared by PostgreSQL, like the number of submissions. */
const OPEN = { status: 'published', suspended_at: null, deleted_at: null }

const formOf = ({ org_id, form_id }: queries.FormKey): string => `${org_id} ${form_id}`

export class ExpectedForms {
  readonly #seen = new Map<string, Seen>()

  /** Called after the commit of the flush that read them. */
  see(counted: readonly CountedRow[], limitsOf: (row: CountedRow) => Limits | undefined): void {
    for (const row of counted) {
      const limits = limitsOf(row)
      if (limits === undefined) continue
      if (this.#seen.size >= REMEMBERED_MAX) this.#seen.clear()
      this.#seen.set(formOf(row), { version: row.version, limits })
    }
  }

  /** Undefined for a form that is not cached, and for one that accepts no submissions at this time. */
  open(one: SubmittedForm): Seen | undefined {
    const seen = this.#seen.get(formOf(one))
    if (seen === undefined) return undefined
    const state = { ...OPEN, ...seen.limits, max_submissions: null }
    return takingOf(state, 0, one.submitted_at) === 'open' ? seen : undefined
  }
}

/** The row to store if the form is unchanged. Null when store.ts must handle the submission. */
export function expectedOf(
  { file_ids: fileIds, ...job }: SubmittedForm & Pick<ExpectedSubmission, 'day' | 'details'>,
  seen: Seen | undefined,
): ExpectedSubmission | null {
  if (seen === undefined || fileIds.length > 0 || areShards()) return null
  return {
    ...job,
    id: newUuid(job.submitted_at.getTime()),
    answers: JSON.stringify(job.answers),
    counted_source: job.source,
    state: job.is_spam ? 'spam' : 'stored',
    under_attack: job.under_attack ?? false,
    published: seen.version,
    max: seen.limits.max_submissions,
  }
}

/** Returns the ids that were stored. When the response is lost, the nonces show later which ones were. */
export async function storeExpected(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  rows: readonly ExpectedSubmission[],
  owner: string,
): Promise<ReadonlySet<Uuid>> {
  if (rows.length === 0) return new Set()
  const forms = [...new Map(rows.map((row) => [formOf(row), row])).values()]
  const due = [...new Set(rows.filter(({ state }) => state === 'stored').map(({ org_id }) => org_id))].toSorted()
  const [, inserted] = await database.pipeline(
    (pipe) =>
      pipe.commit([
        queries.lockCounts(forms),
        queries.insertExpected(rows),
        ...(due.length === 0 ? [] : [enqueueWorkOfMany('form_submissions', due, clock())]),
      ]),
    owner,
  )
  return new Set((inserted as { id: Uuid }[]).map(({ id }) => id))
}
